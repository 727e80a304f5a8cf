"""Every sprite: its name, its size, how it is drawn, and the sheet that it is on."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from PIL import Image

from engine.game.views import Skin, View
from engine.tiles.notation import write_tile
from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER, Box, Tile
from render.sprites import cards, ornaments, tile_art, tokens
from render.sprites.drawing import Drawing, Extent
from render.sprites.symbols import SUITS
from render.style.sizes import CHIP, FIELD, TOKENS, SquareSize, TileSize
from render.style.theme import CELLS, FELT, HEADER, LEDGES, SHEET, TILES, TRAYS, HeaderSizes, Ring, Sign

ORNAMENTS = "ornaments"
JOKERS = (JOKER,)
FACES = tuple(tile for tile in dict.fromkeys(Box().tiles()) if tile != JOKER)
OPEN_FACES = tuple(Tile(None, number) for number in dict.fromkeys(face.number for face in FACES))
"""The faces of a joker whose number is known but not its color."""
PIECEPACK = tuple(Tile(color, number) for color in sorted(SUITS) for number in range(6))
OPEN_PIECES = tuple(Tile(None, number) for number in range(6))


class Family(StrEnum):
    """A kind of sprites, such as square tiles or cards; its sheets are loaded only for pictures that need this kind."""

    TILES = "tiles"
    SUITS = "suits"
    CARDS = "cards"
    SQUARES = "squares"
    TOKENS = "tokens"


def family_of(view: View) -> Family:
    """Return the family of sprites for the view's table and rack; the tiles on a grid are always in SQUARES."""
    if view.skin is Skin.CARDS:
        return Family.CARDS
    return Family.SUITS if SUITS.intersection(view.box.colors) else Family.TILES


DrawTile = Callable[[TileSize, Tile], Drawing]


@dataclass(frozen=True)
class Sprite:
    """A named part of a drawing; `box` is that part's left, top, right and bottom, in pixels of the sprite."""

    name: str
    box: Extent
    draw: Callable[[], Drawing]

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels."""
        left, top, right, bottom = self.box
        return (right - left, bottom - top)

    @property
    def image(self) -> Image.Image:
        """The sprite's image in bytes of the palette; it is drawn again at each use."""
        return self.draw().reduce(self.box)


def blank_name(ground: str, ring: Ring) -> str:
    """Return the name of the sprite of a tile without print, with this ring, on a ground of this color."""
    return f"blank {ground} {ring}"


def print_name(tile: Tile) -> str:
    """Return the name of the sprite of a tile's number and mark; for JOKER, a joker that stands for nothing yet."""
    return f"print {write_tile(tile)}"


def role_name(face: Tile) -> str:
    """Return the name of the sprite that shows, on a joker's lower part, what it stands for."""
    return f"role {write_tile(face)}"


def frame_name(edge: Ring) -> str:
    """Return the name of the sprite of a tray's corners, whose color is that of the sign `edge`."""
    return f"frame {edge}"


def chip_name(sign: Ring, size: TileSize) -> str:
    """Return the name of the sprite of a chip's corners, which depends on the chip's sign and font size."""
    return f"chip {sign} {CHIP.text(size)}"


def icon_name(sign: Ring, size: TileSize) -> str:
    """Return the name of the sprite of a tick (GOOD) or cross (BAD), which depends on the font size of chips."""
    return f"icon {sign} {CHIP.text(size)}"


def pill_name(ground: str, height: int) -> str:
    """Return the name of the sprite of the round ends of a pill of this color and of this height in pixels."""
    return f"pill {ground} {height}"


def disc_name(seat: int, color: str, ground: str, height: int) -> str:
    """Return the name of the sprite of a seat's disc on the left end of a pill of this height."""
    return f"disc {seat} {color} {ground} {height}"


def tile_sprites(size: TileSize) -> Iterator[Sprite]:
    """Yield the sprites of the usual tiles at one size, with jokers' faces and trays' corners if tables use it."""
    yield from _blanks(size, tile_art.draw_blank)
    yield from _prints(size, FACES + JOKERS)
    if _is_on_table(size):
        yield from _roles(size)
        corners = (0, 0, 2 * size.corner, 2 * size.corner)
        for edge in TRAYS:
            yield Sprite(frame_name(edge), corners, partial(ornaments.draw_frame, size, edge))


def _is_on_table(size: TileSize) -> bool:
    return size.width in SHEET.tiers + TOKENS.tiers


def _blanks(size: TileSize, draw: Callable[[TileSize, str, Ring], Drawing]) -> Iterator[Sprite]:
    on_table, on_rack = _is_on_table(size), size.width in LEDGES.tiers
    for ground in [FELT.tray] * on_table + [FELT.wood] * on_rack:
        for ring in TILES:
            yield Sprite(blank_name(ground, ring), (0, 0, *size.cell), partial(draw, size, ground, ring))


def _prints(size: TileSize, faces: Iterable[Tile], draw: DrawTile = tile_art.draw_print) -> Iterator[Sprite]:
    for tile in faces:
        yield Sprite(print_name(tile), tile_art.print_box(size), partial(draw, size, tile))


def _roles(size: TileSize, draw: DrawTile = tile_art.draw_standing_joker) -> Iterator[Sprite]:
    # The cap is the same above every role, so it is stored once, and each role is only the strip below it.
    yield Sprite("jester", tile_art.print_box(size), partial(draw, size, FACES[0]))
    for face in FACES + OPEN_FACES:
        yield Sprite(role_name(face), tile_art.role_box(size), partial(draw, size, face))


def suit_sprites(size: TileSize) -> Iterator[Sprite]:
    """Yield, at one size, the sprites that only a piecepack has: tiles' prints and, on tables, its jokers' faces."""
    yield from _prints(size, PIECEPACK)
    if _is_on_table(size):
        for face in PIECEPACK + OPEN_PIECES:
            yield Sprite(role_name(face), tile_art.role_box(size), partial(tile_art.draw_suit_joker, size, face))


def card_sprites(size: TileSize) -> Iterator[Sprite]:
    """Yield the sprites of playing cards at one size."""
    yield from _blanks(size, cards.draw_blank)
    yield from _prints(size, FACES + JOKERS, cards.draw_print)
    if _is_on_table(size):
        yield from _roles(size, cards.draw_standing_joker)


def square_sprites(size: TileSize) -> Iterator[Sprite]:
    """Yield the sprites of a grid at one size: its tiles, all else in its cells, and the sign for barred numbers."""
    cell = (0, 0, *size.cell)
    for ring in CELLS:
        yield Sprite(blank_name(FELT.tray, ring), cell, partial(tile_art.draw_blank, size, FELT.tray, ring))
    for name, draw in (
        ("well", ornaments.draw_well),
        ("block", ornaments.draw_block),
        ("center", ornaments.draw_center),
    ):
        yield Sprite(name, cell, partial(draw, size))
    yield Sprite("barred", (0, 0, FIELD.barred, FIELD.barred), ornaments.draw_barred)
    yield from _prints(size, FACES + JOKERS)
    yield from _roles(size)


def token_sprites(size: TileSize) -> Iterator[Sprite]:
    """Yield the sprites for claims on sets, and for tiles that two sets share, at one size of tile."""
    for seat in range(len(FELT.seats)):
        yield Sprite(f"token {seat}", tokens.disc_box(size), partial(tokens.draw_claim_disc, size, seat))
    for name, draw in (("second", tokens.draw_second), ("lock", tokens.draw_lock)):
        yield Sprite(name, tokens.plate_box(size), partial(draw, size))
    yield Sprite("tag", tokens.tag_box(size), partial(tokens.draw_tag, size))
    yield Sprite("shared", (0, 0, *size.cell), partial(tokens.draw_shared, size))


def ornament_sprites() -> Iterator[Sprite]:
    """Yield every sprite that doesn't depend on the size of a tile."""
    board, star = ((0, 0, side, side) for side in (2 * SHEET.corner, HEADER.star))
    yield Sprite("board", board, ornaments.draw_board_corners)
    yield from _pills(HEADER)
    yield Sprite("star", star, partial(ornaments.draw_star, FELT.on_gold, FELT.played))
    ghost = TileSize(SHEET.tiers[0])
    yield Sprite("ghost", (0, 0, *ghost.cell), partial(ornaments.draw_ghost, ghost))
    for size in (TileSize(width) for width, _ in CHIP.steps):
        yield from _chips(size)


def _pills(sizes: HeaderSizes) -> Iterator[Sprite]:
    pill = (0, 0, sizes.height, sizes.height)
    for ground in (FELT.chip, FELT.played):
        yield Sprite(pill_name(ground, sizes.height), pill, partial(ornaments.draw_pill, sizes, ground))
    for seat, own in enumerate(FELT.seats):
        for color, ground in ((own, FELT.chip), (own, FELT.played), (FELT.resigned, FELT.chip)):
            name = disc_name(seat, color, ground, sizes.height)
            yield Sprite(name, pill, partial(ornaments.draw_seat_disc, sizes, seat, (color, ground)))
    yield Sprite(f"pool {sizes.back[1]}", (0, 0, *sizes.back), partial(ornaments.draw_pool_tile, sizes))


def _chips(size: TileSize) -> Iterator[Sprite]:
    corners, icon = ((0, 0, side, side) for side in (2 * CHIP.corner(size), CHIP.icon(size)))
    for sign in (Sign.BAD, Mark.PLAYED):
        yield Sprite(chip_name(sign, size), corners, partial(ornaments.draw_chip, size, sign))
    yield Sprite(icon_name(Sign.GOOD, size), icon, partial(ornaments.draw_tick, size))
    yield Sprite(icon_name(Sign.BAD, size), icon, partial(ornaments.draw_cross, size))


def sheet_names() -> tuple[str, ...]:
    """Return the names of all sheets: the ornaments' first, then those of each family, smallest tiles first."""
    return (ORNAMENTS, *(f"{family}-{width}" for family in Family for width in list_widths(family)))


def list_widths(family: Family) -> list[int]:
    """Return the tile widths in pixels for which a family has a sheet, smallest first."""
    usual = SHEET.tiers + LEDGES.tiers
    tiers = {Family.SQUARES: FIELD.tiers, Family.TOKENS: TOKENS.tiers, Family.TILES: usual + TOKENS.tiers}
    return sorted({*tiers.get(family, usual)})


def list_sprites(name: str) -> tuple[Sprite, ...]:
    """Return a sheet's sprites in order. Raises: ValueError unless it's `ornaments` or such as `tiles-80`."""
    if name == ORNAMENTS:
        return tuple(ornament_sprites())
    family, _, width = name.partition("-")
    size = (SquareSize if family == Family.SQUARES else TileSize)(int(width))
    return tuple(_LISTS[Family(family)](size))


_LISTS: Mapping[Family, Callable[[TileSize], Iterator[Sprite]]] = {
    Family.TILES: tile_sprites,
    Family.SUITS: suit_sprites,
    Family.CARDS: card_sprites,
    Family.SQUARES: square_sprites,
    Family.TOKENS: token_sprites,
}
