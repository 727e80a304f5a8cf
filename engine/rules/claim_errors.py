"""Errors for illegal turns in games where sets are claimed."""

from dataclasses import dataclass

from engine.text.errors import IllegalMove, Mistake
from engine.text.phrases import later


@dataclass(eq=False)
class ClaimedSetTouched(Mistake):
    """A play takes a tile from a claimed set, splits it or merges it with another set."""

    sentence = later("Set {label} is claimed: you can add to it, but not take from it, split it or merge it.")
    label: str


@dataclass(eq=False)
class OwnClaim(IllegalMove):
    """A seat claims a set that it already holds."""

    sentence = later("You hold set {label} already.")
    label: str


@dataclass(eq=False)
class SetLocked(IllegalMove):
    """A seat claims a set that has already been claimed three times."""

    sentence = later("Set {label} is locked: its third claim was the last.")
    label: str


@dataclass(eq=False)
class NoLockLeft(IllegalMove):
    """A seat makes the third claim of a set, which would lock it, but has locked as many sets as it may already."""

    sentence = later("This would be the third claim of set {label}, and you have no lock left for it.")
    label: str


@dataclass(eq=False)
class ClaimNeedsOpening(IllegalMove):
    """A player who hasn't opened claims a set at a table where that isn't allowed."""

    sentence = later("At this table you claim only after your first sets.")


@dataclass(eq=False)
class OneActionATurn(IllegalMove):
    """A turn consists of more than one draw, play or claim."""

    sentence = later("A turn is one draw, one play or one claim, and nothing else.")
