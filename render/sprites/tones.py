"""Tones of tiles: those picked up are inverted, and those that the player doesn't want to see are dimmed.

A tone replaces palette bytes, so it needs no sprites of its own. It differs from the usual tiles in lightness, and so
without hues, too.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from PIL import Image

from engine.tiles.tiles import Color
from render.sprites import filled
from render.style.palette import PaletteRole, blend, find_nearest_among, make_palette, mix, write_rgb
from render.style.theme import FELT, Style


class Tone(StrEnum):
    """A way to make a tile stand out: none, its print and its face exchanged (inverted), or darker (dimmed)."""

    PLAIN = "plain"
    INVERTED = "inverted"
    DIMMED = "dimmed"


FACES = (FELT.face_top, FELT.face_mid, FELT.face_low, FELT.shine)
HALF = write_rgb(mix(FELT.wood, FELT.lip, 0.5))
"""The face of a dimmed tile: halfway between the rack's wood and a tile's side."""


def set_tone(drawn: Image.Image, color: Color | None, style: Style, tone: Tone) -> Image.Image:
    """Return the image of a tile of this color, drawn in this style, in the given tone; `color` is None for a joker."""
    return drawn if tone is Tone.PLAIN else drawn.point(_find_table(FELT.inks[color], style, tone))


@cache
def _find_table(ink: str, style: Style, tone: Tone) -> bytes:
    """Return the table for `Image.point` that gives a tile with this ink, drawn in this style, the tone."""
    return {
        (Style.MARKED, Tone.INVERTED): _invert,
        (Style.MARKED, Tone.DIMMED): _dim,
        (Style.SOLID, Tone.INVERTED): _invert_filled,
        (Style.SOLID, Tone.DIMMED): _dim_filled,
    }[style, tone](ink)


def _invert(ink: str) -> bytes:
    return _recolor(make_palette().roles, dict.fromkeys(FACES, ink) | {ink: FELT.face_mid}, {ink, FELT.face_mid})


def _dim(ink: str) -> bytes:
    become = dict.fromkeys(FACES, HALF) | {FELT.lip: FELT.wood, FELT.line: FELT.groove, ink: FELT.groove}
    return _recolor(make_palette().roles, become, {FELT.wood, FELT.lip, FELT.groove})


def _invert_filled(ink: str) -> bytes:
    return _recolor(filled.make_filled_palette().roles, {ink: FELT.shine, FELT.shine: ink}, {ink, FELT.shine})


def _dim_filled(ink: str) -> bytes:
    lip, pale = filled.choose_body(ink)[1], write_rgb(mix(ink, FELT.shine, 0.4))
    return _recolor(filled.make_filled_palette().roles, {ink: lip, FELT.shine: pale}, {ink, lip, FELT.shine})


def _recolor(roles: tuple[PaletteRole, ...], become: Mapping[str, str], own: set[str]) -> bytes:
    """Return the table that replaces the flat colors in `become`, and the shades between these and other colors.

    The new colors are those nearest to the wanted ones among the flat colors `own`, the other colors, and the shades
    between them.
    """
    table = bytearray(range(256))
    for byte, (ground, over, part) in enumerate(roles):
        if {ground, over} & become.keys():
            wanted = (become.get(ground, ground), become.get(over, over), part)
            others = {ground, over} - become.keys()
            table[byte] = find_nearest_among(roles, frozenset(own | others))[blend(wanted)]
    return bytes(table)
