"""What a seat or a spectator may see. Built by naming what is shown; nothing here can reach a state."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

from engine.game.goals import Goal
from engine.text.phrases import Phrase, later, later_many
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
class View(ABC):
    """What every system shows.

    `turn` is the seat to move and `turns` counts the turns that have begun; `deadline` is in seconds since the epoch,
    None without a clock; `may_draw` is the largest number of tiles that one draw may take now; `you` is the viewer's
    seat and `rack` its rack, None for spectators; `assistance` is how much of a turn is told before it is made.
    `offers` are up to five actions, beside drawing and passing, that the viewer, or for spectators the seat to move,
    can take with a tap; `claimable` are the sets that the same seat may claim. `game` counts from 1 to `games`, the
    length of the match, and `part` is what each is called; `skin` is what the tiles are drawn as.

    `window` is the heading above what is `written` (45 characters), `goal` what makes a turn a good one, and `nothing`
    what a player is told for whom no turn was found.
    """

    window: ClassVar[Phrase] = later("The table, one set a line")
    goal: ClassVar[Goal] = Goal.TILES
    nothing: ClassVar[Phrase] = later("You can lay nothing.")
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
    game: int = 1
    games: int = 1
    part: Part = Part.GAME
    skin: Skin = Skin.TILES

    @property
    @abstractmethod
    def written(self) -> str:
        """What lies on the table as a play in notation, ready to be edited."""

    @abstractmethod
    def where(self, after: Self) -> Phrase:
        """Tell which part of the board a play changes, given the view after it."""

    @abstractmethod
    def whole(self, after: Self) -> tuple[Phrase, ...]:
        """Write all that a play changes in notation, line by line, given the view after it."""
