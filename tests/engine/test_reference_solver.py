"""The page docs/solver.md is enough to write a solver: tests/engine/reference_solver.py is it, and it agrees."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

from engine.__main__ import solve as solve_case
from engine.variants import load
from tests.engine.reference_solver import Best, Box, Problem, Shape, State, Step, follow, pose, solve, sweep
from tests.support.sampled import sampled

ROOT = Path(__file__).parents[2]
SYSTEMS = load()
CLASSIC = Box()

Goal = Literal["tiles", "value"]
Row = tuple[str, ...]


class Position(NamedTuple):
    line: int
    table_text: str
    table: list[Row]
    rack: Row
    best: dict[Goal, int]


def read_row(text: str) -> Row:
    return tuple("J" if word.startswith("J") else word for word in re.findall(r"J=\w+|\w+", text))


def read_positions() -> Iterator[Position]:
    lines = (ROOT / "benchmarks/data/positions.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.startswith("#"):
            table, rack, tiles, value = (part.strip() for part in line.split("|"))
            rows = [row for row in map(read_row, table.split("/")) if row]
            yield Position(number, table, rows, read_row(rack), {"tiles": int(tiles), "value": int(value)})


POSITIONS = list(read_positions())


def is_run(row: Row, box: Box) -> bool:
    placed = [(tile[0], int(tile[1:]) - place) for place, tile in enumerate(row) if tile != "J"]
    return len(set(placed)) <= 1 and all(1 <= first <= box.numbers + 1 - len(row) for _, first in placed)


def is_group(row: Row, box: Box) -> bool:
    tiles = [tile for tile in row if tile != "J"]
    return len(set(tiles)) == len(tiles) and len({tile[1:] for tile in tiles}) <= 1 and len(row) <= len(box.colors)


def weigh(tiles: Counter[str], goal: Goal) -> int:
    if goal == "tiles":
        return tiles.total()
    return sum(int(tile[1:]) * count for tile, count in tiles.items() if tile != "J")


def check(best: Best, table: Sequence[Row], rack: Row, goal: Goal, box: Box) -> None:
    """Demand sets, all tiles of the table in them, none but the rack's besides, and the weight that is claimed."""
    assert all(len(row) >= 3 and (is_run(row, box) or is_group(row, box)) for row in best.sets)
    old = Counter(tile for row in table for tile in row)
    new = Counter(tile for row in best.sets for tile in row)
    assert old <= new
    assert new - old <= Counter(rack)
    assert weigh(new - old, goal) == best.weight


@pytest.mark.parametrize("goal", ["tiles", "value"])
@pytest.mark.parametrize(
    "place", sampled(range(len(POSITIONS)), 3), ids=[f"line {position.line}" for position in POSITIONS]
)
def test_the_reference_the_file_and_the_engine_agree(place: int, goal: Goal) -> None:
    _, written, table, rack, best = POSITIONS[place]
    found = solve(table, rack, goal, CLASSIC)
    assert found.weight == best[goal]
    check(found, table, rack, goal, CLASSIC)
    case = {"variant": "classic", "opened": True, "goal": goal, "options": {"jokers": "free"}}
    answer = solve_case({**case, "table": written, "rack": " ".join(rack)}, SYSTEMS)
    assert (answer["refusal"], answer["exact"], answer[goal]) == (None, True, found.weight)


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
    check(found, TABLE, RACK, "tiles", CLASSIC)
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
    rows, loose, box = [row for row in [read_row(table)] if row], read_row(rack), Box(jokers=3)
    found = solve(rows, loose, "tiles", box)
    assert found.weight == most
    check(found, rows, loose, "tiles", box)
