"""Plays told little by little."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.game.actions import Draw
from engine.game.goals import FoundTurn, Goal
from engine.game.views import View
from engine.rummykruss.rules.tiles import GridTile
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.sets import Mark
from engine.tiles.tiles import Box, by_color
from engine.variants import load
from tests.grid_positions import grid
from tests.positions import position


def told(table: str, rack: str, play: str, key: str = "classic") -> tuple[str, tuple[str, ...]]:
    """Where a play is, and the whole of it."""
    before = position(key, table=table, racks=[rack, "o1 o2"])
    after = before.play(0, play)
    return told_by(before.view(0), after.view(0))


def told_by(before: View, after: View) -> tuple[str, tuple[str, ...]]:
    """Where a play is, and what it changes, in English."""
    return str(before.where(after)), tuple(map(str, before.whole(after)))


@pytest.mark.parametrize(
    ("play", "spot", "lines"),
    [
        ("r4 r5 r6", "One new set, from your rack alone.", ("C: R4 R5 R6",)),
        ("r4 r5 r6; k9 k10 k11", "2 new sets, from your rack alone.", ("C: R4 R5 R6", "D: K9 K10 K11")),
        ("a+o1", "This play changes set A.", ("A: R1 B1 K1 O1",)),
        ("a+o1; b+r13", "This play changes sets A and B.", ("A: R1 B1 K1 O1", "B: R9 R10 R11 R12 R13")),
        ("b-r9; r9 b9 k9", "This play changes set B. It makes one new set.", ("B: R10 R11 R12", "C: R9 B9 K9")),
        ("a+o1; r4 r5 r6; k9 k10 k11", "This play changes set A. It makes 2 new sets.", None),
    ],
)
def test_a_play_is_found_by_the_sets_that_take_part(play: str, spot: str, lines: tuple[str, ...] | None) -> None:
    said, sets = told("r1 b1 k1 / r9 r10 r11 r12", "o1 r4 r5 r6 r13 k9 k10 k11 b9 o8", play)

    assert said == spot
    assert lines is None or sets == lines


def test_a_set_that_ends_is_told() -> None:
    said, sets = told("r3 r4 r5 / k3 k4 k5", "b3 b4 b5 o9", "table: r3 k3 b3 / r4 k4 b4 / r5 k5 b5")

    assert said == "This play changes sets A and B. It makes one new set."
    assert len(sets) == 3
    said, sets = told("r3 r4 r5 / r6 r7 r8", "r9 o9", "table: r3 r4 r5 r6 r7 r8 r9")
    assert said == "This play changes sets A and B."
    assert sets == ("A: R3 R4 R5 R6 R7 R8 R9", "B: taken apart")


def test_a_set_that_is_crossed_takes_part() -> None:
    said, sets = told("r4 r5 r6 / k1 k2 k3", "b5 k5 o9", "r5@a b5 k5", key="rummi200kub")

    assert said == "This play changes set A. It makes one new set."
    assert sets == ("C: R5@A B5 K5",)


@pytest.mark.parametrize(
    ("play", "spot", "sets"),
    [
        ("h11=r8", "At H11.", "H11=R8"),
        ("i8=b5 j8=k5", "Between I8 and J8.", "I8=B5 J8=K5"),
        ("h7=r4 h6=j:r3", "Between H6 and H7.", "H6=J:R3 H7=R4"),
    ],
)
def test_a_play_on_a_grid_is_found_by_its_cells(play: str, spot: str, sets: str) -> None:
    before = grid("rummykruss", racks=["r8 b5 k5 r4 j o9", "o1"], cells="h8=r5 h9=r6 h10=r7")
    after = before.place(0, play)

    assert told_by(before.view(0), after.view(0)) == (spot, (sets,))


def test_tiles_that_move_on_a_grid_are_told() -> None:
    before = grid("rummykruss", racks=["r8 o9", "o1"], cells="h8=r5 h9=r6 h10=r7")
    after = before.place(0, "h11=r8").view(0)
    moved = replace(after, tiles=tuple(_moved(each) if each.row == 7 else each for each in after.tiles))

    assert told_by(before.view(0), moved) == ("At H11. 1 tile on the grid moves.", ("H11=R8", "moved: H8=R5"))


def _moved(tile: GridTile) -> GridTile:
    return replace(tile, mark=Mark.MOVED)


def test_tiles_are_named_by_color() -> None:
    assert str(FoundTurn(Draw(0, 1), read_rack("j k3 r9 r1", Box()), 0).name_tiles()) == "You can play R1 R9 K3 J."


@pytest.mark.parametrize(
    ("key", "table", "rack"),
    [("rummy_cube", "r4 b4 k4 j", "o4 b4"), ("rummi200kub", "r4 r5 r6 / b3 b4 j", "b5 r4 r5 r6")],
)
def test_a_freed_joker_beside_old_tiles_or_the_twin_of_an_old_set_is_hinted_at(key: str, table: str, rack: str) -> None:
    before = position(key, table=table, racks=[rack, "o1 o2"], options={"assistance": "full"})

    found = before.system.find(before.view(0), Goal.TILES)

    assert found is not None
    assert Counter(found.played) == Counter(read_rack(rack, Box()))
    after = before.does(0, found.action.line())
    assert "change" in str(before.view(0).where(after.view(0)))
    assert str(found.name_tiles()) == f"You can play {write_tiles(sorted(found.played, key=by_color))}."
    assert before.view(0).whole(after.view(0))


def test_a_set_that_now_borrows_its_tiles_is_written_out() -> None:
    # R7 B7 K7 is there again, but with tiles that two new sets lend it.
    table = "r3 k3 o3 b3 / k2 k3@A k4 / k10 k11 k12 / r7 b7 k7"
    before = position("rummi200kub", table=table, racks=["b6 b8 r7 o7 b1", "o2 o3"], has_melded=True)
    system = load()["rummi200kub"]

    found = system.find(before.view(0), Goal.TILES)

    assert found is not None
    assert system.apply(before.state, found.action, now=0).state.turn == 1
