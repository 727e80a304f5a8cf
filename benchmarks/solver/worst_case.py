"""The longest times of the solver on made-up positions of every kind, and how often it proves its answers."""

import gc
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import process_time

from benchmarks.measure.figures import Figure
from benchmarks.solver.exactness import kinds
from benchmarks.solver.synthetic import freed_jokers, full_tables, racks
from engine.game.goals import Goal
from engine.rules.table_rules import TableRules
from engine.solver.best_turn import BestTurn, Position, is_ruled_out, solve
from engine.tiles.tiles import Tile

EACH = 20  # positions that each generator makes under the same rules
SLOWEST = 100  # milliseconds for any position, at most
LONG = 50  # milliseconds; a position that took longer is solved again
AGAIN = 2  # times that it is solved again; the shortest time counts
FITTED = 3  # tiles that must all be played for `Goal.FIT`


@dataclass
class WorstCase:
    """The longest CPU time in ms by goal, for positions under the same rules (of this `name`).

    `asked` is the number of searches so far, and `proven` how many of their answers are proven to be best.
    """

    name: str
    slowest: Counter[Goal] = field(default_factory=Counter)
    asked: int = 0
    proven: int = 0

    def ask(self, position: Position, goal: Goal) -> None:
        """Solve a position for a goal, and record the time and whether the answer is proven.

        If it took more than `LONG` ms, solve it again and record the shortest time, in case the machine was busy.
        """
        dice = random.Random(str(position.rack))  # noqa: S311  # the same tiles each time
        tiles = dice.sample(position.rack, min(FITTED, len(position.rack))) if goal is Goal.FIT else ()
        took, answer = _time(position, goal, tiles)
        if took > LONG:
            took = min(took, *(_time(position, goal, tiles)[0] for _ in range(AGAIN)))
        self.slowest[goal] = max(self.slowest[goal], took)  # type: ignore[assignment]  # a Counter of milliseconds
        self.asked += 1
        self.proven += answer.exact if answer else goal is Goal.OPENING or is_ruled_out(position, goal, tiles)


def _time(position: Position, goal: Goal, tiles: Sequence[Tile]) -> tuple[float, BestTurn | None]:
    """Solve a position, and return the CPU ms and the answer; `tiles` are those to play exactly, for `Goal.FIT`."""
    begun = process_time()
    answer = solve(position, goal, tiles)
    return 1000 * (process_time() - begun), answer


def boxes() -> dict[tuple[object, ...], tuple[str, TableRules]]:
    """Return the (name, rules) to measure, for as many players as they allow.

    The keys are what matters to the solver: (box of tiles, joker rule, rules for a first play). Of the kinds in
    `exactness` with the same key, only the first is included.
    """
    found: dict[tuple[object, ...], tuple[str, TableRules]] = {}
    for kind in kinds().values():
        rules = kind.rules.for_seats(kind.high)
        found.setdefault((rules.box, rules.jokers, rules.opening), (kind.name, rules))
    return found


def measure_worst(name: str, rules: TableRules) -> WorstCase:
    """Solve made-up positions under these rules, and return the longest times.

    The positions are nearly full tables, tables with all jokers on them, and racks with an empty table.
    """
    worst = WorstCase(name)
    tables = full_tables(rules, EACH, name)
    tables += freed_jokers(rules, EACH, name) if rules.box.jokers else []
    gc.collect()
    gc.freeze()
    for position in tables:
        for goal in (Goal.TILES, Goal.VALUE, Goal.OUT, Goal.ANY, Goal.FIT):
            worst.ask(position, goal)
    for position in racks(rules, EACH, name):
        for goal in Goal:
            worst.ask(position, goal)
    return worst


def run() -> Sequence[Figure]:
    """Measure the solver under all rules, print its slowest time for each goal and its proven answers; return figures.

    Figures are measured values with their bounds.
    """
    goals = list(Goal)
    print(f"Made-up positions, the slowest in ms{'':40}{''.join(f'{goal:>9}' for goal in goals)}   proven")
    found = []
    for name, rules in boxes().values():
        worst = measure_worst(name, rules)
        times = "".join(f"{worst.slowest[goal]:9.1f}" for goal in goals)
        print(f"  {name:74}{times}   {worst.proven} of {worst.asked}", flush=True)
        found.append(worst)
    slowest = max(max(worst.slowest.values()) for worst in found)
    asked, proven = sum(worst.asked for worst in found), sum(worst.proven for worst in found)
    return [
        Figure("any made-up position, worst", slowest, SLOWEST, " ms"),
        Figure("made-up positions proven, of a hundred", 100 * proven / asked, 90, at_least=True),
    ]


if __name__ == "__main__":
    run()
