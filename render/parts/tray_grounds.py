"""The grounds of trays: rectangles with round corners and an edge whose color is a sign."""

from render.sprites.atlas import tile_atlas
from render.sprites.canvas import Canvas
from render.sprites.sprites import frame_name
from render.style.sizes import TileSize
from render.style.theme import COLORS, FELT, Ring


def draw(canvas: Canvas, box: tuple[int, int, int, int], size: TileSize, edge: Ring) -> None:
    """Draw a ground; `size` is the tile size whose trays have these corners, `edge` the sign that colors the edge."""
    canvas.panel(box, tile_atlas(size.width)[frame_name(edge)], FELT.tray)
    canvas.edge(box, size.corner, size.rim, COLORS[edge])
