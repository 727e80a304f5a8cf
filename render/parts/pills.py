"""The pills in which a header or a strip shows its players."""

from functools import lru_cache

from PIL import Image

from render.sprites.atlas import ornament_atlas
from render.sprites.canvas import Canvas
from render.sprites.sprites import disc_name, pill_name


@lru_cache(maxsize=64)
def draw_pill(seat: int, disc: str, ground: str, size: tuple[int, int]) -> Image.Image:
    """Return a pill of this size without text, with the seat's number on a disc of the color `disc` at its left."""
    canvas, sprites = Canvas(size, ground), ornament_atlas()
    canvas.panel((0, 0, *size), sprites[pill_name(ground, size[1])], ground)
    canvas.put(sprites[disc_name(seat, disc, ground, size[1])], 0, 0)
    return canvas.image
