"""The chips right of sets on a bench: a tick, a cross with the reason why a set isn't valid, or a note on its joker."""

from functools import lru_cache

from PIL import Image

from render.content import Chip
from render.sprites.atlas import ornament_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import Lettering, semibold
from render.sprites.sprites import chip_name, icon_name
from render.style.sizes import CHIP, TileSize
from render.style.theme import COLORS, FELT, Ring, Sign


def measure_column(size: TileSize, chip: Chip | None) -> int:
    """Return the width of the column that a chip takes right of tiles of this size, in pixels; 0 without a chip."""
    return 0 if chip is None else _measure_width(size, chip) + size.end


@lru_cache(maxsize=1024)
def _measure_width(size: TileSize, chip: Chip) -> int:
    if not chip.lines:
        return _choose_icon(size, chip)
    return (
        _measure_text_left(size, chip)
        + max(map(_choose_lettering(size).length, _split_lines(size, chip)))
        + CHIP.pad(size)
    )


def _split_lines(size: TileSize, chip: Chip) -> tuple[str, ...]:
    """Return the chip's lines, joined into one if a tile is too low for two, each cut to `CHIP.longest` pixels."""
    lines = chip.lines if size.cell[1] >= 2 * CHIP.line(size) else (" ".join(chip.lines),)
    return tuple(_choose_lettering(size).shorten(line, CHIP.longest(size)) for line in lines)


def _measure_text_left(size: TileSize, chip: Chip) -> int:
    return _choose_icon(size, chip) + CHIP.pad(size) // 2 if _choose_icon(size, chip) else CHIP.pad(size)


def _choose_icon(size: TileSize, chip: Chip) -> int:
    return CHIP.icon(size) if isinstance(chip.sign, Sign) else 0


def _choose_lettering(size: TileSize) -> Lettering:
    return semibold(CHIP.text(size))


def draw(canvas: Canvas, chip: Chip, size: TileSize, at: tuple[int, int]) -> None:
    """Draw the chip (note) of a set with tiles of this size; `at` is x and y of the middle of the chip's left side."""
    x, middle = at
    if chip.lines:
        _draw_text(canvas, chip, size, at)
    if icon := _choose_icon(size, chip):
        inset = CHIP.pad(size) // 3 if chip.lines else 0
        canvas.put(ornament_atlas()[icon_name(chip.sign, size)], x + inset, middle - icon // 2)


def _draw_text(canvas: Canvas, chip: Chip, size: TileSize, at: tuple[int, int]) -> None:
    color, lettering, line = COLORS[chip.sign], _choose_lettering(size), CHIP.line(size)
    lines = _split_lines(size, chip)
    panel = _draw_panel(size, chip.sign, _measure_width(size, chip), len(lines))
    left, top = at[0], at[1] - panel.height // 2
    canvas.put(panel, left, top)
    for index, said in enumerate(lines):
        middle = at[1] + (2 * index + 1 - len(lines)) * line // 2
        canvas.write(
            said,
            (left + _measure_text_left(size, chip), center_baseline(middle, lettering)),
            lettering,
            FELT.on_gold,
            color,
        )


@lru_cache(maxsize=128)
def _draw_panel(size: TileSize, sign: Ring, width: int, lines: int) -> Image.Image:
    """Return the image of an empty chip of this width in pixels, high enough for its `lines` of text."""
    canvas = Canvas((width, min(lines * CHIP.line(size) + CHIP.pad(size), size.cell[1])), COLORS[sign])
    canvas.panel((0, 0, *canvas.image.size), ornament_atlas()[chip_name(sign, size)], COLORS[sign])
    return canvas.image
