"""Events: public facts about what happened, each with a sentence.

Sentences call the seats by `names`, one per seat in their order; the caller decides how players are called.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from engine.game.views import Part
from engine.text.phrases import Phrase, as_is, join_sentences, join_with_and, later, later_many
from engine.tiles.notation import point_count, tile_count, write_tile, write_tiles
from engine.tiles.tiles import Tile


class Event(ABC):
    """A public fact about a game. It never reveals a tile of the pool or a rack that not everybody has seen."""

    @abstractmethod
    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return the sentence that everybody reads; `names` are the players' names by seat."""


@dataclass(frozen=True, slots=True)
class DrewForOrder(Event):
    """The draw for the first turn; the tiles that were drawn are back in the pool now.

    `rounds` has each round's (seat, tile) pairs; the rounds go on until one seat, `first`, has won.
    """

    rounds: tuple[tuple[tuple[int, Tile], ...], ...]
    first: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says who drew which tile, and who begins."""
        first, *others = (
            as_is(", ".join(f"{names[seat]} {write_tile(tile)}" for seat, tile in each)) for each in self.rounds
        )
        drawn = reduce(
            lambda before, again: later("{before}, again: {again}", before=before, again=again), others, first
        )
        return join_sentences([later("Draw for the first turn: {drawn}.", drawn=drawn), _say_begins(names[self.first])])


def _say_begins(name: str) -> Phrase:
    return later("{name} goes first.", name=name)


@dataclass(frozen=True, slots=True)
class Begins(Event):
    """A seat has the first turn of a game, by lot or because it was next to begin."""

    seat: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says who begins."""
        return _say_begins(names[self.seat])


@dataclass(frozen=True, slots=True)
class DealtAnew(Event):
    """A seat with at least `doubles` pairs of equal tiles asked for a new deal, and every seat got new tiles.

    The seat `first` has the first turn.
    """

    seat: int
    doubles: int
    first: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says who asked for the deal and why, and who begins."""
        return later_many(
            "{name} was dealt {count} double and asked for a new deal. Everyone got new tiles; {first} goes first.",
            "{name} was dealt {count} doubles and asked for a new deal. Everyone got new tiles; {first} goes first.",
            self.doubles,
            name=names[self.seat],
            first=names[self.first],
        )


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew `count` tiles from the pool and paid `cost` points for them."""

    seat: int
    count: int
    cost: int = 0

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says how many tiles were drawn, but not which."""
        name, tiles = names[self.seat], tile_count(self.count)
        if self.cost:
            return later("{name} drew {tiles}: {points}.", name=name, tiles=tiles, points=f"{-self.cost:+d}")
        return later("{name} drew {tiles}.", name=name, tiles=tiles)


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """A seat took a tile for its rack from a row of open tiles, before the first turn of a game dealt that way."""

    seat: int
    tile: Tile

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says which tile was taken."""
        return later("{name} picked {tile}.", name=names[self.seat], tile=write_tile(self.tile))


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played tiles from its rack; `points` is the value of a first play, None in later turns."""

    seat: int
    tiles: tuple[Tile, ...]
    points: int | None

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says which tiles were played, and what a first play was worth."""
        name, tiles = names[self.seat], write_tiles(self.tiles)
        if self.points is None:
            return later("{name} played {tiles}.", name=name, tiles=tiles)
        worth = point_count(self.points)
        return later("{name} played {tiles} and opened with {points}.", name=name, tiles=tiles, points=worth)


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A seat placed tiles on a grid (`where` is their notation with cells) and moved `moved` others.

    `crossings` is the number of intersections gained, negative if some were lost; `points` is the score of the turn.
    """

    seat: int
    where: str
    moved: int
    crossings: int
    points: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says which tiles were placed where, and what that scored."""
        facts = {"name": names[self.seat], "where": self.where, "points": f"{self.points:+d}"}
        moved = tile_count(self.moved)
        new = later_many("{count} new intersection", "{count} new intersections", self.crossings)
        if self.moved and self.crossings > 0:
            return later("{name} placed {where}, moved {tiles} with {new}: {points}.", tiles=moved, new=new, **facts)
        if self.moved:
            return later("{name} placed {where}, moved {tiles}: {points}.", tiles=moved, **facts)
        if self.crossings > 0:
            return later("{name} placed {where} with {new}: {points}.", new=new, **facts)
        return later("{name} placed {where}: {points}.", **facts)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat did nothing, because the pool is empty."""

    seat: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says who passed."""
        return later("{name} passed.", name=names[self.seat])


@dataclass(frozen=True, slots=True)
class RanOutOfTime(Event):
    """A seat's time was up, which ended its turn: it drew `drawn` tiles and paid `cost` points, and played nothing."""

    seat: int
    drawn: int
    cost: int = 0

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says who ran out of time, and what that costs."""
        name, tiles, points = names[self.seat], tile_count(self.drawn), f"{-self.cost:+d}"
        if not self.drawn:
            return later("{name} ran out of time and passed.", name=name)
        if self.cost:
            return later("{name} ran out of time and drew {tiles}: {points}.", name=name, tiles=tiles, points=points)
        return later("{name} ran out of time and drew {tiles}.", name=name, tiles=tiles)


@dataclass(frozen=True, slots=True)
class MadeAMistake(Event):
    """A seat made an illegal play, which was taken back, at a table with a penalty for that.

    `drawn` is the number of penalty tiles that it drew, and `clause` the number of the rule that it broke.
    """

    seat: int
    drawn: int
    clause: str

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says who broke which clause, and what it costs.

        It doesn't name the tiles of the play, which are back on the rack.
        """
        cost = tile_count(self.drawn)
        return later(
            "{name}'s play broke {clause} and cost {tiles}.", name=names[self.seat], clause=self.clause, tiles=cost
        )


@dataclass(frozen=True, slots=True)
class LeftTheGame(Event):
    """A seat resigned; its tiles are out of play."""

    seat: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says who resigned."""
        return later("{name} resigned.", name=names[self.seat])


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The game was ended early, because its players agreed to that or a manager removed it."""

    def sentence(self, names: Sequence[str]) -> Phrase:  # noqa: ARG002  # nobody is named
        """Return a sentence that says that the game ended early and nobody wins."""
        return join_sentences([later("The game was ended early."), later("Nobody wins.")])


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """One game of the match is over: its winners, each seat's points in it, and the reason for its end."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    reason: Phrase

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says why it ended, who won, and how many points each seat got."""
        winners = join_with_and([names[seat] for seat in self.winners])
        points = ", ".join(f"{name} {score:+d}" for name, score in zip(names, self.points, strict=True))
        if len(self.winners) == 1:
            result = later("{name} wins: {points}.", name=winners, points=points)
        else:
            result = later("{names} share the win: {points}.", names=winners, points=points)
        return join_sentences([self.reason, result])


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The match goes on with another game.

    `game` is its number in the match, from 1, and `games` the length of the match; `part` is the word for a game.
    """

    game: int
    games: int
    part: Part

    def sentence(self, names: Sequence[str]) -> Phrase:  # noqa: ARG002  # nobody is named
        """Return a sentence that says which game of the match begins, and how many there are."""
        if self.part is Part.ROUND:
            return later("Round {number} of {games} begins.", number=self.game, games=self.games)
        return later("Game {number} of {games} begins.", number=self.game, games=self.games)
