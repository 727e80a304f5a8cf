"""The themes side by side, so that players can compare them before they choose one."""

from collections.abc import Mapping
from io import BytesIO

from PIL import Image

from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER, Color, Tile
from render.content import Chip, Tray, TrayTile
from render.parts.set_trays import draw_tray, measure_tray_height
from render.sprites.atlas import ornament_atlas
from render.sprites.canvas import Canvas, center_baseline, list_colors
from render.sprites.fonts import semibold
from render.sprites.sprites import Family, pill_name
from render.style.sizes import SAMPLE, TileSize
from render.style.theme import FELT, HEADER, Look, PictureTheme, Sign

TOP = (Tile(Color.RED, 8), Tile(Color.BLUE, 8), Tile(Color.BLACK, 8), Tile(Color.ORANGE, 8), JOKER)
BELOW = (Tile(Color.BLACK, 11), Tile(Color.BLACK, 12), Tile(Color.BLACK, 13))


def draw(look: Look, names: Mapping[PictureTheme, str]) -> bytes:
    """Return a PNG file with a sample of each theme in the look's style, named; the look's own is highlighted."""
    whole = Image.new("RGB", (len(names) * SAMPLE.width, SAMPLE.height))
    for index, (theme, name) in enumerate(names.items()):
        sample = _draw_sample(Look(look.style, theme), name, is_chosen=theme is look.theme)
        sample.image.putpalette(list_colors(sample.look))
        whole.paste(sample.image.convert("RGB"), (index * SAMPLE.width, 0))
    file = BytesIO()
    whole.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _draw_sample(look: Look, name: str, *, is_chosen: bool) -> Canvas:
    canvas = Canvas((SAMPLE.width, SAMPLE.height), FELT.room, look)
    size = TileSize(SAMPLE.tile)
    box = (SAMPLE.side // 2, SAMPLE.top, SAMPLE.width - SAMPLE.side // 2, SAMPLE.height - SAMPLE.side // 2)
    canvas.panel(box, ornament_atlas()["board"], FELT.felt)
    lettering = semibold(SAMPLE.name)
    title = lettering.shorten(name, SAMPLE.width - 4 * SAMPLE.side)
    x, ink, ground = 2 * SAMPLE.side, FELT.ink, FELT.room
    if is_chosen:
        ink, ground = FELT.on_gold, FELT.played
        right = 2 * x + 2 * SAMPLE.side + lettering.length(title)
        middle = SAMPLE.top // 2
        box = (SAMPLE.side, middle - HEADER.height // 2, right, middle + HEADER.height // 2)
        canvas.panel(box, ornament_atlas()[pill_name(FELT.played, HEADER.height)], FELT.played)
        x += SAMPLE.side
    canvas.write(title, (x, center_baseline(SAMPLE.top // 2, lettering)), lettering, ink, ground)
    rows = (
        Tray("A", tuple(TrayTile(tile, tile) for tile in TOP)),
        Tray("B", tuple(TrayTile(tile, tile, Mark.PLAYED) for tile in BELOW), Sign.GOOD, chip=Chip(Sign.GOOD)),
    )
    for index, tray in enumerate(rows):
        y = SAMPLE.top + SAMPLE.side + index * (measure_tray_height(size) + SAMPLE.side)
        draw_tray(canvas, tray, size, (SAMPLE.side, y), Family.TILES)
    return canvas
