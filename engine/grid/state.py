"""A grid in play: its rules, its state, and the small changes that every move is made of."""

from dataclasses import dataclass, replace

from engine.game.state import GameState
from engine.grid.rules.errors import StillDrafting
from engine.grid.rules.grid_rules import GridRules
from engine.grid.rules.reading import Cell
from engine.grid.rules.tiles import GridTile
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import Tile

SEATS = 2
LAID_OUT = 5  # tiles to pick from


@dataclass(frozen=True, kw_only=True)
class GridState(GameState):
    """A game on a grid of two seats.

    `row` holds the tiles laid out while the racks are drafted, and is empty afterwards. `scores` are each seat's
    points, `made` the intersections that it made. Of the turn before, `barred` are the numbers and `last` the
    cells placed; `passes` counts how many in a row, `taken` the turns since the draft.
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
    """The cells on which nothing will ever lie, drawn by lot."""
    cells = [(row, column) for row in range(rules.size) for column in range(rules.size)]
    return tuple(sorted(shuffle(cells, seed, "blocks")[: rules.blocks]))


def fill_row(state: GridState) -> GridState:
    """Fill the row up from the pool."""
    missing = min(LAID_OUT - len(state.row), len(state.pool))
    cut = len(state.pool) - missing
    return replace(state, row=(*state.row, *reversed(state.pool[cut:])), pool=state.pool[:cut])


def opponent_of(seat: int) -> int:
    """The opponent."""
    return 1 - seat


def begin_turn(state: GridState, seat: int, rules: GridRules) -> GridState:
    """Begin this seat's turn, with a new deadline."""
    deadline = None if rules.clock is None else state.now + rules.clock
    return replace(state, turn=seat, turns=state.turns + 1, active=frozenset({seat}), deadline=deadline)


def require_drafted(state: GridState) -> None:
    """Refuse a turn before the racks are full.

    Raises:
        StillDrafting: they are not.
    """
    if state.row:
        raise StillDrafting


def add_points(state: GridState, points: int) -> GridState:
    """Give points to the seat to move."""
    scores = (score + points * (seat == state.turn) for seat, score in enumerate(state.scores))
    return replace(state, scores=tuple(scores))
