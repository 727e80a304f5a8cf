"""The list of a user's games on all servers."""

from collections.abc import Sequence

import discord

from engine.text.phrases import say
from services.people.waiting import ListedGame
from ui.controls import Button, row
from ui.layout import screen, text, write_deadline
from ui.places import describe_channel

MOST = 15  # listed games


def build_games_panel(mine: Sequence[ListedGame]) -> discord.ui.LayoutView:
    """Return the list of up to 15 of these games, in order, with a button to the next one that waits for the user."""
    lines = [f"- {_describe_game(each)}" for each in mine[:MOST]]
    more = "-# " + say("And {count} more.", count=len(mine) - MOST) if len(mine) > MOST else ""
    # The button leads to the first waiting game after the one in its custom id; no game has the id 0.
    next_one = [row(None, Button("next", say("Next game")))] if any(each.is_mine for each in mine) else []
    words = lines or [say("You're not in any game. /new opens a table in a server channel.")]
    return screen([text("## " + say("Your games"), *words, more), *next_one])


def _describe_game(each: ListedGame) -> str:
    standing = _describe_standing(each)
    if not each.path:
        return say("{game}, your own game: {standing}", game=each.system, standing=standing)
    link = f"[{each.system}](https://discord.com/channels/{each.path})"
    return say(
        "{game} in {channel}: {standing}",
        game=link,
        channel=describe_channel(each.channel_id, each.server),
        standing=standing,
    )


def _describe_standing(each: ListedGame) -> str:
    if not each.mover:
        return say("waiting for players.")
    left = write_deadline(each.deadline)
    if each.is_mine:
        return say("**your turn**") + left
    standing = say("{name} to play", name=each.mover) + left
    if each.is_kept:
        return say("a computer plays for you. {standing}", standing=standing)
    return standing
