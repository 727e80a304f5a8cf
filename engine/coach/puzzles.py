"""Daily puzzles: a table, a rack, and the most tiles that one turn can lay. docs/puzzles.md explains the grades."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.game.actions import Play
from engine.game.variant import Variant
from engine.game.views import View
from engine.table.game import TableGame
from engine.table.state import TableState
from engine.tiles.crossings import read_sets
from engine.tiles.edits import Replace
from engine.tiles.notation import read_rack, read_rows

DAY = 24 * 60 * 60  # seconds


class Grade(StrEnum):
    """How hard a puzzle is, from the easiest."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """The puzzle of a day, which counts from 1 January 1970 in UTC; table, rack and answer are in notation.

    The player has opened. `best` is the most tiles that a turn can lay, and `taken_apart` the fewest sets that such a
    turn takes apart: that neither lie there after it as they did nor have only grown. `answer` is the table after one.
    """

    day: int
    grade: Grade
    table: str
    rack: str
    best: int
    taken_apart: int
    answer: str

    @property
    def tiles(self) -> int:
        """How many lie on the rack."""
        return len(self.rack.split())

    @property
    def ends(self) -> int:
        """When the next day begins, in seconds since the epoch."""
        return (self.day + 1) * DAY


def day_of(now: int) -> int:
    """The day of a moment in seconds since the epoch."""
    return now // DAY


def choose_system(variants: Mapping[str, Variant[Any]]) -> TableGame:
    """The system by whose rules puzzles are solved: the first on an open table."""
    return next(each for each in variants.values() if isinstance(each, TableGame))


def pose_puzzle(game: TableGame, puzzle: Puzzle) -> TableState:
    """The turn to be found, as a state in which the player has seat 0."""
    return game.practice(read_sets(puzzle.table, game.box), read_rack(puzzle.rack, game.box))


def count_laid_tiles(game: TableGame, puzzle: Puzzle, text: str) -> int:
    """How many tiles a turn lays, written as a move.

    Raises:
        BadNotation, IllegalMove: it can't be read, or is against the rules.
    """
    view = game.view(pose_puzzle(game, puzzle), 0)
    after = game.foresee(view, game.read(0, f"{Play.verb} {text}"))
    return view.seats[0].tiles - after.seats[0].tiles


def show_solution(game: TableGame, puzzle: Puzzle) -> View:
    """The table after a best turn, with what was laid and moved, and what is left on the rack."""
    view = game.view(pose_puzzle(game, puzzle), 0)
    return game.foresee(view, Play(0, (Replace(read_rows(puzzle.answer, game.box)),)))
