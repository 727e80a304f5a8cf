"""Tiles on a grid, and the names of its cells."""

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_uppercase

from engine.tiles.sets import Mark
from engine.tiles.tiles import Tile


@dataclass(frozen=True, slots=True)
class GridTile:
    """A tile on a grid. Rows and columns count from 0 at the top left; `face` is the tile that it stands for.

    `mark` says whether the last turn placed it, moved it or left it in its cell.
    """

    row: int
    column: int
    tile: Tile
    face: Tile
    mark: Mark


def by_cell(tiles: Iterable[GridTile]) -> dict[tuple[int, int], GridTile]:
    """Return tiles by cell (row, column)."""
    return {(each.row, each.column): each for each in tiles}


def cell_name(row: int, column: int) -> str:
    """Return a cell's name for players, such as `H8` for row 7 and column 7, which are counted from 0."""
    return f"{ascii_uppercase[column]}{row + 1}"
