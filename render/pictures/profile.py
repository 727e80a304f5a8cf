"""A player's profile: the rating and the curve of its history, above a row of figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image, ImageDraw

from engine.tiles.sets import Mark
from render.parts import grounds, placed_tiles
from render.pictures import table
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.drawing import Point
from render.sprites.fonts import bold, make_drawable, semibold
from render.style.sizes import BOARD, PROFILE, TileSize
from render.style.theme import FELT, PLAIN, SHEET, SUPERSAMPLE, Look

BELOW = 51
"""The coverage of the area below the curve, 0 to 255: the first of the palette's four shades."""
FULL = 255
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class ProfileFigure:
    """A number with its title, both as they're written. A tile with the number `rank`, if it has one, is before it."""

    title: str
    value: str
    rank: int | None = None


@dataclass(frozen=True)
class ProfileCard:
    """The contents of a profile's picture, as they're written; `title` replaces a name that can't be drawn.

    `history` has the rating after each game, oldest first, and at least one.
    """

    name: str
    title: str
    note: str
    rating_title: str
    rating: str
    history_title: str
    history: tuple[int, ...]
    figures: tuple[ProfileFigure, ...]


def draw(card: ProfileCard, look: Look = PLAIN) -> Canvas:
    """Draw the profile on a new canvas."""
    summary = SHEET.board_top + PROFILE.titles
    row = summary + PROFILE.summary + PROFILE.titles
    foot = row + PROFILE.row
    canvas = Canvas((SHEET.width, foot + SHEET.board_foot), FELT.room, look)
    table.draw_top(canvas, SHEET.board_top, foot)
    _draw_heading(canvas, card)
    middle = SHEET.side + PROFILE.rating
    rating = (SHEET.side, summary, middle, summary + PROFILE.summary)
    history = (middle + PROFILE.gap, summary, SHEET.width - SHEET.side, summary + PROFILE.summary)
    _draw_box(canvas, rating, card.rating_title)
    _draw_rating(canvas, rating, card.rating)
    _draw_box(canvas, history, card.history_title)
    _draw_history(canvas, history, card.history)
    for box, figure in zip(_place_figures(row, card.figures), card.figures, strict=True):
        _draw_box(canvas, box, figure.title)
        _draw_figure(canvas, box, figure)
    return canvas


def _draw_heading(canvas: Canvas, card: ProfileCard) -> None:
    large, small = bold(PROFILE.title), semibold(PROFILE.note)
    middle, left, right = (SHEET.board_top - SHEET.rim) // 2, PROFILE.inset, SHEET.width - PROFILE.inset
    note = small.shorten(card.note, (right - left) // 2)
    name = large.shorten(_choose_name(card), right - left - small.length(note) - BOARD.apart)
    canvas.write(name, (left, center_baseline(middle, large)), large, FELT.ink, FELT.room)
    canvas.write(note, (right - small.length(note), center_baseline(middle, small)), small, FELT.dim, FELT.room)


def _choose_name(card: ProfileCard) -> str:
    """Return the name as it can be drawn, or the title if `make_drawable` would name a seat: a profile has none."""
    name = make_drawable(card.name, 0)
    return name if name == make_drawable(card.name, 1) else card.title


def _draw_box(canvas: Canvas, box: Box, title: str) -> None:
    room = box[2] - box[0] - PROFILE.inset
    lettering = semibold(PROFILE.note).shrink(title, room, PROFILE.least)
    title = lettering.shorten(title, room)
    x, y = box[0] + PROFILE.inset // 2, center_baseline(box[1] - PROFILE.titles // 2, lettering)
    canvas.write(title, (x, y), lettering, FELT.dim, FELT.felt)
    grounds.draw_tray(canvas, box, TileSize(BOARD.tile), Mark.STILL)


def _draw_rating(canvas: Canvas, box: Box, rating: str) -> None:
    room = box[2] - box[0] - 2 * PROFILE.inset
    lettering = bold(PROFILE.large).shrink(rating, room, PROFILE.least_large)
    x = (box[0] + box[2] - lettering.length(rating)) // 2
    canvas.write(rating, (x, center_baseline((box[1] + box[3]) // 2, lettering)), lettering, FELT.ink, FELT.tray)


def _draw_history(canvas: Canvas, box: Box, history: Sequence[int]) -> None:
    """Draw the curve of the values, and a line with its value at the highest and the lowest."""
    lettering = bold(PROFILE.label)
    left, top, right, bottom = (
        box[0] + PROFILE.inset,
        box[1] + PROFILE.inset + PROFILE.dot,
        box[2] - PROFILE.inset - PROFILE.labels,
        box[3] - PROFILE.inset - PROFILE.dot,
    )
    highest, lowest = max(history), min(history)
    heights = {highest: top, lowest: bottom} if highest > lowest else {highest: (top + bottom) // 2}
    for value, y in heights.items():
        canvas.fill((left, y - PROFILE.grid // 2, right, y + PROFILE.grid // 2), FELT.edge)
        at = (box[2] - PROFILE.inset - lettering.length(str(value)), center_baseline(y, lettering))
        canvas.write(str(value), at, lettering, FELT.ink, FELT.tray)
    points = _place_points(history, (right - left, bottom - top))
    margin = PROFILE.inset
    mask = _draw_curve([(x + margin, y + margin) for x, y in points], (right - left, bottom - top), margin)
    canvas.shade(mask, (left - margin, top - margin), FELT.played, FELT.tray)


def _place_points(history: Sequence[int], size: tuple[int, int]) -> list[Point]:
    """Return x and y of each value in pixels, filling the size; equal values are at half the height."""
    highest, lowest = max(history), min(history)
    across, last = size[0] / max(1, len(history) - 1), len(history) - 1
    down = size[1] / (highest - lowest) if highest > lowest else 0
    top = 0 if highest > lowest else size[1] / 2
    return [(size[0] - (last - index) * across, top + (highest - each) * down) for index, each in enumerate(history)]


def _draw_curve(points: Sequence[Point], size: tuple[int, int], margin: int) -> Image.Image:
    width, height = (each + 2 * margin for each in size)
    mask = Image.new("L", (width * SUPERSAMPLE, height * SUPERSAMPLE))
    pen = ImageDraw.Draw(mask)
    line = [(round(x * SUPERSAMPLE), round(y * SUPERSAMPLE)) for x, y in points]
    foot = (height - margin - PROFILE.grid // 2) * SUPERSAMPLE - 1  # the lowest value's line stays visible
    disc = partial(_draw_disc, pen)
    if len(line) > 1:
        pen.polygon([(line[0][0], foot), *line, (line[-1][0], foot)], fill=BELOW)
        pen.line(line, fill=FULL, width=PROFILE.line * SUPERSAMPLE)
        for point in line:
            disc(point, PROFILE.line / 2)
    disc(line[-1], PROFILE.dot)
    return mask.reduce(SUPERSAMPLE)


def _draw_disc(pen: ImageDraw.ImageDraw, center: Point, radius: float) -> None:
    reach = radius * SUPERSAMPLE
    pen.ellipse((center[0] - reach, center[1] - reach, center[0] + reach, center[1] + reach), fill=FULL)


def _place_figures(top: int, figures: Sequence[ProfileFigure]) -> list[Box]:
    lettering = semibold(PROFILE.note)
    wanted = [min(max(lettering.length(each.title), PROFILE.narrow), PROFILE.wide) for each in figures]
    room = SHEET.width - 2 * SHEET.side - PROFILE.gap * (len(figures) - 1)
    extra = [width + (room - sum(wanted)) // len(figures) for width in wanted]
    starts = [SHEET.side + sum(extra[:index]) + PROFILE.gap * index for index in range(len(figures))]
    ends = [*(start - PROFILE.gap for start in starts[1:]), SHEET.width - SHEET.side]
    return [(start, top, end, top + PROFILE.row) for start, end in zip(starts, ends, strict=True)]


def _draw_figure(canvas: Canvas, box: Box, figure: ProfileFigure) -> None:
    size, x = TileSize(BOARD.tile), box[0] + PROFILE.inset // 2
    if figure.rank is not None:
        placed_tiles.draw_rank(canvas, figure.rank, Mark.STILL, (x, (box[1] + box[3] - size.cell[1]) // 2))
        x += size.cell[0]
    right = box[2] - PROFILE.inset // 2
    lettering = bold(PROFILE.figure).shrink(figure.value, right - x, PROFILE.least)
    value = lettering.shorten(figure.value, right - x)
    at = ((x + right - lettering.length(value)) // 2, center_baseline((box[1] + box[3]) // 2, lettering))
    canvas.write(value, at, lettering, FELT.ink, FELT.tray)
