"""Drawings of tiles as playing cards: a large index, a larger pip, and a colored field on court cards."""

from functools import lru_cache

from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER, Color, Tile
from render.sprites.drawing import Drawing, inset, measure_text
from render.sprites.rings import add_ring
from render.sprites.symbols import add_cap, add_symbol
from render.sprites.tile_art import LINE, add_role, add_shadow
from render.style.sizes import CARD, TileSize
from render.style.theme import FELT, Ring

SUIT_OF = {
    Color.RED: Color.HEARTS,
    Color.BLUE: Color.CLUBS,
    Color.BLACK: Color.SPADES,
    Color.ORANGE: Color.DIAMONDS,
}
"""The suit that shows each tile color, in a four-color pack: a suit has its color's ink."""
NAMED = {1: "A", 11: "J", 12: "Q", 13: "K"}


def write_index(tile: Tile) -> str:
    """Return the text that is printed in a card's corner: `A`, `J`, `Q`, `K` or the number."""
    return NAMED.get(tile.number, str(tile.number))


def draw_blank(size: TileSize, ground: str, ring: Ring) -> Drawing:
    """Draw a card without print on this ground, with its shadow and, unless the ring is STILL, its ring."""
    drawing = Drawing.blank(size.cell, ground)
    add_shadow(drawing, size, ground)
    drawing.rounded(size.tile_box, size.radius, FELT.line)
    drawing.rounded(inset(size.tile_box, LINE), size.radius - LINE, FELT.shine)
    if ring is not Mark.STILL:
        add_ring(drawing, size, ring)
    return drawing


@lru_cache(maxsize=1)
def _draw_base(size: TileSize) -> Drawing:
    return draw_blank(size, FELT.tray, Mark.STILL)


def draw_print(size: TileSize, tile: Tile) -> Drawing:
    """Draw a whole card with its index and pip, or a joker with its cap."""
    drawing = _draw_base(size).copy()
    width, left, top = size.width, *size.tile_box[:2]
    if tile == JOKER:
        add_cap(drawing, (left + CARD.middle * width, top + CARD.alone * width), CARD.alone_radius * width)
        return drawing
    ink, text = FELT.inks[tile.color], write_index(tile)
    font_size = (CARD.digit if len(text) == 1 else CARD.digits) * width
    tracking = CARD.tracking * width
    from_left = CARD.index[0] * width + measure_text(text, font_size, tracking) / 2
    drawing.text(text, font_size, (left + from_left, top + CARD.index[1] * width), ink, tracking)
    if tile.number in CARD.court:
        _add_court(drawing, size, tile, ink)
    else:
        pip = (left + CARD.pip[0] * width, top + CARD.pip[1] * width)
        add_symbol(drawing, _suit(tile), pip, CARD.pip_radius * width)
    return drawing


def _add_court(drawing: Drawing, size: TileSize, tile: Tile, ink: str) -> None:
    left, top = size.tile_box[:2]
    near, high, far, low = (part * size.width for part in CARD.field)
    field = (left + near, top + high, left + far, top + low)
    drawing.rounded(field, 0.07 * size.width, ink)
    middle = ((field[0] + field[2]) / 2, (field[1] + field[3]) / 2)
    add_symbol(drawing, _suit(tile), middle, CARD.court_radius * size.width, FELT.shine)


def _suit(tile: Tile) -> Color | None:
    return SUIT_OF.get(tile.color, tile.color) if tile.color else None


def draw_standing_joker(size: TileSize, role: Tile) -> Drawing:
    """Draw a joker with its cap above the pip and index of what it stands for."""
    drawing = _draw_base(size).copy()
    add_role(drawing, size, Tile(_suit(role), role.number), write_index(role))
    return drawing
