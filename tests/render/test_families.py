"""Suits and cards: the same table with other prints."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine.game.views import RackView, Skin
from engine.table.view import TableView
from engine.tiles.notation import read_rack, read_table
from engine.tiles.tiles import JOKER, Box, Color, Tile
from render import Order, png, rack_png, rack_text
from render.sprites.atlas import find_print, tile_atlas
from render.sprites.cards import write_index
from render.sprites.sprites import PIECEPACK, Family, list_widths
from render.style.palette import make_palette
from render.style.sizes import TileSize
from render.style.theme import FELT, SHEET
from tests.render.scenes import NAMES, lettered, picture, pixels, scene, share

PIECES = Box(tuple(color for color in Color if color not in Box().colors), 0, 5, 2, 2)
TEXT = "SN SA S2 / M4 C4 A4 / HA H2 H3 H4 H5 / PN LN DN / J=CA C2 C3 / J LN PN"
CARDS = "R1 R2 R3 / K11 K12 K13 / B9 O9 J / J=O10 O11 O12"


def pieces(text: str = TEXT) -> TableView:
    return replace(scene(lettered(read_table(text, PIECES), {})), box=PIECES)


def cards(text: str = CARDS) -> TableView:
    return replace(scene(text), skin=Skin.CARDS)


def held(view: TableView, text: str) -> TableView:
    return replace(view, you=0, rack=RackView(read_rack(text, view.box), 1, 20))


@pytest.mark.parametrize(
    ("family", "faces"),
    [
        (Family.TILES, tuple(dict.fromkeys(Box().tiles()))),
        (Family.SUITS, PIECEPACK),
        (Family.CARDS, tuple(dict.fromkeys(Box().tiles()))),
        (Family.SQUARES, Box().tiles()[:52]),
    ],
)
def test_every_face_has_its_own_print_at_every_width(family: Family, faces: tuple[Tile, ...]) -> None:
    for width in list_widths(family):
        shown = {tile_atlas(width, family)[f"print {name}"].tobytes() for name in map(_name, dict.fromkeys(faces))}

        assert len(shown) == len(set(faces))


def _name(tile: Tile) -> str:
    named = {0: "N", 1: "A"}.get(tile.number) if tile.color not in Box().colors else None
    return "J" if tile == JOKER else f"{tile.color}{named or tile.number}"


SHAPED = [
    *((Family.TILES, width, 8, (0.2, 0.6, 0.8, 1.0)) for width in list_widths(Family.TILES)),
    *((Family.SUITS, width, 3, (0.2, 0.6, 0.8, 1.0)) for width in (57, 100)),
    *((Family.CARDS, width, number, (0.3, 0.5, 1.0, 1.0)) for width in (57, 100) for number in (7, 12)),
]
"""Where each family shows colors by shapes: the zone is in parts of the print."""


@pytest.mark.parametrize(("family", "width", "number", "zone"), SHAPED)
def test_colors_and_suits_are_told_apart_without_hues(
    family: Family, width: int, number: int, zone: tuple[float, float, float, float]
) -> None:
    shapes = []
    for color in PIECES.colors if family is Family.SUITS else Box().colors:
        sprite = find_print(Tile(color, number), TileSize(width), family).copy()
        sprite.putpalette(make_palette().flat)
        left, top, right, bottom = (round(part * side) for part, side in zip(zone, sprite.size * 2, strict=True))
        shapes.append([value < 190 for value in sprite.convert("L").crop((left, top, right, bottom)).tobytes()])

    for one, other in combinations(shapes, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > len(one) / 25


@pytest.mark.parametrize("text", ["J SN MN", "J SA MA", "J=SN SA S2", "SN J=SA S2"])
def test_a_joker_among_suits_shows_what_it_stands_for(text: str) -> None:
    others = {"J SN MN", "J SA MA", "J=SN SA S2", "SN J=SA S2"} - {text}

    assert pixels(png(pieces(text), NAMES[:2])) not in {pixels(png(pieces(each), NAMES[:2])) for each in others}


def test_cards_are_indexed_as_cards() -> None:
    said = [write_index(Tile(Color.RED, number)) for number in (1, 2, 10, 11, 12, 13)]

    assert said == ["A", "2", "10", "J", "Q", "K"]


def test_cards_are_white_and_tiles_ivory() -> None:
    tiles, as_cards = png(scene(CARDS), NAMES[:2]), png(cards(), NAMES[:2])

    assert share(as_cards, FELT.shine) > 50_000 > share(tiles, FELT.shine)
    assert share(tiles, FELT.lip) > 1000 > share(as_cards, FELT.lip)


@pytest.mark.parametrize("order", Order)
def test_racks_are_drawn_as_the_table_is(order: Order) -> None:
    plain = rack_png(held(scene(), "R1 K12 J"), order)

    assert pixels(rack_png(held(cards(), "R1 K12 J"), order)) != pixels(plain)
    assert share(rack_png(held(pieces(), "SN A2 J"), order), FELT.blue) > 500


def test_a_rack_of_cards_says_how_they_are_written_where_there_is_room() -> None:
    foot = (SHEET.width // 2, SHEET.height - 50, SHEET.width, SHEET.height)
    many = replace(cards(), you=0, rack=RackView((JOKER,) * 60, 59, 20))

    assert share(rack_png(held(cards(), "R1 K12 J"), Order.COLOR), FELT.plinth_ink, foot) > 500
    assert share(rack_png(held(scene(), "R1 K12 J"), Order.COLOR), FELT.plinth_ink, foot) == 0
    assert picture(rack_png(many, Order.COLOR)).size == (SHEET.width, SHEET.height)


def test_a_rack_that_costs_nothing_has_no_points() -> None:
    view = held(scene(), "R1 K12")
    free = replace(view, rack=replace(view.rack or RackView((), 0, 0), points=None))

    assert rack_text(free, Order.COLOR) == "Your rack, 2 tiles: R1 K12. New: K12."
    assert pixels(rack_png(free, Order.COLOR)) != pixels(rack_png(view, Order.COLOR))


def test_144_pieces_and_104_cards_weigh_at_most_60_kilobytes() -> None:
    rows = [" ".join(f"{suit}{value}" for value in "NA2345") for suit in "SMCA" for _ in range(6)]
    full = " / ".join(" ".join(f"{each}{number}" for number in range(1, 14)) for each in "RBKO" for _ in range(2))

    assert len(png(pieces(" / ".join(rows)), NAMES[:2])) <= 60_000
    assert len(png(cards(full), NAMES[:2])) <= 60_000
