from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.views import RackView
from engine.rules.claims import ClaimedSet
from engine.tiles.melds import Piece
from engine.tiles.notation import read_rack, read_table
from engine.tiles.sets import Borrowed, TableSet
from engine.tiles.tiles import JOKER, Box, Color, Tile
from render import Order, rack_lines, table_lines
from render.text.text_mode import COLORS, LONGEST_RACK, LONGEST_TABLE, describe_tile
from tests.render.scenes import NAMES, RUNS_OF_13, claimed, full_grid, grid, lettered, rack, rack_of, scene, seat, sets


def many(times: int) -> tuple[TableSet, ...]:
    """The four longest runs, so many times."""
    return lettered(read_table(RUNS_OF_13, Box()) * times, {})


PIECES = Box(tuple(color for color in Color if color.is_suit), 0, 5, 2, 2)


def test_a_table_is_read_out_set_by_set_with_its_colors() -> None:
    table = sets("R4 R5 R6 / R9 B9 J / O5 O6 J", {"A": "--L", "B": "M--"})
    view = scene(table, seats=[seat(7), seat(14, opened=False)], pool=1)

    assert table_lines(view, NAMES[:2]).splitlines() == [
        "Ana 7 tiles, to play.",
        "Ben 14 tiles, not opened.",
        "Pool: 1 tile.",
        "A: red 4, red 5, red 6.",
        "B: red 9, blue 9, joker as 9.",
        "C: orange 5, orange 6, joker as orange 7.",
        "Played in the last turn: red 6.",
        "Moved in the last turn: red 9.",
    ]


def test_a_joker_in_a_group_of_nulls_is_not_read_out_as_a_joker() -> None:
    box = Box(colors=(Color.SUNS, Color.MOONS, Color.CROWNS), low=0, high=5)

    assert describe_tile(Piece(JOKER, Tile(None, 0)), box) == "joker as null"
    assert describe_tile(Piece(JOKER, Tile(None, 1)), box) == "joker as ace"
    assert describe_tile(Piece(JOKER, Tile(None, 1)), Box()) == "joker as 1"


def test_claims_and_crossings_are_written() -> None:
    table = sets("R5 B5 K5 / R4 R5 R6 / K7 K8 K9")
    crossed = (table[0], replace(table[1], borrowed=(Borrowed(1, "A"),)), table[2])
    claims = (ClaimedSet("A", 0, 15, 1), ClaimedSet("B", 1, 15, 2), ClaimedSet("C", 1, 24, 3))
    view = claimed(scene(crossed), *claims)

    assert table_lines(view, NAMES[:2]).splitlines()[3:] == [
        "A: red 5, blue 5, black 5. Claimed by Ana for 15.",
        "B: red 4, red 5 of set A, red 6. Claimed by Ben for 15, the second claim.",
        "C: black 7, black 8, black 9. Claimed by Ben for 24, locked.",
    ]


def test_an_empty_table_and_an_empty_grid_say_so() -> None:
    assert "No sets yet." in table_lines(scene(), NAMES[:2])
    assert "No tiles yet." in table_lines(grid(), NAMES[:2])


def test_a_grid_is_read_out_row_by_row() -> None:
    view = grid("H8=R5 H9=R6+ H10=J:R7* I9=B6", blocks="C9 A1", barred=(5, 6), row="J R4")

    assert table_lines(view, NAMES[:2]).splitlines()[3:] == [
        "Barred numbers: 5, 6.",
        "Open tiles: joker, red 4.",
        "Row 8: H8 red 5.",
        "Row 9: H9 red 6, I9 blue 6.",
        "Row 10: H10 joker as red 7.",
        "Played in the last turn: H9.",
        "Moved in the last turn: H10.",
        "Blocked cells: A1, C9.",
    ]


def test_a_rack_has_a_line_for_each_color_or_number() -> None:
    view = scene(rack=rack("R1 B3 B4 K4 J R1", fresh=1))

    assert rack_lines(view, Order.COLOR).splitlines() == [
        "Your rack: 6 tiles. Points: 43.",
        "red 1, red 1.",
        "blue 3, blue 4.",
        "black 4.",
        "joker.",
        "New: red 1.",
    ]
    assert rack_lines(view, Order.NUMBER).splitlines()[1:4] == ["red 1, red 1.", "blue 3.", "blue 4, black 4."]


def test_suits_are_named_by_their_values() -> None:
    view = replace(scene(lettered(read_table("SN SA S2", PIECES), {})), box=PIECES)
    held = replace(view, rack=RackView(read_rack("HA PN J", PIECES), 0, None))

    assert "A: suns null, suns ace, suns 2." in table_lines(view, NAMES[:2])
    assert rack_lines(held, Order.COLOR).splitlines() == [
        "Your rack: 3 tiles.",
        "hearts ace.",
        "spades null.",
        "joker.",
    ]


def test_every_color_has_a_name_of_its_own() -> None:
    assert len(set(map(str, COLORS.values()))) == len(Color)
    assert describe_tile(Piece(JOKER)) == "joker"


@settings(deadline=None, max_examples=15)
@given(st.integers(1, 14), st.integers(0, 400))
def test_all_fits_one_message_however_much_it_is(times: int, held: int) -> None:
    view = scene(many(times), rack=rack_of((Box().tiles() * 4)[:held]))

    assert len(table_lines(view, NAMES[:2])) <= LONGEST_TABLE
    assert len(rack_lines(view, Order.NUMBER)) <= LONGEST_RACK


def test_a_table_too_long_in_words_is_told_in_notation_and_then_cut() -> None:
    long, longer = (table_lines(scene(many(times)), NAMES[:2]) for times in (6, 30))

    assert "A: R1, R2, R3" in long
    assert "more lines" not in long
    assert longer.endswith("more lines.")


def test_a_full_grid_fits_in_words() -> None:
    text = table_lines(full_grid(), NAMES[:2])

    assert "red" in text
    assert len(text) <= LONGEST_TABLE
