"""Three years of puzzles: none another in disguise, each as hard as its grade says, none long in the making."""

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from itertools import islice

import pytest

from engine.coach import puzzles
from engine.coach.puzzle_generator import KINDS, TERMS, PuzzlePosition, classify, is_proven, search
from engine.coach.puzzles import Grade, Puzzle
from engine.tiles.notation import read_rack, read_table
from engine.variants import load
from tests.disguises import form

pytestmark = pytest.mark.soak

FIRST = date(2026, 11, 20).toordinal() - date(1970, 1, 1).toordinal()
DAYS = 3 * 365
MOST_POSITIONS = 2_000
GAME = puzzles.choose_system(load())


def made(day: int) -> list[tuple[Puzzle, int]]:
    """The day's puzzles, each with the number of positions that were looked at."""
    found = []
    for grade in Grade:
        tried = enumerate(islice(search(GAME, day, grade), MOST_POSITIONS), 1)
        number, puzzle = next((number, puzzle) for number, puzzle in tried if puzzle)
        check(puzzle)
        found.append((puzzle, number))
    return found


def check(puzzle: Puzzle) -> None:
    terms = TERMS[puzzle.grade]
    spot = PuzzlePosition(GAME.box, read_table(puzzle.table, GAME.box), read_rack(puzzle.rack, GAME.box))
    answer = puzzles.read_answer(GAME, f"table: {puzzle.answer}")
    assert puzzles.count_played_tiles(GAME, puzzle, answer) == puzzle.best == spot.best
    assert is_proven(GAME, puzzle)
    assert len(spot.sets) in terms.sets
    assert puzzle.best in terms.played
    assert puzzle.taken_apart in terms.apart
    assert puzzle.tiles - puzzle.best <= terms.spare
    assert spot.find_taking_apart(0, 1) is None
    assert spot.find_taking_apart(terms.shallow, puzzle.best // 2 + 1) is None
    assert spot.find_taking_apart(puzzle.taken_apart - 1, puzzle.best) is None
    assert classify(spot) == puzzle.day % KINDS


@pytest.mark.timeout(3600)
def test_three_years_of_puzzles_are_all_different_and_as_hard_as_they_say() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        found = [each for day in processes.map(made, range(FIRST, FIRST + DAYS), chunksize=10) for each in day]

    forms = Counter(form(puzzle) for puzzle, _ in found)
    assert len(found) == len(Grade) * DAYS
    assert [form for form, times in forms.items() if times > 1] == []
