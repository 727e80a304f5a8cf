"""The growth of the solver's work with the colors, numbers, copies and jokers of a box (all the tiles of a game).

The work is that of one sweep: a pass of dynamic programming over the numbers, which finds the most tiles to play.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from benchmarks.measure.figures import Alternative, Figure
from benchmarks.solver.synthetic import full_tables
from engine.solver.best_turn import Position
from engine.solver.sweep import TileMultiset, arrange
from engine.solver.sweep.budget import ENDLESS, SearchBudget
from engine.tiles.tiles import JOKER, Box, Color
from engine.variants import classic

EACH = 60  # tables of each box
COLORS = tuple(Color)
USUAL = {"colors": 4, "numbers": 13, "copies": 2, "jokers": 2}
VARIED = {"colors": (3, 4, 5, 6), "numbers": (7, 13, 19, 25), "copies": (1, 2, 3, 4), "jokers": (0, 1, 2, 3, 4)}
MOST = 6  # times the work of the next smaller size, at most; more would mean that dominance has stopped working


def make_box(colors: int, numbers: int, copies: int, jokers: int) -> Box:
    """Return a box with this many colors, numbers from 1, copies of each tile, and jokers in total."""
    return Box(COLORS[:colors], 1, numbers, copies, jokers)


def count_work(position: Position) -> int:
    """Return the work of one sweep of the solver, for the most tiles with free jokers.

    It is the number of choices, over all numbers, for how runs go on at a number.
    """
    table = Counter(tile for each in position.sets for tile in each.meld.tiles)
    rack = Counter(position.rack)
    budget = SearchBudget()
    box = position.rules.box
    arrange(
        TileMultiset(
            box=box,
            must_jokers=table.pop(JOKER, 0),
            may_jokers=rack.pop(JOKER, 0),
            must=table,
            may=rack,
            weights=(1,) * (box.high - box.low + 1),
            joker_weight=1,
            budget=budget,
        )
    )
    return ENDLESS - budget.left


def measure(box: Box) -> Sequence[int]:
    """Return the work, as `count_work` counts it, for `EACH` nearly full tables of a box, the least work first."""
    rules = replace(classic.VARIANT.rules, box=box)
    return sorted(count_work(position) for position in full_tables(rules, EACH, box))


def run() -> Sequence[Figure]:
    """Print the median, 95th percentile and worst work for each box, and return the figures.

    A figure is the median, and its bound a multiple of the median for the next smaller size.
    """
    print(f"Ways for runs that one sweep looks at, {EACH} nearly full tables each{'':12}median     95 %      worst")
    figures = []
    for name, values in VARIED.items():
        before: Alternative | None = None
        for value in values:
            size = {**USUAL, name: value}
            found = measure(make_box(**size))
            middle, most = median(found), found[len(found) * 95 // 100]
            described = ", ".join(f"{count} {what}" for what, count in size.items())
            print(f"  {described:70}{middle:9.0f}{most:9}{found[-1]:11}")
            aim = MOST * before.value if before else None
            spread = {"p95": most, "worst": found[-1]}
            figures.append(
                Figure(f"work with {value} {name}", middle, aim, short=f"{name} {value}", beside=before, spread=spread)
            )
            before = Alternative(f"with {value}", middle)
    return figures
