"""Rummi200kub, R2-18 to R2-21: jokers."""

from functools import partial

import pytest

from engine.text import errors
from tests import positions
from tests.positions import position

table = partial(position, "rummi200kub")
judge = partial(positions.judge, "rummi200kub")
refused = pytest.raises


def test_a_joker_stands_for_what_makes_its_set_legal() -> None:
    """R2-18."""
    assert table(racks=["r5 j r7 o1", "o2"]).play(0, "r7 j r5").table == "R5 J=R6 R7"


def test_the_player_is_asked_where_the_rules_allow_several_readings() -> None:
    """R2-18."""
    game = table(racks=["r10 j j o1", "o2"])

    with refused(errors.JokerUnclear, match="R2-18"):
        game.play(0, "r10 j j")
    assert game.play(0, "r10 j=r11 j").table == "R10 J=R11 J=R12"


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r3 b3 j / k4 k5 k6", "k3", "r3 b3 k3 / j k4 k5 k6"),
        ("r5 j r7 r8", "b8 k8", "r5 j r7 / r8 b8 k8"),
        ("r5 j r7", "r8", "r5 j r7 r8"),
    ],
)
def test_a_joker_is_moved_as_the_tile_it_stands_for(before: str, rack: str, after: str) -> None:
    """R2-19."""
    assert judge(table=before, rack=rack, after=after)


def test_only_its_tile_from_the_rack_frees_a_joker() -> None:
    """R2-20."""
    with refused(errors.JokerNotFreed, match="R2-20"):
        judge(table="b3 b4 j / b5 r5 k5 o5", rack="r7 o7", after="b3 b4 b5 / r5 k5 o5 / r7 o7 j")


def test_a_joker_is_freed_after_the_opening_only() -> None:
    """R2-20, R2-12."""
    with refused(errors.TableTouched):
        judge(opened=False, table="b3 b4 j", rack="b5 r13 o13", after="b3 b4 b5 / r13 o13 j")


def test_a_freed_joker_has_two_more_tiles_of_the_rack_beside_it() -> None:
    """R2-21."""
    assert judge(table="b3 b4 j", rack="b5 r7 o7", after="b3 b4 b5 / r7 o7 j") == 19
    with refused(errors.JokerNeedsCompany, match="R2-21"):
        judge(table="b3 b4 j / r7 o7 k7 b7", rack="b5 r8", after="b3 b4 b5 / o7 k7 b7 / r7 r8 j")


def test_a_tile_that_is_borrowed_is_no_company_from_the_rack() -> None:
    """R2-21."""
    with refused(errors.JokerNeedsCompany):
        judge(table="b3 b4 j / r7 r8 r9", rack="b5 o7", after="b3 b4 b5 / r7 r8 r9 / r7@b o7 j")


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("b3 b4 j", "b5 b6 b8", "b3 b4 b5 b6 j b8"),
        ("b3 b4 j / r7 r8 r9", "b5 r10 r12", "b3 b4 b5 / r7 r8 r9 r10 j r12"),
        ("r3 r4 j", "r5 r6 r7 r9", "r3 r4 r5 r6 r7 j r9"),
        ("r4 r5 r6 / b3 b4 j", "b5 r4 r5 r6 r7", "r4 r5 r6 r7 / b3 b4 b5 / r4 r5 r6 j"),
        ("r4 r5 r6 / r4 r5 r6 / b3 b4 j", "b5 r7 r8", "r4 r5 r6 / b3 b4 b5 / r4 r5 r6 r7 r8 j"),
    ],
    ids=["in its own set", "in another set", "in its own run", "both twins grown", "one of two twins grown"],
)
def test_a_freed_joker_makes_a_new_set_not_an_old_one_grown(before: str, rack: str, after: str) -> None:
    """R2-21."""
    with refused(errors.JokerNeedsNewSet, match="R2-21"):
        judge(table=before, rack=rack, after=after)


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r4 r5 r6 / b3 b4 j", "b5 r4 r5 r6", "r4 r5 r6 / b3 b4 b5 / r4 r5 r6 j"),
        ("k7 b7 r7 / b3 b4 j", "b5 k7 b7 r7", "b7 r7 k7 / b3 b4 b5 / k7 b7 r7 j"),
        ("r4 r5 r6 / b3 b4 j", "b5 b6 r4 r5 r6", "r4 r5 r6 / b3 b4 b5 b6 / r4 r5 r6 j"),
        ("r5 r6 r7 / r7@a k7 o7 / b3 b4 j", "b5 r5 r6 r7", "r5 r6 r7 / r7@a k7 o7 / b3 b4 b5 / r5 r6 r7 j"),
    ],
    ids=["a run", "a group", "beside a set that changes", "a set that is crossed"],
)
def test_an_old_set_that_is_still_there_is_not_grown_by_its_twin(before: str, rack: str, after: str) -> None:
    """R2-21."""
    assert judge(table=before, rack=rack, after=after)


def test_a_tile_that_is_borrowed_is_no_company_though_its_twin_is_laid() -> None:
    """R2-21."""
    after = "b3 b4 b5 / r7 r8 r9 / k7 b7 o7 r7 / r7@b o7 j"

    with refused(errors.JokerNeedsCompany):
        judge(table="b3 b4 j / r7 r8 r9 / k7 b7 o7", rack="b5 o7 r7", after=after)


def test_a_joker_that_was_crossed_is_freed_by_the_one_face_that_it_had_alone() -> None:
    """R2-20, R2-16: a blue run went through the joker of the group, so it was blue."""
    before = "r5 k5 j / b4 j@a b6 / b1 b2 b3 / b7 b8 b9"
    after = "r5 k5 {} / b1 b2 b3 b4 / b6 b7 b8 b9 / r1 o1 j"

    assert judge(table=before, rack="b5 r1 o1", after=after.format("b5"))
    with refused(errors.JokerNotFreed):
        judge(table=before, rack="o5 r1 o1", after=after.format("o5"))


def test_tiles_of_the_table_may_join_the_new_set() -> None:
    """R2-21."""
    assert judge(table="b3 b4 j / r7 r8 r9 r10", rack="b5 o10 k10", after="b3 b4 b5 / r7 r8 r9 / r10 o10 k10 j")
