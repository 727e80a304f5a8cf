"""The rules of one game on a grid, and checking a proposed turn against them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice

from engine.game.views import Assistance
from engine.rummykruss.rules.cells import PlacedTile, Placing, TilesByCell, trace_equal_tiles, trace_wildcards
from engine.rummykruss.rules.errors import CellBlocked, NumberBarred, OffTheGrid, TooClose, TouchesSame, WildcardFixed
from engine.rummykruss.rules.reading import Cell, Crossword, crossword, list_neighbors, list_partners, settle_wildcards
from engine.rummykruss.rules.scoring import Scoring, has_connection
from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.text.errors import NothingPlayed, NotOnYourRack
from engine.tiles.notation import say_tile, say_tiles
from engine.tiles.sets import Mark
from engine.tiles.tiles import Box, Tile

MOST_READINGS = 1_000  # ways to tell equal tiles apart that are tried for one turn; nearly all turns have one


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRules:
    """The rules of one game on a grid, as its options set them.

    `size` is the grid's width and height in cells, and `blocks` the number of cells where no tile can be. The box has
    the numbers 1 to `numbers` in `colors` colors, each `copies` times, and `wildcards` wildcards. `deal` is the number
    of tiles on each rack at the start; with `open_draft`, players pick these in turn from open tiles. `clock` is in
    seconds per turn, None for no clock; `turn_cap` is in turns per player, 0 for no cap.

    `barred` takes the numbers that a turn placed, in written order, and returns those that the next turn can't place.
    `checks` are the rules for a turn whose lines are all sets, and `scoring` is what such a turn scores for. `helps` is
    the assistance that the players get.
    """

    size: int = 15
    numbers: int = 13
    colors: int = 4
    copies: int = 2
    wildcards: int = 2
    blocks: int = 10
    turn_cap: int = 0
    open_draft: bool = False
    deal: int = 14
    clock: int | None = None
    helps: Assistance = Assistance.FIT
    barred: Callable[[Sequence[int]], Sequence[int]]
    checks: tuple["GridCheck", ...]
    scoring: Scoring = Scoring.INTERSECTIONS

    @property
    def box(self) -> Box:
        """All tiles of the game."""
        return Box(Box().colors[: self.colors], high=self.numbers, copies=self.copies, jokers=self.wildcards)


@dataclass(frozen=True)
class Grid:
    """A grid before a turn.

    `on_grid` has its tiles by cell, and `blocks` are the cells where no tile can be. `barred` are the numbers that
    can't be placed this turn; `last` are the cells where the opponent's last turn placed tiles.
    """

    rules: GridRules
    on_grid: TilesByCell
    blocks: frozenset[Cell]
    barred: tuple[int, ...] = ()
    last: tuple[Cell, ...] = ()

    @cached_property
    def crossings(self) -> int:
        """The number of tiles in two sets, one across and one down. Raises BrokenLine, StandsAlone."""
        return len(crossword({cell: each.face for cell, each in self.on_grid.items()}).crossings)

    @cached_property
    def touched(self) -> Collection[Cell]:
        """The cells with a tile above, below or beside one of the cells `last`."""
        return {near for cell in self.last for near in list_neighbors(cell) if near in self.on_grid}


@dataclass(frozen=True)
class GridTurn:
    """A turn from `grid` to a grid whose lines are the sets in `crossword`; `spots` has all its tiles, with faces."""

    grid: Grid
    spots: tuple[PlacedTile, ...]
    crossword: Crossword

    @cached_property
    def placed(self) -> tuple[PlacedTile, ...]:
        """The tiles that the turn places from the rack, in the order in which it names them."""
        return tuple(spot for spot in self.spots if spot.origin is None)

    @property
    def played(self) -> tuple[Tile, ...]:
        """The tiles that the turn places from the rack, without their cells, in the order in which it names them."""
        return tuple(spot.tile for spot in self.placed)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the tiles placed from the rack, in the order of `placed`; a wildcard has its face's number."""
        return tuple(face_of(spot).number for spot in self.placed)

    @cached_property
    def rise(self) -> int:
        """The number of intersections after the turn less the number before it; negative if some are lost."""
        return len(self.crossword.crossings) - self.grid.crossings

    @cached_property
    def points(self) -> int:
        """The points that the turn scores (RK-20)."""
        return self.grid.rules.scoring.count_points(self.rise, self._is_connected)

    def _is_connected(self) -> bool:
        on_grid, after = self.grid.on_grid, {spot.cell: (spot.tile, face_of(spot)) for spot in self.spots}
        before = {cell: (each.tile, each.face) for cell, each in on_grid.items()}
        fresh = {cell: named[0] for cell, named in after.items() if before.get(cell) != named}
        return has_connection(fresh, self.played, partial(list_partners, cells=after))

    @property
    def tiles(self) -> tuple[GridTile, ...]:
        """The tiles of the grid after the turn, row by row, each marked as placed, moved or left in its cell."""
        return tuple(
            GridTile(*spot.cell, spot.tile, face_of(spot), _find_mark(spot))
            for spot in sorted(self.spots, key=lambda spot: spot.cell)
        )


GridCheck = Callable[[GridTurn], None]


def judge_turn(grid: Grid, rack: Sequence[Tile], placing: Placing) -> GridTurn:
    """Return the turn that this placing makes, with a face for every wildcard. Raises IllegalMove: it breaks a rule."""
    spots = placing.spots(grid.on_grid)
    for spot in spots:
        require_cell(grid, spot.cell)
    foreign = Counter(spot.tile for spot in spots if spot.origin is None) - Counter(rack)
    if foreign:
        raise NotOnYourRack(say_tiles(foreign.elements()))
    if len(spots) == len(grid.on_grid):
        raise NothingPlayed
    faces = settle_wildcards({spot.cell: spot.face for spot in spots}, grid.rules.box)
    known = [replace(spot, face=faces[spot.cell]) if spot.face is None else spot for spot in spots]
    sets = crossword(faces)
    readings = trace_wildcards(known, grid.on_grid, grid.barred)
    if any(isinstance(check, NoContact) for check in grid.rules.checks):
        readings = (each for traced in readings for each in trace_equal_tiles(traced, grid.on_grid))
    return _pick_legal((GridTurn(grid, read, sets) for read in readings), grid.rules.checks)


def _pick_legal(turns: Iterable[GridTurn], checks: Sequence[GridCheck]) -> GridTurn:
    """Return the first of the turns that passes all checks. Raises IllegalMove: the first turn's, if none does."""
    refusals = []
    for turn in islice(turns, MOST_READINGS):
        try:
            for check in checks:
                check(turn)
        except TooClose as refusal:  # no other check depends on which of equal tiles are placed
            refusals.append(refusal)
        else:
            return turn
    raise refusals[0]


def face_of(spot: PlacedTile) -> Tile:
    """Return the tile that a tile on the grid stands for; for a wildcard without a known face, the wildcard itself."""
    return spot.face or spot.tile


def _find_mark(spot: PlacedTile) -> Mark:
    if spot.origin is None:
        return Mark.PLAYED
    return Mark.STILL if spot.origin == spot.cell else Mark.MOVED


def require_cell(grid: Grid, cell: Cell) -> None:
    """Reject a cell where no tile can be. Raises OffTheGrid outside the grid, CellBlocked on a block."""
    end = grid.rules.size - 1
    if max(cell) > end:
        raise OffTheGrid(cell_name(*cell), cell_name(end, end))
    if cell in grid.blocks:
        raise CellBlocked(cell_name(*cell))


def wildcards_stay_what_they_are(turn: GridTurn) -> None:
    """Reject a changed face of a wildcard that stays in its cell. Raises WildcardFixed, which names the first."""
    for spot in turn.spots:
        if spot.origin == spot.cell and spot.face != (face := turn.grid.on_grid[spot.cell].face):
            raise WildcardFixed(cell_name(*spot.cell), say_tile(face))


def barred_numbers_stay_on_the_rack(turn: GridTurn) -> None:
    """Reject placing a barred number from the rack; on the grid it may move. Raises NumberBarred."""
    for spot in turn.placed:
        if (face := face_of(spot)).number in turn.grid.barred:
            raise NumberBarred(say_tile(face), cell_name(*spot.cell), face.number)


@dataclass(frozen=True)
class NoContact:
    """A check that rejects a rack tile next to one of certain tiles; `refusal` is the error, with the cells of both.

    `list_cells` returns the cells of these tiles before the turn; if the turn moves one, its new cell counts instead.
    """

    list_cells: Callable[[Grid], Collection[Cell]]
    refusal: type[TooClose]

    def __call__(self, turn: GridTurn) -> None:
        """Check the turn. Raises `refusal`."""
        before = self.list_cells(turn.grid)
        shut = {spot.cell for spot in turn.spots if spot.origin in before}
        for spot in turn.placed:
            for cell in list_neighbors(spot.cell):
                if cell in shut:
                    raise self.refusal(cell_name(*spot.cell), cell_name(*cell))


no_contact_with_the_last_tiles = NoContact(lambda grid: grid.last, TooClose)
"""Rejects a rack tile next to a tile that the opponent placed in the turn before (RK-19)."""
no_contact_with_the_touched_tiles = NoContact(lambda grid: grid.touched, TouchesSame)
"""Rejects a rack tile next to a tile that the opponent placed a rack tile next to in the turn before (RK-19)."""
