"""Turns that the search finds: against all turns on small grids, by hand on large ones, and by the referee in games."""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, cast

import pytest

from engine.game.goals import FoundTurn, Goal
from engine.game.views import Value
from engine.rummykruss.game import GridGame, grid_position
from engine.rummykruss.rules.actions import Place
from engine.rummykruss.rules.placing import no_contact_with_the_last_tiles, no_contact_with_the_touched_tiles
from engine.rummykruss.rules.scoring import Scoring
from engine.rummykruss.solver.search import GridAnswer, GridPosition, count_placeable, solve
from engine.rummykruss.state import GridState
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.sets import Mark
from engine.tiles.tiles import Box, by_color
from engine.variants import load
from tests.grid_brute import SMALL, WILD, Outcome, every_turn, small_position, with_house_rules
from tests.grid_positions import grid
from tests.proposer import playthrough
from tests.support.fitting_options import keep_fitting
from tests.support.sampled import sampled

SYSTEM = cast("GridGame", next(each for each in load().values() if each.state_type is GridState))
KEY = SYSTEM.info.key
NUMBERS = {SMALL: range(0, 16, 2), WILD: range(18, 34, 2)}  # small positions, in many of which something can be played
GOALS = (Goal.TILES, Goal.VALUE, Goal.OUT, Goal.ANY)
FEW_STEPS = 2_000
LAST, SAME = no_contact_with_the_last_tiles, no_contact_with_the_touched_tiles
USUAL = ((), Scoring.INTERSECTIONS)
HOUSES = {
    "usual": USUAL,
    "connected": ((), Scoring.CONNECTED),
    "last": ((LAST,), Scoring.INTERSECTIONS),
    "same": ((SAME,), Scoring.INTERSECTIONS),
    "all": ((LAST, SAME), Scoring.CONNECTED),
}
every_house = pytest.mark.parametrize("house", HOUSES)
small_grids = pytest.mark.parametrize("box", [SMALL, WILD], ids=["tiles", "wildcard"])


@cache
def posed(number: int, box: Box, house: str) -> GridPosition:
    asked = small_position(number, box)
    return asked if house == "usual" else with_house_rules(asked, number, *HOUSES[house])


@cache
def outcomes(number: int, box: Box, house: str = "usual") -> Sequence[Outcome]:
    return list(every_turn(posed(number, box, house)))


def best(goal: Goal, turns: Sequence[Outcome], asked: GridPosition) -> int:
    """What the goal can reach at most, 0 where there is no such turn."""
    if goal is Goal.OUT:
        return int(any(len(turn.placed) == len(asked.rack) for turn in turns))
    return max((reached(goal, turn) for turn in turns), default=0)


def reached(goal: Goal, turn: Outcome) -> int:
    return {Goal.TILES: len(turn.placed), Goal.VALUE: turn.points}.get(goal, 1)


def as_outcome(answer: GridAnswer) -> Outcome | None:
    if answer.turn is None:
        return None
    moved = sum(each.mark is Mark.MOVED for each in answer.turn.tiles)
    return Outcome(tuple(sorted(answer.turn.played, key=by_color)), answer.points, moved)


@every_house
@small_grids
@pytest.mark.parametrize("goal", GOALS)
def test_a_turn_on_a_small_grid_is_one_of_all_turns_and_the_best_where_it_is_proven(
    goal: Goal, box: Box, house: str
) -> None:
    proven = missed = 0
    for number in NUMBERS[box]:
        asked, turns = posed(number, box, house), outcomes(number, box, house)
        answer = solve(asked, goal)
        found = as_outcome(answer)
        known = {(tuple(sorted(turn.placed, key=by_color)), turn.points) for turn in turns}
        assert found is None or (found.placed, found.points) in known
        most, value = best(goal, turns, asked), reached(goal, found) if found else 0
        missed += value < most
        proven += answer.exact
        assert value == most if answer.exact else value <= most

    assert missed <= len(NUMBERS[box]) / 4  # where everything on a crammed grid would have to make room
    assert proven > len(NUMBERS[box]) / (3 if house == "usual" else 4)  # where less is allowed, less is proven


@small_grids
def test_a_fit_lays_exactly_the_tiles_that_are_named_and_moves_few(box: Box) -> None:
    looked_for = found = 0
    for number in NUMBERS[box]:
        asked, turns = small_position(number, box), outcomes(number, box)
        for tiles in sorted({tuple(sorted(turn.placed, key=by_color)) for turn in turns}, key=write_tiles)[:2]:
            fewest = min(turn.moved for turn in turns if Counter(turn.placed) == Counter(tiles))
            turn = as_outcome(answer := solve(asked, Goal.FIT, tiles))
            looked_for, found = looked_for + 1, found + bool(turn)
            assert turn is None or (turn.placed == tiles and turn.moved >= fewest)
            assert not answer.exact or (turn is not None and turn.moved == 0)

    assert found > looked_for / 2


# By hand


def found(
    goal: Goal, *, rack: str, cells: str, fit: str = "", options: Mapping[str, Value] | None = None, **more: Any
) -> FoundTurn | None:
    position = grid(KEY, racks=[rack, ""], cells=cells, options=options, **more)
    view = position.view(0)
    turn = SYSTEM.find(view, goal, read_rack(fit, view.box))
    if turn:
        SYSTEM.apply(position.state, turn.action, now=position.state.now)
    return turn


def played(turn: FoundTurn | None) -> str:
    return write_tiles(sorted(turn.played, key=by_color)) if turn else "nothing"


RUN = "h8=r5 i8=r6 j8=r7 k8=r8"


@pytest.mark.parametrize(
    ("rack", "cells", "tiles"),
    [
        ("r9", RUN, "R9"),
        ("r4", RUN, "R4"),
        ("b5 k5", "h8=r5 i8=r6 j8=r7", "B5 K5"),
        ("r3 r2 b13", "", "nothing"),
        ("r1 r2 r3 b7 k7 o7 o13", "", "R1 R2 R3 B7 K7 O7"),
        ("r1 r3 j b7", "", "R1 R3 J"),
        ("b8 k8 o1", RUN, "B8 K8"),
        ("b8 k8 b5 o5", RUN, "B5 B8 K8 O5"),
        ("k7 k8", "h8=r5 i8=r6 j8=r7 c3=k5 c4=o5 c5=b5", "nothing"),
        ("r7", "h8=r5 i8=r6 j8=r7 k8=r8 l8=r9", "R7"),
        ("o6 o7", "h8=r5 i8=b5 j8=o5", "O6 O7"),
        ("r8 b8 o8 b9 b10 k9 k10 k11 j", RUN, "R8 B8 B9 B10 K9 K10 K11 O8 J"),
    ],
)
def test_most_tiles_are_found_in_new_lines_or_through_lines_or_taking_tiles_from_them(
    rack: str, cells: str, tiles: str
) -> None:
    assert played(found(Goal.TILES, rack=rack, cells=cells)) == tiles


def test_a_freed_wildcard_can_go_into_another_line() -> None:
    turn = found(Goal.OUT, rack="r6", cells="h8=b6 i8=j:r6 j8=k6 c3=k10 c4=k11 c5=k12")

    assert played(turn) == "R6"


def test_barred_numbers_stay_on_the_rack() -> None:
    """RK-18."""
    assert played(found(Goal.TILES, rack="r9 r4", cells=RUN, barred=(9,))) == "R4"
    assert found(Goal.OUT, rack="r9 r4", cells=RUN, barred=(9,)) is None


def test_a_wildcard_of_the_rack_is_placed_as_a_number_that_is_not_barred() -> None:
    """RK-18: also where the grid has a wildcard that could be moved, which may stand for any number."""
    cells = "h8=o8 i8=o9 j8=o10 k8=j:o11"

    assert played(found(Goal.TILES, rack="j", cells=cells)) == "J"
    assert played(found(Goal.TILES, rack="j", cells=cells, barred=(8,))) == "J"


@pytest.mark.parametrize(("forbidden", "tiles"), [(False, "R10 B5 K5"), (True, "B5 K5")])
def test_a_table_may_forbid_to_touch_the_last_tiles(tiles: str, *, forbidden: bool) -> None:
    """RK-19, option: the marks of the view tell which tiles those are."""
    position = grid(KEY, racks=["b5 k5 r10", "r9"], cells=RUN, options={"no_contact_last": forbidden}, turn=1)

    assert played(SYSTEM.find(position.place(1, "l8=r9").view(0), Goal.TILES)) == tiles


def test_a_table_may_forbid_to_touch_what_the_last_tiles_touch() -> None:
    """RK-19: R9 touches R8 of the line; a tile may be put next to it, and one that another line spares may be moved."""
    position = grid(KEY, racks=["b8 k8 r10", "r9"], cells=RUN, options={"no_contact_same": True}, turn=1)
    view = position.place(1, "l8=r9").view(0)

    assert played(SYSTEM.find(view, Goal.TILES)) == "R10"
    assert SYSTEM.find(view, Goal.FIT, read_rack("b8 k8", SYSTEM.box)) is None


def test_a_tile_that_a_line_spares_connects_a_new_set() -> None:
    """RK-20: no rack tile fits the line itself."""
    turn = found(Goal.VALUE, rack="b8 k8", cells=RUN, blocks="g7 j7 k7 l7 k9 l8 m8", options={"scoring": "connected"})

    assert turn
    assert (turn.value, played(turn), ">" in turn.action.line()) == (2, "B8 K8", True)


def test_numbers_barred_for_the_opponent_are_not_barred_for_the_viewer() -> None:
    position = grid(KEY, racks=["r9", ""], cells=RUN, barred=(9,), turn=1)

    assert played(SYSTEM.find(position.view(0), Goal.TILES)) == "R9"


@pytest.mark.parametrize(
    ("tiles", "fits"),
    [("r9", True), ("r9 b1", False), ("r9 r10 b6 k6", True), ("b2 k9", False), ("r9 j", True), ("j", True)],
)
def test_a_fit_places_just_these_tiles_of_a_larger_rack(tiles: str, *, fits: bool) -> None:
    turn, fit = found(Goal.FIT, rack=f"{tiles} o1 o2 b10", cells=RUN, fit=tiles), read_rack(tiles, SYSTEM.box)

    assert (turn is not None) is fits
    assert turn is None or (Counter(turn.played) == Counter(fit) and turn.exact)  # it moves no tile of the grid


def test_a_fit_of_tiles_that_are_not_on_the_rack_is_not_looked_for() -> None:
    assert found(Goal.FIT, rack="r9", cells=RUN, fit="r4") is None
    assert found(Goal.FIT, rack="r9", cells=RUN) is None


def test_an_empty_rack_and_a_rack_without_company_are_proven_to_have_no_turn() -> None:
    for rack in ("", "r1 b4 k9"):
        asked = grid_position(grid(KEY, racks=[rack, ""], cells="h8=o5 i8=o6 j8=o7").view(0), SYSTEM.rules_for({}))
        assert solve(asked, Goal.TILES).exact


def test_nothing_is_found_while_racks_are_drafted_nor_for_a_spectator() -> None:
    """RK-6."""
    drafting = SYSTEM.setup(2, bytes(32), 0, {"open_draft": True}).state

    assert SYSTEM.find(SYSTEM.view(drafting, drafting.turn), Goal.ANY) is None
    assert SYSTEM.find(SYSTEM.example(), Goal.ANY) is None


# In games


def positions(games: int, each: int, turns: int = 5000) -> Iterator[GridState]:
    """States of so many turns of seeded games under all sorts of options, in which a turn can be made."""
    for number in range(games):
        dice = random.Random(number)  # noqa: S311  # repeatable, not secret
        options = {option.key: dice.choice(option.choices).value for option in SYSTEM.options} if number else {}
        fitting = keep_fitting(SYSTEM, {**options, "open_draft": False})
        start = SYSTEM.setup(2, dice.randbytes(32), 0, fitting).state
        states = [turned.before for turned in islice(playthrough(SYSTEM, start, dice, limit=5000), turns)]
        yield from cast("Iterator[GridState]", islice(states, 5, None, max(1, len(states) // each)))


@pytest.mark.parametrize("first", sampled((0, 50), 2))
def test_every_answer_of_many_positions_passes_the_referee(first: int) -> None:
    looked_at = 0
    for state in islice(positions(games=10, each=13), first, first + 50):
        looked_at += 1
        asked = grid_position(SYSTEM.view(state, state.turn), SYSTEM.rules_for(state.options))
        for goal in (Goal.TILES, Goal.VALUE):
            answer = solve(asked, goal, steps=FEW_STEPS)
            if answer.turn:
                step = SYSTEM.apply(state, Place(state.turn, answer.placing), now=state.now)
                assert step.state.tiles == answer.turn.tiles
                assert step.state.scores[state.turn] == state.scores[state.turn] + answer.points
                assert len(answer.turn.played) <= count_placeable(asked.root())

    assert looked_at == 50


def test_the_same_view_has_the_same_answer_in_every_process() -> None:
    """Whatever order Python's sets of tiles may have there."""
    script = (
        "from tests.engine.rummykruss.solver.test_search import *\n"
        "for state in positions(games=1, each=4, turns=60):\n"
        "    asked = grid_position(SYSTEM.view(state, state.turn), SYSTEM.rules_for(state.options))\n"
        "    print(solve(asked, Goal.TILES, steps=FEW_STEPS).placing)"
    )
    python = [sys.executable, "-c", script]
    told = {
        subprocess.run(python, env={"PYTHONHASHSEED": seed}, check=True, capture_output=True).stdout  # noqa: S603  # ours
        for seed in ("1", "2")
    }

    assert len(told) == 1
