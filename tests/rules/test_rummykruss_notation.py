"""Notation of a grid: turns that can be read, and those that can't."""

import pytest

from engine.__main__ import judge
from engine.text.errors import BadNotation
from engine.variants import load
from tests.grid_positions import grid


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

    assert "no tile “J”" in str(judge(case, load())["message"])


def test_the_window_gives_the_whole_grid_back() -> None:
    game = grid("rummykruss", racks=["r7", "o1"], cells="h8=r4 i8=j:r5 j8=r6 i7=b5 i9=k5")

    assert game.view().written == "table:\nI7=B5\nH8=R4 I8=J:R5 J8=R6\nI9=K5"
    assert game.place(0, f"{game.view().written} K8=R7").cells == "I7=B5 H8=R4 I8=J:R5 J8=R6 K8=R7 I9=K5"
