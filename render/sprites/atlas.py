"""Sprites, drawn once and shipped as sheets in the fixed palette; each includes its ground, so pasting copies bytes."""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from PIL import Image

from engine.tiles.tiles import Tile
from render.sprites import tile_art
from render.sprites.drawing import Drawing, Extent
from render.sprites.sprites import ORNAMENTS, Family, Sprite, list_sprites, print_name, role_name, sheet_names
from render.style.palette import make_palette
from render.style.sizes import TileSize
from render.style.theme import FELT

SHEETS = Path(__file__).parents[1] / "assets" / "sheets"
SHEET_WIDTH = 1024


def place_sprites(row: Iterable[Sprite]) -> Iterator[tuple[Sprite, Extent]]:
    """Yield each sprite with its pixel box on a sheet, which is filled in rows; a row is as high as its highest."""
    x = y = shelf = 0
    for sprite in row:
        width, height = sprite.size
        if x + width > SHEET_WIDTH:
            x, y, shelf = 0, y + shelf, 0
        yield sprite, (x, y, x + width, y + height)
        x, shelf = x + width, max(shelf, height)


def draw_sheet(name: str) -> Image.Image:
    """Draw the sheet of this name from scratch; that takes long, and pictures use the shipped sheets instead."""
    places = list(place_sprites(list_sprites(name)))
    sheet = Image.new("P", (SHEET_WIDTH, max(box[3] for _, box in places)), make_palette()[FELT.room])
    sheet.putpalette(make_palette().flat)
    for sprite, box in places:
        sheet.paste(sprite.image, box[:2])
    return sheet


def write_sheets(folder: Path = SHEETS) -> None:
    """Draw and save every sheet; run this after any change to how sprites look."""
    folder.mkdir(exist_ok=True)
    for name in sheet_names():
        draw_sheet(name).save(folder / f"{name}.png", optimize=True)


@cache
def _load(name: str) -> Mapping[str, Image.Image]:
    with Image.open(SHEETS / f"{name}.png") as sheet:
        # Plain bytes, without the sheet's palette: the canvas gets the look's one when it is saved.
        plain = Image.frombytes("L", sheet.size, sheet.tobytes())
    return {sprite.name: plain.crop(box) for sprite, box in place_sprites(list_sprites(name))}


@cache
def tile_atlas(width: int, family: Family = Family.TILES) -> Mapping[str, Image.Image]:
    """Return a family's sprites by name, for tiles of this width in pixels; they are loaded at first use."""
    own = _load(f"{family}-{width}")
    # Suits need the blanks of the usual tiles, and cards their trays.
    return ChainMap(dict(own), dict(tile_atlas(width))) if family in {Family.SUITS, Family.CARDS} else own


def find_print(tile: Tile, size: TileSize, family: Family) -> Image.Image:
    """Return a tile's print; draw it now if no sheet has it: only house rules have some numbers."""
    shipped = tile_atlas(size.width, family).get(print_name(tile))
    return shipped or _draw_now(tile_art.draw_print(size, tile), tile_art.print_box(size))


def find_role(face: Tile, size: TileSize, family: Family) -> Image.Image:
    """Return the sprite for a joker's lower part, which shows what it stands for; draw it now if no sheet has it."""
    shipped = tile_atlas(size.width, family).get(role_name(face))
    return shipped or _draw_now(tile_art.draw_standing_joker(size, face), tile_art.role_box(size))


def _draw_now(drawing: Drawing, box: Extent) -> Image.Image:
    reduced = drawing.reduce(box)
    return Image.frombytes("L", reduced.size, reduced.tobytes())


def ornament_atlas() -> Mapping[str, Image.Image]:
    """Return the sprites that don't depend on the width of a tile, by name; they are loaded at first use."""
    return _load(ORNAMENTS)
