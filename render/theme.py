"""What the pictures look like: every colour, size and proportion, and nothing else.

Colours are `#RRGGBB`; sizes are pixels at 1200 wide; proportions are parts of a tile's width unless said otherwise.
After a change here, `python -m render atlas` draws the sprites anew.
"""

from dataclasses import dataclass, fields
from functools import cached_property

from engine.tiles import Color


@dataclass(frozen=True)
class Felt:
    """Ivory tiles on dark teal felt, racks of walnut.

    The four inks keep 3:1 against the face, and CIEDE2000 17 from each other for every kind of colour blindness.
    """

    room: str = "#0C292C"
    felt: str = "#12373B"
    tray: str = "#1B4A4F"
    edge: str = "#2A6268"
    chip: str = "#1A464B"
    ink: str = "#F4F1E6"
    dim: str = "#9DBDBD"
    laid: str = "#FFC83D"
    moved: str = "#6FD3E8"
    on_gold: str = "#14161C"
    dim_on_gold: str = "#7A5A10"
    face_top: str = "#FFFCF3"
    face_mid: str = "#FAF4E3"
    face_low: str = "#F6ECD4"
    shine: str = "#FFFFFF"
    lip: str = "#CDB98F"
    line: str = "#B9A373"
    shadow: str = "#0B2326"
    red: str = "#B80D20"
    blue: str = "#1A5CD0"
    black: str = "#17191E"
    orange: str = "#E06C00"
    joker: str = "#7A2E9E"
    wood: str = "#74482A"
    ledge: str = "#9C6A3E"
    ledge_shine: str = "#B78150"
    groove: str = "#4A2C19"
    shade: str = "#693F23"
    plinth: str = "#2A1B12"
    plinth_ink: str = "#F3E6CF"
    back: str = "#1F6A78"
    back_line: str = "#58A5B3"
    resigned: str = "#78989A"
    seat_1: str = "#E8505B"
    seat_2: str = "#4C9BE8"
    seat_3: str = "#F2B134"
    seat_4: str = "#5CC58A"
    seat_5: str = "#B07CE8"
    seat_6: str = "#F28C5A"

    @property
    def seats(self) -> tuple[str, ...]:
        """Discs' colours, seat 0 first."""
        return (self.seat_1, self.seat_2, self.seat_3, self.seat_4, self.seat_5, self.seat_6)

    @property
    def flats(self) -> tuple[str, ...]:
        """Every colour by itself; the canvas's own first."""
        return tuple(dict.fromkeys(getattr(self, field.name) for field in fields(self)))

    @property
    def inks(self) -> dict[Color | None, str]:
        """The print of each tile colour, suits in the same four; None is the joker's."""
        return {
            Color.RED: self.red,
            Color.BLUE: self.blue,
            Color.BLACK: self.black,
            Color.ORANGE: self.orange,
            Color.SUNS: self.red,
            Color.MOONS: self.black,
            Color.CROWNS: self.orange,
            Color.ARMS: self.blue,
            Color.HEARTS: self.red,
            Color.SPADES: self.black,
            Color.CLUBS: self.blue,
            Color.DIAMONDS: self.orange,
            None: self.joker,
        }

    @property
    def ramps(self) -> tuple[tuple[str, str, int], ...]:
        """Where two colours meet, smoothly: ground, what is drawn on it, and how many shades lie between."""
        return (
            (self.face_top, self.face_low, 7),
            *((self.face_mid, ink, 5) for ink in self.inks.values()),
            *((self.room, color, 5) for color in (self.ink, self.dim, self.back_line)),
            *((self.room, color, 3) for color in (self.chip, self.laid)),
            (self.room, self.felt, 1),
            (self.felt, self.dim, 5),
            *((self.felt, color, 3) for color in (self.edge, self.laid, self.moved)),
            (self.back, self.back_line, 3),
            (self.tray, self.ink, 6),
            (self.tray, self.laid, 4),
            (self.tray, self.moved, 4),
            (self.tray, self.shadow, 2),
            (self.tray, self.lip, 3),
            (self.chip, self.ink, 6),
            (self.chip, self.dim, 5),
            (self.chip, self.resigned, 4),
            (self.laid, self.on_gold, 6),
            (self.laid, self.dim_on_gold, 5),
            *((self.chip, disc, 2) for disc in self.seats),
            *((disc, self.on_gold, 4) for disc in self.seats),
            (self.chip, self.on_gold, 2),
            (self.face_mid, self.lip, 2),
            (self.face_mid, self.laid, 2),
            (self.lip, self.line, 1),
            (self.lip, self.laid, 2),
            (self.lip, self.moved, 2),
            (self.face_mid, self.moved, 2),
            (self.wood, self.laid, 4),
            (self.wood, self.groove, 2),
            (self.wood, self.lip, 3),
            (self.plinth, self.plinth_ink, 6),
        )


LARGE = 75
"""Wider tiles than this are few on a picture: fine detail shows on them and weighs nothing."""


@dataclass(frozen=True)
class Face:
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


TALL = Face()
SQUARE = Face(
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
class Card:
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


CARD = Card()


@dataclass(frozen=True)
class Tokens:
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


TOKENS = Tokens()


@dataclass(frozen=True)
class TileSize:
    """A tile of some width, and all that is measured by it."""

    width: int

    @property
    def face(self) -> Face:
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


class SquareSize(TileSize):
    """A tile on a grid, with its share of the cell around it."""

    @property
    def face(self) -> Face:
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
class Sheet:
    """The canvas: 1200x764 is the widest shape that Discord's gallery neither crops nor shifts (11:7)."""

    width: int = 1200
    height: int = 764
    side: int = 12
    board_top: int = 76
    board_foot: int = 14
    rim: int = 8
    corner: int = 22
    tiers: tuple[int, ...] = (136, 100, 80, 68, 57, 49, 40, 32)
    message: int = 34


@dataclass(frozen=True)
class Header:
    """The line of players."""

    top: int = 12
    height: int = 52
    disc: int = 42
    inset: int = 5
    gap: int = 10
    roomy: int = 250
    name: int = 28
    small_name: int = 23
    score: int = 17
    held: int = 22
    count: int = 34
    shortest_name: int = 56
    pool: int = 118
    back: tuple[int, int] = (30, 40)
    star: int = 30
    raised: int = 11
    score_foot: int = 8


@dataclass(frozen=True)
class Ledges:
    """The rack."""

    side: int = 24
    foot: int = 60
    groove: int = 6
    lip: int = 18
    air: int = 6
    shade: int = 6
    group_gap: float = 0.22
    footer: int = 32
    legend: int = 24
    tiers: tuple[int, ...] = (136, 118, 100, 76, 57, 49, 40, 32)


@dataclass(frozen=True)
class Field:
    """The grid: what lies between header and cells, and the sizes of its tiles.

    A crop shows `air` cells around what lies there, and `least` by `least` at least.
    """

    notes_top: int = 70
    notes: int = 44
    note: int = 26
    barred: int = 34
    row_gap: int = 10
    letters: int = 38
    numbers: int = 48
    coordinate: int = 28
    side: int = 12
    foot: int = 14
    tallest: int = 1310
    air: int = 2
    least: int = 9
    tiers: tuple[int, ...] = (114, 94, 80, 68, 60, 50, 40, 30)


FELT = Felt()
SHEET = Sheet()
HEADER = Header()
LEDGES = Ledges()
FIELD = Field()
SUPERSAMPLE = 6
"""How much larger sprites are drawn than they come out."""
