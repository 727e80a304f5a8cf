"""How computers play: how long they take, and what they do."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from engine.game.actions import Action, Draw, Pass, Resign
from engine.game.goals import Level
from engine.game.variant import Variant
from engine.game.views import View

LONGEST = 30.0  # seconds; the shortest clock is 40


@dataclass(frozen=True, slots=True)
class Pause:
    """How long a computer takes for a move, in seconds, from when it could first make it."""

    least: float
    most: float

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a number of seconds, or two with a hyphen between them.

        Raises:
            ValueError: it is neither, or longer than half a minute.
        """
        least, _, most = text.partition("-")
        pause = cls(float(least), float(most or least))
        if not 0 <= pause.least <= pause.most <= LONGEST:
            raise ValueError(text)
        return pause


@dataclass(frozen=True, slots=True)
class DueMove:
    """A move that a computer is to make: the action's number, since when by the loop's clock, and its luck.

    The luck stays the same for as long as the move is thought of anew: who looks twice overlooks less.
    """

    version: int
    since: float
    luck: bytes


def choose_move(variant: Variant[Any], view: View, level: Level, luck: bytes) -> Action:
    """Return what the computer does; it leaves as much of the table alone as it can."""
    return variant.minimize_disturbance(view, variant.choose(view, level, luck))


def list_simple_moves(variant: Variant[Any], view: View, seat: int) -> Iterator[Action]:
    """Yield the moves that need no thought.

    Resigning is for a table at which nothing else is possible: the others play on.
    """
    if view.may_draw:
        yield Draw(seat)
    if view.may_pass:
        yield Pass(seat)
    yield from (variant.read(seat, offer.line) for offer in view.offers)
    yield Resign(seat)
