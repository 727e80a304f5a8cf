import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.views import RackView
from engine.tiles.tiles import Box, Tile, by_color, by_number
from render import Order, rack_lines, rack_png, rack_text
from render.content import group_tiles
from render.content import make_rack_tiles as on
from render.pictures.rack import Shelves, fill_shelves, measure_gap, write_footer
from render.sprites.fonts import semibold
from render.style.palette import read_rgb
from render.style.theme import FELT, LEDGES, SHEET
from tests.render.scenes import picture, rack, rack_of, scene, share

BOARD = (0, 0, SHEET.width, SHEET.height - LEDGES.foot)


def drawn(held: RackView, order: Order = Order.COLOR) -> bytes:
    return rack_png(scene(rack=held), order)


def some(count: int, seed: int = 1) -> tuple[Tile, ...]:
    tiles = list(Box(copies=3, jokers=4).tiles())
    random.Random(seed).shuffle(tiles)  # noqa: S311  # any order will do
    return tuple(tiles[:count])


def tiles_on(shelves: Shelves) -> list[Tile]:
    return [held.tile for row in shelves.rows for group in row for held in group]


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("count", [0, 1, 7, 14, 22, 40, 92, 106, 160])
def test_a_rack_is_as_large_as_the_gallery_shows_uncropped(count: int, order: Order) -> None:
    image = picture(drawn(rack_of(some(count)), order))

    assert image.size == (1200, 764)
    assert image.mode == "P"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 160), st.integers(0, 99), st.sampled_from(Order))
def test_every_tile_of_any_rack_is_on_a_ledge_in_its_order(count: int, seed: int, order: Order) -> None:
    tiles = some(count, seed)

    shelves = fill_shelves(group_tiles(on(rack_of(tiles)), order))

    assert tiles_on(shelves) == sorted(tiles, key=by_color if order is Order.COLOR else by_number)
    assert shelves.fits
    for row in shelves.rows:
        width = sum(len(group) * shelves.size.pitch for group in row) + measure_gap(shelves.size) * (len(row) - 1)
        assert width <= SHEET.width - 2 * LEDGES.side


def test_fewer_tiles_are_larger() -> None:
    found = [fill_shelves(group_tiles(on(rack_of(some(count))), Order.COLOR)).size.width for count in (14, 24, 40, 106)]

    assert found == sorted(set(found), reverse=True)


@pytest.mark.parametrize(
    "held", ["-", "R1", "R1 B1 K1 O1 R2", "R1 R2 R3 R4 B1 B2 B3 B4 K1", "R1 R2 R3 B1 B2 B3 K1 K2 K3 O1"]
)
def test_a_rack_has_as_many_ledges_as_its_tiles_need_and_the_felt_lies_above(held: str) -> None:
    shelves = fill_shelves(group_tiles(on(rack(held)), Order.COLOR))
    image = picture(drawn(rack(held))).convert("RGB")
    column = [image.getpixel((2, y)) for y in range(SHEET.height - LEDGES.foot)]

    assert column.count(read_rgb(FELT.groove)) == LEDGES.ledge.groove * max(1, len(shelves.rows))
    assert all(color == read_rgb(FELT.felt) for color in column[: max(0, shelves.top - LEDGES.edge)])
    assert (read_rgb(FELT.felt) in column) == (len(shelves.rows) < 3)


def test_one_box_on_one_rack_can_still_be_read_at_400_pixels() -> None:
    assert fill_shelves(group_tiles(on(rack_of(Box().tiles())), Order.COLOR)).size.width >= 54


def test_colors_stay_together_by_color_and_numbers_by_number() -> None:
    held = rack("O4 R9 J B4 R2")

    assert [[each.tile.color for each in group] for group in group_tiles(on(held), Order.COLOR)] == [
        ["R", "R"],
        ["B"],
        ["O"],
        [None],
    ]
    assert [[each.tile.number for each in group] for group in group_tiles(on(held), Order.NUMBER)] == [
        [2],
        [4, 4],
        [9],
        [0],
    ]


def test_the_new_copy_of_a_face_is_the_one_marked() -> None:
    groups = group_tiles(on(rack("R4 R5 R4", fresh=1)), Order.COLOR)

    assert [(each.tile.number, each.is_new) for each in groups[0]] == [(4, False), (4, True), (5, False)]


def test_new_tiles_are_ringed_in_gold() -> None:
    none, one, two = (share(drawn(rack("R4 B5 K6 O7", fresh=fresh)), FELT.played, BOARD) for fresh in (0, 1, 2))

    assert none == 0
    assert one > 1000
    assert abs(two - 2 * one) < one / 10


def test_a_hand_just_dealt_has_nothing_new() -> None:
    assert share(drawn(rack("R4 B5 K6", fresh=3)), FELT.played) == 0


def test_the_footer_counts_tiles_and_points_and_names_what_is_new() -> None:
    assert write_footer(rack("R4 B5 K6 R3", fresh=1)) == "4 tiles · 18 points · new: R3"
    assert write_footer(rack("R1")) == "1 tile · 1 point"
    assert write_footer(rack("-")) == "0 tiles · 0 points"


def test_a_spectator_has_no_rack() -> None:
    for show in (rack_png, rack_text, rack_lines):
        with pytest.raises(ValueError, match="spectator"):
            show(scene(), Order.COLOR)


@given(st.integers(0, 106), st.data())
def test_the_footer_fits_however_much_is_new(count: int, data: st.DataObject) -> None:
    held = rack_of(some(count), data.draw(st.integers(0, count)))

    assert semibold(LEDGES.footer).length(write_footer(held)) <= SHEET.width - 2 * LEDGES.side
