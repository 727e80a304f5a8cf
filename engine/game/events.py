"""What happened, for everyone to read: public facts only, each with its sentence.

A sentence calls seats by `names`, one name a seat in the order of the seats; the caller decides how players are called.
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
    """A public fact. It never carries a tile of a rack or the pool that not everybody has seen."""

    @abstractmethod
    def sentence(self, names: Sequence[str]) -> Phrase:
        """What everybody reads."""


@dataclass(frozen=True, slots=True)
class DrewForOrder(Event):
    """What the seats drew for the first turn, round by round until one stood alone; the tiles are back in the pool."""

    rounds: tuple[tuple[tuple[int, Tile], ...], ...]
    first: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Who drew what, and who begins."""
        first, *others = (
            as_is(", ".join(f"{names[seat]} {write_tile(tile)}" for seat, tile in each)) for each in self.rounds
        )
        drawn = reduce(
            lambda before, again: later("{before}, again: {again}", before=before, again=again), others, first
        )
        return join_sentences(
            [later("Drawn for the first turn: {drawn}.", drawn=drawn), _say_begins(names[self.first])]
        )


def _say_begins(name: str) -> Phrase:
    return later("{name} begins.", name=name)


@dataclass(frozen=True, slots=True)
class Begins(Event):
    """A seat has the first turn, by lot or because the first turn goes round."""

    seat: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Who."""
        return _say_begins(names[self.seat])


@dataclass(frozen=True, slots=True)
class DealtAnew(Event):
    """A seat asked for a new deal, for the `doubles` in its rack, and everybody has other tiles now."""

    seat: int
    doubles: int
    first: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Who asked why, and who begins."""
        return later_many(
            "{name} was dealt {count} double and asked for a new deal: everybody has new tiles, and {first} begins.",
            "{name} was dealt {count} doubles and asked for a new deal: everybody has new tiles, and {first} begins.",
            self.doubles,
            name=names[self.seat],
            first=names[self.first],
        )


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat took tiles from the pool; `cost` is what it paid for them, in points."""

    seat: int
    count: int
    cost: int = 0

    def sentence(self, names: Sequence[str]) -> Phrase:
        """How many, never which."""
        name, tiles = names[self.seat], tile_count(self.count)
        if self.cost:
            return later("{name} drew {tiles}: {points}.", name=name, tiles=tiles, points=f"{-self.cost:+d}")
        return later("{name} drew {tiles}.", name=name, tiles=tiles)


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """A seat took a tile that lay open to all."""

    seat: int
    tile: Tile

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Which."""
        return later("{name} picked {tile}.", name=names[self.seat], tile=write_tile(self.tile))


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat laid tiles from its rack; `points` is what an opening was worth, None for a later turn."""

    seat: int
    tiles: tuple[Tile, ...]
    points: int | None

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Which tiles, and what the opening made."""
        name, tiles = names[self.seat], write_tiles(self.tiles)
        if self.points is None:
            return later("{name} laid {tiles}.", name=name, tiles=tiles)
        worth = point_count(self.points)
        return later("{name} laid {tiles} and opened with {points}.", name=name, tiles=tiles, points=worth)


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A seat placed tiles on a grid, written by their cells in `where`, and moved others.

    `crossings` are the intersections that it gained, below 0 if it lost some; `points` is what it scored.
    """

    seat: int
    where: str
    moved: int
    crossings: int
    points: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """What lies where, and what it scored."""
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
    """A seat did nothing, the pool being empty."""

    seat: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Who."""
        return later("{name} passed.", name=names[self.seat])


@dataclass(frozen=True, slots=True)
class RanOutOfTime(Event):
    """The clock ended a turn, with `drawn` tiles and `cost` points as the consequence; what had been moved is back."""

    seat: int
    drawn: int
    cost: int = 0

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Who, and what it cost."""
        name, tiles, points = names[self.seat], tile_count(self.drawn), f"{-self.cost:+d}"
        if not self.drawn:
            return later("{name} ran out of time and passes.", name=name)
        if self.cost:
            return later("{name} ran out of time and draws {tiles}: {points}.", name=name, tiles=tiles, points=points)
        return later("{name} ran out of time and draws {tiles}.", name=name, tiles=tiles)


@dataclass(frozen=True, slots=True)
class MadeAMistake(Event):
    """A strict table took a play back and punished it; `clause` is the one that the play broke."""

    seat: int
    drawn: int
    clause: str

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Who, what it cost, and why; the tiles themselves are back on the rack."""
        cost = tile_count(self.drawn)
        return later(
            "{name}'s play broke {clause} and costs {tiles}.", name=names[self.seat], clause=self.clause, tiles=cost
        )


@dataclass(frozen=True, slots=True)
class LeftTheGame(Event):
    """A seat resigned; its tiles are out of play."""

    seat: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Who."""
        return later("{name} resigned.", name=names[self.seat])


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The game ends before its end, because all who play agreed to that, or the table is taken away."""

    def sentence(self, names: Sequence[str]) -> Phrase:  # noqa: ARG002  # nobody is named
        """That nobody wins."""
        return join_sentences([later("The game was ended early."), later("Nobody wins.")])


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """One game is over: who won it, every seat's points in it, how it came about."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    reason: Phrase

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Winner and points, in the order of the seats."""
        winners = join_with_and([names[seat] for seat in self.winners])
        points = ", ".join(f"{name} {score:+d}" for name, score in zip(names, self.points, strict=True))
        if len(self.winners) == 1:
            result = later("{name} wins: {points}.", name=winners, points=points)
        else:
            result = later("{names} share the win: {points}.", names=winners, points=points)
        return join_sentences([self.reason, result])


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """A match goes on; games count from 1, and `part` is what they are called."""

    game: int
    games: int
    part: Part

    def sentence(self, names: Sequence[str]) -> Phrase:  # noqa: ARG002  # nobody is named
        """Which game of how many."""
        if self.part is Part.ROUND:
            return later("Round {number} of {games} begins.", number=self.game, games=self.games)
        return later("Game {number} of {games} begins.", number=self.game, games=self.games)
