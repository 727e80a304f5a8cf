"""What is told of a turn on a grid."""

import pytest

from engine.rummykruss.events import Placed


@pytest.mark.parametrize(
    ("moved", "crossings", "everybody", "own"),
    [
        (0, 0, "Ana placed J=R5 at H8: +2 points.", "You placed J=R5 at H8: +2 points."),
        (
            0,
            1,
            "Ana placed J=R5 at H8 with 1 new intersection: +2 points.",
            "You placed J=R5 at H8 with 1 new intersection: +2 points.",
        ),
        (1, 0, "Ana placed J=R5 at H8, moved 1 tile: +2 points.", "You placed J=R5 at H8 and moved 1 tile: +2 points."),
        (
            1,
            1,
            "Ana placed J=R5 at H8, moved 1 tile with 1 new intersection: +2 points.",
            "You placed J=R5 at H8 and moved 1 tile, with 1 new intersection: +2 points.",
        ),
        (
            2,
            -1,
            "Ana placed J=R5 at H8, moved 2 tiles: +2 points.",
            "You placed J=R5 at H8 and moved 2 tiles: +2 points.",
        ),
    ],
)
def test_only_moves_and_new_intersections_are_told(moved: int, crossings: int, everybody: str, own: str) -> None:
    placed = Placed(0, "H8=J:R5", 1, moved, crossings, 2)

    assert str(placed.sentence(["Ana", "Ben"])) == everybody
    assert str(placed.own_sentence(["Ana", "Ben"])) == own
