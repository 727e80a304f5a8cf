"""The menu of sets to claim, and the form in which a whole turn is written."""

from typing import Any

import discord

from engine.game.views import Claimable
from engine.text.phrases import say
from engine.tiles.notation import LONGEST_TEXT, write_tiles
from engine.tiles.tiles import by_color
from services.seen import Seen
from ui.controls import Control, cut, row, select
from ui.layout import screen, text

MOST_CLAIMS = 25  # choices of a menu, and of a command
TURN_FIELD = "move"
"""The form's field."""


def claims(seen: Seen) -> discord.ui.LayoutView:
    """What may be claimed, as a menu."""
    options = [
        discord.SelectOption(
            label=cut(f"{each.label}: {each.tiles}"), value=each.label, description=cut(gain(seen, each))
        )
        for each in dearest(seen, "")
    ]
    more = "-# " + say("These are the dearest; `/claim` finds the others.")
    beyond = [more] if len(seen.view.claimable) > MOST_CLAIMS else []
    heading = text(say("**Which set do you claim?** It ends your turn."), *beyond)
    return screen([heading, row(select(Control.of("claimed", seen), options, say("A set")))])


def dearest(seen: Seen, wanted: str) -> list[Claimable]:
    """As many sets of these first letters as a list holds: what wins first, then the dearest."""
    found = [each for each in seen.view.claimable if each.label.startswith(wanted)]
    return sorted(found, key=lambda each: (not each.wins, -each.value))[:MOST_CLAIMS]


def gain(seen: Seen, each: Claimable) -> str:
    """What a claim brings, whom it costs the set, and whether it is the last."""
    said = [say("{points} points, you hold {total} then", points=each.value, total=each.total)]
    said += [say("wins the game")] * each.wins
    said += [say("locks it")] * each.locks
    said += [] if each.holder is None else [say("taken from {name}", name=seen.names[each.holder])]
    return ", ".join(said)


def turn_form(seen: Seen, text: str) -> discord.ui.Modal:
    """The window in which a whole turn is written."""
    window = discord.ui.Modal(
        title=say("Your turn in words"), custom_id=Control.of("text", seen).custom_id, timeout=900
    )
    rack = sorted(seen.view.rack.tiles, key=by_color) if seen.view.rack else []
    window.add_item(discord.ui.TextDisplay(say("Your rack: {tiles}", tiles=write_tiles(rack))))
    field = discord.ui.TextInput[Any](
        custom_id=TURN_FIELD, style=discord.TextStyle.paragraph, default=text, max_length=LONGEST_TEXT
    )
    window.add_item(
        discord.ui.Label(
            text=str(seen.view.window),
            description=say("Add your tiles where they go; /help explains more."),
            component=field,
        )
    )
    return window
