"""Refusals that concern crossings, one class for each."""

from dataclasses import dataclass

from engine.text.errors import IllegalMove, Mistake, NotOnYourRack
from engine.text.phrases import Phrase, later


class NoCrossings(IllegalMove):
    """A turn is written with `@` (`R5@A` shares set A's red 5), but in this rule system sets can't share tiles."""

    sentence = later("Sets can't cross in this game, so you can't use @.")


@dataclass(eq=False)
class CrossingUndeclared(NotOnYourRack):
    """A turn uses a tile of set `label` on the table, but omits the `@` that would make both sets share it."""

    sentence = later("You don't have {tiles}. To cross set {label}, write {tile}@{label}.")
    label: str
    tile: str


@dataclass(eq=False)
class NothingToCross(IllegalMove):
    """A turn is written with `R5@A`, but set A doesn't contain that tile, or only borrows it from another set."""

    sentence = later("You can't use {tile}@{label}: set {label} has no {tile} of its own.")
    label: str
    tile: str


@dataclass(eq=False)
class CrossedTwice(IllegalMove):
    """A tile would be in three sets; at most two sets can share a tile."""

    sentence = later("{tile} of set {label} is already in two sets. A tile can be in two at most.")
    label: str
    tile: str


@dataclass(eq=False)
class TwoTilesShared(IllegalMove):
    """Two sets would share more than one tile."""

    sentence = later("{tiles} shares more than one tile with set {label}. Two sets can cross only once.")
    tiles: Phrase
    label: str


@dataclass(eq=False)
class AllBorrowed(IllegalMove):
    """A set consists only of tiles that belong to other sets."""

    sentence = later("{tiles} has no tile of its own.")
    tiles: Phrase


@dataclass(eq=False)
class CrossedJoker(IllegalMove):
    """A joker would be a different tile in each set that shares it, or two jokers of a group would be the same tile."""

    sentence = later("{tiles} and set {label} share a joker, but need it to be different tiles.")
    tiles: Phrase
    label: str


@dataclass(eq=False)
class CrossingTorn(Mistake):
    """A shared tile was taken out of one of its two sets while both remain on the table."""

    sentence = later("{tile} is in sets {one} and {other}. It must stay in both while both exist.")
    tile: Phrase
    one: str
    other: str


class JokerTorn(CrossingTorn):
    """A shared joker was taken out of one of its two sets, or replaced, while both remain on the table."""


class NotConnected(Mistake):
    """A turn leaves the table in more unconnected parts than before; sets that share a tile are connected."""

    sentence = later("All sets must be connected here. Build each new set through a tile of another, such as R5@A.")
