"""Rummi200kub, R2-13 to R2-17: sets that cross."""

from functools import partial

import pytest

from engine.text import errors
from engine.tiles.crossing_errors import (
    AllBorrowed,
    CrossedJoker,
    CrossedTwice,
    CrossingTorn,
    CrossingUndeclared,
    JokerTorn,
    NoCrossings,
    NotConnected,
    NothingToCross,
    TwoTilesShared,
)
from engine.variants import load
from tests import positions
from tests.positions import position, tiles_in_play

CROSS = "r4 r5 r6 / r5@a b5 k5"

table = partial(position, "rummi200kub")
judge = partial(positions.judge, "rummi200kub")
refused = pytest.raises


def test_a_set_is_built_through_a_tile_of_another() -> None:
    """R2-13."""
    game = table(table="r4 r5 r6", racks=["b5 k5 o1", "o2"])
    tiles = tiles_in_play(game.state)

    game = game.play(0, "r5@a b5 k5")

    assert game.table == "R4 R5 R6 / R5@A B5 K5"
    assert (game.labels, game.rack(0)) == ("A B", "O1")
    assert tiles_in_play(game.state) == tiles


def test_only_the_tiles_that_are_laid_are_worth_points_in_a_play() -> None:
    """R2-13."""
    assert judge(table="r4 r5 r6", rack="b5 k5", after="r4 r5 r6 / r5@a b5 k5") == 10
    assert judge(table="r4 r5 r6", rack="b5 k5", after="r5@a b5 k5 / r4 r5 r6") == 10


def test_an_old_joker_at_a_new_crossing_is_worth_nothing_in_a_play() -> None:
    """R2-13."""
    after = "r11 r12 j / j@a b13 k13 / r1 r2 j"

    assert judge(table="r11 r12 j", rack="b13 k13 r1 r2 j", after=after) == 13 + 13 + 1 + 2 + 3


def test_a_run_may_be_built_through_a_group() -> None:
    """R2-13."""
    assert judge(table="r5 b5 k5", rack="b3 b4 b6", after="r5 b5 k5 / b3 b4 b5@a b6") == 13


def test_a_crossing_must_be_declared() -> None:
    """R2-13."""
    with refused(CrossingUndeclared, match=r"You don't have R5. To cross set A, write R5@A. \(R2-13\)"):
        judge(table="r4 r5 r6", rack="b5 k5", after="r4 r5 r6 / r5 b5 k5")


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


def test_a_set_that_lies_there_may_grow_through_another() -> None:
    """R2-13."""
    assert judge(table="r4 r5 r6 / b5 k5 o5", rack="r3", after="r3 r4 r5 r6 / b5 k5 o5 r5@a") == 3


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


def test_a_tile_lies_in_two_sets_at_most() -> None:
    """R2-14."""
    for owner in "ab":
        with refused(CrossedTwice, match="R2-14"):
            judge(table=CROSS, rack="o5 k5 b5", after=f"{CROSS} / r5@{owner} o5 k5")


def test_two_sets_share_one_tile_at_most() -> None:
    """R2-14."""
    with refused(TwoTilesShared, match="R2-14"):
        judge(table="r4 r5 r6", rack="r7", after="r4 r5 r6 / r5@a r6@a r7")
    with refused(TwoTilesShared):
        judge(rack="r4 r5 r6 r6 r7", after="r4@b r5 r6 / r4 r5@a r6 r7")


def test_every_set_has_a_tile_of_its_own() -> None:
    """R2-14."""
    with refused(AllBorrowed, match="R2-14"):
        judge(
            table="r4 b4 k4 / r5 b5 k5 / r6 b6 k6",
            rack="o4",
            after="r4 b4 k4 o4 / r5 b5 k5 / r6 b6 k6 / r4@a r5@b r6@c",
        )


def test_a_set_may_cross_several() -> None:
    """R2-14."""
    assert judge(table="r4 b4 k4 / r6 b6 k6", rack="r5", after="r4 b4 k4 / r6 b6 k6 / r4@a r5 r6@b") == 5


def test_a_set_may_be_crossed_at_each_of_its_tiles() -> None:
    """R2-14: no limit to how many are built on one group."""
    after = f"{CROSS} / b4 b5@b b6 / k4 k5@b k6"

    assert judge(table=CROSS, rack="b4 b6 k4 k6", after=after) == 20


@pytest.mark.parametrize(
    ("rack", "after"),
    [
        ("o5", "r4 r5 r6 / b5 k5 o5"),
        ("r7 r8 r3", "r3 r4 r6 r7 r8 / r5 b5 k5"),
        ("r7 r8", "r6 r7 r8 / r4 / r5 b5 k5"),
        ("r7", "r4 r6 r7 / r5 b5 k5"),
    ],
)
def test_the_shared_tile_is_not_taken_from_one_set_alone(rack: str, after: str) -> None:
    """R2-15."""
    with refused(errors.IllegalMove):
        judge(table=CROSS, rack=rack, after=after)


def test_the_shared_tile_is_not_replaced_in_one_of_the_sets() -> None:
    """R2-15: the group takes another color instead, and the run keeps its tile."""
    with refused(CrossingTorn, match="R5 is in sets A and B.*R2-15"):
        judge(table=CROSS, rack="o5", after="r4 r5 r6 / b5 k5 o5")


def test_the_shared_tile_is_not_replaced_by_its_twin() -> None:
    """R2-15: as good as nothing has changed, but the two sets do not cross anymore."""
    with refused(CrossingTorn):
        judge(table=CROSS, rack="r5", after="r4 r5 r6 / r5 b5 k5")


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


def test_a_whole_table_follows_the_shared_tile_into_the_part_that_holds_it() -> None:
    """R2-15: the letters are not in sight where the whole table is written."""
    before = "r3 r4 r5 r6 r7 / r6@a b6 k6"

    assert judge(table=before, rack="r5", after="r3 r4 r5 / r5 r6 r7 / r6@a b6 k6") == 5
    merged = f"{CROSS} / r7 r8 r9 r10"
    assert judge(table=merged, rack="o5", after="r4 r5 r6 r7 r8 r9 r10 / r5@a b5 k5 o5") == 5


def test_a_whole_table_may_leave_the_letter_of_a_set_that_is_gone() -> None:
    """R2-15."""
    after = "r5@a b5 k5 o5 / b4 k4 o4 r4 / b6 k6 o6 r6"

    assert judge(table=f"{CROSS} / b4 k4 o4 / b6 k6 o6", rack="o5", after=after) == 5


def test_a_group_in_another_order_keeps_no_crossing_alive() -> None:
    """R2-15: it has copies of the tiles of the set that is taken apart, but it was there before."""
    before = f"{CROSS} / b6 b7 b8 / k6 k7 k8 / b5 k5 o5"

    assert judge(table=before, rack="r7", after="r4 r5 r6 r7 / b5 b6 b7 b8 / k5 k6 k7 k8 / o5 k5 b5") == 7


def test_when_the_crossing_set_is_taken_apart_the_tile_stays_in_its_own() -> None:
    """R2-15."""
    assert (
        judge(table=f"{CROSS} / b6 b7 b8 / k6 k7 k8", rack="r7", after="r4 r5 r6 r7 / b5 b6 b7 b8 / k5 k6 k7 k8") == 7
    )


def test_when_its_own_set_is_taken_apart_the_tile_is_the_crossing_sets() -> None:
    """R2-15."""
    game = table(table=f"{CROSS} / b4 k4 o4 / b6 k6 o6", racks=["o5 o1", "o2"])

    game = game.play(0, "a-r4>c; a-r6>d; a-r5; b+o5")

    assert game.table == "R5 B5 K5 O5 / B4 K4 O4 R4 / B6 K6 O6 R6"
    assert not any(each.borrowed for each in game.state.sets)


def test_a_twin_of_the_crossing_set_does_not_stand_for_it() -> None:
    """R2-15."""
    before = f"{CROSS} / b5 k5 o5 / b6 b7 b8 / k6 k7 k8"

    assert judge(table=before, rack="r7", after="r4 r5 r6 r7 / b5 k5 o5 / b5 b6 b7 b8 / k5 k6 k7 k8") == 7


def test_a_tile_whose_crossing_fell_may_move_on() -> None:
    """R2-15: both sets are taken apart."""
    before = "r3 r4 r5 / r5@a b5 k5 / b6 b7 b8 / k6 k7 k8 / b3 k3 o3"

    after = "r4 r5 r6 / b5 b6 b7 b8 / k5 k6 k7 k8 / r3 b3 k3 o3"

    assert judge(table=before, rack="r6", after=after) == 6


def test_a_tile_may_stay_with_the_crossing_set_when_its_own_is_taken_apart_by_new_runs() -> None:
    """R2-15."""
    assert judge(table=CROSS, rack="r2 r3 r7 r8", after="r6 r7 r8 / r2 r3 r4 / r5 b5 k5") == 20


def test_a_joker_at_a_crossing_has_one_face_that_fits_both() -> None:
    """R2-16."""
    assert judge(table="r4 j r6", rack="b5 k5", after="r4 j r6 / j@a b5 k5") == 10
    with refused(CrossedJoker, match="R2-16"):
        judge(table="r4 j r6", rack="b6 k6", after="r4 j r6 / j@a b6 k6")
    with refused(errors.IllegalMove):
        judge(table="r4 j r6", rack="r5 b5 k5", after="r4 j r6 / j@a r5 k5")


def test_a_crossing_settles_the_face_of_a_groups_joker() -> None:
    """R2-16: it may be blue or orange until a blue run is built through it."""
    crossed = "r5 k5 j / b4 j@a b6"

    assert judge(table="r5 k5 j", rack="b4 b6", after=crossed) == 10
    assert judge(table=crossed, rack="o5", after="r5 k5 j o5 / b4 j@a b6") == 5
    with refused(errors.IllegalMove):
        judge(table=crossed, rack="b5", after="r5 k5 j b5 / b4 j@a b6")
    with refused(CrossedJoker):
        judge(table="r5 k5 j", rack="r4 r6", after="r5 k5 j / r4 j@a r6")


def test_two_jokers_of_a_group_are_two_colors_where_they_are_crossed() -> None:
    """R2-16."""
    assert judge(table="r5 k5 j=5 j / b4 j@a b6", rack="o4 o6", after="r5 k5 j=5 j / b4 j@a b6 / o4 j@a o6") == 10
    with refused(CrossedJoker):
        judge(table="r5 k5 j=5 j / b4 j@a b6", rack="b4 b6", after="r5 k5 j=5 j / b4 j@a b6 / b4 j@a b6")


def test_the_joker_that_is_named_is_the_one_that_is_crossed() -> None:
    """R2-16."""
    game = table(table="r4 j=r5 j=r6 r7", racks=["b6 k6 o1", "o2"])

    for text in ("j=r6@a b6 k6", "j@a b6 k6"):
        assert game.play(0, text).table == "R4 J=R5 J=R6 R7 / J@A B6 K6"
    with refused(CrossedJoker):
        game.play(0, "j=o6@a b6 k6")


def test_nothing_replaces_a_joker_at_a_crossing_while_both_sets_stand() -> None:
    """R2-16."""
    crossed = "r4 j r6 / j@a b5 k5"
    with refused(JokerTorn, match=r"J is in sets A and B.*\(R2-16\)"):
        judge(table=crossed, rack="r5 o9 k9", after="r4 r5 r6 / r5@a b5 k5 / o9 k9 j")
    with refused(errors.IllegalMove):
        judge(table=crossed, rack="r5 o9 k9", after="r4 r5 r6 / b5 k5 j")


def test_a_joker_whose_other_set_is_gone_may_be_freed() -> None:
    """R2-16, R2-15."""
    before = "r4 j r6 / j@a b5 k5 / b6 b7 b8 / k6 k7 k8"

    assert judge(table=before, rack="r5 o9 k9", after="r4 r5 r6 / b5 b6 b7 b8 / k5 k6 k7 k8 / o9 k9 j") == 23


def test_unconnected_sets_are_allowed() -> None:
    """R2-17."""
    assert judge(table="r4 r5 r6", rack="b9 k9 o9", after="r4 r5 r6 / b9 k9 o9")


def test_where_sets_hang_together_a_new_one_crosses_another() -> None:
    """R2-17."""
    with refused(NotConnected, match="R2-17"):
        judge(table="r4 r5 r6", rack="b9 k9 o9", after="r4 r5 r6 / b9 k9 o9", connected=True)
    assert judge(table="r4 r5 r6", rack="b5 k5", after="r4 r5 r6 / r5@a b5 k5", connected=True)
    assert judge(rack="b9 k9 o9", after="b9 k9 o9", connected=True)
    assert judge(table="r4 r5 r6 / b1 k1 o1", rack="r1", after="r4 r5 r6 / b1 k1 o1 r1", connected=True)


def test_an_opening_lies_by_itself_even_where_sets_hang_together() -> None:
    """R2-17."""
    after = "r4 r5 r6 / b10 k10 o10"

    assert judge(opened=False, table="r4 r5 r6", rack="b10 k10 o10", after=after, connected=True) == 30


@pytest.mark.parametrize("key", [key for key in load() if key in {"classic", "rummy_cube"}])
def test_other_systems_have_no_crossings(key: str) -> None:
    for before, after in (("r4 r5 r6", "r4 r5 r6 / r5@a b5 k5"), ("r4 r5 r6 / r5@a b5 k5", "r4 r5 r6")):
        with refused(NoCrossings):
            positions.judge(key, table=before, rack="b5 k5", after=after)


def test_the_marks_of_a_crossing_tile_are_those_of_its_own_set() -> None:
    game = table(table="r4 r5 r6", racks=["b5 k5 r5 r7 o1", "k9"]).play(0, "r5@a b5 k5; a+r7")

    marks = [[mark.value for mark in each.marks] for each in game.state.sets]

    assert marks == [["still", "still", "still", "played"], ["still", "played", "played"]]
