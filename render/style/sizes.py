"""The sizes of tiles and of what is on and beside them, and of grids, benches, leaderboards, profiles and samples.

Integers are pixels in a picture 1200 wide; fractions are of a tile's width unless it says otherwise.
After a change here, redraw the sprites with `python -m render atlas`.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from engine.override import override
from render.style.theme import HEADER, LedgeSizes

LARGE = 75
"""Tiles wider than this have fine detail: it is visible, and so few of them fit that the file hardly grows."""


@dataclass(frozen=True)
class FaceSizes:
    """The sizes of a tile's print and its heights below the tile's upper edge, as fractions of the tile's width.

    `digit` and `digits` are the font sizes of numbers with one digit and two; `alone` is a symbol without a number.
    `role` is what a joker stands for; its strip begins at `role_top`.
    """

    digit: float = 0.80
    digits: float = 0.70
    number: float = 0.425
    mark: float = 0.985
    mark_radius: float = 0.19
    suit_radius: float = 0.195
    alone: float = 0.61
    alone_radius: float = 0.38
    cap: float = 0.425
    cap_radius: float = 0.33
    role: float = 0.99
    role_top: float = 0.77
    role_digit: float = 0.35
    role_radius: float = 0.19


TALL = FaceSizes()
SQUARE = FaceSizes(
    digit=0.58,
    digits=0.55,
    number=0.275,
    mark=0.69,
    mark_radius=0.163,
    suit_radius=0.163,
    alone=0.44,
    alone_radius=0.34,
    cap=0.27,
    cap_radius=0.21,
    role=0.67,
    role_top=0.47,
    role_digit=0.33,
    role_radius=0.182,
)
SMALL_SQUARE = replace(SQUARE, digit=0.54, digits=0.51, number=0.26, mark=0.672, mark_radius=0.182, suit_radius=0.182)
"""For square tiles too narrow for a mark of LEAST_MARK pixels: it takes a third of their width instead."""
LEAST_MARK = 18
"""The least breadth and height of a mark in pixels: 6 of them remain where a phone shows a picture 400 pixels wide."""


@dataclass(frozen=True)
class CardSizes:
    """The sizes of a card's print and its positions from the card's upper left corner, as fractions of its width.

    `index` is the left end and the middle's height of the corner's text, `pip` the suit's symbol, `field` the box of a
    court card's picture, and `alone` the height of a joker's cap.
    """

    index: tuple[float, float] = (0.12, 0.35)
    digit: float = 0.66
    digits: float = 0.60
    tracking: float = -0.03
    pip: tuple[float, float] = (0.635, 0.905)
    pip_radius: float = 0.265
    field: tuple[float, float, float, float] = (0.30, 0.655, 0.92, 1.205)
    court_radius: float = 0.20
    middle: float = 0.5
    alone: float = 0.64
    alone_radius: float = 0.38
    court: tuple[int, ...] = (11, 12, 13)


CARD = CardSizes()


@dataclass(frozen=True)
class TokenSizes:
    """The sizes of what claims and crossings add to a tray and its tiles, as fractions of a tile's width.

    `column` is the width left of a claimed set's tiles, `wide` that of a set claimed more than once; `tag` is the box
    of a crossing's letter. `tiers`, in pixels, are one more than for other tables: the wider columns would otherwise
    make the tiles of a full table much smaller.
    """

    column: float = 0.64
    wide: float = 1.03
    label: float = 0.27
    label_size: float = 0.50
    disc: float = 0.73
    disc_radius: float = 0.245
    disc_digit: float = 0.34
    plate: float = 0.37
    value: float = 1.19
    value_size: float = 0.41
    tag: tuple[float, float, float, float] = (0.47, 0.80, 0.90, 1.19)
    tag_size: float = 0.36
    tiers: tuple[int, ...] = (136, 100, 80, 68, 57, 53, 49, 40, 32)


TOKENS = TokenSizes()


@dataclass(frozen=True)
class TileSize:
    """A width of tile in pixels, and all sizes that follow from it."""

    width: int

    @property
    def face(self) -> FaceSizes:
        """The sizes and positions of the print, as fractions of the width."""
        return TALL

    @cached_property
    def height(self) -> int:
        """The height of a tile, in pixels."""
        return round(1.34 * self.width)

    @cached_property
    def pitch(self) -> int:
        """The distance from one tile to the next, in pixels; the gap is even, so that each tile has half of it."""
        return self.width + 2 * max(1, round(0.035 * self.width))

    @cached_property
    def margin(self) -> int:
        """The height of ground above a tile, and below it, that its sprite includes for shadow and ring, in pixels."""
        return max(2, round(0.055 * self.width))

    @cached_property
    def cell(self) -> tuple[int, int]:
        """The width and height of a tile with its share of the ground around it, in pixels."""
        return (self.pitch, self.height + 2 * self.margin)

    @cached_property
    def tile_box(self) -> tuple[float, float, float, float]:
        """The box of a tile within its cell, in pixels, which needn't be whole."""
        left = (self.pitch - self.width) / 2
        return (left, self.margin, left + self.width, self.margin + self.height)

    @cached_property
    def radius(self) -> float:
        """The radius of a tile's corners, in pixels."""
        return 0.145 * self.width

    @cached_property
    def lip(self) -> float:
        """The height of the tile's side that shows below its face, in pixels."""
        return 0.085 * self.width

    @cached_property
    def is_large(self) -> bool:
        """Whether the tile is wide enough for fine detail."""
        return self.width > LARGE

    @cached_property
    def shades(self) -> int:
        """The number of colors in the face's shading; small tiles have fewer, because a picture has many of them."""
        return 9 if self.is_large else 3

    @cached_property
    def rim(self) -> int:
        """The thickness of a tray's edge, in pixels."""
        return 3 if self.is_large else 2

    @cached_property
    def corner(self) -> int:
        """The radius of a tray's corners, in pixels."""
        return round(0.13 * self.width)

    @cached_property
    def gap(self) -> int:
        """The smallest distance between trays, in pixels."""
        return round(0.15 * self.width)

    @cached_property
    def end(self) -> int:
        """The width of ground right of a tray's last tile, in pixels."""
        return round(0.075 * self.width)

    def label_column(self, letters: int) -> int:
        """Return the width of the column for a set's label of this many letters, left of its tiles, in pixels."""
        return round((0.54 if letters == 1 else 0.64) * self.width)

    def label_size(self, letters: int) -> int:
        """Return the font size in pixels of a set's label of this many letters."""
        return round({1: 0.56, 2: 0.40}.get(letters, 0.26) * self.width)


@dataclass(frozen=True)
class ChipSizes:
    """The sizes of a chip, the note right of a set on a bench, in pixels.

    `steps` are pairs (least width of tiles, font size), widest first.
    """

    steps: tuple[tuple[int, int], ...] = ((75, 32), (45, 26), (0, 22))

    def text(self, size: TileSize) -> int:
        """Return the font size in pixels of chips beside tiles of this size."""
        return next(text for width, text in self.steps if size.width >= width)

    def line(self, size: TileSize) -> int:
        """Return the distance from one line of a chip's text to the next, in pixels."""
        return round(1.12 * self.text(size))

    def longest(self, size: TileSize) -> int:
        """Return the maximum width of a line: translations can be much longer than the English."""
        return 7 * self.text(size)

    def icon(self, size: TileSize) -> int:
        """Return the side of the square that a chip's tick or cross takes, in pixels."""
        return 2 * round(0.62 * self.text(size))

    def pad(self, size: TileSize) -> int:
        """Return the distance from a chip's text to the chip's edge, in pixels."""
        return round(0.42 * self.text(size))

    def corner(self, size: TileSize) -> int:
        """Return the radius of a chip's corners, in pixels."""
        return round(0.34 * self.text(size))


CHIP = ChipSizes()


class SquareSize(TileSize):
    """A width of a grid's square tile in pixels, and all sizes that follow from it."""

    @cached_property
    @override
    def margin(self) -> int:
        return max(2, round(0.05 * self.width))

    @property
    @override
    def face(self) -> FaceSizes:
        return SMALL_SQUARE if self.width < 3 * LEAST_MARK else SQUARE

    @cached_property
    @override
    def height(self) -> int:
        return self.width

    @cached_property
    @override
    def pitch(self) -> int:
        return self.width + 2 * self.margin


@dataclass(frozen=True)
class GridSizes:
    """The sizes of a grid's picture, in pixels; `note`, `least_note` and `coordinate` are font sizes.

    `letters` and `numbers` are the room for the names of columns and rows. A crop shows `air` cells around the tiles,
    or one if tiles are narrower than `legible` otherwise, and at least `least` by `least`. A phone that shows a picture
    309 wide leaves 24 of a `legible` tile's width. A square as wide as a table would have nearly twice as many pixels
    to send.
    """

    width: int = 1080
    notes_top: int = HEADER.foot
    notes: int = 44
    note: int = 26
    least_note: int = 20
    barred: int = 34
    row_gap: int = 10
    letters: int = 38
    numbers: int = 48
    coordinate: int = 30
    side: int = 12
    foot: int = 14
    tallest: int = 1184
    air: int = 2
    least: int = 9
    legible: int = 84
    tiers: tuple[int, ...] = (101, 92, 84, 70, 60, 50, 40, 30)


FIELD = GridSizes()


LEDGE = LedgeSizes(groove=3, lip=9, air=2)


@dataclass(frozen=True)
class BenchStep:
    """The maximum height of a bench's picture, and the widths of tiles on its rack (`held`) and in sets, in pixels."""

    height: int
    held: int
    most: int
    least: int


@dataclass(frozen=True)
class BenchSizes:
    """The sizes of a bench's picture, in pixels; `steps` are tried in order.

    If sets' tiles are narrower than `tiny`, the changed sets come first, with tiles of the width `small`. A grid's
    tiles are at most as wide as `grid_held`, the width of those on the rack.
    """

    steps: tuple[BenchStep, ...] = (
        BenchStep(640, 100, 100, 80),
        BenchStep(764, 84, 80, 57),
        BenchStep(906, 84, 57, 57),
        BenchStep(1050, 84, 57, 49),
        BenchStep(1200, 84, 57, 40),
    )
    small: int = 57
    tiny: int = 49
    side: int = 12
    grid_held: int = 84
    ledge: LedgeSizes = LEDGE


BENCH = BenchSizes()


@dataclass(frozen=True)
class BoardSizes:
    """The sizes of the leaderboard's picture, in pixels; `heading`, `name` and `note` are font sizes.

    `rank` is the room for a rank's `tile`, `titles` the height of the columns' titles, `apart` the distance between
    columns, and `widest` the maximum width of one that doesn't stretch.
    """

    tile: int = 49
    rank: int = 72
    inset: int = 30
    titles: int = 46
    gap: int = 8
    apart: int = 48
    widest: int = 320
    bar: int = 5
    bar_foot: int = 7
    heading: int = 40
    name: int = 34
    note: int = 33


BOARD = BoardSizes()


@dataclass(frozen=True)
class BracketSizes:
    """The sizes of a knockout's bracket, in pixels; `name` is the font size.

    A match has a `line` for each of its two players. `apart` is the distance between matches, `across` that between
    rounds, where lines that are `link` thick join the matches. `titles` is the height of the rounds' names.
    """

    titles: int = 52
    line: int = 44
    apart: int = 14
    across: int = 32
    link: int = 4
    pad: int = 10
    name: int = 33


BRACKET = BracketSizes()


@dataclass(frozen=True)
class ProfileSizes:
    """The sizes of a profile's picture, in pixels; those from `title` on are font sizes.

    `summary` is the height of the boxes with the rating, which is `rating` wide, and its history; `row` that of the
    boxes with figures, as wide as their titles, taken as `narrow` to `wide`, and a share of the rest. `labels` is the
    room right of the curve, which is `line` thick and ends in a `dot`.
    """

    summary: int = 236
    rating: int = 340
    titles: int = 40
    row: int = 88
    gap: int = 8
    inset: int = 28
    labels: int = 96
    narrow: int = 120
    wide: int = 210
    line: int = 6
    dot: int = 10
    grid: int = 2
    title: int = 40
    large: int = 100
    least_large: int = 60
    figure: int = 42
    note: int = 26
    label: int = 28
    least: int = 20


PROFILE = ProfileSizes()


@dataclass(frozen=True)
class SampleSizes:
    """The sizes of a theme's sample in the picture of all themes, in pixels; `name` is a font size."""

    width: int = 400
    height: int = 274
    top: int = 56
    side: int = 10
    tile: int = 57
    name: int = 30


SAMPLE = SampleSizes()
