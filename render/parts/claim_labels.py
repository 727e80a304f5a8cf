"""The labels left of a set's tiles: its letter and, if it is claimed, by whom, how often and for how much."""

from engine.rules.claims import ClaimedSet
from engine.tiles.sets import Mark
from render.content import Tray
from render.sprites.atlas import tile_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import Lettering, bold
from render.sprites.sprites import Family
from render.style.sizes import TOKENS, TileSize
from render.style.theme import COLORS, FELT

BESIDE = {2: "second", 3: "lock"}
"""The sprites drawn beside the claiming seat's disc, by the number of claims on the set; a first claim has none."""


def measure_column(size: TileSize, tray: Tray) -> int:
    """Return the width of the column that a set's label takes left of its tiles, in pixels."""
    letters, claim = size.label_column(len(tray.label)), tray.claim
    if claim is None:
        return letters
    return max(letters, round((TOKENS.wide if claim.times in BESIDE else TOKENS.column) * size.width))


def draw(canvas: Canvas, tray: Tray, size: TileSize, at: tuple[int, int]) -> None:
    """Draw the label of a set (its letter and its claim, if any) on its tray, whose upper left corner is `at`."""
    claim = tray.claim
    color = FELT.ink if tray.edge is Mark.STILL else COLORS[tray.edge]
    if claim is None:
        lettering = bold(size.label_size(len(tray.label)))
        middle = at[0] + size.rim + size.label_column(len(tray.label)) // 2
        return _center(canvas, tray.label, lettering, (middle, at[1] + size.rim + size.cell[1] // 2), color)
    middle = at[0] + size.rim + measure_column(size, tray) // 2
    label = bold(round((TOKENS.label_size if len(tray.label) == 1 else 0.8 * TOKENS.label_size) * size.width))
    _center(canvas, tray.label, label, (middle, _measure_line(size, at, TOKENS.label)), color)
    _draw_tokens(canvas, claim, size, (middle, _measure_line(size, at, TOKENS.disc)))
    value = bold(round(TOKENS.value_size * size.width))
    return _center(canvas, str(claim.value), value, (middle, _measure_line(size, at, TOKENS.value)), FELT.ink)


def _measure_line(size: TileSize, at: tuple[int, int], part: float) -> int:
    return at[1] + size.rim + size.margin + round(part * size.width)


def _center(canvas: Canvas, text: str, lettering: Lettering, middle: tuple[int, int], color: str) -> None:
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
