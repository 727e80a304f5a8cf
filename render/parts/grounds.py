"""The grounds of players, tiles and figures: pills and trays."""

from functools import lru_cache

from PIL import Image

from render.sprites.atlas import ornament_atlas, tile_atlas
from render.sprites.canvas import Canvas
from render.sprites.sprites import disc_name, frame_name, pill_name
from render.style.sizes import TileSize
from render.style.theme import COLORS, FELT, Ring


@lru_cache(maxsize=64)
def draw_pill(seat: int, disc: str, ground: str, size: tuple[int, int]) -> Image.Image:
    """Return a pill of this size without text, with the seat's number on a disc of the color `disc` at its left."""
    canvas, sprites = Canvas(size, ground), ornament_atlas()
    canvas.panel((0, 0, *size), sprites[pill_name(ground, size[1])], ground)
    canvas.put(sprites[disc_name(seat, disc, ground, size[1])], 0, 0)
    return canvas.image


def draw_tray(canvas: Canvas, box: tuple[int, int, int, int], size: TileSize, edge: Ring) -> None:
    """Draw a tray's ground with the corners for tiles of this size; the sign `edge` colors its edge."""
    canvas.panel(box, tile_atlas(size.width)[frame_name(edge)], FELT.tray)
    canvas.edge(box, size.corner, size.rim, COLORS[edge])
