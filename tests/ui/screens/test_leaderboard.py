"""The leaderboards within Discord's limits, whatever the names and figures, in every language; and who is champion."""

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import product
from typing import Any

import discord
import pytest

from engine.coach.puzzles import Grade
from engine.text.phrases import ENGLISH, speak_in
from engine.variants import load
from ratings.rating import Rating
from services.people.leaderboards import NOBODY, WORLDWIDE, Board, BoardKey, LeaderboardPage, Scope
from storage.puzzles import PuzzleFigures
from storage.results.leaderboards import PAGE, Page, PuzzleStanding, RatingStanding, SeasonStanding
from tests.support.limits import check
from tests.support.longest import LONGEST
from tests.support.panels import list_parts, list_texts
from ui.controls import Control
from ui.pictures import LONGEST_ALT_TEXT
from ui.screens.leaderboard import build_leaderboard, build_post, describe_board, find_champions

WORST = ("*" * 32, "\N{CROWN}" * 32, "<://" * 8, "W" * 32, "")
LARGEST = 2**63 - 1
SYSTEM = max((each.info for each in load().values()), key=lambda info: len(str(info.name)))
FIGURES = tuple(PuzzleFigures(grade, 36_500, 365_000, 36_500, 36_500) for grade in Grade)
BOARDS = [(board, scope) for board in Board for scope in Scope if scope is Scope.SERVER or board in WORLDWIDE]


def season(place: int, name: str, points: int = 10**6) -> SeasonStanding:
    return SeasonStanding(LARGEST - place, name, place, points, 10**5, 10**6)


def rating(place: int, name: str) -> RatingStanding:
    return RatingStanding(LARGEST - place, name, place, Rating(60, 1), 10**6)


def puzzles(place: int, name: str) -> PuzzleStanding:
    return PuzzleStanding(LARGEST - place, name, place, 10**5, 10**6, 10**4)


MAKERS: dict[Board, Callable[[int, str], Any]] = {
    Board.SEASON: season,
    Board.RATING: rating,
    Board.PUZZLES: puzzles,
    Board.LADDER: rating,
}


def full(board: Board, scope: Scope, name: str, viewer: int) -> LeaderboardPage[Any]:
    """A page in the middle of a large leaderboard, with the viewer's own line on another page."""
    first = 999_980
    lines = tuple(MAKERS[board](first + line, name) for line in range(PAGE))
    own = MAKERS[board](10**6 + 5, name)
    page = Page(99_998, lines, own if viewer else None, 100_000 if viewer else None, 10**6 + 9)
    key = BoardKey(board, SYSTEM.key, 99_998, scope)
    figures = FIGURES if viewer else ()
    return LeaderboardPage(
        key=key, page=page, system=SYSTEM, season=8_111, guild_id=LARGEST, viewer=viewer, figures=figures,
        today=2_900_000, is_named=bool(name),
    )  # fmt: skip


@pytest.fixture(params=LONGEST)
def _catalog(request: pytest.FixtureRequest) -> Iterator[None]:
    with speak_in(LONGEST[request.param]):
        yield


@pytest.mark.usefixtures("_catalog")
def test_every_board_fits_a_message() -> None:
    viewers = (LARGEST - 999_985, LARGEST - 10**6 - 5, NOBODY)
    for (board, scope), name, viewer in product(BOARDS, WORST, viewers):
        shown = full(board, scope, name, viewer)
        alt = describe_board(shown)[:LONGEST_ALT_TEXT]
        file = discord.File(BytesIO(b""), filename="leaderboard-ffffffff.png", description=alt)
        view = build_leaderboard(shown, file)

        check(view)
        assert not any("**" in line.partition(" — ")[2] for line in alt.splitlines())
        ids = [each.custom_id for each in list_parts(view) if isinstance(each, discord.ui.Button)]
        assert all(Control.read(each or "") for each in ids)
        assert len({*ids}) == len(ids)
        assert bool(ids) == (viewer != NOBODY)


@pytest.mark.usefixtures("_catalog")
def test_every_post_fits_a_message() -> None:
    lines = tuple(season(1, WORST[1]) for _ in range(PAGE))
    page = Page(0, lines, None, None, 10**6)
    shown = LeaderboardPage(key=BoardKey(Board.SEASON, None), page=page, system=None, season=8_111, guild_id=LARGEST)
    alt = describe_board(shown)[:LONGEST_ALT_TEXT]

    for is_over in (False, True):
        check(build_post(shown, discord.File(BytesIO(b""), filename="x.png", description=alt), is_over=is_over))


@pytest.mark.parametrize(
    ("points", "players", "champions"),
    [((5, 3, 1), 3, 1), ((5, 5, 1), 3, 2), ((5, 3), 2, 0), ((0, 0, 0), 3, 0), ((5, 3, 1), 12, 1)],
)
def test_champions_are_first_with_a_point_among_three(points: tuple[int, ...], players: int, champions: int) -> None:
    lines = tuple(season(points.index(each) + 1, "A", each) for each in points)
    page = Page(0, lines, None, None, players)
    shown = LeaderboardPage(key=BoardKey(Board.SEASON, None), page=page, system=None, season=8_111, guild_id=1)

    assert len(find_champions(shown)) == champions
    with speak_in(ENGLISH):
        post = build_post(shown, discord.File(BytesIO(b""), filename="x.png"), is_over=True)
    text = "\n".join(list_texts(post))
    assert ("🏆 Champions: " in text, "🏆 Champion: " in text) == (champions == 2, champions == 1)
