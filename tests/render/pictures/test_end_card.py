"""The picture of a finished game."""

from dataclasses import replace

import pytest

from engine.game.log import GameSummary, LoggedPlay
from engine.game.turn_events import Played
from engine.game.views import Outcome, Skin, View
from engine.text.phrases import as_is
from engine.tiles.changes import TableChange
from engine.tiles.tiles import Box
from render import Look, PictureTheme, Style, end_png
from render.pictures.end_card import choose_tiles, list_columns
from render.style.theme import FELT, SHEET
from tests.render.scenes import FULL, NAMES, THREES, full_grid, picture, pixels, scene, seat, share

TILES = list(Box().tiles())
LAST, LONGEST = (
    LoggedPlay(seat, Played(seat, tuple(TILES[:count]), None, TableChange())) for seat, count in ((0, 3), (1, 9))
)
SUMMARY = GameSummary(23, LAST, LONGEST, (10, -10, 0, 0, 0, 0))


def ended(*left: int, table: str = "R4 R5 R6", games: int = 1, winners: tuple[int, ...] = (0,)) -> View:
    """A game that is over, with these numbers of tiles left on the racks."""
    starts = [sum(left[:index]) for index in range(len(left))]
    seats = [
        replace(seat(count), rack=tuple(TILES[start : start + count]))
        for start, count in zip(starts, left, strict=True)
    ]
    scores = tuple(-count for count in left)
    return scene(
        table,
        seats=seats,
        games=games,
        pool=0,
        outcome=Outcome(winners, scores, as_is("x"), tuple(range(1, len(left) + 1))),
    )


@pytest.mark.parametrize("left", [(0, 5), (0, 30, 12), (0, 40, 22, 14), (0, 20, 20, 20, 20), (0, 30, 14, 14, 9, 14)])
@pytest.mark.parametrize("table", ["", "R4 R5 R6", FULL, THREES])
def test_a_card_is_never_wider_than_the_gallery_shows_uncropped(left: tuple[int, ...], table: str) -> None:
    image = picture(end_png(ended(*left, table=table), NAMES[: len(left)], SUMMARY))

    assert image.width == SHEET.width
    assert SHEET.height <= image.height <= SHEET.width * 4 // 3


def test_a_grid_s_card_is_as_wide_as_the_grid() -> None:
    view = replace(full_grid(), outcome=Outcome((0,), (12, -3), as_is("x"), (1, 2)), pool=0)
    summary = replace(SUMMARY, points=(12, -3))

    image = picture(end_png(view, NAMES[:2], summary))

    assert image.width == 1080
    assert image.height <= 1200


def test_the_winner_s_row_has_a_gold_edge_and_a_star_and_nobody_s_has_if_nobody_won() -> None:
    won, stopped = (end_png(ended(0, 5, winners=winners, table=""), NAMES[:2], SUMMARY) for winners in ((0,), ()))

    assert share(won, FELT.played) > 3_000
    assert share(stopped, FELT.played) == 0


def test_racks_are_as_large_as_fits_on_one_line() -> None:
    sizes = [
        choose_tiles(ended(*left), SHEET.width, 1).size.width for left in ((0, 5), (0, 14), (0, 40), (0, 9, 9, 9, 9))
    ]

    assert sizes == [68, 40, 49, 49]


def test_the_tiles_left_are_drawn() -> None:
    none, some = (end_png(ended(0, count, table=""), NAMES[:2], SUMMARY) for count in (0, 5))

    assert share(some, FELT.tray) < share(none, FELT.tray) - 10_000


def test_a_match_has_the_points_of_its_last_game_beside_the_total() -> None:
    columns = list_columns(ended(0, 5, games=3), SUMMARY)

    assert [each.heading for each in columns] == ["this game", "match"]
    assert [each.figures[0] for each in columns] == ["+10", "0"]
    assert len(list_columns(ended(0, 5), SUMMARY)) == 1
    assert len(list_columns(ended(0, 5, games=3), None)) == 1


def test_without_a_summary_the_card_shows_the_outcome() -> None:
    assert picture(end_png(ended(0, 5), NAMES[:2], None)).size == (1200, 764)


@pytest.mark.parametrize("look", [Look(style, theme) for style in Style for theme in PictureTheme])
def test_a_private_card_has_its_reader_s_look(look: Look) -> None:
    plain, looked = (pixels(end_png(ended(0, 5), NAMES[:2], SUMMARY, each)) for each in (Look(), look))

    assert (looked == plain) == (look == Look())


def test_playing_cards_are_shown_as_cards() -> None:
    tiles = ended(0, 5)
    cards = replace(tiles, skin=Skin.CARDS)

    assert pixels(end_png(tiles, NAMES[:2], SUMMARY)) != pixels(end_png(cards, NAMES[:2], SUMMARY))
    assert end_png(cards, NAMES[:2], SUMMARY, Look(Style.SOLID)) == end_png(cards, NAMES[:2], SUMMARY)
