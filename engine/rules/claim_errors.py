"""Errors for illegal turns in games where sets are claimed."""

from dataclasses import dataclass

from engine.text.errors import IllegalMove, Mistake
from engine.text.phrases import later


@dataclass(eq=False)
class ClaimedSetTouched(Mistake):
    """A play takes a tile from a claimed set, splits it or merges it with another set."""

    sentence = later(
        "Set {label} is claimed. You can add to it, but not take from it, split it or join it to another set."
    )
    label: str


@dataclass(eq=False)
class OwnClaim(IllegalMove):
    """A seat claims a set that it already holds."""

    sentence = later("Set {label} is already yours.")
    label: str


@dataclass(eq=False)
class SetLocked(IllegalMove):
    """A seat claims a set that has already been claimed three times."""

    sentence = later("Set {label} is locked. It has been claimed three times.")
    label: str


@dataclass(eq=False)
class NoLockLeft(IllegalMove):
    """A seat makes the third claim of a set, which would lock it, but has locked as many sets as it may already."""

    sentence = later("A third claim locks set {label}, and you have no locks left.")
    label: str


@dataclass(eq=False)
class ClaimNeedsOpening(IllegalMove):
    """A player who hasn't opened claims a set at a table where that isn't allowed."""

    sentence = later("At this table, you can't claim before your first play.")


@dataclass(eq=False)
class OneActionATurn(IllegalMove):
    """A turn consists of more than one draw, play or claim."""

    sentence = later("A turn is one draw, one play or one claim.")
