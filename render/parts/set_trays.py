"""A set's tray: left its letter and, if it's claimed, by whom, how often and for how much; then its tiles and its chip.

On a bench, the chip is a tick, a cross with the reason why a set isn't valid, or a note on its joker.
"""

from functools import lru_cache

from PIL import Image

from engine.rules.claims import ClaimedSet
from engine.tiles.sets import Mark
from render.content import Chip, Tray
from render.parts import grounds, placed_tiles
from render.sprites.atlas import ornament_atlas, tile_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import Lettering, bold, semibold
from render.sprites.sprites import Family, chip_name, icon_name
from render.style.sizes import CHIP, TOKENS, TileSize
from render.style.theme import COLORS, FELT, Ring, Sign

BESIDE = {2: "second", 3: "lock"}
"""The sprites drawn beside the claiming seat's disc, by the number of claims on the set; a first claim has none."""


def measure_tray_height(size: TileSize) -> int:
    """Return the height of a tray with tiles of this size, in pixels."""
    return size.cell[1] + 2 * size.rim


def measure_tray_width(size: TileSize, tray: Tray) -> int:
    """Return the width of a tray, with its label, tiles and chip, in pixels."""
    chip = _measure_chip(size, tray.chip) + size.end if tray.chip else 0
    return 2 * size.rim + _measure_label_column(size, tray) + len(tray.tiles) * size.pitch + size.end + chip


def draw_tray(canvas: Canvas, tray: Tray, size: TileSize, at: tuple[int, int], family: Family) -> int:
    """Draw a tray with its label, tiles and chip, and return its width in pixels; `at` is its upper left corner."""
    x, y = at
    width = measure_tray_width(size, tray)
    canvas.put(_draw_ground(size, width, tray.edge), x, y)
    _draw_label(canvas, tray, size, at)
    x += size.rim + _measure_label_column(size, tray)
    placed_tiles.draw_row(canvas, tray.tiles, placed_tiles.TileManner(size, family), (x, y + size.rim))
    if tray.chip:
        right = x + len(tray.tiles) * size.pitch
        _draw_chip(canvas, tray.chip, size, (right + size.end, y + measure_tray_height(size) // 2))
    return width


@lru_cache(maxsize=32)  # each takes some 50 KB, and is quickly drawn again
def _draw_ground(size: TileSize, width: int, edge: Ring) -> Image.Image:
    tray = Canvas((width, measure_tray_height(size)), FELT.tray)
    grounds.draw_tray(tray, (0, 0, width, measure_tray_height(size)), size, edge)
    return tray.image


def _measure_label_column(size: TileSize, tray: Tray) -> int:
    """Return the width of the column that a set's label takes left of its tiles, in pixels."""
    letters, claim = size.label_column(len(tray.label)), tray.claim
    if claim is None:
        return letters
    return max(letters, round((TOKENS.wide if claim.times in BESIDE else TOKENS.column) * size.width))


def _draw_label(canvas: Canvas, tray: Tray, size: TileSize, at: tuple[int, int]) -> None:
    """Draw the label of a set (its letter and its claim, if any) on its tray, whose upper left corner is `at`."""
    claim = tray.claim
    color = FELT.ink if tray.edge is Mark.STILL else COLORS[tray.edge]
    if claim is None:
        lettering = bold(size.label_size(len(tray.label)))
        middle = at[0] + size.rim + size.label_column(len(tray.label)) // 2
        return _write_centered(canvas, tray.label, lettering, (middle, at[1] + size.rim + size.cell[1] // 2), color)
    middle = at[0] + size.rim + _measure_label_column(size, tray) // 2
    label = bold(round((TOKENS.label_size if len(tray.label) == 1 else 0.8 * TOKENS.label_size) * size.width))
    _write_centered(canvas, tray.label, label, (middle, _measure_label_line(size, at, TOKENS.label)), color)
    _draw_tokens(canvas, claim, size, (middle, _measure_label_line(size, at, TOKENS.disc)))
    value = bold(round(TOKENS.value_size * size.width))
    foot = (middle, _measure_label_line(size, at, TOKENS.value))
    return _write_centered(canvas, str(claim.value), value, foot, FELT.ink)


def _measure_label_line(size: TileSize, at: tuple[int, int], part: float) -> int:
    return at[1] + size.rim + size.margin + round(part * size.width)


def _write_centered(canvas: Canvas, text: str, lettering: Lettering, middle: tuple[int, int], color: str) -> None:
    left = middle[0] - lettering.length(text) // 2
    canvas.write(text, (left, center_baseline(middle[1], lettering)), lettering, color, FELT.tray)


def _draw_tokens(canvas: Canvas, claim: ClaimedSet, size: TileSize, middle: tuple[int, int]) -> None:
    sprites = tile_atlas(size.width, Family.TOKENS)
    row = [sprites[f"token {claim.seat}"]]
    if claim.times in BESIDE:
        row.append(sprites[BESIDE[claim.times]])
    gap = size.gap // 2
    x = middle[0] - (sum(sprite.width for sprite in row) + gap * (len(row) - 1)) // 2
    for sprite in row:
        canvas.put(sprite, x, middle[1] - sprite.height // 2)
        x += sprite.width + gap


@lru_cache(maxsize=1024)
def _measure_chip(size: TileSize, chip: Chip) -> int:
    if not chip.lines:
        return _measure_icon(size, chip)
    return (
        _measure_chip_text_left(size, chip)
        + max(map(semibold(CHIP.text(size)).length, _split_chip_lines(size, chip)))
        + CHIP.pad(size)
    )


def _split_chip_lines(size: TileSize, chip: Chip) -> tuple[str, ...]:
    """Return the chip's lines, joined into one if a tile is too low for two, each cut to `CHIP.longest` pixels."""
    lines = chip.lines if size.cell[1] >= 2 * CHIP.line(size) else (" ".join(chip.lines),)
    return tuple(semibold(CHIP.text(size)).shorten(line, CHIP.longest(size)) for line in lines)


def _measure_chip_text_left(size: TileSize, chip: Chip) -> int:
    return _measure_icon(size, chip) + CHIP.pad(size) // 2 if _measure_icon(size, chip) else CHIP.pad(size)


def _measure_icon(size: TileSize, chip: Chip) -> int:
    return CHIP.icon(size) if isinstance(chip.sign, Sign) else 0


def _draw_chip(canvas: Canvas, chip: Chip, size: TileSize, at: tuple[int, int]) -> None:
    """Draw the chip (note) of a set with tiles of this size; `at` is x and y of the middle of the chip's left side."""
    x, middle = at
    if chip.lines:
        _draw_chip_text(canvas, chip, size, at)
    if icon := _measure_icon(size, chip):
        inset = CHIP.pad(size) // 3 if chip.lines else 0
        canvas.put(ornament_atlas()[icon_name(chip.sign, size)], x + inset, middle - icon // 2)


def _draw_chip_text(canvas: Canvas, chip: Chip, size: TileSize, at: tuple[int, int]) -> None:
    color, lettering, line = COLORS[chip.sign], semibold(CHIP.text(size)), CHIP.line(size)
    lines = _split_chip_lines(size, chip)
    panel = _draw_chip_panel(size, chip.sign, _measure_chip(size, chip), len(lines))
    left, top = at[0], at[1] - panel.height // 2
    canvas.put(panel, left, top)
    for index, said in enumerate(lines):
        middle = at[1] + (2 * index + 1 - len(lines)) * line // 2
        canvas.write(
            said,
            (left + _measure_chip_text_left(size, chip), center_baseline(middle, lettering)),
            lettering,
            FELT.on_gold,
            color,
        )


@lru_cache(maxsize=128)
def _draw_chip_panel(size: TileSize, sign: Ring, width: int, lines: int) -> Image.Image:
    """Return the image of an empty chip of this width in pixels, high enough for its `lines` of text."""
    canvas = Canvas((width, min(lines * CHIP.line(size) + CHIP.pad(size), size.cell[1])), COLORS[sign])
    canvas.panel((0, 0, *canvas.image.size), ornament_atlas()[chip_name(sign, size)], COLORS[sign])
    return canvas.image
