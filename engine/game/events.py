"""Events: public facts about what happened, each with a sentence.

Sentences call the seats by `names`, one per seat in their order; the caller decides how players are called.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from engine.game.views import Part
from engine.override import override
from engine.text.phrases import Phrase, join, join_sentences, join_with_and, later, later_many
from engine.tiles.notation import say_tile
from engine.tiles.tiles import Tile

LONGEST_LIST = 110
"""The most characters that the tiles of a play and their places may take up in a sentence, so that it fits a phone."""


class Event(ABC):
    """A public fact about a game. It never reveals a tile of the pool or a rack that not everybody has seen."""

    @abstractmethod
    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return the sentence that everybody reads; `names` are the players' names by seat."""

    def own_sentence(self, names: Sequence[str]) -> Phrase:
        """Return the sentence for the player who acted; unless a kind of event has one, it's everybody's.

        A fact called `drawn` in it is the number of tiles drawn: that player may read which ones instead.
        """
        return self.sentence(names)

    def brief_sentence(self, names: Sequence[str]) -> Phrase:
        """Return a short form of everybody's sentence, where there is one."""
        return self.sentence(names)

    @property
    def tiles_drawn(self) -> int:
        """The number of tiles that the acting seat drew."""
        return 0

    @property
    def tiles_played(self) -> int:
        """The number of rack tiles that the acting seat played."""
        return 0

    @property
    def opening_points(self) -> int:
        """The value of the acting seat's first play, in points; 0 if this wasn't one."""
        return 0


@dataclass(frozen=True, slots=True)
class DrewForOrder(Event):
    """The draw for the first turn; the tiles that were drawn are back in the pool now.

    `rounds` has each round's (seat, tile) pairs; the rounds go on until one seat, `first`, has won.
    """

    rounds: tuple[tuple[tuple[int, Tile], ...], ...]
    first: int

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        first, *others = (
            join(
                [Phrase("{name} {tile}", facts={"name": names[seat], "tile": say_tile(tile)}) for seat, tile in each],
                ", ",
            )
            for each in self.rounds
        )
        drawn = reduce(
            lambda before, again: later("{before}, again: {again}", before=before, again=again), others, first
        )
        return join_sentences([later("First-turn draw: {drawn}.", drawn=drawn), _say_begins(names[self.first])])


def _say_begins(name: str) -> Phrase:
    return later("{name} goes first.", name=name)


@dataclass(frozen=True, slots=True)
class Begins(Event):
    """A seat has the first turn of a game: by lot, as the host's, or because it was next to begin."""

    seat: int

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        return _say_begins(names[self.seat])


@dataclass(frozen=True, slots=True)
class DealtAnew(Event):
    """A seat with at least `doubles` pairs of equal tiles asked for a new deal to all; the seat `first` begins."""

    seat: int
    doubles: int
    first: int

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        return later_many(
            "{name} was dealt {count} double and asked for a new deal. Everyone got new tiles; {first} goes first.",
            "{name} was dealt {count} doubles and asked for a new deal. Everyone got new tiles; {first} goes first.",
            self.doubles,
            name=names[self.seat],
            first=names[self.first],
        )


@dataclass(frozen=True, slots=True)
class LeftTheGame(Event):
    """A seat resigned; its tiles are out of play."""

    seat: int

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        return later("{name} resigned.", name=names[self.seat])


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The game was ended early, because its players agreed to that."""

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        return join_sentences([later("The game was ended early."), later("Nobody wins.")])


@dataclass(frozen=True, slots=True)
class Voided(Event):
    """A server manager who doesn't play ended the game, and it counts for nobody."""

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        return join_sentences([later("A server manager ended the game."), later("This game counts for nobody.")])


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """One game of the match is over: its winners, each seat's points in it, and the reason for its end."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    reason: Phrase

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        winners = join_with_and([names[seat] for seat in self.winners])
        points = ", ".join(f"{name} {score:+d}" for name, score in zip(names, self.points, strict=True))
        if len(self.winners) == 1:
            result = later("{name} wins: {points}.", name=winners, points=points)
        else:
            result = later("{names} share the win: {points}.", names=winners, points=points)
        return join_sentences([self.reason, result])


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The match goes on with its game number `game`, from 1, of `games`; `part` is the word for a game.

    `totals` are the seats' points so far, and `goal` is a sentence on what wins the match.
    """

    game: int
    games: int
    part: Part
    totals: tuple[int, ...]
    goal: Phrase

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        totals = ", ".join(f"{name} {total}" for name, total in zip(names, self.totals, strict=True))
        begins = later("Game {number} of {games} begins.", number=self.game, games=self.games)
        if self.part is Part.ROUND:
            begins = later("Round {number} of {games} begins.", number=self.game, games=self.games)
        return join_sentences([later("Totals: {totals}.", totals=totals), self.goal, begins])
