"""The refusals of games with claims and crossing sets."""

from dataclasses import dataclass

from engine.text.errors import IllegalMove, Mistake
from engine.text.phrases import later


@dataclass(eq=False)
class ClaimedSetTouched(Mistake):
    """A set under tokens lost a tile, was split or became one with another."""

    sentence = later("Set {label} is claimed: you can add to it, but not take from it, split it or merge it.")
    label: str


@dataclass(eq=False)
class OwnClaim(IllegalMove):
    """Nobody takes a set from himself."""

    sentence = later("You hold set {label} already.")
    label: str


@dataclass(eq=False)
class SetLocked(IllegalMove):
    """The third claim was the last."""

    sentence = later("Set {label} is locked: its third claim was the last.")
    label: str


@dataclass(eq=False)
class NoLockLeft(IllegalMove):
    """The third claim needs a lock of the player's own."""

    sentence = later("This would be the third claim of set {label}, and you have no lock left for it.")
    label: str


@dataclass(eq=False)
class ClaimNeedsOpening(IllegalMove):
    """The table lets only those claim who have opened."""

    sentence = later("At this table you claim only after your first sets.")


@dataclass(eq=False)
class OneActionATurn(IllegalMove):
    """A turn was to draw, play or claim more than once."""

    sentence = later("A turn is one draw, one play or one claim, and nothing else.")
