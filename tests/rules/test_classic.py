"""Every clause of docs/rules/classic.md: a test that names it, and that fails when its check is taken out."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from engine import errors
from engine.events import DrewForOrder, GameEnded, NextGame
from engine.notation import read_rack, read_tile
from engine.table import draw_for_order
from engine.variants.classic import VARIANT
from tests import positions
from tests.positions import SEED, Position, position, tiles_in_play

PAGE = (Path(__file__).parents[2] / "docs/rules/classic.md").read_text("utf-8")
THIRTY = "r10 b10 k10"

classic = partial(position, "classic")
judge = partial(positions.judge, "classic")
refused = pytest.raises


def deal(seats: int = 2, seed: bytes = SEED, **options: str | int) -> Position:
    return Position(VARIANT, VARIANT.setup(seats, seed, 0, options).state)


def drawn_for_order(tiles: str, *, seats: int = 3, **options: str) -> tuple[int, int]:
    """How many rounds of draws it took, and who begins."""
    rules = VARIANT.rules_for(VARIANT.chosen(options))
    rounds, first = draw_for_order(range(seats), iter(read_rack(tiles, VARIANT.box)), rules.order)
    return len(rounds), first


# Before the first turn


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_it_is_for_two_to_four(seats: int) -> None:
    """CL-1."""
    with refused(errors.WrongPlayerCount):
        deal(seats)


def test_a_hundred_and_six_tiles_are_in_the_box() -> None:
    """CL-1."""
    tiles = Counter(VARIANT.box.tiles())

    assert tiles.total() == 106
    assert tiles.pop(read_tile("J", VARIANT.box)) == 2
    assert tiles == Counter(read_rack(" ".join(f"{c}{n}" for c in "RBKO" for n in range(1, 14)), VARIANT.box) * 2)


def test_the_highest_draw_begins() -> None:
    """CL-2."""
    assert drawn_for_order("r5 o11 b2") == (1, 1)


def test_those_who_tie_for_the_highest_draw_again() -> None:
    """CL-2."""
    assert drawn_for_order("r11 o2 b11 k1 k3") == (2, 2)


def test_a_tie_below_the_highest_is_none() -> None:
    """CL-2."""
    assert drawn_for_order("r4 o12 b4") == (1, 1)


@pytest.mark.parametrize("number", range(6))
def test_the_tiles_drawn_for_order_go_back_into_the_box(number: int) -> None:
    """CL-2."""
    step = VARIANT.setup(4, bytes([number]) * 32, 0, {})

    assert tiles_in_play(step.state) == Counter(VARIANT.box.tiles())
    assert isinstance(step.events[0], DrewForOrder)
    assert step.events[0].first == step.state.turn


def test_a_joker_drawn_for_the_first_turn_is_drawn_again() -> None:
    """CL-3."""
    assert drawn_for_order("j r3 r2 r4") == (2, 0)
    assert drawn_for_order("j r3 r2 r1") == (2, 1)


def test_a_joker_may_count_thirty_in_the_draw_for_the_first_turn() -> None:
    """CL-3."""
    assert drawn_for_order("r13 r12 j", order_joker="30") == (1, 2)
    assert drawn_for_order("j r13 j r1 r2", order_joker="30") == (2, 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_gets_fourteen_tiles_and_the_rest_is_the_pool(seats: int) -> None:
    """CL-4."""
    game = deal(seats)

    assert [len(seat.rack) for seat in game.seats] == [14] * seats
    assert game.pool == 106 - 14 * seats


def test_nobody_sees_another_rack() -> None:
    """CL-4."""
    view = deal(3).view(1)

    assert view.rack
    assert len(view.rack.tiles) == 14
    assert [seat.rack for seat in view.seats] == [None] * 3
    assert deal(3).view(None).rack is None


def test_turns_go_round_clockwise() -> None:
    """CL-4."""
    game = classic(racks=["r1", "r2", "r3"], turn=1)

    assert [(game := game.draw(seat)).turn for seat in (1, 2, 0)] == [2, 0, 1]


@pytest.mark.parametrize("line", ["draw", "play r1 r2 r3", "pass", "timeup idle"])
def test_only_the_player_to_move_acts(line: str) -> None:
    """CL-4."""
    with refused(errors.NotYourTurn):
        classic(racks=["r1", "r1 r2 r3"], pool="").does(1, line, now=10**6)


# A turn


def test_a_turn_lays_at_least_one_tile() -> None:
    """CL-5."""
    with refused(errors.NothingPlayed):
        judge(table="r1 r2 r3 r4 r5 r6", after="r1 r2 r3 / r4 r5 r6")


def test_what_a_turn_adds_comes_from_the_players_own_rack() -> None:
    """CL-5."""
    with refused(errors.NotOnYourRack, match="O3"):
        classic(racks=["r3 b3 k3", "o3 o3"]).play(0, "r3 b3 k3 o3")


def test_a_tile_is_not_laid_twice() -> None:
    """CL-5."""
    with refused(errors.NotOnYourRack, match="R6"):
        judge(rack="r4 r5 r6 b6 k6", after="r4 r5 r6 / r6 b6 k6")


def test_what_is_laid_leaves_the_rack() -> None:
    """CL-5."""
    after = classic(racks=["r3 b3 b3 k3 o9", "o1"]).play(0, "r3 b3 k3")

    assert after.rack(0) == "B3 O9"
    assert after.table == "R3 B3 K3"


def test_a_draw_takes_one_tile_and_ends_the_turn() -> None:
    """CL-6."""
    after = classic(racks=["r1", "r2"], pool="k9 o5").draw(0)

    assert (after.rack(0), after.turn, after.pool) == ("R1 O5", 1, 1)


def test_a_drawn_tile_waits_for_the_next_turn() -> None:
    """CL-6."""
    game = classic(racks=["r3 b3", "o9"], pool="o8 k3").draw(0)

    with refused(errors.NotYourTurn):
        game.play(0, "r3 b3 k3")
    assert game.draw(1).play(0, "r3 b3 k3").outcome


def test_drawing_is_a_free_choice() -> None:
    """CL-6."""
    assert classic(racks=["r3 b3 k3", "o9"]).draw(0).rack(0).startswith("R3 B3 K3 ")


@pytest.mark.parametrize("count", [0, 2, 3])
def test_one_draw_is_one_tile(count: int) -> None:
    """CL-6."""
    with refused(errors.WrongDraw):
        classic(racks=["r1", "r2"], pool="k1 k2 k3").draw(0, count)


def test_any_announced_number_may_be_drawn_if_the_table_plays_so() -> None:
    """CL-6."""
    game = classic(racks=["r1", "r2"], pool="k1 k2 k3", options={"draw_any": True})

    assert game.view(0).may_draw == 3
    assert game.draw(0, 3).rack(0) == "R1 K3 K2 K1"
    assert game.draw(0, 2).turn == 1
    for count in (0, 4):
        with refused(errors.WrongDraw):
            game.draw(0, count)


# Sets


@pytest.mark.parametrize("tiles", ["r3 b3 k3", "b3 o3 k3", "k3 r3 o3 b3"])
def test_a_group_is_one_number_in_three_or_four_colors(tiles: str) -> None:
    """CL-7."""
    assert judge(rack=tiles, after=tiles) == 3 * len(tiles.split())


@pytest.mark.parametrize(
    "tiles", ["r3 b3", "r3 b3 b3", "r3 b3 k4", "r3 b3 k3 o3 r3", "r3 r3 j", "j r3", "r3 b3 k3 o3 j"]
)
def test_nothing_else_is_a_group(tiles: str) -> None:
    """CL-7."""
    with refused(errors.NotASet):
        judge(rack=tiles, after=tiles)


@pytest.mark.parametrize("tiles", ["r1 r2 r3", "o11 o12 o13", "k7 k6 k5", " ".join(f"b{n}" for n in range(1, 14))])
def test_a_run_is_three_or_more_numbers_of_one_color(tiles: str) -> None:
    """CL-8."""
    assert judge(rack=tiles, after=tiles)


@pytest.mark.parametrize(
    "tiles", ["r1 r2", "r1 r2 r4", "r1 r2 b3", "k12 k13 k1", "k13 k1 k2", "r4 r4 r5 r6", "r4 r5 r5 r6"]
)
def test_nothing_else_is_a_run(tiles: str) -> None:
    """CL-8."""
    with refused(errors.NotASet):
        judge(rack=tiles, after=tiles)


def test_the_same_set_may_lie_twice() -> None:
    """CL-9."""
    assert judge(table="r3 b3 k3 / r4 r5 r6", rack="r3 b3 k3", after="r3 b3 k3 / r4 r5 r6 / r3 b3 k3")
    assert judge(table="r3 b3 k3 / r4 r5 r6", rack="r4 r5 r6", after="r3 b3 k3 / r4 r5 r6 / r4 r5 r6")


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 r4 r5", "r6 b3 o3", "r4 r5 r6 / r3 b3 o3"),
        ("b6 b7 b8 b9 b10", "b8", "b6 b7 b8 / b8 b9 b10"),
        ("b6 r6 o6", "k6 b7 b8", "k6 r6 o6 / b6 b7 b8"),
        ("r5 r6 r7 r8", "b8 k8", "r5 r6 r7 / r8 b8 k8"),
        ("r5 b5 k5 o5", "o6 o7", "r5 b5 k5 / o5 o6 o7"),
        ("b3 b4 j", "b5 r7 o7", "b3 b4 b5 / r7 o7 j"),
        ("r1 r2 r3 / b1 b2 b3 / k1 k2 k3", "o1 o2 o3", "r1 b1 k1 o1 / r2 b2 k2 o2 / r3 b3 k3 o3"),
    ],
    ids=["shift", "split", "trade", "take an end", "take from four", "replace a joker", "all at once"],
)
def test_every_rearrangement_that_ends_in_sets_is_legal(table: str, rack: str, after: str) -> None:
    """CL-9."""
    assert judge(table=table, rack=rack, after=after)


def test_steps_may_break_the_table_as_long_as_the_end_mends_it() -> None:
    """CL-9."""
    game = classic(table="r3 r4 r5 / b6 r6 o6", racks=["k6 k3 o3", "o1"])

    assert game.play(0, "a-r3; r3 k3 o3; b-r6>a; b+k6").table == "R4 R5 R6 / B6 O6 K6 / R3 K3 O3"


def test_a_set_that_is_broken_at_the_end_is_named() -> None:
    """CL-9."""
    with refused(errors.NotASet, match=r"Set A, R3 R4 is no set.*\(CL-9\)"):
        classic(table="r3 r4 r5", racks=["r6 r7 o9", "o1"]).play(0, "a-r5; r5 r6 r7")


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [("r3 r4 r5", "r6", "r4 r5 r6"), ("b3 b4 j", "b5 r9", "b3 b4 b5"), ("r3 r4 r5 / b3 b4 b5", "r6", "r3 r4 r5 r6")],
)
def test_no_tile_moves_from_the_table_to_a_rack(table: str, rack: str, after: str) -> None:
    """CL-10."""
    with refused(errors.LeftTheTable):
        judge(table=table, rack=rack, after=after)


# The opening


def test_an_opening_is_worth_thirty() -> None:
    """CL-11."""
    assert judge(rack=THIRTY, after=THIRTY, opened=False) == 30
    with refused(errors.OpeningTooSmall, match="30 points; these make 29"):
        judge(rack="r2 r3 r4 b5 k5 o5 r5", after="r2 r3 r4 r5 / b5 k5 o5", opened=False)


def test_several_sets_of_an_opening_add_up() -> None:
    """CL-11."""
    assert judge(rack="r3 r4 r5 b6 k6 o6", after="r3 r4 r5 / b6 k6 o6", opened=False) == 30


def test_later_turns_are_worth_anything() -> None:
    """CL-11."""
    after = classic(racks=[f"{THIRTY} r1 b1 k1 o9", "o1"], opened=False).play(0, THIRTY).draw(1).play(0, "r1 b1 k1")

    assert after.seats[0].opened
    assert not after.seats[1].opened


def test_a_joker_in_the_opening_counts_as_the_face_it_stands_for() -> None:
    """CL-12."""
    game = classic(racks=["r9 j r11 b1", "o1"], opened=False)

    after = game.play(0, "r9 j r11")

    assert after.seats[0].opened
    assert after.sentences == ["A laid R9 J R11 and opened with 30 points."]
    with refused(errors.OpeningTooSmall, match="make 27"):
        judge(rack="r8 r9 j", after="r8 r9 j", opened=False)
    with refused(errors.OpeningTooSmall, match="make 27"):
        judge(table="b11 b12 j", rack="r8 r9 j", after="b11 b12 j / r8 r9 j", opened=False)


@pytest.mark.parametrize(
    ("rack", "after"),
    [
        (THIRTY, "o11 o12 o13 / r10 b10 k10 o10 / b1 b2 b3"),
        (f"{THIRTY} b4", "o10 o11 o12 o13 / r10 b10 k10 / b1 b2 b3 b4"),
        (f"{THIRTY} o8 o9", "o8 o9 o10 / o11 o12 o13 / r10 b10 k10 / b1 b2 b3"),
    ],
    ids=["take", "add", "split"],
)
def test_an_opening_leaves_the_table_as_it_is(rack: str, after: str) -> None:
    """CL-13."""
    with refused(errors.TableTouched):
        judge(table="o10 o11 o12 o13 / b1 b2 b3", rack=rack, after=after, opened=False)
    assert judge(table="o10 o11 o12 o13 / b1 b2 b3", rack=rack, after=after) >= 30


def test_an_opening_that_touches_a_set_is_told_which() -> None:
    """CL-13."""
    game = classic(table="o10 o11 o12 o13 / b1 b2 b3", racks=[f"{THIRTY} b4 o1", "o1"], opened=False)

    with refused(errors.TableTouched, match=r"leave B1 B2 B3 as it is. \(CL-13\)"):
        game.play(0, "r10 b10 k10; b+b4")


def test_an_opening_may_write_the_groups_of_the_table_in_any_order() -> None:
    """CL-13."""
    assert judge(table="r3 b3 k3", rack=THIRTY, after=f"k3 r3 b3 / {THIRTY}", opened=False) == 30


def test_no_joker_is_freed_in_the_turn_of_the_opening() -> None:
    """CL-13."""
    swap = f"b3 b4 b5 / r7 o7 j / {THIRTY}"

    with refused(errors.TableTouched):
        judge(table="b3 b4 j", rack=f"b5 r7 o7 {THIRTY}", after=swap, opened=False)
    with refused(errors.TableTouched):
        judge(table="b5 j=b6 j=b7", rack=THIRTY, after=f"b5 j=r5 j / {THIRTY}", opened=False, jokers="free")


def test_a_table_may_play_without_openings() -> None:
    """CL-14."""
    assert judge(rack="r1 b1 k1", after="r1 b1 k1", opened=False, opening=False) == 3
    assert judge(table="r3 r4 r5", rack="r6", after="r3 r4 r5 r6", opened=False, opening=False)
    assert judge(table="b3 b4 j", rack="b5 r7 o7", after="b3 b4 b5 / r7 o7 j", opened=False, opening=False)
    assert all(seat.opened for seat in deal(3, opening=False).seats)
    assert not any(seat.opened for seat in deal(3).seats)


# Jokers


@pytest.mark.parametrize(
    ("tiles", "table"),
    [
        ("r5 j r7", "R5 J=R6 R7"),
        ("r7 j r5", "R5 J=R6 R7"),
        ("r5 r4 j", "J=R3 R4 R5"),
        ("b5 b6 j", "B5 B6 J=B7"),
        ("j b5 b6", "J=B4 B5 B6"),
        ("r12 r13 j", "J=R11 R12 R13"),
        ("j r1 r2", "R1 R2 J=R3"),
        ("r3 k3 j", "R3 K3 J"),
        ("r3 k3 b3 j", "R3 K3 B3 J=O3"),
        ("r12 j=r11 r13", "J=R11 R12 R13"),
    ],
)
def test_a_joker_stands_for_what_makes_its_set_legal(tiles: str, table: str) -> None:
    """CL-15."""
    rack = re.sub("j=...", "j", f"{tiles} o1")

    assert classic(racks=[rack, "o1"]).play(0, tiles).table == table


def test_the_player_is_asked_when_the_rules_allow_several_readings() -> None:
    """CL-15."""
    game = classic(racks=["r10 j j k1", "o1"], opened=False)

    with refused(errors.JokerUnclear, match="a group of 10s or R10 R11 R12: .* such as J=R11"):
        game.play(0, "r10 j j")
    assert game.play(0, "r10 j=r11 j").table == "R10 J=R11 J=R12"
    assert game.play(0, "r10 j=b10 j").table == "R10 J=10 J=10"


def test_nobody_is_asked_when_one_reading_alone_is_legal() -> None:
    """CL-15."""
    game = classic(racks=["r9 j j k1", "o1"], opened=False)

    assert game.play(0, "r9 j j").table == "R9 J=R10 J=R11"


def test_a_set_that_stays_as_it_was_keeps_its_reading() -> None:
    """CL-15."""
    game = classic(table="r5 j=r6 j", racks=[f"{THIRTY} o1", "o1"], options={"jokers": "free"})

    assert game.play(0, THIRTY).table == "R5 J=R6 J=R7 / R10 B10 K10"
    assert game.play(0, f"table: r5 j j / {THIRTY}").table == "R5 J=R6 J=R7 / R10 B10 K10"


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 b3 j / k4 k5 k6", "k3", "r3 b3 k3 / j k4 k5 k6"),
        ("r3 r4 r5 j", "o6 k6", "r3 r4 r5 / j o6 k6"),
        ("r5 j r7 r8", "b8 k8", "r5 j r7 / r8 b8 k8"),
        ("r5 j r7", "r8", "r5 j r7 r8"),
        ("r4 r5 j r7 r8 r9", "r6", "r4 r5 r6 / j r7 r8 r9"),
        ("r5 j r7 / b6 k6 o6", "r6", "r5 r6 r7 / j b6 k6 o6"),
        ("r3 b3 j", "k3", "r3 b3 j k3"),
    ],
)
def test_a_joker_is_moved_as_the_tile_it_stands_for(table: str, rack: str, after: str) -> None:
    """CL-16."""
    assert judge(table=table, rack=rack, after=after)


def test_a_joker_keeps_its_face_without_being_named_again() -> None:
    """CL-16."""
    game = classic(table="r4 r5 j r7 r8 r9", racks=["r6 o1", "o1"])

    assert game.play(0, "a:2; a+r6").table == "J=R6 R7 R8 R9 / R4 R5 R6"


def test_a_joker_of_a_group_is_moved_by_the_color_it_takes() -> None:
    """CL-16."""
    game = classic(table="r5 b5 j / o6 o7 o8", racks=["k5 o1", "o1"])

    assert game.play(0, "a-j=o5>b; a+k5").table == "R5 B5 K5 / J=O5 O6 O7 O8"


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 r4 r5 j", "b7 k7", "r3 r4 r5 / b7 k7 j"),
        ("b3 b4 j", "b2 r7 o7", "b2 b3 b4 / r7 o7 j"),
        ("b3 b4 j / b5 k5 r5 o5", "r7 o7", "b3 b4 b5 / k5 r5 o5 / r7 o7 j"),
        ("j=b3 b4 b5", "b6", "b4 b5 b6 j=b7"),
    ],
    ids=["taken off", "another tile", "a tile of the table", "turned in its own set"],
)
def test_a_joker_changes_only_for_a_tile_it_stands_for_from_the_rack(table: str, rack: str, after: str) -> None:
    """CL-17."""
    with refused(errors.JokerNotFreed):
        judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize("tile", ["b3", "o3"])
def test_either_missing_color_frees_the_joker_of_a_group(tile: str) -> None:
    """CL-17."""
    assert judge(table="r3 k3 j", rack=f"{tile} b7 r7", after=f"r3 k3 {tile} / b7 r7 j")


def test_the_tile_that_frees_a_joker_may_lie_elsewhere() -> None:
    """CL-17."""
    assert judge(table="b3 b4 j", rack="b2 b5 r5 k5 r7 o7", after="b2 b3 b4 / b5 r5 k5 / r7 o7 j")


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("b3 b4 j / r7 o7 k7 b7", "b5 r8", "b3 b4 b5 / o7 k7 b7 / r7 r8 j"),
        ("b3 b4 j / r7 r8 r9", "b5", "b3 b4 b5 / r7 r8 r9 j"),
        ("b3 b4 j", "b2 b5 b6", "b2 b3 b4 / b5 b6 j"),
        ("b3 b4 j / k3 k4 j / r9 b9 k9 o9", "b5 k5 r7 o7 r8", "b3 b4 b5 / k3 k4 k5 / r7 o7 j / b9 k9 o9 / r8 r9 j"),
        (
            "b3 b4 j / k3 k4 j / r4 r5 r6 r7 / o4 o5 o6 o7",
            "b5 k5 r7 o7",
            "b3 b4 b5 / k3 k4 k5 / r4 r5 r6 / o4 o5 o6 / r7 o7 j / r7 o7 j",
        ),
        (
            "b3 b4 j / r8 b8 k8 o8 / r9 b9 k9 o9",
            "b5 r7 k9 j",
            "b3 b4 b5 / b8 k8 o8 / r9 b9 k9 / r7 r8 j / k9 o9 j",
        ),
    ],
    ids=[
        "one new tile",
        "an old set",
        "the freeing tile is not one",
        "each new set for itself",
        "no tile counts for two sets",
        "a joker is no company for itself",
    ],
)
def test_a_freed_joker_lies_with_two_other_tiles_from_the_rack(table: str, rack: str, after: str) -> None:
    """CL-18."""
    with refused(errors.JokerNeedsCompany):
        judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("b3 b4 j", "b5 r7 o7", "b3 b4 b5 / r7 o7 j"),
        ("b3 b4 j / r7 o7 k7 b7", "b5 r8 r9", "b3 b4 b5 / o7 k7 b7 / r7 r8 r9 j"),
        ("b3 b4 j", "b2 b5 b6 b8", "b2 b3 b4 / b5 b6 j b8"),
        ("b2 b3 b4 j / b3 b4 j", "b5 b5 r7 o7", "b2 b3 b4 b5 / b3 b4 b5 / r7 o7 j j"),
        ("b3 b4 j", "b5 r7 j", "b3 b4 b5 / r7 j=o7 j=k7"),
    ],
    ids=["the sheet's own", "table tiles join", "with the freeing tile", "two jokers", "a joker is a tile of the rack"],
)
def test_a_freed_joker_may_have_more_company_than_that(table: str, rack: str, after: str) -> None:
    """CL-18."""
    assert judge(table=table, rack=rack, after=after)


def test_each_joker_is_freed_by_a_tile_of_its_own() -> None:
    """CL-18."""
    with refused(errors.JokerNotFreed):
        judge(table="b2 b3 b4 j / b3 b4 j", rack="b5 r7 o7", after="b2 b3 b4 / b3 b4 b5 / r7 o7 j j")


def test_a_table_may_play_with_free_jokers() -> None:
    """CL-19."""
    assert judge(table="r3 r4 r5 j", rack="b7 k7", after="r3 r4 r5 / b7 k7 j", jokers="free")
    with refused(errors.NothingPlayed):
        judge(table="r3 r4 r5 j / b7 k7 o7", after="r3 r4 r5 / b7 k7 o7 j", jokers="free")


# Mistakes and the clock


def test_a_refused_play_changes_nothing() -> None:
    """CL-20."""
    game = classic(table="r3 r4 r5", racks=["r6 b9", "o1"])
    before = game.state

    with refused(errors.NotASet, match="R3 R4 R5 B9 is no set"):
        game.play(0, "a+b9")
    assert game.state == before
    assert game.play(0, "a+r6").turn == 1


def test_a_play_can_be_looked_at_before_it_is_made() -> None:
    """CL-20."""
    game = classic(table="r3 r4 r5", racks=["r6 b9", "o1"])

    assert game.preview(0, "a+r6") == "Legal: lays 1 tile for 6 points, 1 left."
    assert game.preview(0, "a+b9").endswith("(CL-9)")


STRICT = {"strict_mistakes": True}


@pytest.mark.parametrize(
    ("opened", "text"),
    [
        (True, "a+b9"),
        (True, "a-r3; r6 k6 o6"),
        (True, "b-o3; r6 k6 o6"),
        (True, "b-j; b7 k7 j"),
        (True, "b-j; b+o6; a+j"),
        (False, "a+r6"),
        (False, "r6 k6 o6"),
    ],
    ids=[
        "no set",
        "a broken set",
        "a tile left over",
        "a joker not freed",
        "a joker without company",
        "before the opening",
        "too small an opening",
    ],
)
def test_a_strict_table_takes_a_mistake_back_for_three_tiles(opened: bool, text: str) -> None:
    """CL-21."""
    racks = ["r6 k6 o6 b9 b7 k7", "o1"]
    game = classic(table="r3 r4 r5 / o3 o4 o5 j", racks=racks, opened=opened, options=STRICT)

    after = game.play(0, text)

    assert (after.table, after.turn) == (game.table, 1)
    assert after.rack(0).startswith("R6 K6 O6 B9 B7 K7 ")
    assert (len(after.seats[0].rack), after.pool) == (9, game.pool - 3)
    assert after.seats[0].opened is opened
    assert after.sentences[0].startswith("A's play did not stand and costs 3 tiles: ")
    assert tiles_in_play(after.state) == tiles_in_play(game.state)


def test_a_strict_table_tells_nothing_beforehand() -> None:
    """CL-21."""
    game = classic(table="r3 r4 r5", racks=["r6 b9", "o1"], options=STRICT)

    assert game.preview(0, "a+r6") == game.preview(0, "a+b9")


@pytest.mark.parametrize("text", ["a+b9", "q", "x+r6", "r10 j j", "table: r3 r4 r5"])
def test_a_strict_table_forgives_what_is_no_mistake(text: str) -> None:
    """CL-21."""
    game = classic(table="r3 r4 r5", racks=["r6 r10 j j", "o1"], options=STRICT)

    with refused(errors.GameError):
        game.play(0, text)


def test_a_penalty_takes_what_the_pool_has() -> None:
    """CL-22."""
    game = classic(table="r3 r4 r5", racks=["b9", "o1"], pool="k1 k2", options=STRICT)

    after = game.play(0, "a+b9")

    assert (after.rack(0), after.pool, after.turn) == ("B9 K2 K1", 0, 1)
    assert after.state.passes == 0


def test_a_penalty_without_a_pool_is_a_pass() -> None:
    """CL-22."""
    game = classic(table="r3 r4 r5", racks=["b9", "o1"], pool="", options=STRICT)

    after = game.play(0, "a+b9")

    assert (after.rack(0), after.turn, after.state.passes) == ("B9", 1, 1)
    assert after.passes(1).outcome


@pytest.mark.parametrize(("option", "seconds"), [({}, 120), ({"clock": 60}, 60), ({"clock": 86400}, 86400)])
def test_a_turn_has_its_time(option: dict[str, int], seconds: int) -> None:
    """CL-23."""
    game = classic(racks=["r1", "o1", "k1"], options=option)

    assert game.state.deadline == positions.NOW + seconds
    with refused(errors.TooEarly):
        game.does(0, "timeup idle", now=positions.NOW + seconds - 1)
    assert game.time_up(0).turn == 1
    assert game.time_up(0).state.deadline == positions.NOW + 2 * seconds
    assert game.does(0, "draw", now=positions.NOW + 7).state.deadline == positions.NOW + 7 + seconds


def test_the_clock_may_be_off() -> None:
    """CL-23."""
    game = classic(racks=["r1", "o1"], options={"clock": 0})

    assert game.state.deadline is None
    with refused(errors.TooEarly):
        game.does(0, "timeup idle", now=10**9)


def test_time_out_plays_a_legal_turn_that_was_prepared() -> None:
    """CL-24."""
    after = classic(table="r3 r4 r5", racks=["r6 b9", "o1"]).time_up(0, "moved a+r6")

    assert (after.table, after.rack(0), after.turn) == ("R3 R4 R5 R6", "B9", 1)


@pytest.mark.parametrize("line", ["idle", "moved", "moved a+b9", "moved a-r3", "idle q+r6"])
def test_time_out_takes_everything_else_back_for_one_tile(line: str) -> None:
    """CL-24."""
    after = classic(table="r3 r4 r5", racks=["r6 b9", "o1"], pool="k1 k2 k3 k4").time_up(0, line)

    assert (after.table, after.rack(0), after.turn) == ("R3 R4 R5", "R6 B9 K4", 1)
    assert after.sentences == ["A ran out of time and draws 1 tile."]


@pytest.mark.parametrize(("line", "cost"), [("moved a+b9", 3), ("moved", 3), ("idle", 1), ("idle a+b9", 1)])
def test_half_moved_turns_cost_a_strict_table_three(line: str, cost: int) -> None:
    """CL-25."""
    game = classic(table="r3 r4 r5", racks=["r6 b9", "o1"], options=STRICT)

    assert len(game.time_up(0, line).seats[0].rack) == 2 + cost


# The end


def test_nobody_draws_from_an_empty_pool() -> None:
    """CL-26."""
    for options in ({}, {"draw_any": True}):
        with refused(errors.PoolEmpty):
            classic(racks=["r1", "o1"], pool="", options=options).draw(0)


def test_nobody_passes_while_the_pool_has_tiles() -> None:
    """CL-26."""
    game = classic(racks=["r1", "o1"], pool="k1")

    assert not game.view(0).may_pass
    with refused(errors.PoolNotEmpty):
        game.passes(0)


def test_with_an_empty_pool_a_player_may_pass() -> None:
    """CL-26."""
    game = classic(racks=["r1", "o1"], pool="")

    assert game.view(0).may_pass
    assert game.passes(0).turn == 1


def test_a_full_circle_of_passes_ends_the_game() -> None:
    """CL-27."""
    game = classic(racks=["r1", "o2", "k3"], pool="").passes(0).passes(1)

    assert game.outcome is None
    assert game.passes(2).outcome


def test_a_play_begins_the_count_of_passes_anew() -> None:
    """CL-27."""
    game = classic(table="o3 o4 o5", racks=["r1", "b2", "o6 k9"], pool="").passes(0).passes(1).play(2, "a+o6")

    assert game.passes(0).passes(1).outcome is None
    assert game.passes(0).passes(1).passes(2).outcome


def test_time_out_with_an_empty_pool_is_a_pass() -> None:
    """CL-27."""
    after = classic(racks=["r1", "o2"], pool="").time_up(0)

    assert after.sentences == ["A ran out of time and passes."]
    assert after.time_up(1).outcome


@pytest.mark.parametrize(
    ("table", "rack", "text", "opened"),
    [("r3 r4 r5", "r6", "a+r6", True), ("", THIRTY, THIRTY, False)],
    ids=["any turn", "the opening"],
)
def test_an_empty_rack_wins_at_once(table: str, rack: str, text: str, opened: bool) -> None:
    """CL-28."""
    after = classic(table=table, racks=[rack, "o1", "k2"], opened=opened).play(0, text)

    assert after.outcome
    assert after.outcome.winners == (0,)
    assert after.state.deadline is None
    for line in ("draw", "resign"):
        with refused(errors.GameIsOver):
            after.does(1, line)


def test_losers_pay_their_racks() -> None:
    """CL-29: the sheet's own example."""
    after = classic(table="r4 r5 r6", racks=["r7", "b5", "k9 k1", "o3"]).play(0, "a+r7")

    assert after.outcome
    assert after.outcome.scores == (18, -5, -10, -3)


def test_a_joker_left_over_costs_thirty() -> None:
    """CL-29."""
    after = classic(table="r4 r5 r6", racks=["r7", "j k2"]).play(0, "a+r7")

    assert after.outcome
    assert after.outcome.scores == (32, -32)
    rack = classic(racks=["j k2", "o1"]).view(0).rack
    assert rack
    assert rack.points == 32


def stuck(*racks: str, first: int = 0, **options: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pass round the table from `first`; who wins, and the points."""
    game = classic(racks=racks, pool="", options=options, turn=first)
    for place in range(len(racks)):
        game = game.passes((first + place) % len(racks))
    assert game.outcome
    assert sum(game.outcome.scores) == 0
    return game.outcome.winners, game.outcome.scores


def test_if_nobody_is_out_the_fewest_tiles_win_and_are_paid_in_full() -> None:
    """CL-30."""
    assert stuck("r13 b12", "r1 b1 k2", "r2 r4 b6 k8") == ((0,), (24, -4, -20))


def test_between_equal_numbers_of_tiles_the_lower_value_wins() -> None:
    """CL-30."""
    assert stuck("r13 b12", "r1 b1", "r2 r4 b6") == ((1,), (-25, 37, -12))


def test_equal_racks_share_the_win_and_the_odd_point_goes_round_from_the_next_to_move() -> None:
    """CL-30."""
    assert stuck("r4 b5", "r5 b4", "r2 r4 b7") == ((0, 1), (7, 6, -13))
    assert stuck("r4 b5", "r5 b4", "r2 r4 b7", first=1) == ((0, 1), (6, 7, -13))
    assert stuck("r4 b5", "r2 r4 b6", "r5 b4", first=2) == ((0, 2), (6, -12, 6))


def test_a_table_may_play_the_lowest_value_for_the_difference() -> None:
    """CL-30."""
    assert stuck("r13 b12", "r1 b1 k2", "r2 r4 b6 k8", stalemate="lowest_diff") == ((1,), (-21, 37, -16))
    assert stuck("r4 b5", "r9", "r2 r4 b6", stalemate="lowest_diff") == ((0, 1), (2, 1, -3))


def test_a_match_is_one_game() -> None:
    """CL-31."""
    assert classic(table="r4 r5 r6", racks=["r7", "o1"]).play(0, "a+r7").outcome


def test_a_match_deals_and_draws_for_the_first_turn_anew() -> None:
    """CL-31."""
    game = classic(table="r4 r5 r6", racks=["r7", "o1"], options={"games": 2}).play(0, "a+r7")

    assert [type(event) for event in game.events[1:]] == [GameEnded, NextGame, DrewForOrder]
    assert game.outcome is None
    assert game.state.game == 2
    assert (game.table, game.pool, game.state.passes) == ("-", 106 - 28, 0)
    assert not any(seat.opened for seat in game.seats)
    assert [seat.score for seat in game.view().seats] == [1, -1]
    first = VARIANT.setup(2, SEED, 0, {"games": 2})
    assert game.events[-1] != first.events[0]
    assert [seat.rack for seat in game.seats] != [seat.rack for seat in first.state.seats]


def last_game(totals: tuple[int, int]) -> Position:
    """The second of two games, won with a 7 against a 9 on the other rack."""
    return classic(table="r4 r5 r6", racks=["r7", "k9"], options={"games": 2}, game=2, totals=totals)


def test_the_highest_total_wins_a_match() -> None:
    """CL-31."""
    after = last_game((-30, 30)).play(0, "a+r7")

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores) == ((1,), (-21, 21))


def test_equal_totals_share_a_match() -> None:
    """CL-31."""
    after = last_game((-9, 9)).play(0, "a+r7")

    assert after.outcome
    assert after.outcome.winners == (0, 1)


def test_the_last_one_left_wins() -> None:
    """CL-32."""
    after = classic(racks=["r7", "k9"], options={"games": 3}).resign(1)

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores) == ((0,), (9, -9))


def test_who_resigns_pays_as_a_loser_and_the_others_go_on() -> None:
    """CL-32."""
    game = classic(table="r4 r5 r6", racks=["r7 r8", "k9 j", "b2"]).resign(1)

    assert (game.outcome, game.turn) == (None, 0)
    with refused(errors.HasResigned):
        game.does(1, "draw")
    after = game.play(0, "a+r7").draw(2).play(0, "a+r8")
    assert after.outcome
    assert after.outcome.scores[1] == -39
    assert after.outcome.winners == (0,)


def test_who_resigns_at_turn_hands_it_on() -> None:
    """CL-32."""
    after = classic(racks=["r7", "k9", "b2"]).resign(0)

    assert (after.turn, after.state.active) == (1, frozenset({1}))
    assert after.draw(1).draw(2).turn == 1


def test_a_resigned_rack_cannot_win_on_fewest_tiles() -> None:
    """CL-32."""
    after = classic(racks=["r1 b1", "k9", "b2 b3"], pool="").resign(1).passes(0).passes(2)

    assert after.outcome
    assert after.outcome.winners == (0,)


def test_the_pass_of_who_resigns_no_longer_counts() -> None:
    """CL-32: the others must still all pass before the game ends."""
    game = classic(racks=["r1", "k9", "b2"], pool="").passes(0).resign(0)

    assert game.passes(1).outcome is None
    assert game.passes(1).passes(2).outcome


def test_resigning_after_all_the_others_passed_ends_the_game() -> None:
    """CL-32."""
    after = classic(racks=["r1", "k9", "b2"], pool="").passes(0).passes(1).resign(2)

    assert after.outcome
    assert after.outcome.winners == (0,)


def test_who_resigned_is_dealt_nothing_in_the_next_game() -> None:
    """CL-32."""
    game = classic(table="r4 r5 r6", racks=["r7", "o1", "k1"], options={"games": 2}).resign(1).play(0, "a+r7")

    assert [len(seat.rack) for seat in game.seats] == [14, 0, 14]
    assert game.turn != 1


# The page


def clauses(text: str) -> set[str]:
    return set(re.findall(r"\bCL-[0-9]+\b", text))


def covered() -> set[str]:
    docstrings = [thing.__doc__ or "" for name, thing in globals().items() if name.startswith("test_")]
    return {text.split(".")[0].split(":")[0] for text in docstrings if text.startswith("CL-")}


def test_every_clause_of_the_page_has_a_test_and_every_test_its_clause() -> None:
    numbered = re.findall(r"^- \*\*(CL-[0-9]+)\*\*", PAGE, re.MULTILINE)

    assert numbered == [f"CL-{number}" for number in range(1, len(numbered) + 1)]
    assert covered() == set(numbered) == clauses(PAGE)


def test_every_refusal_names_a_clause_of_the_page() -> None:
    assert set(VARIANT.clauses.values()) <= clauses(PAGE)


def test_the_page_lists_every_option_with_its_values_default_first() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (CL-[0-9]+) \|$", PAGE, re.MULTILINE)
    listed = {key: re.findall("`([^`]+)`", values) for key, values, _ in rows}
    real = {option.key: [str(choice.value).lower() for choice in option.choices] for option in VARIANT.options}
    real["games"] = [real["games"][0], real["games"][-1]]

    assert listed == real
    for key, _, clause in rows:
        text = next(line for line in PAGE.split("- **") if line.startswith(f"{clause}**"))
        assert f"`{key}`" in text


@pytest.mark.parametrize(
    ("key", "value"),
    [(option.key, choice.value) for option in VARIANT.options for choice in option.choices[1:]],
)
def test_every_choice_changes_the_rules(key: str, value: str | int) -> None:
    default = VARIANT.rules_for(VARIANT.chosen({}))

    assert VARIANT.rules_for(VARIANT.chosen({key: value})) != default


def test_a_table_that_chooses_nothing_plays_by_the_rules_as_they_stand() -> None:
    assert VARIANT.rules_for(VARIANT.chosen({})) == VARIANT.rules


@pytest.mark.parametrize("option", [{"wild": 1}, {"clock": 61}, {"games": True}, {"draw_any": 1}, {"order_joker": 30}])
def test_an_option_or_value_that_is_not_listed_is_refused(option: dict[str, int]) -> None:
    with refused(errors.NoSuchOption):
        VARIANT.setup(2, SEED, 0, option)
