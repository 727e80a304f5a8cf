"""The best legal turn on an open table, exactly."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.edits import Row
from engine.goals import Goal
from engine.sets import TableSet
from engine.state import TableRules
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Position:
    """A turn to be found: what lies, what the player holds, and whether he opened in an earlier turn.

    `rules` are settled for the number of seats; `claimed` are the letters of sets under tokens.
    """

    rules: TableRules
    sets: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    opened: bool
    claimed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal turn: the tiles that it plays, the whole table after it, and its value in points.

    In each row a joker says what it stands for. `exact`: no turn serves the goal better.
    """

    played: tuple[Tile, ...]
    rows: tuple[Row, ...]
    value: int
    exact: bool = True


def solve(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> Answer | None:
    """Find the turn that serves the goal best; `tiles` are those that a `fit` lays. None: there is no such turn."""
    raise NotImplementedError


def can_play(position: Position) -> bool:
    """Is there any legal turn that lays a tile?"""
    raise NotImplementedError
