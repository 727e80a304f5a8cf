"""Sentences of the rulebook about a turn, one function each."""

from collections import Counter

from engine.errors import OpeningTooSmall, TableTouched
from engine.notation import write_meld
from engine.turns import Check, Turn


def opening_leaves_the_table_alone(turn: Turn) -> None:
    """Who has not opened can't use what lies on the table."""
    if turn.opened:
        return
    left = Counter(meld.in_order for meld in turn.after)
    for meld, copies in Counter(meld.in_order for meld in turn.before).items():
        if left[meld] < copies:
            raise TableTouched(write_meld(meld))


def opening_is_worth(points: int) -> Check:
    """Build the check that a player's first sets make so many points."""

    def check(turn: Turn) -> None:
        """A joker counts as the tile that it stands for."""
        if not turn.opened and turn.points < points:
            raise OpeningTooSmall(turn.points, points)

    return check
