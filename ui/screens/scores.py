"""The leaderboard of one server or of all."""

from collections.abc import Sequence

import discord

from engine.game.info import Info
from engine.text.phrases import later, say, say_many
from render import Align, Column, Leaderboard
from render.text.standing import write_signed
from storage.scores import Standing
from ui.layout import picture, screen, text

MEDALS = ("🥇", "🥈", "🥉")


WINS = (
    Column[Standing](later("Player"), lambda player: player.name, Align.LEFT, stretches=True),
    Column[Standing](later("Won"), lambda player: str(player.wins)),
    Column[Standing](later("Played"), lambda player: str(player.games)),
)
"""The columns of the picture."""
POINTS = Column[Standing](later("Points"), lambda player: write_signed(player.points))
"""The column that only one rule system's leaderboard has: points of two systems can't be compared."""


def make_board(standings: Sequence[Standing], system: Info | None, *, here: bool) -> Leaderboard[Standing]:
    """Return what the picture of the leaderboard shows; the arguments are those of `build_leaderboard`."""
    columns = (*WINS, POINTS) if system else WINS
    note = _describe_scope(system, here=here)
    return Leaderboard(say("Leaderboard"), note, columns, tuple(standings), lambda player: player.wins)


def describe_board(standings: Sequence[Standing], system: Info | None, *, here: bool) -> str:
    """Return the picture's alt text: a line for each player, with their name instead of a mention."""
    lines = (
        f"{place}. {each.name} — {_describe_results(each, points=system is not None)}"
        for place, each in enumerate(standings, start=1)
    )
    return "\n".join([_describe_scope(system, here=here), *lines])


def build_leaderboard(
    standings: Sequence[Standing], system: Info | None, file: discord.File | None, *, here: bool
) -> discord.ui.LayoutView:
    """Return the leaderboard of one rule system, which lists points too, or of all (`system` is None), with wins only.

    `standings` are shown in the given order, below their picture `file`, if there are any. `here`: they count only
    games on this server.
    """
    counted = say("Games in which a computer had a seat, or kept one to the end, do not count.")
    heading = text("## " + say("Leaderboard"), f"-# {_describe_scope(system, here=here)}")
    lines = text(*_list_lines(standings, points=system is not None), f"-# {counted}")
    return screen([heading, *([picture(file)] if file else []), lines])


def _describe_scope(system: Info | None, *, here: bool) -> str:
    where = say("This server") if here else say("All servers")
    which = system.name if system else say("all systems")
    return f"{where}, {which}"


def _list_lines(standings: Sequence[Standing], *, points: bool) -> list[str]:
    if not standings:
        return [say("Nobody has finished a game yet. /new opens a table.")]
    return [_write_line(place, each, points=points) for place, each in enumerate(standings)]


def _write_line(place: int, standing: Standing, *, points: bool) -> str:
    rank = MEDALS[place] if place < len(MEDALS) else f"{place + 1}."
    return f"{rank} <@{standing.user_id}> — {_describe_results(standing, points=points)}"


def _describe_results(standing: Standing, *, points: bool) -> str:
    won = say_many("{wins} of {count} game won", "{wins} of {count} games won", standing.games, wins=standing.wins)
    if not points:
        return won
    scored = say_many("{points} point", "{points} points", abs(standing.points), points=f"{standing.points:+d}")
    return f"{won}, {scored}"
