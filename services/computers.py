"""Computer players: how long they wait before a move, and how they choose it."""

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
    """The shortest and longest time, in seconds, that a computer waits before a move, from when it could first move."""

    least: float
    most: float

    @classmethod
    def read(cls, text: str) -> Self:
        """Read seconds such as "2-5" or "3". Raises: ValueError if they don't ascend from 0 to `LONGEST`."""
        least, _, most = text.partition("-")
        pause = cls(float(least), float(most or least))
        if not 0 <= pause.least <= pause.most <= LONGEST:
            raise ValueError(text)
        return pause


@dataclass(frozen=True, slots=True)
class DueMove:
    """A move that a computer has to make.

    `version` is the game's version before the move, `since` the event loop's time when it was first due. `luck` is
    random bytes that decide the length of the pause and which plays the computer overlooks, also if the move has to be
    computed again.
    """

    version: int
    since: float
    luck: bytes


def choose_move(variant: Variant[Any], view: View, level: Level, luck: bytes) -> Action:
    """Return the action that a computer of this level takes in the viewer's seat.

    A play changes as little of the table as possible. `luck` is random bytes that decide what the computer overlooks.
    """
    return variant.minimize_disturbance(view, variant.choose(view, level, luck))


def list_simple_moves(variant: Variant[Any], view: View, seat: int) -> Iterator[Action]:
    """Yield the seat's moves that need no search, best first: draw, pass, the view's offers, at last to resign."""
    if view.may_draw:
        yield Draw(seat)
    if view.may_pass:
        yield Pass(seat)
    yield from (variant.read(seat, offer.line) for offer in view.offers)
    yield Resign(seat)
