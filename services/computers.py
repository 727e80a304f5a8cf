"""Computer players: how long they take, and how they choose a move."""

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
    """The range of seconds that a computer waits, from when it could first move."""

    least: float
    most: float

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a number of seconds, or two separated by a hyphen.

        Raises:
            ValueError: the text is neither, or names more than `LONGEST` seconds.
        """
        least, _, most = text.partition("-")
        pause = cls(float(least), float(most or least))
        if not 0 <= pause.least <= pause.most <= LONGEST:
            raise ValueError(text)
        return pause


@dataclass(frozen=True, slots=True)
class DueMove:
    """A move that a computer has to make.

    `version` is the state's version before the move, `since` the event loop's time when it was first due. `luck` stays
    the same if the move has to be computed again, because with new luck a second look would miss less.
    """

    version: int
    since: float
    luck: bytes


def choose_move(variant: Variant[Any], view: View, level: Level, luck: bytes) -> Action:
    """Return what a computer does in the viewer's seat, changing as little of the table as possible."""
    return variant.minimize_disturbance(view, variant.choose(view, level, luck))


def list_simple_moves(variant: Variant[Any], view: View, seat: int) -> Iterator[Action]:
    """Yield the moves that need no search: draw, pass, the view's offers; last resign, so that others can play on."""
    if view.may_draw:
        yield Draw(seat)
    if view.may_pass:
        yield Pass(seat)
    yield from (variant.read(seat, offer.line) for offer in view.offers)
    yield Resign(seat)
