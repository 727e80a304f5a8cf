"""Views: what a seat or a spectator may see. A view lists what is shown and can't reach the state."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self

from engine.game.goals import Goal
from engine.text.phrases import Phrase, later, later_many
from engine.tiles.tiles import Box, Tile

Value = str | int | bool


class Assistance(StrEnum):
    """The help that a table gives before a play: none, whether picked tiles can be played, or also what to play."""

    OFF = "off"
    FIT = "fit"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match: the winning seats, each seat's points in the whole match, and the reason for the end.

    `places` has each seat's place, from 1; seats that are equally good share one. `winners` is empty if nobody won,
    because the match was ended early. Then it may be `void`, so that it counts for nobody.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: Phrase
    places: tuple[int, ...]
    void: bool = False


def rank_places(ranks: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's place, given ranks, the highest first; after two that share place 1 comes place 3."""
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it.

    `tiles` is the number of tiles on its rack; `has_melded`: it has made a first play; `score` is its total in points
    so far; `rack` is None until the game's end reveals it. `needs` is what its first play must be worth in points; 0 if
    it has opened, or if the rules require nothing.
    """

    tiles: int
    has_melded: bool
    resigned: bool
    score: int
    rack: tuple[Tile, ...] | None = None
    needs: int = 0


@dataclass(frozen=True, slots=True)
class RackView:
    """The viewer's rack, its last `fresh` tiles new; `points` is its cost at the end, None if nothing or unknown."""

    tiles: tuple[Tile, ...]
    fresh: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that a button offers: its line in notation, and the button's label (at most 20 characters)."""

    line: str
    label: Phrase


@dataclass(frozen=True, slots=True)
class Claimable:
    """A set that a seat may claim: its letter, its tiles in notation, and its current value in points.

    `total` is the points that the seat would hold after the claim; `holder` is the seat that would lose its claim on
    the set, None if the set is unclaimed. `locks`: nobody could claim the set after that. `wins`: the claim would win
    the game.
    """

    label: str
    tiles: str
    value: int
    total: int
    holder: int | None
    locks: bool
    wins: bool


class Skin(StrEnum):
    """The objects as which tiles are drawn in pictures: tiles, or playing cards."""

    TILES = "tiles"
    CARDS = "cards"


class Part(StrEnum):
    """The word for one game of a match."""

    GAME = "game"
    ROUND = "round"

    def counted(self, count: int) -> Phrase:
        """Return a count such as `1 round` or `3 rounds`."""
        if self is Part.ROUND:
            return later_many("{count} round", "{count} rounds", count)
        return later_many("{count} game", "{count} games", count)

    def numbered(self, number: int, games: int) -> Phrase:
        """Return a heading such as `Round 2 of 3`; `number` counts from 1, and `games` is the length of the match."""
        if self is Part.ROUND:
            return later("Round {number} of {games}", number=number, games=games)
        return later("Game {number} of {games}", number=number, games=games)


@dataclass(frozen=True, kw_only=True)
class View(ABC):
    """A game as one viewer, a seat or a spectator, may see it; this base class has what every rule system shows.

    `turn` is the seat to play and `turns` the number of turns begun; `deadline` is in seconds since the epoch, None
    without a clock; `pool` is the number of tiles in the pool, and `may_draw` the most that one draw may ask for now;
    with `draws_on`, a draw goes on until its player has a play; `you` is the viewer's seat and `rack` its rack, both
    None for spectators; `assistance` is how much players are told before they play. `offers` are up to five actions,
    besides drawing and passing, that the viewer can take with a tap, and `claimable` are the sets that it may claim;
    for a spectator, both are those of the seat to play. `game` counts from 1 to `games`, the length of the match;
    `part` is the word for one of them; `skin` is what the tiles are drawn as.

    For the whole rule system, `window` is the heading above the text of `written` (at most 45 characters), `goal` is
    what makes a turn good, and `nothing` is what a player reads if no turn was found.
    """

    window: ClassVar[Phrase] = later("The table, one set per line")
    goal: ClassVar[Goal] = Goal.TILES
    nothing: ClassVar[Phrase] = later("Nothing to play.")
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
    draws_on: bool = False
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
        """The table or grid as the text of a play that leaves it unchanged, which a player can edit."""

    @abstractmethod
    def where(self, after: Self) -> Phrase:
        """Return a phrase that tells which sets or cells a play changes; `after` is the view after the play."""

    @abstractmethod
    def whole(self, after: Self) -> tuple[Phrase, ...]:
        """Return a phrase in notation for each change that a play makes; `after` is the view after the play."""
