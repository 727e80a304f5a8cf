"""What a turn did to the sets of a table."""

import pytest

from engine.tiles.changes import SetPart, TableChange, compare_tables
from tests.positions import position

ADDED = TableChange(added=(SetPart("O7", "A"), SetPart("K5", "B")))
SWAPPED = TableChange(new=(SetPart("J K5 K6", "B"),), swapped=(SetPart("R5", "A"),))


@pytest.mark.parametrize(
    ("table", "rack", "play", "expected"),
    [
        ("-", "k7 r7 o7", "k7 o7 r7", TableChange(new=(SetPart("R7 K7 O7", "A"),))),
        ("b1 b2 b3", "r1 j r3", "r1 j r3", TableChange(new=(SetPart("R1 J R3", "B"),))),
        ("r7 b7 k7 / k2 k3 k4", "o7 k5", "a+o7; b+k5", ADDED),
        ("r3 j=r4 r5", "r6 r2", "a+r2; a+r6", TableChange(added=(SetPart("R2 R6", "A"),))),
        ("r3 r4 j=r5", "r5 k5 k6", "table: r3 r4 r5 / j=k4 k5 k6", SWAPPED),
        (
            "r3 r4 j=r5 / b1 b2 b3",
            "r5 b4 b5",
            "table: r3 r4 r5 / b1 b2 b3 b4 b5 j=b6",
            TableChange(added=(SetPart("B4 B5 J", "B"),), swapped=(SetPart("R5", "A"),)),
        ),
        (
            "r3 r4 r5 r6 / b9 k9 o9",
            "b6 k6",
            "table: r3 r4 r5 / r6 b6 k6 / b9 k9 o9",
            TableChange(rearranged=("A", "C")),
        ),
        (
            "r3 r4 r5 / b3 b4 b5 / k3 k4 k5",
            "o3 o4 o5",
            "table: r3 b3 k3 o3 / r4 b4 k4 o4 / r5 b5 k5 o5",
            TableChange(rearranged=("A", "B", "C")),
        ),
        ("r3 r4 r5 r6 / b7 k7 o7", "r7", "table: r3 r4 r5 r6 r7 / b7 k7 o7", TableChange(added=(SetPart("R7", "A"),))),
    ],
)
def test_a_turn_is_told_by_what_it_did_to_which_set(table: str, rack: str, play: str, expected: TableChange) -> None:
    before = position("classic", table=table, racks=[f"{rack} k13 k13", "o1"])

    after = before.play(0, play)

    assert compare_tables(before.view().table, after.view().table) == expected


def test_a_joker_at_a_crossing_that_changes_its_owner_is_not_swapped() -> None:
    table = "r1 j=b1 k1 / j=b1@a b2 b3"
    before = position("rummi200kub", table=table, racks=["o1 k13 k13", "o2"])

    after = before.play(0, "table: j=b1 b2 b3 / r1 j=b1@b k1 o1")

    assert compare_tables(before.view().table, after.view().table) == TableChange(added=(SetPart("O1", "A"),))
