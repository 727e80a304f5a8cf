"""Tiles on a grid, and the names of its cells."""

from dataclasses import dataclass
from string import ascii_uppercase

from engine.tiles.sets import Mark
from engine.tiles.tiles import Tile


@dataclass(frozen=True, slots=True)
class GridTile:
    """A tile on a grid. Rows and columns count from 0 at the top left; `face` is the tile that it stands for."""

    row: int
    column: int
    tile: Tile
    face: Tile
    mark: Mark


def cell_name(row: int, column: int) -> str:
    """Return a cell's name for players: column 7 of row 7 is `H8`."""
    return f"{ascii_uppercase[column]}{row + 1}"
