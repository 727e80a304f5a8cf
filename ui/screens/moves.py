"""The menu of sets to claim, the question before a draft isn't played, and the modal for writing a whole turn."""

from dataclasses import replace
from typing import Any

import discord

from engine.game.actions import Action, Draw, Pass
from engine.game.views import Claimable
from engine.text.phrases import as_tiles, say, say_many
from engine.tiles.notation import LONGEST_TEXT, say_tiles
from engine.tiles.tiles import by_color
from services.benches import BenchScreenData
from services.game_view import GameView
from ui.controls import FORM_FIELD, Button, Control, MenuEntry, SelectMenu, row
from ui.layout import screen, text
from ui.tile_signs import show_in_text

MOST_CLAIMS = 25  # Discord's limit for a select's options and a command's choices


def build_claims_menu(game_view: GameView) -> discord.ui.LayoutView:
    """Return a menu of up to 25 sets that the viewer may claim."""
    options = [
        MenuEntry(f"{each.label} · {describe_gain(game_view, each)}", each.label, description=str(as_tiles(each.tiles)))
        for each in choose_claims(game_view, "")
    ]
    more = "-# " + say("These are worth the most; `/claim` lists the rest.")
    beyond = [more] if len(game_view.view.claimable) > MOST_CLAIMS else []
    heading = text(say("**Which set do you claim?** Claiming ends your turn."), *beyond)
    back = Button("rack", say("Back"))
    return screen([heading, row(game_view, SelectMenu("claimed", say("A set"), options)), row(game_view, back)])


def choose_claims(game_view: GameView, wanted: str) -> list[Claimable]:
    """Return up to 25 claimable sets whose letters begin with `wanted`: first those that win, then by points."""
    found = [each for each in game_view.view.claimable if each.label.startswith(wanted)]
    return sorted(found, key=lambda each: (not each.wins, -each.value))[:MOST_CLAIMS]


def describe_gain(game_view: GameView, each: Claimable) -> str:
    """Return a claim's effect in words: its points, whether it wins or locks the set, and who loses the set."""
    said = [say("{points} points → you'd have {total}", points=each.value, total=each.total)]
    said += [say("wins the game")] * each.wins
    said += [say("locks it")] * each.locks
    said += [] if each.holder is None else [say("takes it from {name}", name=game_view.names[each.holder])]
    return " · ".join(said)


def count_unplayed(bench: BenchScreenData) -> int | None:
    """Return how many tiles the draft would play, 0 if it isn't valid yet; None if there's no draft."""
    if not bench.arranged.draft.changes:
        return None
    is_valid = not (bench.appraisal.is_judged and bench.appraisal.refusal)
    return len(bench.arranged.bench.played) if is_valid else 0


def build_draft_question(bench: BenchScreenData, action: Action, do: Button) -> discord.ui.LayoutView:
    """Return the question whether to take this action, with the button `do`, in place of playing the draft."""
    count = count_unplayed(bench)
    match action:
        case Draw() if count:
            words = say_many("Draw instead of playing {count} tile?", "Draw instead of playing {count} tiles?", count)
        case Pass() if count:
            words = say_many("Pass instead of playing {count} tile?", "Pass instead of playing {count} tiles?", count)
        case _:
            words = say("End your turn without playing your draft?")
    hint = say("Your draft stays for your next turn.") if isinstance(action, Draw | Pass) else ""
    buttons = [replace(do, style=discord.ButtonStyle.danger), Button("rack", say("Back"))]
    return screen([text(f"**{words}**", hint), row(bench.game_view, *buttons)])


def build_turn_form(game_view: GameView, text: str) -> discord.ui.Modal:
    """Return the modal for writing a whole turn; `text` is its initial content."""
    window = discord.ui.Modal(title=say("Your turn as text"), custom_id=Control.of("text", game_view).custom_id)
    rack = sorted(game_view.view.rack.tiles, key=by_color) if game_view.view.rack else []
    window.add_item(discord.ui.TextDisplay(show_in_text(say("Your rack: {tiles}", tiles=say_tiles(rack)))))
    field = discord.ui.TextInput[Any](
        custom_id=FORM_FIELD, style=discord.TextStyle.paragraph, default=text, max_length=LONGEST_TEXT
    )
    window.add_item(
        discord.ui.Label(
            text=str(game_view.view.window),
            description=say("Add your tiles where you want them. /help explains more."),
            component=field,
        )
    )
    return window
