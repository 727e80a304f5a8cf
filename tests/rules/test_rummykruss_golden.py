"""Grids with a known verdict, judged as `python -m engine judge` does; and notation that can't be read.

A line is: name | cells | rack | cells after | the points, or the refusal | blocks | barred.
"""

import json

import pytest

from engine.__main__ import judge_line
from engine.text.errors import BadNotation
from engine.variants import load
from tests.grid_positions import grid

CASES = """
X01 | - | R4 R5 R6 | H8=R4 I8=R5 J8=R6 | 1
X01 downward | - | R4 R5 R6 | H8=R6 I8=R5 J8=R4 | 1
X06 | H8=R4 I8=R5 J8=R6 | B5 K5 | H8=R4 I8=R5 J8=R6 I7=B5 I9=K5 | 2
X06 at once | - | R4 R5 R6 B5 K5 | H8=R4 I8=R5 J8=R6 I7=B5 I9=K5 | 2
X09 | H8=R5 I8=R6 J8=R7 | B6 K6 | H8=R5 I8=R6 J8=R7 I7=B6 I9=K6 | NumberBarred | - | 5 6 7
X09 moved | A1=B6 B1=K6 C1=O6 D1=R6 A5=B3 A6=B4 A7=B5 | B2 | B1=K6 C1=O6 D1=R6 A4=B2 A5=B3 A6=B4 A7=B5 A8=B6 | 1 | | 6
X11 | H8=R4 I8=R5 J8=R6 | R7 | H8=R4 I8=R5 J8=R6 K8=R7 | CellBlocked | K8
X11 moved | H8=R4 I8=R5 J8=R6 K8=R7 | R3 | I8=R5 J8=R6 K8=R7 H8=R3 H9=R4 | CellBlocked | H9
nothing | - | R4 | - | NothingPlayed
only moved | H8=R4 I8=R5 J8=R6 | R7 | A1=R4 B1=R5 C1=R6 | NothingPlayed
a tile gone | H8=R4 I8=R5 J8=R6 K8=R7 | B1 B2 B3 | I8=R5 J8=R6 K8=R7 A1=B1 B1=B2 C1=B3 | LeftTheTable
a foreign tile | - | R4 R5 | H8=R4 I8=R5 J8=R6 | NotOnYourRack
a whole set moved and added to | H8=R4 I8=R5 J8=R6 | R7 | A1=R7 A2=R6 A3=R5 A4=R4 | 1
an L of two lines | - | R4 R5 R6 R7 R8 | H8=R4 I8=R5 J8=R6 J9=R7 J10=R8 | 2
an L with a corner too much | - | R4 R5 R6 R7 | H8=R4 I8=R5 J8=R6 J9=R7 | BrokenLine
a square of nine | - | R4 R5 R6 B4 B5 B6 K4 K5 K6 | A1=R4 B1=R5 C1=R6 A2=B4 B2=B5 C2=B6 A3=K4 B3=K5 C3=K6 | 2
an intersection lost and none gained | H8=R4 I8=R5 J8=R6 I7=B5 I9=K5 | O5 | H8=R4 I8=R5 J8=R6 A1=B5 A2=K5 A3=O5 | 1
parallel runs that differ crosswise | H8=R4 I8=R5 J8=R6 | B5 B6 B7 | H8=R4 I8=R5 J8=R6 H9=B5 I9=B6 J9=B7 | BrokenLine
two wildcards in one run | - | R4 J J | H8=R4 I8=J:R5 J8=J:R6 | 1
a wildcard that fits no line | - | R4 J R6 | H8=R4 I8=J:B5 J8=R6 | BrokenLine
a wildcard as a double | - | R5 B5 J | H8=R5 I8=B5 J8=J:R5 | BrokenLine
a group of five | - | R5 B5 K5 O5 J | A1=R5 B1=B5 C1=K5 D1=O5 E1=J:R5 | BrokenLine
a wildcard beyond the numbers | - | R12 R13 J | A1=R12 B1=R13 C1=J | NothingFits
a wildcard at the other end | - | R12 R13 J | B1=R12 C1=R13 A1=J | 1
off the grid | - | R4 R5 R6 | O1=R4 P1=R5 Q1=R6 | OffTheGrid
a cell twice | - | R4 R5 R6 | H8=R4 I8=R5 J8=R6 J8=R6 | CellTaken
no cell | - | R4 | 8H=R4 | BadNotation
no tile | - | R4 | H8=Q4 | BadNotation
no number | - | R4 | H8=R14 | BadNotation
a move for a grid | H8=R4 I8=R5 J8=R6 | R7 | H8>K8 | BadNotation
a grid that is not legal | H8=R4 | R5 R6 | H8=R4 I8=R5 J8=R6 | BadNotation
a grid on a block | H8=R4 I8=R5 J8=R6 | R7 | H8=R4 I8=R5 J8=R6 K8=R7 | BadNotation | H8
a grid with three of a kind | H8=R4 I8=R5 J8=R6 | R4 R4 | H8=R4 I8=R5 J8=R6 | BadNotation
a wildcard that nobody named | H8=R4 I8=J J8=R6 | R7 | H8=R4 I8=J J8=R6 K8=R7 | BadNotation
barred words | - | R4 R5 R6 | H8=R4 I8=R5 J8=R6 | BadNotation | - | six
no block | - | R4 R5 R6 | H8=R4 I8=R5 J8=R6 | BadNotation | 8
yellow, commas and small letters | - | y4 o5 o6 | h8=y4, i8 = o5; j8=Y6 | 1
""".strip().splitlines()


@pytest.mark.parametrize("line", CASES, ids=lambda line: line.partition(" |")[0])
def test_a_known_grid_is_judged_as_known(line: str) -> None:
    name, cells, rack, after, verdict, blocks, barred = [*map(str.strip, line.split("|")), "", ""][:7]
    case = {"id": name, "variant": "rummykruss", "cells": cells, "rack": rack, "after": after}

    answer = judge_line(json.dumps({**case, "blocks": blocks, "barred": barred}).encode(), load())

    assert (answer["id"], answer["legal"]) == (name, verdict.isdecimal())
    assert str(answer["points"] if answer["legal"] else answer["refusal"]) == verdict, answer["message"]


def test_x08_a_draw_costs_a_point() -> None:
    after = grid("rummykruss", racks=["r1", "o1"], pool="b1 b2").draw(0)

    assert (after.rack(0), after.scores) == ("R1 B2", (-1, 0))


def test_x13_intersections_made_break_a_tie() -> None:
    over = grid("rummykruss", racks=["r1", "o1"], pool="", scores=(12, 12), made=(3, 2), passes=1).does(0, "pass")

    assert over.outcome
    assert over.outcome.winners == (0,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "h8",
        "h8=",
        "=r4",
        "h8>",
        "h8=r4=r5",
        "h8=j:j",
        "h0=r4",
        "h8=r4r5",
        "ä8=r4",
        "h8=r4>j3",
        "h8>j3=r5",
        "J",
        "¼8=r4",
    ],
)
def test_a_turn_that_cannot_be_read_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadNotation):
        load()["rummykruss"].read(0, f"play {text}")


@pytest.mark.parametrize(
    "line",
    [
        "play H8=R5 H9=J:R6 K4>J3 K5>J4=J:B7",
        "play H8=J",
        "play table: H8=R5 H9=J:R6",
        "play table:",
        "pick J",
        "pick R5",
        "draw 1",
    ],
)
def test_a_line_is_read_back_as_it_is_written(line: str) -> None:
    assert load()["rummykruss"].read(0, line).line() == line


def test_a_table_without_wildcards_is_told_so() -> None:
    case = {"variant": "rummykruss", "rack": "r4 r5", "after": "h8=r4 i8=j j8=r5", "options": {"wildcards": 0}}

    assert "no tile “J”" in str(judge_line(json.dumps(case).encode(), load())["message"])


def test_the_window_gives_the_whole_grid_back() -> None:
    game = grid("rummykruss", racks=["r7", "o1"], cells="h8=r4 i8=j:r5 j8=r6 i7=b5 i9=k5")

    assert game.view().written == "table:\nI7=B5\nH8=R4 I8=J:R5 J8=R6\nI9=K5"
    assert game.place(0, f"{game.view().written} K8=R7").cells == "I7=B5 H8=R4 I8=J:R5 J8=R6 K8=R7 I9=K5"
