"""Find the best turn slowly and plainly, by sections 1 to 3 and 5 of docs/solver.md alone.

Jokers are free, and the player has opened. A tile is its notation, such as R5 or J, and numbers begin with 1. The box
needs three colors for the recurrence's groups, and five numbers for its left-over jokers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal, NamedTuple

Counts = tuple[int, ...]  # one for each color
JOKER = "J"
LEAST = 3  # tiles of a set


@dataclass(frozen=True)
class Box:
    """Say which tiles there are, each color a letter (section 1)."""

    colors: str = "RBKO"
    numbers: int = 13
    copies: int = 2
    jokers: int = 2


class Best(NamedTuple):
    """Hold the highest total weight of rack tiles, and one table that reaches it."""

    weight: int
    sets: list[tuple[str, ...]]


@dataclass(frozen=True)
class Problem:
    """Count *h* and *f* of section 3 for each number, and there for each color, and the jokers."""

    box: Box
    held: tuple[Counts, ...]
    free: tuple[Counts, ...]
    weights: tuple[int, ...]  # a joker's at 0, then each number's
    jokers: int
    rack_jokers: int


class Shape(NamedTuple):
    """Count one color's open runs of exactly one tile, exactly two, and three or more (section 2)."""

    ones: int = 0
    twos: int = 0
    longs: int = 0


class State(NamedTuple):
    """Hold what matters for later numbers (section 2), and whether a run is still demanded (section 3, at its end)."""

    shapes: tuple[Shape, ...]
    jokers: int
    need_run: bool


class Step(NamedTuple):
    """Remember the loss of a state, and what led to it: the runs of each color, and the groups with what they take."""

    loss: int
    before: "Step | None" = None
    runs: Counts = ()
    groups: int = 0
    grouped: Counts = ()
    filled: int = 0


Frontier = dict[State, Step]
Demand = Literal["any", "a run", "no run"]


class Run(NamedTuple):
    """Hold a run's lowest number, and its tiles in order."""

    first: int
    tiles: tuple[str, ...] = ()


def pose(table: Iterable[Sequence[str]], rack: Sequence[str], goal: Literal["tiles", "value"], box: Box) -> Problem:
    """Count the tiles of a position, and give them the weights of section 1."""
    loose = Counter(rack)
    every = loose + Counter(tile for row in table for tile in row)
    numbers = range(1, box.numbers + 1)
    held, free = (
        tuple(tuple(tiles[f"{color}{number}"] for color in box.colors) for number in numbers)
        for tiles in (every, loose)
    )
    weights = tuple(1 if goal == "tiles" else number for number in (0, *numbers))
    return Problem(box, held, free, weights, every[JOKER], loose[JOKER])


@cache
def choose_runs(shape: Shape, held: int, unused: int) -> list[tuple[int, Shape, int, int]]:
    """List each *r* with next shape, jokers taken and tiles left; runs begin with tiles (section 3, step 1)."""
    ones, twos, longs = shape
    choices = []
    for runs in range(ones + twos, held + min(unused, sum(shape)) + 1):
        begun = runs - sum(shape)
        after = Shape(max(begun, 0), ones, twos + longs + min(begun, 0))
        choices.append((runs, after, max(runs - held, 0), max(held - runs, 0)))
    return choices


@cache
def choose_groups(left: Counts, free: Counts, *, counted: bool) -> list[tuple[int, Counts, int]]:
    """List each *m* with tiles and jokers taken; a joker that is counted may need a tile's place (section 3)."""
    choices = []
    for groups in range(max(left) + 1):
        most = [min(tiles, groups) for tiles in left]
        least = [max(tiles - out, 0 if counted else top) for tiles, out, top in zip(left, free, most, strict=True)]
        for grouped in product(*(range(low, top + 1) for low, top in zip(least, most, strict=True))):
            short = max(LEAST * groups - sum(grouped), 0)
            room = len(left) * groups - sum(grouped) if counted else short
            choices += [(groups, grouped, jokers) for jokers in range(short, room + 1)]
    return choices


def follow(problem: Problem, number: int, state: State, last: Step, demand: Demand) -> Iterator[tuple[State, Step]]:
    """Yield the states at a number that a state before it leads to (section 3)."""
    held, free, weight = problem.held[number - 1], problem.free[number - 1], problem.weights[number]
    unused, only_groups = problem.jokers - state.jokers, demand == "no run"
    colors = [choose_runs(shape, tiles, unused) for shape, tiles in zip(state.shapes, held, strict=True)]
    for choice in product(*(choices[:1] if only_groups else choices for choices in colors)):
        runs, shapes, taken, left = zip(*choice, strict=True)
        for groups, grouped, filled in choose_groups(left, free, counted=only_groups):
            jokers = state.jokers + sum(taken) + filled
            if jokers <= problem.jokers:
                loss = last.loss + (sum(left) - sum(grouped)) * weight
                after = State(shapes, jokers, state.need_run and not any(runs))
                yield after, Step(loss, last, runs, groups, grouped, filled)


def prune(frontier: Frontier, box: Box) -> Frontier:
    """Drop the states that others dominate, comparing all fields by one subtraction (section 5)."""
    capacity = box.copies + box.jokers
    width = capacity.bit_length() + 1
    spare = sum(1 << field * width + width - 1 for field in range(3 * len(box.colors) + 2))

    def pack(state: State) -> int:
        counts = (count for one, two, more in state.shapes for count in (one, one + two, capacity - one - two - more))
        return sum(count << index * width for index, count in enumerate((state.jokers, state.need_run, *counts)))

    kept: dict[int, State] = {}
    for _, packed, state in sorted((step.loss, pack(state), state) for state, step in frontier.items()):
        if not any((packed | spare) - other & spare == spare for other in kept):
            kept[packed] = state
    return {state: frontier[state] for state in kept.values()}


def sweep(problem: Problem, demand: Demand = "any", *, dominance: bool = True) -> list[Frontier]:
    """Return the states before the lowest number and after each, with the least loss (sections 2 and 3)."""
    start = State((Shape(),) * len(problem.box.colors), 0, demand == "a run")
    frontiers = [{start: Step(0)}]
    for number in range(1, problem.box.numbers + 1):
        following: Frontier = {}
        for before, last in frontiers[-1].items():
            for state, step in follow(problem, number, before, last, demand):
                if state not in following or step.loss < following[state].loss:
                    following[state] = step
        frontiers.append(prune(following, problem.box) if dominance and demand != "no run" else following)
    return frontiers


def deal(tiles: list[tuple[str, int]], groups: int, jokers: int) -> list[list[str]]:
    """Give each color's tiles to the shortest groups, then the jokers (section 3, counting is enough)."""
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for tile, count in [*tiles, *[(JOKER, 1)] * jokers]:
        for group in sorted(dealt, key=len)[:count]:
            group.append(tile)
    return dealt


def rebuild(problem: Problem, step: Step) -> tuple[list[Run], list[list[str]]]:
    """Rebuild the runs and groups of a step and all before it; after the highest number, jokers complete the runs."""
    path = [step]
    while path[0].before:
        path.insert(0, path[0].before)
    ended: list[Run] = []
    groups: list[list[str]] = []
    runs: list[list[Run]] = [[] for _ in problem.box.colors]  # longest first
    for number, (held, taken) in enumerate(zip(problem.held, path[1:], strict=True), start=1):
        for color, (letter, tiles, count) in enumerate(zip(problem.box.colors, held, taken.runs, strict=True)):
            tile, ends = f"{letter}{number}", max(len(runs[color]) - count, 0)
            ended += runs[color][:ends]
            through = runs[color][ends:] + [Run(number)] * (count - len(runs[color]))
            faces = [JOKER] * (count - tiles) + [tile] * min(count, tiles)
            runs[color] = [Run(run.first, (*run.tiles, face)) for run, face in zip(through, faces, strict=True)]
        over = zip(problem.box.colors, taken.grouped, strict=True)
        groups += deal([(f"{letter}{number}", count) for letter, count in over], taken.groups, taken.filled)
    for first, row in (run for color in runs for run in color):
        missing = max(LEAST - len(row), 0)
        ended.append(Run(first - missing, (JOKER,) * missing + row))
    return ended, groups


def place_left_over(runs: list[Run], groups: list[list[str]], left: int, box: Box) -> int:
    """Add the left-over jokers to the sets, and return how many have no place (section 3)."""
    while left and runs:
        first, tiles = runs.pop()
        left -= 1
        if first + len(tiles) <= box.numbers:
            runs.append(Run(first, (*tiles, JOKER)))
        elif first > 1:
            runs.append(Run(first - 1, (JOKER, *tiles)))
        else:
            runs += [Run(3, tiles[2:]), Run(1, (*tiles[:2], JOKER))]
    if left >= LEAST:
        groups.append([JOKER] * left)
        return 0
    room = [group for group in groups for _ in range(len(box.colors) - len(group))][:left]
    for group in room:
        group.append(JOKER)
    return left - len(room)


def find_best(problem: Problem, demand: Demand) -> tuple[int, list[tuple[str, ...]], int] | None:
    """Return the least loss, its sets, and the left-over jokers that have no place there although none was counted."""
    ends = []
    for state, step in sweep(problem, demand)[-1].items():
        left = problem.jokers - state.jokers - sum(2 * shape.ones + shape.twos for shape in state.shapes)
        out = left if demand == "no run" and left < LEAST else 0
        if left >= 0 and out <= problem.rack_jokers and not state.need_run:
            ends.append((step.loss + out * problem.weights[0], left - out, step))
    if not ends:
        return None
    loss, left, step = min(ends, key=lambda end: end[0])
    runs, groups = rebuild(problem, step)
    homeless = place_left_over(runs, groups, left, problem.box)
    return loss, [*(run.tiles for run in runs), *map(tuple, groups)], homeless


def solve(table: Iterable[Sequence[str]], rack: Sequence[str], goal: Literal["tiles", "value"], box: Box) -> Best:
    """Return the highest total weight of a turn, and the sets of one optimal table (sections 1 to 3)."""
    problem = pose(table, rack, goal, box)
    found = find_best(problem, "any")
    if found is None or found[2]:
        found = min(filter(None, (find_best(problem, "a run"), find_best(problem, "no run"))))
    rack_tiles = (problem.rack_jokers, *map(sum, problem.free))
    total = sum(count * weight for count, weight in zip(rack_tiles, problem.weights, strict=True))
    return Best(total - found[0], found[1])
