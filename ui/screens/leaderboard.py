"""The leaderboards: a server's season and its ratings, as a picture and in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

import discord

from engine.game.info import Info
from engine.text.phrases import Phrase, later, say, say_many
from render import Align, Column, Leaderboard
from storage.results.seasons import QUARTERS
from storage.results.store import Page, RatingStanding, SeasonStanding
from ui.controls import Control, button, row
from ui.layout import picture, screen, text
from ui.screens.ending.result import write_rating

MEDALS = ("🥇", "🥈", "🥉")
ALL = "all"  # in a control, in place of a rule system's key
LEAST_BAR = 600  # the rating whose bar has no length; few are lower
LONGEST_PAGE = 6  # digits of a page's number
Line = TypeVar("Line", SeasonStanding, RatingStanding)


class Board(StrEnum):
    """A leaderboard: of the points in this season, or of the ratings."""

    SEASON = "season"
    RATING = "rating"


BOARDS: Mapping[Board, Phrase] = {Board.SEASON: later("Season"), Board.RATING: later("Ratings")}
"""The leaderboards by their names for buttons and menus."""


@dataclass(frozen=True, slots=True)
class BoardKey:
    """A page of a leaderboard: of one rule system, or for None of all, and its number from 0."""

    board: Board
    variant: str | None
    page: int = 0

    def write(self) -> str:
        """Return the key as a control's argument has it, such as `season-classic-0`."""
        return f"{self.board}-{self.variant or ALL}-{self.page}"

    @classmethod
    def read(cls, argument: str) -> "BoardKey | None":
        """Return the key in a control's argument, which is untrusted; None if it isn't one."""
        board, _, rest = argument.partition("-")
        variant, _, page = rest.partition("-")
        if board not in set(Board) or not variant or not page.isdecimal() or len(page) > LONGEST_PAGE:
            return None
        return cls(Board(board), None if variant == ALL else variant, int(page))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Generic[Line]):
    """A page of a leaderboard with what its screen shows beside it.

    `system` is the rule system, None for all of them; `season` is as in `find_season`. `is_public`: it's posted for
    everybody, so that it names no viewer's place and has no buttons.
    """

    key: BoardKey
    page: Page[Line]
    system: Info | None
    season: int
    is_public: bool = False


SEASON_COLUMNS = (
    Column[SeasonStanding](later("Player"), lambda line: line.name, Align.LEFT, stretches=True),
    Column[SeasonStanding](later("Points"), lambda line: str(line.points)),
    Column[SeasonStanding](later("Won"), lambda line: str(line.wins)),
    Column[SeasonStanding](later("Played"), lambda line: str(line.games)),
)
RATING_COLUMNS = (
    Column[RatingStanding](later("Player"), lambda line: line.name, Align.LEFT, stretches=True),
    Column[RatingStanding](later("Rating"), lambda line: write_rating(line.rating)),
    Column[RatingStanding](later("Played"), lambda line: str(line.games)),
)


def make_board(shown: Shown[Any]) -> Leaderboard[Any]:
    """Return what the picture of the leaderboard shows."""
    is_season = shown.key.board is Board.SEASON
    return Leaderboard(
        title=_write_title(shown),
        note=_describe_system(shown),
        columns=SEASON_COLUMNS if is_season else RATING_COLUMNS,
        players=shown.page.lines,
        place=lambda line: line.place,
        weigh=(lambda line: line.points) if is_season else (lambda line: max(0, line.rating.shown - LEAST_BAR)),
    )


def describe_board(shown: Shown[Any]) -> str:
    """Return the picture's alt text: a line for each player, with their name instead of a mention."""
    lines = (f"{line.place}. {line.name} — {_describe_line(line)}" for line in shown.page.lines)
    return "\n".join([f"{_write_title(shown)}, {_describe_system(shown)}", *lines])


def build_leaderboard(shown: Shown[Any], file: discord.File | None) -> discord.ui.LayoutView:
    """Return the leaderboard: the picture `file`, if it has a player, a line for each, and the viewer's own place."""
    heading = text(f"## {_write_title(shown)}", f"-# {_describe_system(shown)}")
    lines = [f"{write_place(line.place)} <@{line.user_id}> — {_describe_line(line)}" for line in shown.page.lines]
    words = text(*(lines or [_explain_empty(shown)]), *_describe_own(shown), f"-# {_explain(shown)}")
    controls = [] if shown.is_public else [_make_pages(shown), _make_boards(shown)]
    return screen([heading, *([picture(file)] if file else []), words, *controls])


def _write_title(shown: Shown[Any]) -> str:
    if shown.key.board is Board.RATING:
        return say("Ratings")
    year, quarter = divmod(shown.season, QUARTERS)
    return say("Season {quarter} of {year}", quarter=quarter + 1, year=year)


def _describe_system(shown: Shown[Any]) -> str:
    return str(shown.system.name) if shown.system else say("all systems")


def _explain(shown: Shown[Any]) -> str:
    if shown.key.board is Board.RATING:
        return say(
            "Listed after about 15 rated games against at least 3 different people, with one in the last 30 days."
        )
    return say("A point for each player who finishes behind you in a rated game.")


def _explain_empty(shown: Shown[Any]) -> str:
    if shown.key.board is Board.RATING:
        return say("Nobody is listed yet. It takes about 15 rated games.")
    return say("Nobody has finished a rated game this season. /new opens a table.")


def _describe_own(shown: Shown[Any]) -> Sequence[str]:
    """Return the viewer's own line if it's on another page."""
    own = shown.page.own
    if own is None or own in shown.page.lines or shown.is_public:
        return []
    return [say("You're number {place}: {line}", place=own.place, line=_describe_line(own))]


def write_place(place: int) -> str:
    """Return the medal or number of a place, which counts from 1."""
    return MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."


def _describe_line(line: SeasonStanding | RatingStanding) -> str:
    if isinstance(line, RatingStanding):
        played = say_many("{count} game", "{count} games", line.games)
        return f"**{write_rating(line.rating)}** · {played}"
    points = say_many("{count} point", "{count} points", line.points)
    won = say_many("{wins} of {count} game won", "{wins} of {count} games won", line.games, wins=line.wins)
    return f"**{points}** · {won}"


def _make_pages(shown: Shown[Any]) -> discord.ui.ActionRow[Any]:
    """Return the buttons to the pages before and after, to the viewer's own page, and to post the leaderboard."""
    last, number = shown.page.count - 1, min(shown.page.number, shown.page.count - 1)
    return row(
        button(_turn_to(shown.key, max(0, number - 1), "back"), "◀", is_off=number == 0),
        button(_turn_to(shown.key, min(last, number + 1), "on"), "▶", is_off=number >= last),
        button(Control("boardmine", 0, 0, shown.key.write()), say("My rank"), is_off=shown.page.own is None),
        button(Control("boardpost", 0, 0, shown.key.write()), say("Post in this channel"), is_off=not shown.page.lines),
    )


def _turn_to(key: BoardKey, page: int, verb: str) -> Control:
    """Return the control that leads to another page; `verb` tells two such buttons apart, as Discord demands."""
    return Control(f"board{verb}", 0, 0, BoardKey(key.board, key.variant, page).write())


def _make_boards(shown: Shown[Any]) -> discord.ui.ActionRow[Any]:
    """Return a button for each leaderboard; the one shown is highlighted."""
    return row(
        *(
            button(
                Control("board", 0, 0, BoardKey(board, shown.key.variant).write()),
                str(name),
                style=discord.ButtonStyle.primary if board is shown.key.board else discord.ButtonStyle.secondary,
            )
            for board, name in BOARDS.items()
        )
    )
