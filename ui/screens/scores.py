"""The leaderboard of one server or of all."""

from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best players, the first on top: of one rule system, with their points, or of all (`system` is None).

    `here`: only games on this server count.
    """

    standings: Sequence[Standing]
    system: Info | None
    here: bool


def make_board(ranking: Ranking) -> Leaderboard[Standing]:
    """Return what the picture of the leaderboard shows."""
    columns = (*WINS, POINTS) if ranking.system else WINS
    return Leaderboard(
        say("Leaderboard"),
        _describe_scope(ranking),
        columns,
        tuple(ranking.standings),
        lambda player: player.wins,
    )


def describe_board(ranking: Ranking) -> str:
    """Return the picture's alt text: a line for each player, with their name instead of a mention."""
    lines = (
        f"{place}. {each.name} — {_describe_results(ranking, each)}"
        for place, each in enumerate(ranking.standings, start=1)
    )
    return "\n".join([_describe_scope(ranking), *lines])


def build_leaderboard(ranking: Ranking, file: discord.File | None) -> discord.ui.LayoutView:
    """Return the leaderboard: the picture `file`, if anybody has finished a game, and a line for each player."""
    counted = say("Games don't count if a computer had a seat, or still kept a player's seat at the end.")
    heading = text("## " + say("Leaderboard"), f"-# {_describe_scope(ranking)}")
    lines = text(*_list_lines(ranking), f"-# {counted}")
    return screen([heading, *([picture(file)] if file else []), lines])


def _describe_scope(ranking: Ranking) -> str:
    where = say("This server") if ranking.here else say("All servers")
    which = ranking.system.name if ranking.system else say("all systems")
    return f"{where}, {which}"


def _list_lines(ranking: Ranking) -> list[str]:
    if not ranking.standings:
        return [say("Nobody has finished a game yet. /new opens a table.")]
    return [
        f"{_write_rank(place)} <@{each.user_id}> — {_describe_results(ranking, each)}"
        for place, each in enumerate(ranking.standings)
    ]


def _write_rank(place: int) -> str:
    """Return the medal or number of the player at this index."""
    return MEDALS[place] if place < len(MEDALS) else f"{place + 1}."


def _describe_results(ranking: Ranking, standing: Standing) -> str:
    won = say_many("{wins} of {count} game won", "{wins} of {count} games won", standing.games, wins=standing.wins)
    if ranking.system is None:
        return won
    scored = say_many("{points} point", "{points} points", abs(standing.points), points=f"{standing.points:+d}")
    return f"{won}, {scored}"
