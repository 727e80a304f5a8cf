"""Rummykruss, RK-11 to RK-17: the grid and the wildcards."""

from functools import partial

import pytest

from engine.grid.rules import errors as grid_errors
from tests import grid_positions
from tests.grid_positions import grid

ROW = "h8=r4 i8=r5 j8=r6"

kruss = partial(grid, "rummykruss")
judge = partial(grid_positions.judge, "rummykruss")
refused = pytest.raises


# The grid


def test_a_tile_in_a_set_across_and_in_one_down_is_an_intersection() -> None:
    """RK-15."""
    game = kruss(racks=["b5 k5", "o1"], cells=ROW)

    assert game.place(0, "i7=b5 i9=k5").view().intersections == (1, 0)
    assert game.place(0, "i7=b5 i9=k5").sentences == ["A placed I7=B5 I9=K5 with 1 new intersection: +2 points."]


# Wildcards


@pytest.mark.parametrize(
    ("rack", "after", "face"),
    [
        ("r4 j r6", "h8=r4 i8=j j8=r6", "R5"),
        ("j r5 r4", "h8=j i8=r5 j8=r4", "R6"),
        ("r12 j r11", "h8=r12 i8=j j8=r11", None),
        ("r5 b5 k5 j", "h8=r5 i8=b5 j8=k5 k8=j", "O5"),
        ("j r5 b5 k5", "h8=j i8=r5 j8=b5 k8=k5", "O5"),
    ],
)
def test_a_wildcard_that_can_only_be_one_tile_need_not_be_named(rack: str, after: str, face: str | None) -> None:
    """RK-16."""
    game = kruss(racks=[rack, "o1"])
    if face is None:
        with refused(grid_errors.NothingFits):
            game.place(0, after)
    else:
        assert f"=J:{face}" in game.place(0, after).cells


@pytest.mark.parametrize(
    ("rack", "after"),
    [
        ("r5 b5 j", "h8=r5 i8=b5 j8=j"),
        ("r5 j j", "h8=r5 i8=j j8=j"),
        ("r5 b5 j j", "h8=r5 i8=b5 j8=j k8=j"),
        ("j j j j", "h8=j i8=j j8=j"),
    ],
)
def test_a_wildcard_that_could_be_several_tiles_must_be_named(rack: str, after: str) -> None:
    """RK-16."""
    with refused(grid_errors.WildcardUnclear):
        kruss(racks=[rack, "o1"], pool="").place(0, after)


def test_at_a_crossing_both_lines_say_what_a_wildcard_is() -> None:
    """RK-16."""
    lying = "h8=r4 i8=r5 g8=r3 j9=k6 j10=o6 j11=b6"

    assert "J8=J:R6" in kruss(racks=["j", "o1"], cells=lying).place(0, "j8=j").cells
    with refused(grid_errors.NothingFits, match="J8"):
        kruss(racks=["j", "o1"], cells=lying.replace("b6", "r6")).place(0, "j8=j")


def test_one_wildcard_may_say_what_another_is() -> None:
    """RK-16."""
    game = kruss(racks=["j j r5 b4 k4", "o1"], pool="")

    assert "H8=J:R4 I8=R5 J8=J:R6" in game.place(0, "h8=j i8=r5 j8=j h7=b4 h9=k4").cells


def test_a_natural_tile_stands_for_nothing_else() -> None:
    """RK-16."""
    with refused(grid_errors.NoWildcard):
        kruss(racks=["r7", "o1"], cells=ROW).place(0, "h8>k8=j:r7 g8=r7")


WILD = "h8=r4 i8=r5 j8=j:r6 k8=r7"


def test_a_wildcard_that_moves_may_be_declared_anew() -> None:
    """RK-17."""
    game = kruss(racks=["r6 b2 b3", "o1"], cells=WILD)

    assert "C1=J:B4" in game.place(0, "j8>c1=j:b4 j8=r6 a1=b2 b1=b3").cells
    with refused(grid_errors.BrokenLine, match="B2 B3 R6"):
        game.place(0, "j8>c1 j8=r6 a1=b2 b1=b3")
    assert judge(cells=WILD, rack="r6 b2 b3", after="h8=r4 i8=r5 j8=r6 k8=r7 a1=b2 b1=b3 c1=j:b4")
