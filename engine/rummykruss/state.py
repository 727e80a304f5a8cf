"""The state of a game on a grid, and functions for the small changes that moves consist of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game.state import GameState
from engine.rummykruss.rules.errors import StillDrafting
from engine.rummykruss.rules.placing import GridRules
from engine.rummykruss.rules.reading import Cell
from engine.rummykruss.rules.tiles import GridTile
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import Tile

SEATS = 2
OPEN_TILES = 5  # open tiles in a draft


@dataclass(frozen=True, kw_only=True)
class GridState(GameState):
    """The state of a game for two on a grid.

    No tile can be in a cell of `blocks`. `row` has the open tiles of a draft, and is empty after the draft. `scores`
    has each seat's points, and `made` the number of intersections that each has made. `barred` are the numbers that the
    seat to move can't place, and `last` the cells where the turn before placed rack tiles. `passes` is the number of
    consecutive passes just before this turn, `taken` the number of turns since the draft.
    """

    tiles: tuple[GridTile, ...] = ()
    blocks: tuple[Cell, ...]
    row: tuple[Tile, ...] = ()
    scores: tuple[int, ...]
    made: tuple[int, ...]
    barred: tuple[int, ...] = ()
    last: tuple[Cell, ...] = ()
    passes: int = 0
    taken: int = 0


def draw_blocks(rules: GridRules, seed: bytes) -> tuple[Cell, ...]:
    """Return the blocks, random cells where no tile can be, in order of rows and then columns; `seed` decides them."""
    cells = [(row, column) for row in range(rules.size) for column in range(rules.size)]
    return tuple(sorted(shuffle(cells, seed, "blocks")[: rules.blocks]))


def fill_row(state: GridState) -> GridState:
    """Return the state with the row of open tiles filled from the pool up to OPEN_TILES, if the pool has enough."""
    missing = min(OPEN_TILES - len(state.row), len(state.pool))
    cut = len(state.pool) - missing
    return replace(state, row=(*state.row, *reversed(state.pool[cut:])), pool=state.pool[:cut])


def opponent_of(seat: int) -> int:
    """Return the other seat."""
    return 1 - seat


def begin_turn(state: GridState, seat: int, rules: GridRules) -> GridState:
    """Return the state at the beginning of this seat's turn, with a new deadline."""
    deadline = None if rules.clock is None else state.now + rules.clock
    return replace(state, turn=seat, turns=state.turns + 1, active=frozenset({seat}), deadline=deadline)


def require_drafted(row: Sequence[Tile]) -> None:
    """Reject a turn before the open draft is over, while `row` has open tiles. Raises StillDrafting."""
    if row:
        raise StillDrafting


def add_points(state: GridState, points: int) -> GridState:
    """Return the state with points, which may be negative, added to the score of the seat to move."""
    scores = (score + points * (seat == state.turn) for seat, score in enumerate(state.scores))
    return replace(state, scores=tuple(scores))
