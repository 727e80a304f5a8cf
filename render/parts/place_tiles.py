"""Players' places as tiles of these numbers."""

from engine.tiles.sets import Mark
from engine.tiles.tiles import Color, Tile
from render.content import TrayTile
from render.parts import placed_tiles
from render.sprites.canvas import Canvas
from render.sprites.sprites import Family
from render.style.sizes import BOARD, TileSize

HIGHEST = 13
"""The highest number on a tile."""
PLACES = (Color.RED, Color.BLUE, Color.ORANGE, Color.BLACK)
"""The colors of the places' tiles, in turn."""


def draw(canvas: Canvas, place: int, mark: Mark, at: placed_tiles.Corner) -> None:
    """Draw a place from 1 to `HIGHEST` as a tile, with the mark's ring; `at` is its cell's upper left corner."""
    tile = Tile(PLACES[(place - 1) % len(PLACES)], place)
    manner = placed_tiles.TileManner(TileSize(BOARD.tile), Family.TILES)
    placed_tiles.draw(canvas, TrayTile(tile, tile, mark), manner, at)
