"""The leaderboard of one server or of all."""

from collections.abc import Sequence

import discord

from engine.game.info import Info
from engine.text.phrases import say, say_many
from storage.scores import Standing
from ui.layout import screen, text

MEDALS = ("🥇", "🥈", "🥉")


def build_leaderboard(standings: Sequence[Standing], system: Info | None, *, here: bool) -> discord.ui.LayoutView:
    """Return the leaderboard of one rule system, which lists points too, or of all (`system` is None), with wins only.

    `standings` are shown in the given order. `here`: they count only games on this server.
    """
    where = say("This server") if here else say("All servers")
    which = system.name if system else say("all systems")
    counted = say("Games in which a computer had a seat, or kept one to the end, do not count.")
    heading = text("## " + say("Leaderboard"), f"-# {where}, {which}")
    return screen([heading, text(*_list_lines(standings, points=system is not None), f"-# {counted}")])


def _list_lines(standings: Sequence[Standing], *, points: bool) -> list[str]:
    if not standings:
        return [say("Nobody has finished a game yet. /new opens a table.")]
    return [_write_line(place, each, points=points) for place, each in enumerate(standings)]


def _write_line(place: int, standing: Standing, *, points: bool) -> str:
    rank = MEDALS[place] if place < len(MEDALS) else f"{place + 1}."
    won = say_many("{wins} of {count} game won", "{wins} of {count} games won", standing.games, wins=standing.wins)
    line = f"{rank} <@{standing.user_id}> — {won}"
    if not points:
        return line
    scored = say_many("{points} point", "{points} points", abs(standing.points), points=f"{standing.points:+d}")
    return f"{line}, {scored}"
