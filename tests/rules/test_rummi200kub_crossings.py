"""Rummi200kub, R2-13 to R2-17: sets that cross."""

from functools import partial

import pytest

from engine.text import errors
from engine.tiles.crossing_errors import (
    CrossedJoker,
    NothingToCross,
)
from tests.positions import position, tiles_in_play

CROSS = "r4 r5 r6 / r5@a b5 k5"

table = partial(position, "rummi200kub")
refused = pytest.raises


def test_a_set_is_built_through_a_tile_of_another() -> None:
    """R2-13."""
    game = table(table="r4 r5 r6", racks=["b5 k5 o1", "o2"])
    tiles = tiles_in_play(game.state)

    game = game.play(0, "r5@a b5 k5")

    assert game.table == "R4 R5 R6 / R5@A B5 K5"
    assert (game.labels, game.rack(0)) == ("A B", "O1")
    assert tiles_in_play(game.state) == tiles


def test_tiles_that_lie_on_the_table_side_by_side_are_no_set() -> None:
    """R2-13: three groups whose first tiles make a run are three sets, and their first tiles no fourth."""
    game = table(table="r4 b4 k4 / r5 b5 k5 / r6 b6 k6", racks=["o1", "o2"])

    assert [each.label for each in game.view().claimable] == ["A", "B", "C"]


@pytest.mark.parametrize("row", ["r9@a b9 k9", "b5@a r5 k5"])
def test_the_named_set_holds_the_tile(row: str) -> None:
    """R2-13."""
    with refused(NothingToCross, match="R2-13"):
        table(table="r4 r5 r6", racks=["r5 b9 k9 k5 o1", "o2"]).play(0, row)


def test_a_set_that_is_not_there_is_crossed_by_none() -> None:
    """R2-13."""
    with refused(errors.NoSuchSet):
        table(table="r4 r5 r6", racks=["b5 k5 o1", "o2"]).play(0, "r5@q b5 k5")


def test_a_set_cannot_cross_itself() -> None:
    """R2-13, R2-9."""
    with refused(errors.NotASet):
        table(table="r4 r5 r6", racks=["r7 k5 o1", "o2"]).play(0, "a+r7 r5@a")


def test_an_own_copy_of_the_tile_makes_a_set_of_its_own() -> None:
    """R2-13."""
    game = table(table="r4 r5 r6", racks=["r5 b5 k5 o1", "o2"]).play(0, "r5 b5 k5")

    assert game.state.sets[1].borrowed == ()


def test_new_sets_of_a_turn_may_cross_one_another() -> None:
    """R2-13."""
    game = table(table="b1 b2 b3", racks=["r4 r5 r6 b5 k5 o1", "o2"]).play(0, "r4 r5 r6; r5@b b5 k5")

    assert game.table == "B1 B2 B3 / R4 R5 R6 / R5@B B5 K5"


def test_both_sets_of_a_crossing_may_grow() -> None:
    """R2-13."""
    game = table(table=CROSS, racks=["r7 o5 o1", "o2"]).play(0, "a+r7; b+o5")

    assert game.table == "R4 R5 R6 R7 / R5@A B5 K5 O5"


def test_the_whole_table_reads_back_as_it_is_written() -> None:
    """R2-13: as the Text window writes it, under letters that are not in a row."""
    game = table(table="k1 k2 k3 / k4 k5 k6 k7 / r4 r5 r6 / r5@c b5 k5", racks=["r1 b1 o1 o2", "r7 o3"])
    game = game.play(0, "a>b; r1 b1 o1")

    written = game.view().written

    assert written == "table:\nK1 K2 K3 K4 K5 K6 K7\nR4 R5 R6\nR5@C B5 K5\nR1 B1 O1"
    assert game.labels == "B C D E"
    again = game.play(1, written.replace("R4 R5 R6", "R4 R5 R6 R7"))
    assert again.table == game.table.replace("R4 R5 R6", "R4 R5 R6 R7")
    assert again.labels == game.labels


def test_the_shared_tile_does_not_leave_its_set_for_a_third() -> None:
    """R2-15."""
    with refused(errors.IllegalMove):
        table(table="r4 r5 r6 r7 r8 / b5 k5 r5@a", racks=["b5 o5 o1", "o2"]).play(0, "a-r5; r5 b5 o5")


def test_a_run_that_is_split_keeps_its_crossing_in_one_half() -> None:
    """R2-15."""
    game = table(table="r3 r4 r5 r6 r7 / r6@a b6 k6", racks=["r5 o1", "o2"]).play(0, "a:3; c+r5")

    assert game.table == "R3 R4 R5 / R6@C B6 K6 / R5 R6 R7"


def test_a_set_that_joins_another_takes_its_crossings_along() -> None:
    """R2-15."""
    game = table(table=f"{CROSS} / r1 r2 r3", racks=["o5 o1", "o2"]).play(0, "a>c; b+o5")

    assert game.table == "R1 R2 R3 R4 R5 R6 / R5@A B5 K5 O5"


def test_when_its_own_set_is_taken_apart_the_tile_is_the_crossing_sets() -> None:
    """R2-15."""
    game = table(table=f"{CROSS} / b4 k4 o4 / b6 k6 o6", racks=["o5 o1", "o2"])

    game = game.play(0, "a-r4>c; a-r6>d; a-r5; b+o5")

    assert game.table == "R5 B5 K5 O5 / B4 K4 O4 R4 / B6 K6 O6 R6"
    assert not any(each.borrowed for each in game.state.sets)


def test_the_joker_that_is_named_is_the_one_that_is_crossed() -> None:
    """R2-16."""
    game = table(table="r4 j=r5 j=r6 r7", racks=["b6 k6 o1", "o2"])

    for text in ("j=r6@a b6 k6", "j@a b6 k6"):
        assert game.play(0, text).table == "R4 J=R5 J=R6 R7 / J@A B6 K6"
    with refused(CrossedJoker):
        game.play(0, "j=o6@a b6 k6")


def test_the_marks_of_a_crossing_tile_are_those_of_its_own_set() -> None:
    game = table(table="r4 r5 r6", racks=["b5 k5 r5 r7 o1", "k9"]).play(0, "r5@a b5 k5; a+r7")

    marks = [[mark.value for mark in each.marks] for each in game.state.sets]

    assert marks == [["still", "still", "still", "played"], ["still", "played", "played"]]
