"""Letters that sets keep, and the marks of what a turn played and moved."""

from itertools import islice

import pytest

from engine.tiles.notation import read_rack, read_table, write_tiles
from engine.tiles.sets import Mark, TableSet, free_labels, generate_labels, label_order, settle
from engine.tiles.tiles import Box

BOX = Box()
LETTERS = {Mark.PLAYED: "l", Mark.MOVED: "m", Mark.STILL: "."}


def table(text: str) -> tuple[TableSet, ...]:
    return settle((), read_table(text, BOX), ())


def settled(before: str, after: str, played: str = "") -> list[str]:
    """Letter, tiles and a mark a tile: `A: R3 R4 R5 ..l`."""
    sets = settle(table(before), read_table(after, BOX), read_rack(played, BOX))
    return [
        f"{each.label}: {write_tiles(each.meld.tiles)} {''.join(LETTERS[mark] for mark in each.marks)}" for each in sets
    ]


@pytest.mark.parametrize(
    ("before", "after", "played", "expected"),
    [
        ("", "R3 R4 R5", "R3 R4 R5", ["A: R3 R4 R5 lll"]),
        ("R3 R4 R5", "R3 R4 R5 R6", "R6", ["A: R3 R4 R5 R6 ...l"]),
        (
            "R3 R4 R5 / B1 B2 B3",
            "B1 B2 B3 / R3 R4 R5 / K1 K2 K3",
            "K1 K2 K3",
            ["A: R3 R4 R5 ...", "B: B1 B2 B3 ...", "C: K1 K2 K3 lll"],
        ),
        ("R3 R4 R5", "R4 R5 R6 / R3 B3 O3", "R6 B3 O3", ["A: R4 R5 R6 ..l", "B: R3 B3 O3 mll"]),
        ("B6 B7 B8 B9 B10", "B6 B7 B8 / B8 B9 B10", "B8", ["A: B6 B7 B8 ...", "B: B8 B9 B10 lmm"]),
        ("B6 B7 B8 B9 B10 B11 B12", "B6 B7 B8 / B9 B10 B11 B12", "", ["A: B9 B10 B11 B12 ....", "B: B6 B7 B8 mmm"]),
        ("R1 R2 R3 / R4 R5 R6 R7", "R1 R2 R3 R4 R5 R6 R7", "", ["B: R1 R2 R3 R4 R5 R6 R7 mmm...."]),
        ("R3 B3 K3", "K3 R3 B3 O3", "O3", ["A: K3 R3 B3 O3 ...l"]),
        ("R3 R4 R5 / R3 R4 R5", "R3 R4 R5 R6 / R3 R4 R5", "R6", ["A: R3 R4 R5 ...", "B: R3 R4 R5 R6 ...l"]),
        ("B3 B4 J", "B3 B4 B5 / R7 O7 J", "B5 R7 O7", ["A: B3 B4 B5 ..l", "B: R7 O7 J llm"]),
    ],
)
def test_a_set_keeps_its_letter_and_its_largest_part_keeps_it(
    before: str, after: str, played: str, expected: list[str]
) -> None:
    assert settled(before, after, played) == expected


def test_a_letter_that_the_picture_shows_is_not_given_anew() -> None:
    assert settled("R1 R2 R3 / R4 R5 R6", "R1 R2 R3 R4 R5 R6 / K1 K2 K3", "K1 K2 K3") == [
        "A: R1 R2 R3 R4 R5 R6 ...mmm",
        "C: K1 K2 K3 lll",
    ]


def test_a_letter_that_fell_free_a_picture_ago_is_given_again() -> None:
    sets = settle((), read_table("R1 R2 R3", BOX), ())
    relabeled = tuple(TableSet("B", each.meld, each.marks) for each in sets)

    assert [each.label for each in settle(relabeled, read_table("R1 R2 R3 / K1 K2 K3", BOX), ())] == ["A", "B"]


def test_letters_go_on_after_z() -> None:
    names = list(islice(generate_labels(), 26 + 26 * 26 + 1))

    assert names[:3] == ["A", "B", "C"]
    assert names[25:28] == ["Z", "AA", "AB"]
    assert names[-2:] == ["ZZ", "AAA"]
    assert sorted(names, key=label_order) == names
    assert next(free_labels({"A", "C"})) == "B"
