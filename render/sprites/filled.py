"""Tiles filled with their color, made from marked (ivory) ones by replacing each palette byte, and tones of both.

A picture with filled tiles has no marked ones, whose bytes are then free for filled faces, lips (the sides that show
below the faces) and prints.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from PIL import Image, ImageChops

from engine.tiles.tiles import Color
from render.sprites.drawing import draw_rounded_mask, enlarge, inset
from render.style.palette import PaletteRole, blend, find_nearest_among, make_palette, mix, write_rgb
from render.style.sizes import TileSize
from render.style.theme import FELT, SUPERSAMPLE, Style

INKS = tuple(dict.fromkeys(FELT.inks.values()))
BODY = {FELT.face_top, FELT.face_mid, FELT.face_low, FELT.lip, FELT.line}
"""The colors of a marked tile, its print aside."""
MARKED = BODY | {FELT.red, FELT.blue, FELT.orange, FELT.joker}
"""The colors that only marked tiles have."""
RIMMED = {FELT.black: ("#3C414D", FELT.dim)}
"""The inks that a dark ground would swallow, with the lip and the rim of tiles that are filled with them.

The rim is in a color of the theme, so that it's visible on each theme's trays.
"""
RIM = 0.045
"""The breadth of the rim, as a fraction of the tile's width."""
LEAST_RIM = 2.0
"""The least breadth of the rim in pixels."""
COVERS = 3
"""The number of steps in which a rim's edge fades into the tile."""


def choose_body(ink: str) -> tuple[str, str, str]:
    """Return the colors of face, lip and outline of a tile that is filled with this ink."""
    dark = write_rgb(mix(ink, FELT.on_gold, 0.42))
    return (ink, *RIMMED.get(ink, (dark, dark)))


@dataclass(frozen=True)
class FilledPalette:
    """The palette of pictures with filled tiles; by ink, a table turns a marked tile's bytes into a filled one's."""

    roles: tuple[PaletteRole, ...]
    tables: Mapping[str, bytes]


@cache
def make_filled_palette() -> FilledPalette:
    """Return the palette for filled tiles: the fixed one, in which their colors replace those of marked tiles."""
    roles = list(make_palette().roles)
    free = [byte for byte, role in enumerate(roles) if MARKED.intersection(role[:2])]
    free += range(len(roles), 256)
    roles += [roles[0]] * (256 - len(roles))
    for byte, role in zip(free, list_roles(), strict=False):
        roles[byte] = role
    return FilledPalette(tuple(roles), {ink: _make_table(ink, tuple(roles)) for ink in INKS})


def list_roles() -> Iterator[PaletteRole]:
    """Yield the roles that filled tiles add, the most visible first, because there may not be bytes for all."""
    for ink in INKS:
        face, lip, line = choose_body(ink)
        yield from ((color, color, 0.0) for color in dict.fromkeys((face, lip, line)))
        yield from ((face, FELT.shine, step / 6) for step in range(1, 6))
    for ink in INKS:
        yield from ((ground, choose_body(ink)[1], step / 4) for ground in (FELT.tray, FELT.wood) for step in (1, 2, 3))


def _make_table(ink: str, roles: tuple[PaletteRole, ...]) -> bytes:
    face, lip, line = choose_body(ink)
    become = dict.fromkeys((FELT.face_top, FELT.face_mid, FELT.face_low), face)
    become |= {FELT.lip: lip, FELT.line: line, ink: FELT.shine}
    own = {face, lip, line, FELT.shine}
    table = bytearray(range(256))
    for byte, (ground, over, part) in enumerate(make_palette().roles):
        if {ground, over} & (BODY | {ink}):
            role = (become.get(ground, ground), become.get(over, over), part)
            table[byte] = find_nearest_among(roles, frozenset(own.union(role[:2])))[blend(role)]
    upper_edge = make_palette()[FELT.shine]  # where light falls
    table[upper_edge] = find_nearest_among(roles, frozenset(own))[mix(face, FELT.shine, 1 / 3)]
    return bytes(table)


def find_table(color: Color | None) -> bytes:
    """Return the table for `Image.point` that makes a marked tile of this color, or a joker for None, a filled one."""
    return make_filled_palette().tables[FELT.inks[color]]


def fill(marked: Image.Image, color: Color | None, size: TileSize) -> Image.Image:
    """Return the image of a whole marked tile filled with its color, with a rim if a dark ground would swallow it."""
    whole = marked.point(find_table(color))
    ink = FELT.inks[color]
    if ink in RIMMED:
        own = marked.point(_find_own_bytes(ink))
        for step, table in enumerate(_make_rim_tables(ink), start=1):
            covered = _draw_rim(size).point([255 * (round(cover * COVERS / 255) == step) for cover in range(256)])
            whole.paste(whole.point(table), mask=ImageChops.darker(covered, own))
    return whole


@cache
def _draw_rim(size: TileSize) -> Image.Image:
    """Return the mask of the rim in a tile's cell: 255 where it covers a pixel, less where it covers a part."""
    box, breadth = size.tile_box, max(LEAST_RIM, RIM * size.width)
    mask = Image.new("L", (size.cell[0] * SUPERSAMPLE, size.cell[1] * SUPERSAMPLE))
    for edge, radius, value in ((box, size.radius, 255), (inset(box, breadth), size.radius - breadth, 0)):
        left, top, right, bottom = enlarge(edge)
        mask.paste(value, (left, top), draw_rounded_mask((right - left, bottom - top), radius))
    return mask.reduce(SUPERSAMPLE)


@cache
def _find_own_bytes(ink: str) -> list[int]:
    """Return 255 for each byte that a marked tile of this ink has without a ring, and 0 for all others."""
    own = BODY | {ink, FELT.shine}
    return [255 * own.issuperset(role[:2]) for role in make_palette().roles] + [0] * (256 - len(make_palette().roles))


@cache
def _make_rim_tables(ink: str) -> tuple[bytes, ...]:
    """Return tables for `Image.point` that cover a filled tile's bytes with a rim, from one step of COVERS to all."""
    palette = make_filled_palette().roles
    face, lip, rim = choose_body(ink)
    nearest = find_nearest_among(palette, frozenset({face, lip, rim, FELT.shine}))
    return tuple(
        bytes(nearest[mix(write_rgb(blend(role)), rim, step / COVERS)] for role in palette)
        for step in range(1, COVERS + 1)
    )


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
    return _recolor(make_filled_palette().roles, {ink: FELT.shine, FELT.shine: ink}, {ink, FELT.shine})


def _dim_filled(ink: str) -> bytes:
    lip, pale = choose_body(ink)[1], write_rgb(mix(ink, FELT.shine, 0.4))
    return _recolor(make_filled_palette().roles, {ink: lip, FELT.shine: pale}, {ink, lip, FELT.shine})


def _recolor(roles: tuple[PaletteRole, ...], become: Mapping[str, str], own: set[str]) -> bytes:
    """Return the table that replaces flat colors, and their shades, by the nearest among `own` and the rest."""
    table = bytearray(range(256))
    for byte, (ground, over, part) in enumerate(roles):
        if {ground, over} & become.keys():
            wanted = (become.get(ground, ground), become.get(over, over), part)
            others = {ground, over} - become.keys()
            table[byte] = find_nearest_among(roles, frozenset(own | others))[blend(wanted)]
    return bytes(table)
