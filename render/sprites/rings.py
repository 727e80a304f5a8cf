"""Drawings of the rings around tiles and cards."""

from PIL import Image

from engine.tiles.sets import Mark
from render.sprites.drawing import Drawing, dash, draw_rounded_mask, enlarge, inset
from render.style.palette import read_rgb
from render.style.sizes import TileSize
from render.style.theme import COLORS, FELT, SUPERSAMPLE, Ring, Sign


def add_ring(drawing: Drawing, size: TileSize, ring: Ring) -> None:
    """Draw the ring around a tile; rings differ in shape too, so that they can be told apart without their colors.

    PLAYED is plain, MOVED is around the corners only, BAD is dashed, and PICKED has a second band inside.
    """
    outside, inside = min(size.margin, 0.05 * size.width), 0.022 * size.width
    mask, corner = _draw_band(size, outside, inside)
    if ring is Mark.MOVED:
        _open_sides(mask)
    if ring is Sign.BAD:
        dash(mask, round(0.12 * size.width * SUPERSAMPLE))
    drawing.image.paste(read_rgb(COLORS[ring]), corner, mask)
    if ring is Sign.PICKED:
        mask, corner = _draw_band(size, 0, 0.06 * size.width)
        drawing.image.paste(read_rgb(FELT.picked), corner, mask)


def _draw_band(size: TileSize, outside: float, inside: float) -> tuple[Image.Image, tuple[int, int]]:
    """Return the mask of a band along a tile's outline, and the mask's corner, in enlarged pixels."""
    left, top, right, bottom = inset(size.tile_box, -outside)
    outer = enlarge((max(0, left), top, min(size.pitch, right), bottom))
    mask = draw_rounded_mask((outer[2] - outer[0], outer[3] - outer[1]), size.radius + outside)
    hole = enlarge(inset(size.tile_box, inside))
    inner = draw_rounded_mask((hole[2] - hole[0], hole[3] - hole[1]), size.radius - inside)
    mask.paste(0, (hole[0] - outer[0], hole[1] - outer[1]), inner)
    return mask, outer[:2]


def _open_sides(ring: Image.Image) -> None:
    width, height = ring.size
    ring.paste(0, (round(width * 0.36), 0, round(width * 0.64), height))
    ring.paste(0, (0, round(height * 0.36), width, round(height * 0.64)))
