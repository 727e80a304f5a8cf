"""What a seat or a spectator may see. Built by naming what is shown; nothing here can reach a state."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_uppercase
from typing import ClassVar

from engine.text.phrases import Phrase, later, later_many
from engine.tiles.notation import write_tile
from engine.tiles.sets import Mark, TableSet
from engine.tiles.tiles import Box, Tile

Value = str | int | bool


class Assistance(StrEnum):
    """What a table tells a player beforehand: nothing; whether tiles that he picks can be laid; what to play."""

    OFF = "off"
    FIT = "fit"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it all ended: the seats that won, every seat's points in the whole match, and why, in sentences.

    `ranking` holds all seats, the best first.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Phrase
    ranking: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it.

    `tiles` counts its rack; `score` is its total in points so far; `rack` is None until the end lays it open.
    """

    tiles: int
    opened: bool
    resigned: bool
    score: int
    rack: tuple[Tile, ...] | None = None


@dataclass(frozen=True, slots=True)
class RackView:
    """The viewer's own rack in the order in which its tiles came; the last `fresh` of them are new.

    `points` is what it would cost at the end, None where a rack costs nothing.
    """

    tiles: tuple[Tile, ...]
    fresh: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that is one tap: its line, and a button's label (at most 20 characters)."""

    line: str
    label: Phrase


@dataclass(frozen=True, slots=True)
class Claimable:
    """A set that a seat may claim: its tiles in notation, and what it is worth now, in points.

    `total` is what the seat would hold then; `holder` the seat that would lose the set, None where it is free. `locks`:
    it would be the last claim of this set. `wins`: it would end the game.
    """

    label: str
    tiles: str
    value: int
    total: int
    holder: int | None
    locks: bool
    wins: bool


@dataclass(frozen=True, kw_only=True)
class View(ABC):
    """What every system shows.

    `turn` is the seat to move and `turns` counts the turns that have begun; `deadline` is in seconds since the epoch,
    None without a clock; `may_draw` is the largest number of tiles that one draw may take now; `you` is the viewer's
    seat and `rack` its rack, None for spectators; `assistance` is how much of a turn is told before it is made.
    `offers` are up to five actions, beside drawing and passing, that the viewer, or for spectators the seat to move,
    can take with a tap; `claimable` are the sets that the same seat may claim.
    `window` is the heading above what is `written` (45 characters).
    """

    window: ClassVar[Phrase] = later("The table, one set a line")
    variant: str
    version: int
    options: Mapping[str, Value]
    box: Box
    seats: tuple[SeatView, ...]
    turn: int
    deadline: int | None
    pool: int
    may_draw: int
    may_pass: bool
    outcome: Outcome | None
    turns: int = 0
    you: int | None = None
    rack: RackView | None = None
    offers: tuple[Offer, ...] = ()
    claimable: tuple[Claimable, ...] = ()
    assistance: Assistance = Assistance.OFF

    @property
    @abstractmethod
    def written(self) -> str:
        """What lies on the table as a play in notation, ready to be edited."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat's tokens on a set. `value` is in points; `times` counts the claims of this set so far, 1 to 3.

    The tokens of the second claim lie with their "2" side up; the third claim locks the set.
    """

    label: str
    seat: int
    value: int
    times: int


class Skin(StrEnum):
    """What the tiles are drawn as."""

    TILES = "tiles"
    CARDS = "cards"


class Part(StrEnum):
    """What the games of a match are called."""

    GAME = "game"
    ROUND = "round"

    def counted(self, count: int) -> Phrase:
        """`1 round`, `3 rounds`."""
        if self is Part.ROUND:
            return later_many("{count} round", "{count} rounds", count)
        return later_many("{count} game", "{count} games", count)

    def numbered(self, number: int, games: int) -> Phrase:
        """`Round 2 of 3`."""
        if self is Part.ROUND:
            return later("Round {number} of {games}", number=number, games=games)
        return later("Game {number} of {games}", number=number, games=games)

    def numbered_briefly(self, number: int, games: int) -> Phrase:
        """`round 2/3`."""
        if self is Part.ROUND:
            return later("round {number}/{games}", number=number, games=games)
        return later("game {number}/{games}", number=number, games=games)


@dataclass(frozen=True, kw_only=True)
class TableView(View):
    """A game on an open table: its sets by letter, and who has claimed which.

    `target` is what the holder of claims wins with, in points; None where nothing is claimed. `game` counts from 1 to
    `games`, the length of the match; `part` is what each is called.
    """

    table: tuple[TableSet, ...]
    game: int
    games: int
    part: Part = Part.GAME
    claims: tuple[Claim, ...] = ()
    target: int | None = None
    skin: Skin = Skin.TILES

    @property
    def written(self) -> str:
        """The whole table, one set a line."""
        return "\n".join(["table:", *(each.written for each in self.table)])


@dataclass(frozen=True, slots=True)
class GridTile:
    """A tile on a grid. Rows and columns count from 0 at the top left; `face` is what a wildcard stands for."""

    row: int
    column: int
    tile: Tile
    face: Tile
    mark: Mark


@dataclass(frozen=True, kw_only=True)
class GridView(View):
    """A game on a square grid, whose columns are called A, B ... and whose rows 1, 2 ... from the top.

    `blocks` are the cells (row, column) on which nothing can lie; `barred` the numbers that can't be placed this turn;
    `intersections` how many each seat has made; `row` the tiles laid out for a draft.
    """

    window = later("The grid by its cells, such as H8=R5 I8=R6")
    size: int
    tiles: tuple[GridTile, ...]
    blocks: tuple[tuple[int, int], ...]
    barred: tuple[int, ...]
    intersections: tuple[int, ...]
    row: tuple[Tile, ...] = ()

    @property
    def written(self) -> str:
        """Every tile by its cell, one row of the grid a line."""
        lines = ["table:"]
        for number in range(self.size):
            cells = [each for each in self.tiles if each.row == number]
            lines.append(" ".join(_cell(each) for each in sorted(cells, key=lambda each: each.column)))
        return "\n".join(line for line in lines if line)


def cell_name(row: int, column: int) -> str:
    """How players call a cell: `H8` is column 7 of row 7."""
    return f"{ascii_uppercase[column]}{row + 1}"


def _cell(each: GridTile) -> str:
    tile = f"J:{write_tile(each.face)}" if each.tile.is_joker else write_tile(each.tile)
    return f"{cell_name(each.row, each.column)}={tile}"
