"""The CPU time to make the daily puzzles of each grade, beside the proof that a puzzle's answer is the best turn."""

from collections.abc import Iterator, Sequence
from functools import partial

from benchmarks.measure.figures import Figure
from benchmarks.measure.times import time_calls
from engine.coach.puzzle_generator import is_proven, make_puzzle
from engine.coach.puzzles import Grade, Puzzle, choose_system
from engine.table.game import TableGame
from engine.variants import load

DAYS = range(20_700, 21_030, 6)  # since 1 January 1970
SLOWEST = 10_000.0  # milliseconds for any puzzle, at most: whoever asks first on a day waits for it


def _make(game: TableGame, grade: Grade, day: int, made: list[Puzzle]) -> int:
    made.append(make_puzzle(game, day, grade))
    return made[-1].best


def _measure(game: TableGame, grade: Grade) -> Iterator[Figure]:
    made: list[Puzzle] = []
    making = time_calls(f"making one, {grade}", [partial(_make, game, grade, day, made) for day in DAYS], repeats=1)
    proving = time_calls("the proof alone", [partial(is_proven, game, puzzle) for puzzle in made], repeats=1)
    yield from making.beside(proving, f"{grade}", f"making a puzzle, {grade}", (None, None, SLOWEST))


def run() -> Sequence[Figure]:
    """Make puzzles of each grade, and return the figures (measured values with their bounds)."""
    game = choose_system(load())
    return [figure for grade in Grade for figure in _measure(game, grade)]
