import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.views import Outcome
from engine.rummykruss.rules.tiles import GridTile
from engine.rummykruss.view import GridView
from engine.text.phrases import as_is
from engine.tiles.sets import Mark
from engine.tiles.tiles import Box, Color, Tile
from render import png, table_text
from render.parts.header import make_chips
from render.pictures.grid import GridLayout, is_cropped, lay_out_grid
from render.style.sizes import FIELD
from render.style.theme import FELT
from tests.render.scenes import NAMES, full_grid, grid, picture, pixels, share

PAIR = NAMES[:2]
CROSS = "G8=R6 H8=R7 I8=R8 H7=B7 H9=K7"
CORNERS = "A1=R1 B1=R2 C1=R3 M15=K1 N15=K2 O15=K3"
CELLS = st.tuples(st.integers(0, 14), st.integers(0, 14))


def drawn(view: GridView) -> bytes:
    return png(view, PAIR)


def part(view: GridView, cell: tuple[int, int], layout: GridLayout) -> tuple[int, int, int, int]:
    x, y = layout.at(*cell)
    assert cell in layout.window, view
    return (x, y, x + layout.size.pitch, y + layout.size.pitch)


@settings(max_examples=25, deadline=None)
@given(st.sets(CELLS, max_size=106))
def test_every_tile_of_any_grid_is_on_the_whole_board(cells: set[tuple[int, int]]) -> None:
    tiles = [GridTile(*cell, tile, tile, Mark.STILL) for cell, tile in zip(sorted(cells), Box().tiles(), strict=False)]
    view = replace(grid(), tiles=tuple(tiles))
    layout = lay_out_grid(view, whole=True)
    image = picture(png(view, PAIR, whole=True))

    assert image.size == (FIELD.width, layout.height)
    assert image.mode == "P"
    for cell in cells:
        left, top, right, bottom = part(view, cell, layout)
        assert 0 <= left < right <= FIELD.width
        assert 0 <= top < bottom <= image.height


def test_the_first_picture_is_the_middle_of_the_board() -> None:
    window = lay_out_grid(grid()).window

    assert (window.top, window.left, window.rows, window.columns) == (3, 3, 9, 9)
    assert share(drawn(grid()), FELT.edge) > 0


def test_a_crop_shows_two_cells_around_its_tiles_or_one_and_enlarges_them() -> None:
    crop, whole = lay_out_grid(grid(CROSS)), lay_out_grid(grid(CROSS), whole=True)

    assert crop.size.width > whole.size.width
    assert whole.window.rows == whole.window.columns == 15
    assert all((row, column) in crop.window for row in range(4, 11) for column in range(4, 11))
    layout = lay_out_grid(grid("C3=R1 D3=R2 E3=R3 K9=K1 K10=K2 K11=K3"))
    assert layout.size.width == FIELD.legible
    assert all((row, column) in layout.window for row in range(1, 12) for column in range(1, 12))


def test_a_grid_too_wide_for_legible_tiles_is_cropped_to_the_last_turn() -> None:
    view = grid(f"{CORNERS} G8=R6+ H8=R7 I8=R8*")
    layout = lay_out_grid(view)

    assert layout.size.width == FIELD.legible
    assert all((7, column) in layout.window for column in (6, 8))
    assert (layout.window.rows, layout.window.columns) == (11, 11)
    assert picture(drawn(view)).height == layout.height
    assert is_cropped(view)


def test_tiles_are_smaller_if_the_last_turn_itself_is_too_wide() -> None:
    view = grid("A1=R1+ B1=R2 C1=R3 M15=K1 N15=K2 O15=K3*")

    assert lay_out_grid(view) == lay_out_grid(view, whole=True)
    assert pixels(drawn(view)) == pixels(png(view, PAIR, whole=True))
    assert not is_cropped(view)


@pytest.mark.parametrize("size", [5, 8, 11, 15, 19, 26])
def test_boards_of_any_size_fit(size: int) -> None:
    view = grid("A1=R1 B1=R2 C1=R3", size=size)
    layout = lay_out_grid(view, whole=True)

    assert (layout.window.rows, layout.window.columns) == (size, size)
    assert layout.left >= FIELD.numbers
    assert layout.left + size * layout.size.pitch <= FIELD.width
    assert picture(png(view, PAIR, whole=True)).height <= FIELD.tallest


def test_all_106_tiles_weigh_at_most_60_kilobytes() -> None:
    assert len(full_grid().tiles) == 106
    assert len(png(full_grid(), PAIR, whole=True)) <= 60_000


def test_played_tiles_are_ringed_in_gold_and_moved_ones_in_cyan() -> None:
    still, laid, moved = (f"G8=R6{mark} H8=R7 I8=R8" for mark in ("", "+", "*"))
    layout = lay_out_grid(grid(still))
    box = part(grid(still), (7, 6), layout)

    assert share(drawn(grid(still)), FELT.played, box) == share(drawn(grid(still)), FELT.moved, box) == 0
    assert share(drawn(grid(laid)), FELT.played, box) > 500
    assert share(drawn(grid(moved)), FELT.moved, box) > 200


def test_a_blocked_cell_is_wooden_and_the_middle_has_a_star() -> None:
    view = grid(blocks="D4")
    layout = lay_out_grid(view)

    assert share(drawn(view), FELT.wood, part(view, (3, 3), layout)) > 1000
    assert share(drawn(view), FELT.wood) == share(drawn(view), FELT.wood, part(view, (3, 3), layout))
    star, well = (share(drawn(view), FELT.edge, part(view, cell, layout)) for cell in ((7, 7), (7, 8)))
    assert star > 3 * well


def test_a_block_outside_the_crop_is_on_the_whole_board() -> None:
    view = grid(CROSS, blocks="A1")

    assert share(drawn(view), FELT.wood) == 0 < share(png(view, PAIR, whole=True), FELT.wood)


def test_a_wildcard_shows_what_it_stands_for() -> None:
    shown = ["H8=R7", "H8=J:R7", "H8=J:B7", "H8=J:R8"]

    assert len({pixels(drawn(grid(cells))) for cells in shown}) == len(shown)
    assert share(drawn(grid("H8=J:R7")), FELT.joker) > 300


def test_barred_numbers_are_named_under_a_forbidding_sign() -> None:
    strip = (0, FIELD.notes_top, FIELD.width, FIELD.notes_top + FIELD.notes)

    assert share(drawn(grid()), FELT.seat_1, strip) == 0 < share(drawn(grid(barred=[5])), FELT.seat_1, strip)
    assert len({pixels(drawn(grid(barred=barred))) for barred in ((), (5,), (6,), (5, 6))}) == 4


def test_after_the_end_scores_and_crossings_are_told_by_seat() -> None:
    over = grid(crossings=(4, 1), outcome=Outcome((0,), (12, -3), as_is("That was all."), (1, 2)))
    assert [(chip.figure, chip.notes[0]) for chip in make_chips(over, PAIR)] == [
        ("+12", "4 intersections"),
        ("\N{MINUS SIGN}3", "1 intersection"),
    ]


@pytest.mark.parametrize("row", ["R1 B5 K13 J O2", " ".join(["R12"] * 20)])
def test_a_row_to_pick_from_is_above_the_cells(row: str) -> None:
    without, with_row = lay_out_grid(grid()), lay_out_grid(grid(row=row))
    image = picture(drawn(grid(row=row)))

    assert with_row.top > without.top + 50
    right = image.convert("RGB").crop((FIELD.width - 20, FIELD.notes_top + FIELD.notes, FIELD.width, with_row.top))
    assert not {tuple(bytes.fromhex(FELT.face_top[1:]))} & {color for _, color in right.getcolors(9999) or []}


def test_each_tile_to_pick_from_is_seen() -> None:
    whole = grid(row="R1 B5 O13")
    above = (0, FIELD.notes_top + FIELD.notes, FIELD.width, lay_out_grid(whole).top)
    inks = [FELT.inks[tile.color] for tile in whole.row if tile.color]

    assert all(share(drawn(whole), ink, above) > 50 for ink in inks)
    for at, tile in enumerate(whole.row):
        lacking = drawn(replace(whole, row=tuple(each for each in whole.row if each != tile)))
        assert [share(lacking, ink, above) > 0 for ink in inks] == [index != at for index in range(3)]


def test_a_number_that_no_sheet_has_is_drawn_all_the_same() -> None:
    tiles = [
        GridTile(7, number - 13, Tile(Color.RED, number), Tile(Color.RED, number), Mark.STILL) for number in (19, 20)
    ]
    view = replace(grid(), tiles=tuple(tiles), box=Box(high=20))

    assert share(drawn(view), FELT.red) > 500
    assert pixels(drawn(view)) != pixels(drawn(replace(view, tiles=view.tiles[:1])))


def test_the_words_say_every_cell() -> None:
    text = table_text(grid("G8=R6 H8=J:R7+ I8=R8*", blocks="A1 C9", barred=[5, 12], row="J R4"), PAIR)

    assert text == (
        "Ana 14 tiles, 0 points · 0 intersections, to play; Ben 14 tiles, 0 points · 0 intersections. Pool: 41 tiles. "
        "Board 15 by 15. Barred: 5 12. Open tiles: J R4. Tiles: G8=R6 H8=J:R7 I8=R8. Played: H8. Moved: I8. "
        "Blocked: A1 C9."
    )


def test_the_words_of_an_empty_board_say_so() -> None:
    assert table_text(grid(), PAIR).endswith("Board 15 by 15. No tiles yet.")


def test_the_words_of_a_full_board_are_whole_and_of_a_fuller_one_cut_between_cells() -> None:
    spots = [(row, column) for row in range(15) for column in range(15)]
    tiles = tuple(GridTile(*cell, Tile(Color.BLACK, 13), Tile(Color.BLACK, 13), Mark.PLAYED) for cell in spots)
    text = table_text(replace(grid(), tiles=tiles), ["W" * 99] * 2)
    missing = re.search(r" … and (\d+) more\.$", text)

    assert len(re.findall(r"[A-O]\d+=", table_text(full_grid(), ["W" * 99] * 2))) == 106
    assert len(text) <= 1024
    assert missing
    assert len(re.findall(r"[A-O]\d+=", text)) + int(missing[1]) == 225
