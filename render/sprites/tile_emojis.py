"""Tiles as Discord emojis: 128 pixels square, on a transparent ground, and legible at 20.

They are shipped as files: the bot recognizes Discord's copies by their bytes, which would change with the zlib that
packs them.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image

from engine.tiles.notation import write_tile
from engine.tiles.tiles import JOKER, Color, Tile
from render.sprites.drawing import Drawing, draw_rounded_mask, inset
from render.sprites.symbols import SUITS, add_cap, add_symbol
from render.sprites.tile_art import write_number
from render.style.palette import mix, write_rgb
from render.style.theme import EMOJI, FELT, SUPERSAMPLE, Style

FINGERPRINT = 4  # hexadecimal digits: enough to tell a picture from its last few versions, but short in menus of 25
_FULL = re.compile(rf"(?P<name>\w+)_[0-9a-f]{{{FINGERPRINT}}}")
FILES = Path(__file__).parents[1] / "assets" / "emojis"


def read_emojis() -> Mapping[str, bytes]:
    """Return the PNG files by name: the tile in lower-case notation, such as `r13`, or `r13_solid` for a filled one."""
    return {path.stem: path.read_bytes() for path in sorted(FILES.glob("*.png"))}


def emoji_name(tile: Tile, style: Style) -> str:
    """Return the name of a tile's file, without suffix, such as `r13` or `r13_solid`."""
    return write_tile(tile).lower() + ("" if style is Style.MARKED else f"_{style}")


def full_name(name: str, png: bytes) -> str:
    """Return an emoji's name, of at most 25 characters, with a short hash of its picture, such as `r4_3f2a`."""
    return f"{name}_{hashlib.sha256(png).hexdigest()[:FINGERPRINT]}"


def read_name(full: str) -> str | None:
    """Return an emoji's name without the fingerprint at its end; None if it has no fingerprint."""
    match = _FULL.fullmatch(full)
    return match["name"] if match else None


def list_faces() -> Iterator[Tile]:
    """Yield every tile that a box can have, once each, the joker last."""
    for color in Color:
        yield from (Tile(color, number) for number in (range(6) if color in SUITS else range(1, 14)))
    yield JOKER


def draw_emoji(tile: Tile, style: Style) -> Image.Image:
    """Draw a tile's emoji, in at most `EMOJI.colors` colors."""
    side, ink = EMOJI.side, FELT.inks[tile.color]
    ground, print_ink, rim = (
        (FELT.face_top, ink, FELT.line)
        if style is Style.MARKED
        else (ink, FELT.shine, write_rgb(mix(ink, FELT.shine, EMOJI.light)))
    )
    drawing = Drawing.blank((side, side), rim)
    box = (0.0, 0.0, float(side), float(side))
    drawing.rounded(inset(box, EMOJI.rim), EMOJI.corner - EMOJI.rim, ground)
    _add_print(drawing, tile, print_ink)
    alpha = draw_rounded_mask((side * SUPERSAMPLE, side * SUPERSAMPLE), EMOJI.corner).reduce(SUPERSAMPLE)
    image = drawing.small(box).convert("RGBA")
    image.putalpha(alpha)
    return image.quantize(EMOJI.colors, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _add_print(drawing: Drawing, tile: Tile, ink: str) -> None:
    middle = EMOJI.side / 2
    if tile == JOKER:
        add_cap(drawing, (middle, middle), EMOJI.alone, ink)
    elif tile.color in SUITS and tile.number == 0:
        add_symbol(drawing, tile.color, (middle, middle), EMOJI.alone * 0.9, ink)
    else:
        number = write_number(tile)
        size = EMOJI.digit if len(number) == 1 else EMOJI.digits
        drawing.text(number, size, (middle, EMOJI.number), ink, tracking=EMOJI.tracking)
        radius = EMOJI.suit_radius if tile.color in SUITS else EMOJI.mark_radius
        add_symbol(drawing, tile.color, (middle, EMOJI.mark), radius, ink)


def write_emojis(folder: Path = FILES) -> None:
    """Draw and save every emoji; run this after any change to how tiles look."""
    folder.mkdir(exist_ok=True)
    for style in Style:
        for tile in list_faces():
            draw_emoji(tile, style).save(folder / f"{emoji_name(tile, style)}.png", "PNG", optimize=True)
