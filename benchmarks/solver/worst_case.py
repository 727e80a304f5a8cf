"""The longest times of the solver on made-up positions of every kind, and how often it proves its answers."""

import gc
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from benchmarks.measure.figures import Alternative, Figure
from benchmarks.measure.times import time_again
from benchmarks.solver.exactness import kinds
from benchmarks.solver.synthetic import freed_jokers, full_tables, racks
from engine.game.goals import Goal
from engine.rules.table_rules import TableRules
from engine.solver.best_turn import Position, is_ruled_out, solve

EACH = 20  # positions that each generator makes under the same rules
SLOWEST = 100  # milliseconds for any position, at most
LONG = 50  # milliseconds; a position that took longer is solved again
OPENED = (Goal.TILES, Goal.VALUE, Goal.OUT, Goal.ANY, Goal.FIT)  # the goals of players who have opened
UNPROVEN = 10  # answers of a hundred that aren't proven to be best, at most
FITTED = 3  # tiles that must all be played for `Goal.FIT`


@dataclass
class WorstCase:
    """The longest CPU time in ms by goal, for positions under the same rules (of this `name`).

    `proven` says of each search whether its answer is proven to be best, and `proven_freed` of those on tables whose
    jokers can all be freed, the hardest.
    """

    name: str
    slowest: Counter[Goal] = field(default_factory=Counter)
    proven: list[bool] = field(default_factory=list)
    proven_freed: list[bool] = field(default_factory=list)

    def ask(self, position: Position, goal: Goal) -> bool:
        """Solve a position for a goal, record the time and whether the answer is proven, and return the latter."""
        dice = random.Random(str(position.rack))  # noqa: S311  # the same tiles each time
        tiles = dice.sample(position.rack, min(FITTED, len(position.rack))) if goal is Goal.FIT else ()
        took, answer = time_again(partial(solve, position, goal, tiles), LONG)
        self.slowest[goal] = max(self.slowest[goal], took)  # type: ignore[assignment]  # a Counter of milliseconds
        self.proven.append(answer.exact if answer else goal is Goal.OPENING or is_ruled_out(position, goal, tiles))
        return self.proven[-1]


def boxes() -> dict[tuple[object, ...], tuple[str, TableRules]]:
    """Return the (name, rules) to measure, for as many players as they allow, by what matters to the solver.

    Of the kinds in `exactness` with the same tiles, joker rule and rules for a first play, only the first is included.
    """
    found: dict[tuple[object, ...], tuple[str, TableRules]] = {}
    for name, kind in kinds().items():
        rules = kind.for_seats(kind.high)
        found.setdefault((rules.box, rules.jokers, rules.opening), (name, rules))
    return found


def measure_worst(name: str, rules: TableRules) -> WorstCase:
    """Solve full tables, tables with all jokers, and racks without a table; return the longest times."""
    worst = WorstCase(name)
    freed = freed_jokers(rules, EACH, name) if rules.box.jokers else []
    gc.collect()
    gc.freeze()
    for position in full_tables(rules, EACH, name):
        for goal in OPENED:
            worst.ask(position, goal)
    worst.proven_freed += [worst.ask(position, goal) for position in freed for goal in OPENED]
    for position in racks(rules, EACH, name):
        for goal in Goal:
            worst.ask(position, goal)
    return worst


def run() -> Sequence[Figure]:
    """Measure the solver under all rules, print each goal's slowest time and proven answers, and return the figures."""
    goals = list(Goal)
    print(f"Made-up positions, the slowest in ms{'':40}{''.join(f'{goal:>9}' for goal in goals)}   proven")
    found = []
    for name, rules in boxes().values():
        worst = measure_worst(name, rules)
        times = "".join(f"{worst.slowest[goal]:9.1f}" for goal in goals)
        print(f"  {name:74}{times}   {sum(worst.proven)} of {len(worst.proven)}", flush=True)
        found.append(worst)
    slowest = max(max(worst.slowest.values()) for worst in found)
    unproven = _percent([not each for worst in found for each in worst.proven])
    freed = _percent([not each for worst in found for each in worst.proven_freed])
    beside = Alternative("where all jokers can be freed", freed)
    return [
        Figure("any made-up position, worst", slowest, SLOWEST, " ms", short="slowest"),
        Figure("made-up positions not proven, of a hundred", unproven, UNPROVEN, short="unproven", beside=beside),
    ]


def _percent(cases: Sequence[bool]) -> float:
    return 100 * sum(cases) / len(cases)
