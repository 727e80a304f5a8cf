"""Daily puzzles: a table, a rack, and the most tiles that a turn can play; docs/puzzles.md explains the grades."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.game.actions import Action, Play
from engine.game.variant import Variant
from engine.game.views import View
from engine.table.game import TableGame
from engine.table.state import TableState
from engine.tiles.crossings import read_sets
from engine.tiles.edits import Replace
from engine.tiles.notation import read_rack, read_rows

DAY = 24 * 60 * 60  # seconds


class Grade(StrEnum):
    """The difficulty of a puzzle, easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """The puzzle of one day and grade; table, rack and answer are in notation.

    `day` counts from 1 January 1970 in UTC. The player has opened. `best` is the maximum number of rack tiles that a
    turn can play. `taken_apart` is the minimum number of sets that such a turn takes apart: sets that afterward are
    neither unchanged nor only added to. `answer` is the table after such a turn.
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
        """The number of tiles on the rack."""
        return len(self.rack.split())

    @property
    def ends(self) -> int:
        """The moment when the next day begins, in seconds since the epoch."""
        return (self.day + 1) * DAY


def day_of(now: int) -> int:
    """Return the day of a moment, given in seconds since the epoch; days count from 1 January 1970 in UTC."""
    return now // DAY


def choose_system(variants: Mapping[str, Variant[Any]]) -> TableGame:
    """Return the puzzles' rule system: the first `TableGame` (sets on a shared table, no claims) of `variants`."""
    return next(each for each in variants.values() if isinstance(each, TableGame))


def pose_puzzle(game: TableGame, puzzle: Puzzle) -> TableState:
    """Return a game state with the puzzle's table, in which seat 0 has its rack and is to play."""
    return game.practice(read_sets(puzzle.table, game.box), read_rack(puzzle.rack, game.box))


def read_answer(game: TableGame, text: str) -> Action:
    """Return the turn in this text, which is in notation, as an answer to a puzzle.

    Raises:
        BadNotation: the text can't be read.
    """
    return game.read(0, f"{Play.verb} {text}")


def count_played_tiles(game: TableGame, puzzle: Puzzle, action: Action) -> int:
    """Return the number of rack tiles that an answer to a puzzle plays.

    Raises:
        IllegalMove: the answer breaks a rule.
    """
    view = game.view(pose_puzzle(game, puzzle), 0)
    return view.seats[0].tiles - game.foresee(view, action).seats[0].tiles


def show_solution(game: TableGame, puzzle: Puzzle) -> View:
    """Return the view after a best turn: the table, its played and moved tiles marked, and the rack that is left."""
    view = game.view(pose_puzzle(game, puzzle), 0)
    return game.foresee(view, Play(0, (Replace(read_rows(puzzle.answer, game.box)),)))
