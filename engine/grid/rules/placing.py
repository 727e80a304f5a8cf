"""One turn on a grid, judged: the tiles before it, the tiles proposed, and what came from the rack."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.grid.rules.cells import PlacedTile, Placing, TilesByCell, trace_wildcards
from engine.grid.rules.errors import CellBlocked, NumberBarred, OffTheGrid, TooClose, WildcardFixed
from engine.grid.rules.reading import Cell, Crossword, crossword, list_neighbours, settle_wildcards
from engine.grid.rules.tiles import GridTile, cell_name
from engine.text.errors import NothingPlayed, NotOnYourRack
from engine.tiles.notation import write_tile, write_tiles
from engine.tiles.sets import Mark
from engine.tiles.tiles import Box, Tile


@dataclass(frozen=True)
class Grid:
    """What a turn finds.

    `barred` are the numbers that can't be placed, `last` the cells on which the opponent has just placed tiles.
    """

    box: Box
    size: int
    lying: TilesByCell
    blocks: frozenset[Cell]
    barred: tuple[int, ...] = ()
    last: tuple[Cell, ...] = ()

    @cached_property
    def crossings(self) -> int:
        """How many tiles lie in two sets.

        Raises:
            BrokenLine, StandsAlone: what lies there is not legal.
        """
        return len(crossword({cell: each.face for cell, each in self.lying.items()}).crossings)


@dataclass(frozen=True)
class GridTurn:
    """A readable turn: every tile where it leaves it, every wildcard with its face; `placed` came from the rack."""

    grid: Grid
    spots: tuple[PlacedTile, ...]
    crossword: Crossword

    @cached_property
    def placed(self) -> tuple[PlacedTile, ...]:
        """What came from the rack, in the order in which it was written."""
        return tuple(spot for spot in self.spots if spot.origin is None)

    @property
    def played(self) -> tuple[Tile, ...]:
        """The same as tiles."""
        return tuple(spot.tile for spot in self.placed)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers placed, in the order in which they were written; wildcards by what they stand for."""
        return tuple(face_of(spot).number for spot in self.placed)

    @cached_property
    def rise(self) -> int:
        """How many more crossings there are."""
        return len(self.crossword.crossings) - self.grid.crossings

    @property
    def tiles(self) -> tuple[GridTile, ...]:
        """The grid as it lies afterwards, row by row."""
        return tuple(
            GridTile(*spot.cell, spot.tile, face_of(spot), _mark(spot))
            for spot in sorted(self.spots, key=lambda spot: spot.cell)
        )


GridCheck = Callable[[GridTurn], None]


def judge_turn(grid: Grid, rack: Sequence[Tile], placing: Placing, checks: Sequence[GridCheck]) -> GridTurn:
    """Judge what is proposed against what lies there.

    Raises:
        IllegalMove: what is wrong, by the first rule that objects.
    """
    spots = placing.spots(grid.lying)
    for spot in spots:
        require_cell(grid, spot.cell)
    foreign = Counter(spot.tile for spot in spots if spot.origin is None) - Counter(rack)
    if foreign:
        raise NotOnYourRack(write_tiles(foreign.elements()))
    if len(spots) == len(grid.lying):
        raise NothingPlayed
    faces = settle_wildcards({spot.cell: spot.face for spot in spots}, grid.box)
    known = [replace(spot, face=faces[spot.cell]) if spot.face is None else spot for spot in spots]
    turn = GridTurn(grid, trace_wildcards(known, grid.lying, grid.barred), crossword(faces))
    for check in checks:
        check(turn)
    return turn


def face_of(spot: PlacedTile) -> Tile:
    """What a tile stands for, once that is known."""
    return spot.face or spot.tile


def _mark(spot: PlacedTile) -> Mark:
    if spot.origin is None:
        return Mark.LAID
    return Mark.STILL if spot.origin == spot.cell else Mark.MOVED


def require_cell(grid: Grid, cell: Cell) -> None:
    """Refuse a cell on which nothing can lie.

    Raises:
        OffTheGrid, CellBlocked: it is one.
    """
    if max(cell) >= grid.size:
        raise OffTheGrid(cell_name(*cell), cell_name(grid.size - 1, grid.size - 1))
    if cell in grid.blocks:
        raise CellBlocked(cell_name(*cell))


def wildcards_stay_what_they_are(turn: GridTurn) -> None:
    """A wildcard that stays where it is keeps its face."""
    for spot in turn.spots:
        if spot.origin == spot.cell and spot.face != (face := turn.grid.lying[spot.cell].face):
            raise WildcardFixed(cell_name(*spot.cell), write_tile(face))


def barred_numbers_stay_on_the_rack(turn: GridTurn) -> None:
    """No tile of a barred number comes from the rack; tiles that lie there may move."""
    for spot in turn.placed:
        if (face := face_of(spot)).number in turn.grid.barred:
            raise NumberBarred(write_tile(face), cell_name(*spot.cell), face.number)


def no_contact_with_the_last_tiles(turn: GridTurn) -> None:
    """No tile from the rack touches one that the opponent has just placed, wherever that lies now."""
    fresh = {spot.cell for spot in turn.spots if spot.origin in turn.grid.last}
    for spot in turn.placed:
        for cell in list_neighbours(spot.cell):
            if cell in fresh:
                raise TooClose(cell_name(*spot.cell), cell_name(*cell))
