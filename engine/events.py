"""What happened, for everyone to read: public facts only, each with its sentence.

A sentence calls seats by `names`, one name a seat in the order of the seats; the caller decides how players are called.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from engine.notation import write_tile, write_tiles
from engine.tiles import Tile


def tile_count(count: int) -> str:
    """`1 tile`, `3 tiles`."""
    return f"{count} tile{'' if count == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """`Ana`, `Ana and Ben`, `Ana, Ben and Cem`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _paid(points: int) -> str:
    return f": {-points:+d}" if points else ""


class Event(ABC):
    """A public fact. It never carries a tile of a rack or the pool that not everybody has seen."""

    @abstractmethod
    def sentence(self, names: Sequence[str]) -> str:
        """What everybody reads."""


@dataclass(frozen=True, slots=True)
class DrewForOrder(Event):
    """What the seats drew for the first turn, round by round until one stood alone; the tiles are back in the pool."""

    rounds: tuple[tuple[tuple[int, Tile], ...], ...]
    first: int

    def sentence(self, names: Sequence[str]) -> str:
        """Who drew what, and who begins."""
        drawn = ", again: ".join(
            ", ".join(f"{names[seat]} {write_tile(tile)}" for seat, tile in each) for each in self.rounds
        )
        return f"Drawn for the first turn: {drawn}. {names[self.first]} begins."


@dataclass(frozen=True, slots=True)
class Begins(Event):
    """A seat has the first turn, by lot or because the first turn goes round."""

    seat: int

    def sentence(self, names: Sequence[str]) -> str:
        """Who."""
        return f"{names[self.seat]} begins."


@dataclass(frozen=True, slots=True)
class DealtAnew(Event):
    """A seat asked for a new deal, for the `doubles` in its rack, and everybody has other tiles now."""

    seat: int
    doubles: int
    first: int

    def sentence(self, names: Sequence[str]) -> str:
        """Who asked why, and who begins."""
        why = f"was dealt {self.doubles} doubles and asked for a new deal"
        return f"{names[self.seat]} {why}: everybody has new tiles, and {names[self.first]} begins."


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat took tiles from the pool; `cost` is what it paid for them, in points."""

    seat: int
    count: int
    cost: int = 0

    def sentence(self, names: Sequence[str]) -> str:
        """How many, never which."""
        return f"{names[self.seat]} drew {tile_count(self.count)}{_paid(self.cost)}."


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """A seat took a tile that lay open to all."""

    seat: int
    tile: Tile

    def sentence(self, names: Sequence[str]) -> str:
        """Which."""
        return f"{names[self.seat]} picked {write_tile(self.tile)}."


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat laid tiles from its rack; `points` is what an opening was worth, None for a later turn."""

    seat: int
    tiles: tuple[Tile, ...]
    points: int | None

    def sentence(self, names: Sequence[str]) -> str:
        """Which tiles, and what the opening made."""
        opening = "" if self.points is None else f" and opened with {self.points} points"
        return f"{names[self.seat]} laid {write_tiles(self.tiles)}{opening}."


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

    def sentence(self, names: Sequence[str]) -> str:
        """What lies where, and what it scored."""
        moved = f", moved {tile_count(self.moved)}" if self.moved else ""
        crossings = f" with {self.crossings} new intersection{'s' * (self.crossings > 1)}" if self.crossings > 0 else ""
        return f"{names[self.seat]} placed {self.where}{moved}{crossings}: {self.points:+d}."


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat did nothing, the pool being empty."""

    seat: int

    def sentence(self, names: Sequence[str]) -> str:
        """Who."""
        return f"{names[self.seat]} passed."


@dataclass(frozen=True, slots=True)
class RanOutOfTime(Event):
    """The clock ended a turn, with `drawn` tiles and `cost` points as the consequence; what had been moved is back."""

    seat: int
    drawn: int
    cost: int = 0

    def sentence(self, names: Sequence[str]) -> str:
        """Who, and what it cost."""
        cost = f"draws {tile_count(self.drawn)}{_paid(self.cost)}" if self.drawn else "passes"
        return f"{names[self.seat]} ran out of time and {cost}."


@dataclass(frozen=True, slots=True)
class MadeAMistake(Event):
    """A strict table took a play back and punished it; `clause` is the one that the play broke."""

    seat: int
    drawn: int
    clause: str

    def sentence(self, names: Sequence[str]) -> str:
        """Who, what it cost, and why; the tiles themselves are back on the rack."""
        return f"{names[self.seat]}'s play broke {self.clause} and costs {tile_count(self.drawn)}."


@dataclass(frozen=True, slots=True)
class LeftTheGame(Event):
    """A seat resigned; its tiles are out of play."""

    seat: int

    def sentence(self, names: Sequence[str]) -> str:
        """Who."""
        return f"{names[self.seat]} resigned."


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The game ends before its end, because all who play agreed to that, or the table is taken away."""

    def sentence(self, names: Sequence[str]) -> str:  # noqa: ARG002  # nobody is named
        """That nobody wins."""
        return "The game was ended early. Nobody wins."


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """One game is over: who won it, every seat's points in it, how it came about."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    reason: str

    def sentence(self, names: Sequence[str]) -> str:
        """Winner and points, in the order of the seats."""
        verb = "wins" if len(self.winners) == 1 else "share the win"
        points = ", ".join(f"{name} {score:+d}" for name, score in zip(names, self.points, strict=True))
        return f"{self.reason} {listed([names[seat] for seat in self.winners])} {verb}: {points}."


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """A match goes on; games count from 1, and are called by `part`, such as round."""

    game: int
    games: int
    part: str

    def sentence(self, names: Sequence[str]) -> str:  # noqa: ARG002  # nobody is named
        """Which game of how many."""
        return f"{self.part.capitalize()} {self.game} of {self.games} begins."
