"""Refusals of crossings, a class for each."""

from dataclasses import dataclass

from engine.text.errors import IllegalMove, Mistake, NotOnYourRack
from engine.text.phrases import later


@dataclass(eq=False)
class NoCrossings(IllegalMove):
    """The system has none."""

    sentence = later("In this game a tile lies in one set: nothing can be written with @.")


@dataclass(eq=False)
class CrossingUndeclared(NotOnYourRack):
    """A tile that lies on the table is used as if the player had another one."""

    sentence = later("You don't have {tiles}. To cross set {label} there, write {tile}@{label}.")
    label: str
    tile: str


@dataclass(eq=False)
class NothingToCross(IllegalMove):
    """The set that is named does not hold the tile, or only crosses another one there itself."""

    sentence = later("{tile}@{label} can't be: set {label} has no {tile} of its own.")
    label: str
    tile: str


@dataclass(eq=False)
class CrossedTwice(IllegalMove):
    """A tile would lie in three sets."""

    sentence = later("{tile} of set {label} lies in two sets already: a tile has one crossing at most.")
    label: str
    tile: str


@dataclass(eq=False)
class TwoTilesShared(IllegalMove):
    """Two lines meet at one point."""

    sentence = later("{tiles} shares more than one tile with set {label}: two sets cross once.")
    tiles: str
    label: str


@dataclass(eq=False)
class AllBorrowed(IllegalMove):
    """A set of nothing but other sets' tiles would only declare neighbours."""

    sentence = later("{tiles} has no tile of its own.")
    tiles: str


@dataclass(eq=False)
class CrossedJoker(IllegalMove):
    """One joker can't be two different tiles."""

    sentence = later("A joker where two sets cross has one face: {tiles} and set {label} want different ones.")
    tiles: str
    label: str


@dataclass(eq=False)
class CrossingTorn(Mistake):
    """The tile where two sets cross was taken from one of them while both stand."""

    sentence = later("{tile} belongs to {one} and to {other}: it stays in both while both stand.")
    tile: str
    one: str
    other: str


@dataclass(eq=False)
class NotConnected(Mistake):
    """The table fell into more parts than before."""

    sentence = later("All sets hang together here: build a new one through a tile of another, such as R5@A.")
