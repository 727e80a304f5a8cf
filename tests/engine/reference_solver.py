"""Find the best turn slowly and plainly, by sections 1 to 3 and 5 of docs/solver.md alone.

Jokers are free, and the player has opened. Nothing here comes from the project, so that tests can compare the two.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal, NamedTuple

JOKER = "J"
LEAST = 3  # tiles in a set


@dataclass(frozen=True)
class Box:
    """Name the tiles there are (section 1), each color by a letter; the page holds from 3 colors and 5 numbers on."""

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
    """Count what the recurrence asks for: *h* and *f* for each number, then each color, and the weights (section 3)."""

    box: Box
    held: tuple[tuple[int, ...], ...]
    free: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]
    jokers: int
    rack_jokers: int
    joker_weight: int


class Shape(NamedTuple):
    """Count one color's open runs of exactly one tile, exactly two, and three or more (section 2)."""

    ones: int = 0
    twos: int = 0
    longs: int = 0


class State(NamedTuple):
    """Hold what matters for later numbers (section 2), and whether the demand for a run is met (section 3)."""

    shapes: tuple[Shape, ...]
    jokers: int
    ran: bool


class Step(NamedTuple):
    """Remember the decisions that lead to a state with the least loss: runs of each color, and groups."""

    loss: int
    before: State | None = None
    runs: tuple[int, ...] = ()
    groups: int = 0


class Run(NamedTuple):
    """Hold a run's lowest number and its tiles in order."""

    first: int
    tiles: tuple[str, ...] = ()


class Arrangement(NamedTuple):
    """Hold sets with the loss so far, and the jokers that still need a place or stay out."""

    loss: int
    runs: list[Run]
    groups: list[list[str]]
    left_over: int


Frontier = dict[State, Step]


def pose(table: Sequence[Sequence[str]], rack: Sequence[str], goal: Literal["tiles", "value"], box: Box) -> Problem:
    """Count the tiles of a position, and weigh them by the table in section 1."""
    loose = Counter(rack)
    every = loose + Counter(tile for row in table for tile in row)
    numbers = range(1, box.numbers + 1)
    return Problem(
        box,
        held=tuple(tuple(every[f"{color}{number}"] for color in box.colors) for number in numbers),
        free=tuple(tuple(loose[f"{color}{number}"] for color in box.colors) for number in numbers),
        weights=tuple(1 if goal == "tiles" else number for number in numbers),
        jokers=every[JOKER],
        rack_jokers=loose[JOKER],
        joker_weight=1 if goal == "tiles" else 0,
    )


@cache
def choose_runs(shape: Shape, held: int, jokers: int) -> list[tuple[int, Shape, int, int]]:
    """List each *r* with the next shape, the jokers it takes and the tiles it leaves (section 3, step 1).

    A run that begins takes a tile, since no run needs to begin with a joker.
    """
    ones, twos, longs = shape
    choices = []
    for runs in range(ones + twos, held + min(jokers, sum(shape)) + 1):
        begun = runs - sum(shape)
        after = Shape(max(begun, 0), ones, twos + longs + min(begun, 0))
        choices.append((runs, after, max(runs - held, 0), max(held - runs, 0)))
    return choices


@cache
def choose_groups(left: tuple[int, ...], free: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """List each *m* with the jokers it takes and the tiles that stay out (section 3, steps 2 and 3)."""
    choices = []
    for groups in range(max(left) + 1):
        out = [max(tiles - groups, 0) for tiles in left]
        if all(tiles <= most for tiles, most in zip(out, free, strict=True)):
            choices.append((groups, max(LEAST * groups - (sum(left) - sum(out)), 0), sum(out)))
    return choices


def follow(problem: Problem, number: int, before: State, loss: int) -> Iterator[tuple[State, Step]]:
    """Yield each state after a number that one step leads to (section 3)."""
    held, free, weight = problem.held[number - 1], problem.free[number - 1], problem.weights[number - 1]
    unused = problem.jokers - before.jokers
    colors = [choose_runs(shape, tiles, unused) for shape, tiles in zip(before.shapes, held, strict=True)]
    for choice in product(*colors):
        runs, shapes, taken, left = zip(*choice, strict=True)
        spare = unused - sum(taken)
        if spare < 0:
            continue
        ran = before.ran or any(runs)
        for groups, filled, out in choose_groups(left, free):
            if filled <= spare:
                state = State(shapes, problem.jokers - spare + filled, ran)
                yield state, Step(loss + out * weight, before, runs, groups)


def prune(frontier: Frontier, box: Box) -> Frontier:
    """Drop the states that others dominate, comparing all fields by one subtraction (section 5)."""
    capacity = box.copies + box.jokers
    width = capacity.bit_length() + 1
    spare = sum(1 << field * width + width - 1 for field in range(3 * len(box.colors) + 2))

    def pack(state: State) -> int:
        packed = state.jokers << width | (not state.ran)
        for ones, twos, longs in state.shapes:
            for field in (ones, ones + twos, capacity - ones - twos - longs):
                packed = packed << width | field
        return packed

    kept: list[int] = []
    pruned: Frontier = {}
    for _, packed, state in sorted((step.loss, pack(state), state) for state, step in frontier.items()):
        if not any((packed | spare) - other & spare == spare for other in kept):
            kept.append(packed)
            pruned[state] = frontier[state]
    return pruned


def sweep(problem: Problem, *, need_run: bool, dominance: bool = True) -> list[Frontier]:
    """Return the states before the lowest number and after each, with the step of least loss (sections 2 and 3)."""
    start = State((Shape(),) * len(problem.box.colors), 0, not need_run)
    frontiers = [{start: Step(0)}]
    for number in range(1, problem.box.numbers + 1):
        following: Frontier = {}
        for before, last in frontiers[-1].items():
            for state, step in follow(problem, number, before, last.loss):
                if state not in following or step.loss < following[state].loss:
                    following[state] = step
        frontiers.append(prune(following, problem.box) if dominance else following)
    return frontiers


def deal(tiles: Sequence[str], groups: int, jokers: int) -> list[list[str]]:
    """Give each color's tiles in turn to the shortest groups, then the jokers (section 3, counting is enough)."""
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for tile, count in Counter(tiles).items():
        for group in sorted(dealt, key=len)[:count]:
            group.append(tile)
    for _ in range(jokers):
        min(dealt, key=len).append(JOKER)
    return dealt


def continue_runs(runs: list[Run], number: int, tile: str, held: int, count: int) -> tuple[list[Run], list[Run]]:
    """Split one color's runs, longest first, into those that end and those with a tile at the number."""
    ended = max(len(runs) - count, 0)
    through = runs[ended:] + [Run(number)] * (count - len(runs))
    faces = [JOKER] * (count - held) + [tile] * min(count, held)  # the last runs are new and take tiles
    return runs[:ended], [Run(run.first, (*run.tiles, face)) for run, face in zip(through, faces, strict=True)]


def retrace(problem: Problem, frontiers: list[Frontier], last: State) -> tuple[list[Run], list[list[str]]]:
    """Lay the runs and groups of the steps that lead to a last state."""
    steps: list[Step] = []
    state: State | None = last
    for frontier in reversed(frontiers):
        assert state is not None
        steps.append(frontier[state])
        state = steps[-1].before
    colors = problem.box.colors
    opened: list[list[Run]] = [[] for _ in colors]
    runs: list[Run] = []
    groups: list[list[str]] = []
    for number, step in enumerate(reversed(steps[:-1]), start=1):
        over: list[str] = []
        for color, (letter, count) in enumerate(zip(colors, step.runs, strict=True)):
            tile, held = f"{letter}{number}", problem.held[number - 1][color]
            ended, opened[color] = continue_runs(opened[color], number, tile, held, count)
            runs += ended
            over += [tile] * min(max(held - count, 0), step.groups)
        groups += deal(over, step.groups, max(LEAST * step.groups - len(over), 0))
    return runs + [complete(run) for color in opened for run in color], groups


def complete(run: Run) -> Run:
    """Put jokers at the lower end of a run that is still open after the highest number (section 3)."""
    missing = max(LEAST - len(run.tiles), 0)
    return Run(run.first - missing, (JOKER,) * missing + run.tiles)


def best_of_sweep(problem: Problem, *, need_run: bool) -> Arrangement | None:
    """Return the arrangement of least loss, all left-over jokers taken to find a place."""
    frontiers = sweep(problem, need_run=need_run)
    ends = []
    for state, step in frontiers[-1].items():
        jokers = state.jokers + sum(2 * shape.ones + shape.twos for shape in state.shapes)
        if jokers <= problem.jokers and state.ran:
            ends.append((step.loss, jokers, state))
    if not ends:
        return None
    loss, jokers, last = min(ends)
    return Arrangement(loss, *retrace(problem, frontiers, last), problem.jokers - jokers)


def best_of_groups(problem: Problem) -> Arrangement | None:
    """Return the best arrangement without runs, each joker counted where it is (section 3, left-over jokers).

    A joker can be worth more in a group than the rack tile whose place it takes, so any number of tiles may stay out.
    """
    colors = problem.box.colors
    states: dict[int, Arrangement] = {0: Arrangement(0, [], [], problem.jokers)}
    for number, (held, free) in enumerate(zip(problem.held, problem.free, strict=True), start=1):
        following: dict[int, Arrangement] = {}
        for before, groups in product(states.values(), range(max(held) + 1)):
            kept = [range(max(h - f, 0), min(h, groups) + 1) for h, f in zip(held, free, strict=True)]
            for used in product(*kept):
                tiles = [f"{letter}{number}" for letter, count in zip(colors, used, strict=True) for _ in range(count)]
                loss = before.loss + (sum(held) - sum(used)) * problem.weights[number - 1]
                for jokers in range(max(LEAST * groups - sum(used), 0), len(colors) * groups - sum(used) + 1):
                    left = before.left_over - jokers
                    if left >= 0 and (left not in following or loss < following[left].loss):
                        following[left] = Arrangement(loss, [], before.groups + deal(tiles, groups, jokers), left)
        states = following
    return min(
        (
            arrangement._replace(loss=arrangement.loss + (0 if left >= LEAST else left * problem.joker_weight))
            for left, arrangement in states.items()
            if left >= LEAST or left <= problem.rack_jokers
        ),
        key=lambda arrangement: arrangement.loss,
        default=None,
    )


def add_to_run(runs: list[Run], numbers: int) -> None:
    """Add a joker to the first run: at an end, or by splitting the run in two (section 3, left-over jokers)."""
    first, tiles = runs[0]
    if first + len(tiles) <= numbers:
        runs[0] = Run(first, (*tiles, JOKER))
    elif first > 1:
        runs[0] = Run(first - 1, (JOKER, *tiles))
    else:
        runs[:1] = [Run(3, tiles[2:]), Run(1, (*tiles[:2], JOKER))]


def place_left_over(arrangement: Arrangement, box: Box) -> tuple[list[tuple[str, ...]], int]:
    """Return the sets with as many left-over jokers as they take, and the number of those without a place."""
    runs, groups, left = list(arrangement.runs), [list(group) for group in arrangement.groups], arrangement.left_over
    while left and runs:
        add_to_run(runs, box.numbers)
        left -= 1
    if left >= LEAST:
        groups.append([JOKER] * left)
        left = 0
    for group in groups:
        while left and len(group) < len(box.colors):
            group.append(JOKER)
            left -= 1
    return [run.tiles for run in runs] + [tuple(group) for group in groups], left


def solve(table: Sequence[Sequence[str]], rack: Sequence[str], goal: Literal["tiles", "value"], box: Box) -> Best:
    """Return the highest total weight of a turn, and the sets of one optimal table."""
    problem = pose(table, rack, goal, box)
    best = best_of_sweep(problem, need_run=False)
    if best is None or place_left_over(best, box)[1]:
        both = (best_of_sweep(problem, need_run=True), best_of_groups(problem))
        best = min((found for found in both if found), key=lambda found: found.loss)
    total = sum(sum(free) * weight for free, weight in zip(problem.free, problem.weights, strict=True))
    return Best(total + problem.rack_jokers * problem.joker_weight - best.loss, place_left_over(best, box)[0])
