"""The leaderboard as a picture."""

from dataclasses import dataclass, replace

import pytest

from engine.text.phrases import as_is
from render import Align, Column, Leaderboard, Look, PictureTheme, Style, leaderboard_png
from render.pictures import leaderboard
from render.style.theme import FELT, SHEET, THEMES
from tests.render.scenes import picture, pixels, share, written


@dataclass(frozen=True)
class Player:
    name: str
    wins: int
    rank: int = 2


NAME = Column[Player](as_is("Player"), lambda player: player.name, Align.LEFT, stretches=True)
WINS = Column[Player](as_is("Won"), lambda player: str(player.wins))
BOARD = Leaderboard(
    "Leaderboard",
    "This server",
    (NAME, WINS),
    (Player("Ana", 8, 1), Player("Ben", 4)),
    lambda player: player.rank,
    lambda player: player.wins,
)
HOSTILE = (
    "W" * 500,
    "\N{MAHJONG TILE RED DRAGON}\N{CROWN}",
    "שלום עולם",
    "Z\u0338\u0322a\u0337l\u0334g\u0335o",
    "**bold** <@11> `x`",
    "\u202eevil",
    "",
    " \n\t ",
    "愛子",
    "\ue000\uffff",
)


def test_every_player_has_a_row_and_the_first_is_gold() -> None:
    alone = replace(BOARD, players=BOARD.players[:1])
    one, two = leaderboard_png(alone), leaderboard_png(BOARD)

    assert picture(one).width == picture(two).width == SHEET.width
    assert picture(two).height > picture(one).height
    assert share(two, FELT.played) == share(one, FELT.played) > 5000


def test_columns_are_those_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    more = Column[Player](as_is("Streak"), lambda player: f"+{player.wins}")
    texts = written(lambda: leaderboard.draw(replace(BOARD, columns=(NAME, WINS, more))), monkeypatch)

    assert [text for text, *_ in texts] == [
        "Leaderboard", "This server", "Player", "Won", "Streak", "Ana", "8", "+8", "Ben", "4", "+4",
    ]  # fmt: skip


def test_cells_stay_in_their_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    board = replace(BOARD, players=tuple(Player(name, 10**rank) for rank, name in enumerate(HOSTILE)))
    texts = written(lambda: leaderboard.draw(board), monkeypatch)
    wins = [(left, right) for text, left, right in texts if text.isdecimal()]
    names = texts[4::2]

    assert len({right for _, right in wins}) == 1
    assert all(right < min(left for left, _ in wins) for _, _, right in names)
    assert all(0 < left <= right < SHEET.width for _, left, right in texts)


def test_a_place_without_a_tile_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tuple(Player("Ana", 8, rank) for rank in (13, 13, 15))

    texts = [text for text, *_ in written(lambda: leaderboard.draw(replace(BOARD, players=lines)), monkeypatch)]

    assert texts.count("15.") == 1
    assert "13." not in texts


def test_equal_places_look_alike() -> None:
    first, shared = (replace(BOARD, players=(Player("A", 8, 1), Player("A", 8, rank))) for rank in (2, 1))

    assert share(leaderboard_png(shared), FELT.played) == pytest.approx(2 * share(leaderboard_png(first), FELT.played))


def test_a_bar_is_as_long_as_the_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "_write_cell", lambda *_: None)
    equal = replace(BOARD, players=(Player("Ana", 8, 1), Player("Ben", 8)))
    half, whole = (share(leaderboard_png(each), FELT.dim) for each in (BOARD, equal))
    none = share(leaderboard_png(replace(BOARD, players=(Player("Ana", 8, 1), Player("Ben", 0)))), FELT.dim)

    assert whole - none == pytest.approx(2 * (half - none), abs=10)
    leaderboard_png(replace(BOARD, players=(Player("Ana", 0),)))


def test_it_is_drawn_in_every_look_and_is_small() -> None:
    ten = replace(BOARD, players=tuple(Player("Marguerite", 10 - rank) for rank in range(10)))
    files = [leaderboard_png(ten, Look(style, theme)) for style in Style for theme in PictureTheme]

    assert len({pixels(file) for file in files}) == len(files)
    assert all(len(file) <= 60_000 for file in files)
    assert share(files[2], THEMES[PictureTheme.LIGHT].felt) > 10_000
