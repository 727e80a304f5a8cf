"""The page docs/solver.md is enough to write a solver: tests/engine/reference_solver.py is it, and it agrees."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

import pytest

from benchmarks.solver.latency import first_system
from benchmarks.solver.positions import KnownPosition, public
from engine.game.goals import Goal
from engine.rules import jokers
from engine.solver.best_turn import solve as solve_fast
from engine.tiles.melds import Piece, read_melds
from engine.tiles.notation import read_rack, write_tile
from engine.tiles.tiles import Box as EngineBox
from engine.tiles.tiles import Tile
from tests.engine.reference_solver import Best, Box, Problem, Shape, State, Step, follow, pose, solve, sweep
from tests.support.sampled import sampled

CLASSIC = Box()
POSITIONS = public(replace(first_system(), jokers=jokers.free))
Row = tuple[str, ...]


def written(tiles: Iterable[Tile]) -> Row:
    return tuple(map(write_tile, tiles))


def weigh(tiles: Counter[str], goal: Literal["tiles", "value"]) -> int:
    if goal == "tiles":
        return tiles.total()
    return sum(int(tile[1:]) * count for tile, count in tiles.items() if tile != "J")


def check(best: Best, table: Sequence[Row], rack: Row, goal: Literal["tiles", "value"], box: EngineBox) -> None:
    """Demand sets, all tiles of the table in them, none but the rack's besides, and the weight that is claimed."""
    assert all(read_melds([*map(Piece, read_rack(" ".join(row), box))], box) for row in best.sets)
    old = Counter(tile for row in table for tile in row)
    new = Counter(tile for row in best.sets for tile in row)
    assert old <= new
    assert new - old <= Counter(rack)
    assert weigh(new - old, goal) == best.weight


@pytest.mark.parametrize("goal", ["tiles", "value"])
@pytest.mark.parametrize("known", sampled(POSITIONS, 3), ids=range(len(POSITIONS)))
def test_the_reference_the_file_and_the_engine_agree(known: KnownPosition, goal: Literal["tiles", "value"]) -> None:
    table, rack = [written(each.meld.tiles) for each in known.position.sets], written(known.position.rack)
    best = known.tiles if goal == "tiles" else known.value

    found = solve(table, rack, goal, CLASSIC)
    answer = solve_fast(known.position, Goal(goal))

    assert found.weight == best
    check(found, table, rack, goal, EngineBox())
    assert answer is None or answer.exact
    assert weigh(Counter(written(answer.played if answer else ())), goal) == best


# --- the page's section 4

TABLE, RACK = [("R3", "R4", "R5", "R6")], ("B3", "K3", "B4", "B5", "K9")
PAGE: dict[int, dict[tuple[int, int], int]] = {  # the length of the red run and of the blue one: the loss
    3: {(0, 0): 0, (1, 0): 2, (1, 1): 1},
    4: {(1, 0): 1, (2, 0): 3, (2, 2): 1},
    5: {(2, 0): 2, (3, 0): 4, (3, 3): 1},
    6: {(3, 0): 1},
}


def state_of(red: int, blue: int) -> State:
    shapes = [Shape(), Shape(1), Shape(0, 1), Shape(0, 0, 1)]
    return State((shapes[red], shapes[blue], Shape(), Shape()), 0, False)


def test_the_position_worked_by_hand() -> None:
    found = solve(TABLE, RACK, "tiles", CLASSIC)
    assert found.weight == 3
    check(found, TABLE, RACK, "tiles", EngineBox())
    assert sorted(found.sets) == [("B3", "B4", "B5"), ("R3", "R4", "R5", "R6")]


def leads_on(problem: Problem, state: State, number: int) -> bool:
    states = {state}
    for later in range(number + 1, 9):  # up to 8: the page leaves K9 out
        states = {after for before in states for after, _ in follow(problem, later, before, Step(0), "any")}
    return bool(states)


@pytest.mark.parametrize("number", PAGE)
def test_its_states_and_losses_are_those_of_the_page(number: int) -> None:
    problem = pose(TABLE, RACK, "tiles", CLASSIC)
    frontier = sweep(problem, dominance=False)[number]
    alive = {state: step.loss for state, step in frontier.items() if leads_on(problem, state, number)}
    assert alive == {state_of(*lengths): loss for lengths, loss in PAGE[number].items()}


def test_one_state_dominates_two_others_after_the_five() -> None:
    frontier = sweep(pose(TABLE, RACK, "tiles", CLASSIC))[5]
    assert state_of(3, 3) in frontier
    assert state_of(2, 0) not in frontier
    assert state_of(3, 0) not in frontier


# --- jokers that are left over


@pytest.mark.parametrize(
    ("table", "rack", "most"),
    [
        ("", "J J", 0),
        ("", "J J J", 3),
        ("R5 B5 K5 O5", "J", 0),
        ("R5 B5 K5 O5", "J J J", 3),
        ("R5 B5 K5", "J J", 1),
        ("R5 B5 K5 J", "O5", 0),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "J J", 2),
    ],
)
def test_left_over_jokers_need_a_place(table: str, rack: str, most: int) -> None:
    rows, loose = [tuple(table.split())] if table else [], tuple(rack.split())
    found = solve(rows, loose, "tiles", Box(jokers=3))
    assert found.weight == most
    check(found, rows, loose, "tiles", EngineBox(jokers=3))
