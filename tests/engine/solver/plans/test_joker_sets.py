"""The sets in which a plan can put table jokers."""

from collections import Counter
from collections.abc import Iterable

import pytest

from engine.solver.plans.joker_sets import JokerMeld, JokerSupply, find_threes, group_jokers, lengthen
from engine.tiles.melds import run_of
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import Box, Color, Tile

BOX = Box()


def supply(table: str = "", rack: str = "", jokers: int = 0) -> JokerSupply:
    return JokerSupply(BOX, Counter(read_rack(table, BOX)), Counter(read_rack(rack, BOX)), jokers)


def face(text: str) -> Tile:
    (tile,) = read_rack(text, BOX)
    return tile


def written(melds: Iterable[JokerMeld]) -> set[str]:
    return {write_tiles(each.meld.tiles) for each in melds}


@pytest.mark.parametrize(
    ("joker", "table", "sets"),
    [
        ("R6", "R4 R5 R7 R8 B6 K6", {"R4 R5 J", "R5 J R7", "J R7 R8", "B6 K6 J"}),
        ("R1", "R2 R3 R13 R12", {"J R2 R3"}),
        ("R13", "R12 R11 R1 R2", {"R11 R12 J"}),
        ("R6", "R5 B6", set()),
    ],
)
def test_a_joker_is_in_every_set_of_three_with_its_face(joker: str, table: str, sets: set[str]) -> None:
    for where in (supply(table=table), supply(rack=table)):
        assert written(find_threes(where, face(joker))) == sets


@pytest.mark.parametrize(("joker", "count"), [("R1", 1), ("R2", 2), ("R3", 3), ("R12", 2), ("R13", 1)])
def test_a_run_with_three_jokers_has_the_first_one_s_face_and_stays_in_the_box(joker: str, count: int) -> None:
    runs = [each.meld for each in find_threes(supply(jokers=2), face(joker)) if not each.meld.is_group]

    assert len(runs) == count
    assert all(face(joker) in run.faces for run in runs)
    assert all(BOX.low <= each.number <= BOX.high for run in runs for each in run.faces)


@pytest.mark.parametrize(
    ("start", "size", "table", "sets"),
    [
        (11, 3, "R9 R10", {"R11 R12 R13", "R10 R11 R12 R13", "R9 R10 R11 R12 R13"}),
        (1, 3, "R4 R5 R6", {"R1 R2 R3", "R1 R2 R3 R4", "R1 R2 R3 R4 R5"}),
    ],
)
def test_a_run_grows_by_two_tiles_at_each_end_and_never_past_the_box(
    start: int, size: int, table: str, sets: set[str]
) -> None:
    run = run_of([Tile(Color.RED, start + step) for step in range(size)], Color.RED, start)

    assert written(lengthen(run, supply(table=table))) == sets
    with_jokers = list(lengthen(run, supply(rack="J J J")))
    assert len(with_jokers) == 3
    assert all(BOX.low <= each.number <= BOX.high for grown in with_jokers for each in grown.meld.faces)


def test_jokers_with_one_face_can_be_together_in_a_group() -> None:
    same = [frozenset({face("R5")})] * 2
    table, rack = Counter(read_rack("B5 R5", BOX)), Counter(read_rack("K5", BOX))

    found = list(group_jokers(same, table, rack, BOX))

    assert {(each.table, each.rack) for each in found} == {
        ((face("B5"),), ()),
        ((), (face("K5"),)),
        ((face("B5"),), (face("K5"),)),
    }
    assert all(each.jokers == 2 for each in found)


def test_jokers_with_different_numbers_or_faces_are_in_no_group_together() -> None:
    tiles = Counter(read_rack("B5 K5 O5", BOX))
    for faces in ((face("R5"), face("R6")), (face("R5"), face("B5")), (Tile(None, 5), Tile(None, 5))):
        assert not list(group_jokers([frozenset({each}) for each in faces], tiles, Counter(), BOX))


def test_jokers_of_the_rack_join_a_group_of_jokers_with_one_face() -> None:
    same = [frozenset({face("R5")})] * 2

    found = list(group_jokers(same, Counter(read_rack("B5", BOX)), Counter(read_rack("J", BOX)), BOX))

    assert {(write_tiles(each.table), write_tiles(each.rack)) for each in found} == {
        ("B5", ""),
        ("", "J"),
        ("B5", "J"),
    }
    assert all(each.jokers == 2 for each in found)
