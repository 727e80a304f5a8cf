"""Daily puzzles: a table, a rack, and the most tiles that a turn can play; docs/puzzles.md explains the grades."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from typing import Any

from engine.game.actions import Action, Play
from engine.game.variant import Variant
from engine.game.views import View
from engine.table.game import TableGame
from engine.table.state import TableState
from engine.tiles.crossings import read_sets
from engine.tiles.edits import Replace
from engine.tiles.notation import read_rack, read_rows
from engine.tiles.tiles import JOKER, Box, Tile

DAY = 24 * 60 * 60  # seconds
_ALIKE = 2 / 3  # of a puzzle's table: with as much of it, nearly all of a best turn is the same
_LARGEST = 3 / 2  # of it: half of all tiles have so much in common with most puzzles
_OWN = 4 / 5  # of a table asked about that has just the sets of a puzzle that its answer changes, or a few more


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
    return game.state_of_puzzle(read_sets(puzzle.table, game.box), read_rack(puzzle.rack, game.box))


def gives_away(game: TableGame, puzzle: Puzzle, rack: Sequence[Tile], table: Sequence[Tile]) -> bool:
    """Return whether a position's best turn gives away a puzzle's answer.

    That is so for the same tiles in any order and in any sets, with colors renamed or numbers counted down, and with
    one tile less on the rack, a few other tiles on the table, or without the sets that its answer leaves as they are.
    """
    held = read_rack(puzzle.rack, game.box)
    sets, answer = read_sets(puzzle.table, game.box), read_sets(puzzle.answer, game.box)
    old = [tile for each in sets for tile in each.own]
    kept = {each.meld for each in answer}
    needed = [tile for each in sets if each.meld not in kept for tile in each.own]
    for names in _list_disguises(game.box):
        if _count_shared(held, names, rack) < len(held) - 1:
            continue
        shared = _count_shared(old, names, table)
        is_whole = shared == len(old) or (shared >= _ALIKE * len(old) and len(table) <= _LARGEST * len(old))
        is_part = shared >= _OWN * len(table) and _count_shared(needed, names, table) == len(needed)
        if is_whole or is_part:
            return True
    return False


def _list_disguises(box: Box) -> Iterator[Mapping[Tile, Tile]]:
    """Yield the renamings of a box's tiles that leave groups groups and runs runs: first none, then all others."""
    for colors in permutations(box.colors):
        names = dict(zip(box.colors, colors, strict=True))
        for edge, sign in ((0, 1), (box.low + box.high, -1)):
            yield {JOKER: JOKER} | {
                face: Tile(names[face.color], edge + sign * face.number) for face in box.faces() if face.color
            }


def _count_shared(some: Iterable[Tile], names: Mapping[Tile, Tile], others: Iterable[Tile]) -> int:
    """Return how many of some tiles, renamed by `names`, are among others."""
    return (Counter(names[tile] for tile in some) & Counter(others)).total()


def read_answer(game: TableGame, text: str) -> Action:
    """Return the turn in this text, in notation, as an answer to a puzzle. Raises BadNotation."""
    return game.read(0, f"{Play.verb} {text}")


def count_played_tiles(game: TableGame, puzzle: Puzzle, action: Action) -> int:
    """Return the number of rack tiles that an answer plays. Raises IllegalMove if it breaks a rule."""
    view = game.view(pose_puzzle(game, puzzle), 0)
    return view.seats[0].tiles - game.foresee(view, action).seats[0].tiles


def show_solution(game: TableGame, puzzle: Puzzle) -> View:
    """Return the view after a best turn: the table, its played and moved tiles marked, and the rack that is left."""
    view = game.view(pose_puzzle(game, puzzle), 0)
    return game.foresee(view, Play(0, (Replace(read_rows(puzzle.answer, game.box)),)))
