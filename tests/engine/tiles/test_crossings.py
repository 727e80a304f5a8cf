"""Sets that cross, as text, as rows and as on the table: nothing is lost between the three."""

import random

import pytest

from engine.rules.turns import judge_turn
from engine.table.state import TableState
from engine.text.errors import BadNotation, IllegalMove
from engine.tiles.crossing_errors import AllBorrowed, CrossedTwice, NothingToCross, TwoTilesShared
from engine.tiles.crossings import count_parts, find_table_crossings, read_sets
from engine.tiles.edits import apply_edits, read_edits, write_edits
from engine.tiles.notation import read_pieces, read_rack, read_table, write_pieces
from engine.tiles.sets import Borrowed, Crossing, Mark, settle
from engine.tiles.tiles import Box
from engine.variants import load
from tests.positions import tiles_in_play
from tests.proposer import playthrough
from tests.support.sampled import sampled

BOX = Box()
CROSS = "R4 R5 R6 / R5@A B5 K5"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("r5@a b5 k5", "R5@A B5 K5"),
        ("r5@ab5k5", "R5@A B5 K5"),
        ("r5@aa b5", "R5@AA B5"),
        ("r5@aa,b5", "R5@AA B5"),
        ("j=r6@b j@c", "J=R6@B J@C"),
        ("j@aj", "J@AJ"),
        ("y5@a", "O5@A"),
    ],
)
def test_a_borrowed_tile_is_read_with_its_owner(text: str, written: str) -> None:
    assert write_pieces(read_pieces(text, BOX)) == written


@pytest.mark.parametrize("text", ["r5@", "@a r5", "r5 @a", "r5@1", "r5@abc4", "r5@@a"])
def test_an_owner_is_a_letter_right_behind_the_tile(text: str) -> None:
    with pytest.raises(BadNotation):
        read_pieces(text, BOX)


def test_a_table_without_crossings_has_no_place_for_an_owner() -> None:
    with pytest.raises(BadNotation):
        read_table(CROSS, BOX)


def test_a_table_is_read_with_what_its_sets_share() -> None:
    sets = read_sets("r4 r5 r6 / k5 b5 r5@a / b5@b b6 b7", BOX)

    assert [each.written for each in sets] == ["R4 R5 R6", "K5 B5 R5@A", "B5@B B6 B7"]
    assert [each.borrowed for each in sets] == [(), (Borrowed(2, "A"),), (Borrowed(0, "B"),)]
    assert find_table_crossings(sets, BOX) == (Crossing(1, 2, 0, 1), Crossing(2, 0, 1, 1))
    assert [len(each.own) for each in sets] == [3, 2, 2]


@pytest.mark.parametrize(
    ("table", "refusal"),
    [
        ("R4 R5 R6 / R5@B B5 K5", NothingToCross),
        ("R4 R5 R6 / R5@Q B5 K5", NothingToCross),
        ("R4 R5 R6 / R9@A B9 K9", NothingToCross),
        (f"{CROSS} / R5@A B5 O5", CrossedTwice),
        (f"{CROSS} / R5@B B5 O5", CrossedTwice),
        ("R5@C B5 O5 / R4 R5 R6 / R5@B B5 K5", CrossedTwice),
        ("R4 R5 R6 / R5@A R6@A R7", TwoTilesShared),
        ("R4 B4 K4 / R5 B5 K5 / R6 B6 K6 / R4@A R5@B R6@C", AllBorrowed),
    ],
)
def test_an_impossible_table_is_refused(table: str, refusal: type[IllegalMove]) -> None:
    with pytest.raises(refusal):
        read_sets(table, BOX)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("A:1", "A: R4; B: R5@C B5 K5; C: R5 R6"),
        ("A>B", "B: R5@B B5 K5 R4 R5 R6"),
        ("B-R5", "A: R4 R5 R6; B: B5 K5"),
        ("B-R5@A", "A: R4 R5 R6; B: B5 K5"),
        ("A-R4 R5 R6", "B: R5 B5 K5"),
        ("R6@A B6 K6", "A: R4 R5 R6; B: R5@A B5 K5; C: R6@A B6 K6"),
        ("table: B5 K5 R5@A / R4 R5 R6 R7", "B: B5 K5 R5@A; A: R4 R5 R6 R7"),
    ],
)
def test_edits_keep_what_sets_share(text: str, rows: str) -> None:
    found = apply_edits(read_sets(CROSS, BOX), read_edits(text, BOX))

    assert "; ".join(f"{label}: {write_pieces(row)}" for label, row in found.items()) == rows
    assert write_edits(read_edits(text, BOX)) == text


def test_a_borrowed_tile_is_marked_as_it_is_in_its_own_set() -> None:
    before = read_sets("R4 R5 R6", BOX)
    after = read_sets("R4 R5 R6 R7 / R5@A B5 K5 / R7@A B7 K7", BOX)

    sets = settle(
        before, [each.meld for each in after], read_rack("R7 B5 K5 B7 K7", BOX), find_table_crossings(after, BOX)
    )

    still, new = Mark.STILL, Mark.PLAYED
    assert [each.marks for each in sets] == [(still, still, still, new), (still, new, new), (new, new, new)]
    assert [each.written for each in sets] == ["R4 R5 R6 R7", "R5@A B5 K5", "R7@A B7 K7"]


def test_sets_hang_together_where_they_cross() -> None:
    assert count_parts(0, ()) == 0
    assert count_parts(3, ()) == 3
    assert count_parts(3, (Crossing(1, 0, 0, 0),)) == 2
    assert count_parts(4, (Crossing(1, 0, 0, 0), Crossing(3, 0, 2, 0), Crossing(2, 0, 1, 0))) == 1


@pytest.mark.parametrize("seed", sampled(range(9), 3))
def test_every_table_of_real_games_reads_back_as_it_is_written(seed: int) -> None:
    variant = load()["rummi200kub"]
    dice = random.Random(seed)  # noqa: S311  # repeatable, not secret
    start = variant.setup(3, dice.randbytes(32), 0, {}).state

    for turned in playthrough(variant, start, dice):
        state = turned.step.state
        assert isinstance(state, TableState)
        rows = apply_edits(state.sets, read_edits(variant.view(state, None).written, variant.box)) if state.sets else {}
        assert {label: write_pieces(row) for label, row in rows.items()} == {
            each.label: each.written for each in state.sets
        } or not any(each.borrowed for each in state.sets)
        assert tiles_in_play(state) == tiles_in_play(start)


def test_a_judged_turn_knows_where_sets_crossed_and_cross() -> None:
    sets = read_sets(CROSS, BOX)
    rows = apply_edits(sets, read_edits("A+R7; B+O5", BOX))
    rules = load()["rummi200kub"].rules  # type: ignore[attr-defined]  # of a table

    turn = judge_turn(rules, sets, read_rack("R7 O5", BOX), rows, has_melded=True)

    assert turn.crossed == turn.crossings == (Crossing(1, 0, 0, 1),)
    assert turn.points == 12
