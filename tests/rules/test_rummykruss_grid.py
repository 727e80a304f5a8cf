"""Rummykruss, RK-11 to RK-17: the grid and the wildcards."""

from functools import partial

import pytest

from engine.grid.rules import errors as grid_errors
from tests import grid_positions
from tests.grid_positions import grid

ROW = "h8=r4 i8=r5 j8=r6"
CROSS = f"{ROW} i7=b5 i9=k5"

kruss = partial(grid, "rummykruss")
judge = partial(grid_positions.judge, "rummykruss")
refused = pytest.raises


# The grid


@pytest.mark.parametrize("text", ["h8=r4 i8=r5 j8=r6", "h8=r6 i8=r5 j8=r4", "h8=r4 h9=r5 h10=r6", "h8=r6 h9=r5 h10=r4"])
def test_a_run_lies_across_or_down_and_reads_either_way(text: str) -> None:
    """RK-12."""
    assert judge(rack="r4 r5 r6", after=text) == 1


@pytest.mark.parametrize(
    "row", ["r4 r6 r7", "r4 r6 r8", "r12 r13 r1", "r13 r1 r2", "r4 r4 r5", "r4 r5 b6", "r4 r5 r4", "r4 r6 r5"]
)
def test_what_skips_turns_back_or_changes_color_is_no_run(row: str) -> None:
    """RK-12."""
    cells = " ".join(f"{cell}={tile}" for cell, tile in zip(("h8", "i8", "j8"), row.split(), strict=True))

    with refused(grid_errors.BrokenLine, match="H8 to J8"):
        judge(rack=row, after=cells)


def test_a_run_may_hold_all_numbers() -> None:
    """RK-12."""
    rack = [f"r{number}" for number in range(1, 14)]

    assert judge(rack=" ".join(rack), after=" ".join(f"{chr(97 + at)}3={tile}" for at, tile in enumerate(rack)))


@pytest.mark.parametrize("row", ["r5 b5 k5", "k5 r5 o5", "o5 k5 b5 r5"])
def test_a_group_is_one_number_in_different_colors_in_any_order(row: str) -> None:
    """RK-13."""
    cells = " ".join(f"h{at}={tile}" for at, tile in enumerate(row.split(), 3))

    assert judge(rack=row, after=cells) == 1


@pytest.mark.parametrize("row", ["r5 b5 r5", "r5 b5 b6", "r5 b6 k5", "r5 r5 r5"])
def test_two_of_a_color_or_another_number_are_no_group(row: str) -> None:
    """RK-13."""
    cells = " ".join(f"h{at}={tile}" for at, tile in enumerate(row.split(), 3))

    with refused(grid_errors.BrokenLine):
        judge(rack=row, after=cells, options={"copies": 3})


def test_a_pair_is_no_set() -> None:
    """RK-11."""
    with refused(grid_errors.BrokenLine, match="three or more"):
        judge(rack="r4 r5", after="h8=r4 i8=r5")


def test_tiles_that_touch_must_form_a_set_crosswise_too() -> None:
    """RK-11."""
    below = f"{ROW} i9=b5 j9=b6 k9=b7"
    square = "h8=r4 i8=r5 j8=r6 h9=b4 i9=b5 j9=b6 h10=k4 i10=k5 j10=k6"

    with refused(grid_errors.BrokenLine, match="I8 to I9"):
        judge(cells=ROW, rack="b5 b6 b7", after=below)
    assert judge(cells=ROW, rack="b4 b5 b6 k4 k5 k6", after=square) == 2


def test_two_sets_in_one_line_are_one_line() -> None:
    """RK-11."""
    with refused(grid_errors.BrokenLine, match="H8 to M8"):
        judge(cells=ROW, rack="b6 k6 o6", after=f"{ROW} k8=b6 l8=k6 m8=o6")
    assert judge(cells=ROW, rack="b6 k6 o6", after=f"{ROW} l8=b6 m8=k6 n8=o6")


def test_a_block_ends_a_line() -> None:
    """RK-11."""
    assert judge(cells=ROW, blocks="k8", rack="b6 k6 o6", after=f"{ROW} l8=b6 m8=k6 n8=o6")


def test_a_line_ends_at_the_edge() -> None:
    """RK-11."""
    assert judge(cells="m8=r4 n8=r5 o8=r6", rack="b6 k6 o6", after="m8=r4 n8=r5 o8=r6 a9=b6 b9=k6 c9=o6")


def test_a_long_line_with_one_wrong_tile_is_no_set() -> None:
    """RK-11."""
    with refused(grid_errors.BrokenLine, match=r"H8 to K8 \(R4 R5 R6 B7\)"):
        judge(cells=ROW, rack="b7", after=f"{ROW} k8=b7")


def test_no_tile_stands_alone() -> None:
    """RK-14."""
    with refused(grid_errors.StandsAlone, match="B1 on A1"):
        judge(cells=ROW, rack="b1", after=f"{ROW} a1=b1")
    with refused(grid_errors.StandsAlone, match="B1 on K9"):
        judge(cells=ROW, rack="b1", after=f"{ROW} k9=b1")


def test_a_line_of_one_is_fine_where_the_tile_is_in_a_set_the_other_way() -> None:
    """RK-14."""
    assert judge(cells=ROW, rack="b5 k5", after=CROSS) == 2


def test_sets_need_not_touch_one_another() -> None:
    """RK-14."""
    assert judge(cells=ROW, rack="b1 b2 b3", after=f"{ROW} a1=b1 b1=b2 c1=b3") == 1


def test_a_tile_in_a_set_across_and_in_one_down_is_an_intersection() -> None:
    """RK-15."""
    game = kruss(racks=["b5 k5", "o1"], cells=ROW)

    assert game.place(0, "i7=b5 i9=k5").view().intersections == (1, 0)
    assert game.place(0, "i7=b5 i9=k5").sentences == ["A placed I7=B5 I9=K5 with 1 new intersection: +2 points."]


# Wildcards


def test_a_wildcard_has_one_face_that_fits_both_of_its_lines() -> None:
    """RK-16."""
    lying = "g8=r3 h8=r4 i8=r5"

    assert judge(cells=lying, rack="j b6 k6", after=f"{lying} j8=j:r6 j7=b6 j9=k6") == 2
    with refused(grid_errors.BrokenLine, match="J7 to J9"):
        judge(cells=lying, rack="j b7 k7", after=f"{lying} j8=j:r6 j7=b7 j9=k7")


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


def test_a_wildcard_that_stays_keeps_its_face() -> None:
    """RK-17."""
    lying = "h8=b6 h9=k6 h10=j:r6"

    with refused(grid_errors.WildcardFixed, match="H10 stands for R6"):
        judge(cells=lying, rack="r6", after="h8=b6 h9=k6 h10=j:o6 h11=r6")
    assert judge(cells=lying, rack="r1 r2 r3", after="h8=b6 h9=k6 h10=j a1=r1 b1=r2 c1=r3")
    assert judge(cells=lying, rack="o6", after="h8=b6 h9=k6 h10=j:r6 h11=o6")


def test_a_wildcard_that_moves_may_be_declared_anew() -> None:
    """RK-17."""
    game = kruss(racks=["r6 b2 b3", "o1"], cells=WILD)

    assert "C1=J:B4" in game.place(0, "j8>c1=j:b4 j8=r6 a1=b2 b1=b3").cells
    with refused(grid_errors.BrokenLine, match="B2 B3 R6"):
        game.place(0, "j8>c1 j8=r6 a1=b2 b1=b3")
    assert judge(cells=WILD, rack="r6 b2 b3", after="h8=r4 i8=r5 j8=r6 k8=r7 a1=b2 b1=b3 c1=j:b4")


def test_wildcards_can_not_be_told_apart() -> None:
    """RK-17."""
    lying = "h8=b6 h9=k6 h10=j:r6"

    assert judge(cells=lying, rack="r6 j b1 b2", after="h8=b6 h9=k6 h10=j:o6 h11=r6 a1=b1 b1=b2 c1=j:b3")
