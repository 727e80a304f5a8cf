"""How large tiles are, and where what is printed on them and laid beside them stands.

Sizes are pixels at 1200 wide; proportions are parts of a tile's width unless said otherwise.
After a change here, `python -m render atlas` draws the sprites anew.
"""

from dataclasses import dataclass
from functools import cached_property

LARGE = 75
"""Wider tiles than this are few on a picture: fine detail shows on them and weighs nothing."""


@dataclass(frozen=True)
class FaceSizes:
    """Where the print of a tile stands, from the tile's upper edge, and how large it is."""

    digit: float = 0.80
    digits: float = 0.70
    number: float = 0.455
    mark: float = 0.995
    mark_radius: float = 0.12
    suit_radius: float = 0.185
    alone: float = 0.61
    alone_radius: float = 0.38
    cap: float = 0.425
    cap_radius: float = 0.33
    role: float = 0.985
    role_top: float = 0.80
    role_digit: float = 0.37
    role_radius: float = 0.105


TALL = FaceSizes()
SQUARE = FaceSizes(
    digit=0.68,
    digits=0.60,
    number=0.36,
    mark=0.745,
    mark_radius=0.10,
    suit_radius=0.12,
    alone=0.44,
    alone_radius=0.34,
    cap=0.30,
    cap_radius=0.25,
    role=0.735,
    role_top=0.58,
    role_digit=0.33,
    role_radius=0.10,
)


@dataclass(frozen=True)
class CardSizes:
    """Where the print of a card stands, from its upper left corner."""

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
    """What claims and crossings add to a tray and its tiles: places from the tray's upper left corner inside its rim.

    `column` is the room left of a claimed set's tiles, `wide` that of one claimed more than once. Tables with claims
    come in one more width of tile: on a full one, the letters' columns would else cost a whole step.
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
    """A tile of some width, and all that is measured by it."""

    width: int

    @property
    def face(self) -> FaceSizes:
        """Where its print stands."""
        return TALL

    @cached_property
    def height(self) -> int:
        """Pixels."""
        return round(1.34 * self.width)

    @cached_property
    def pitch(self) -> int:
        """From a tile to its neighbour; even, so that either side has half of the gap."""
        return self.width + 2 * max(1, round(0.035 * self.width))

    @cached_property
    def margin(self) -> int:
        """Ground above and below a tile that its sprite brings along for shadow and ring."""
        return max(2, round(0.055 * self.width))

    @property
    def cell(self) -> tuple[int, int]:
        """A tile with its share of the ground around it."""
        return (self.pitch, self.height + 2 * self.margin)

    @property
    def radius(self) -> float:
        """Of a tile's corners."""
        return 0.145 * self.width

    @property
    def lip(self) -> float:
        """The thickness that shows below the face."""
        return 0.085 * self.width

    @property
    def is_large(self) -> bool:
        """Whether fine detail is worth its bytes."""
        return self.width > LARGE

    @property
    def shades(self) -> int:
        """Steps of the face's shading: few where the tiles are many."""
        return 9 if self.is_large else 3

    @property
    def rim(self) -> int:
        """Breadth of a tray's edge."""
        return 3 if self.is_large else 2

    @property
    def corner(self) -> int:
        """Of a tray's corners."""
        return round(0.13 * self.width)

    @property
    def gap(self) -> int:
        """Between trays at least."""
        return round(0.15 * self.width)

    @property
    def end(self) -> int:
        """Ground right of a tray's last tile."""
        return round(0.075 * self.width)

    def label_column(self, letters: int) -> int:
        """Room for a set's letters, left of its tiles."""
        return round((0.54 if letters == 1 else 0.64) * self.width)

    def label_size(self, letters: int) -> int:
        """Font size of a set's letters."""
        return round({1: 0.56, 2: 0.40}.get(letters, 0.26) * self.width)


@dataclass(frozen=True)
class ChipSizes:
    """What is said of a set on a bench: `steps` are widths of tile from which on its text has a size, in pixels."""

    steps: tuple[tuple[int, int], ...] = ((75, 32), (45, 26), (0, 22))

    def text(self, size: TileSize) -> int:
        """Font size."""
        return next(text for width, text in self.steps if size.width >= width)

    def line(self, size: TileSize) -> int:
        """From one line to the next."""
        return round(1.12 * self.text(size))

    def longest(self, size: TileSize) -> int:
        """Of a line; other words for it than ours may be long."""
        return 7 * self.text(size)

    def icon(self, size: TileSize) -> int:
        """Side of the square about a tick or cross."""
        return 2 * round(0.62 * self.text(size))

    def pad(self, size: TileSize) -> int:
        """Ground around the text."""
        return round(0.42 * self.text(size))

    def corner(self, size: TileSize) -> int:
        """Of its ground."""
        return round(0.34 * self.text(size))


CHIP = ChipSizes()


class SquareSize(TileSize):
    """A tile on a grid, with its share of the cell around it."""

    @property
    def face(self) -> FaceSizes:
        """Where its print stands."""
        return SQUARE

    @cached_property
    def height(self) -> int:
        """Pixels."""
        return self.width

    @cached_property
    def pitch(self) -> int:
        """From one cell to the next."""
        return self.width + 2 * self.margin


@dataclass(frozen=True)
class GridSizes:
    """The grid: what lies between header and cells, and the sizes of its tiles.

    A crop shows `air` cells around what lies there, and `least` by `least` at least. The canvas is narrower than a
    table's: a square one of its width would have nearly twice the pixels to send.
    """

    width: int = 1080
    notes_top: int = 70
    notes: int = 44
    note: int = 26
    least_note: int = 20
    barred: int = 34
    row_gap: int = 10
    letters: int = 38
    numbers: int = 48
    coordinate: int = 28
    side: int = 12
    foot: int = 14
    tallest: int = 1184
    air: int = 2
    least: int = 9
    tiers: tuple[int, ...] = (101, 92, 82, 70, 60, 50, 40, 30)


FIELD = GridSizes()
