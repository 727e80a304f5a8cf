"""Sentences of the rulebook about a turn, one function each."""

from collections import Counter

from engine.errors import NoOpening, OpeningTooSmall, TableTouched
from engine.notation import write_meld
from engine.openings import can_make
from engine.turns import Check, Turn


def opening_leaves_the_table_alone(turn: Turn) -> None:
    """Who has not opened can't use what lies on the table."""
    if turn.opened:
        return
    left = Counter(meld.in_order for meld in turn.after)
    for meld, copies in Counter(meld.in_order for meld in turn.before).items():
        if left[meld] < copies:
            raise TableTouched(write_meld(meld))
    lay_before = [letter in turn.labels for letter in turn.letters]
    for each in turn.crossings:
        if lay_before[each.owner] != lay_before[each.borrower]:
            raise TableTouched(write_meld(turn.after[each.owner if lay_before[each.owner] else each.borrower]))


def opening_is_worth(points: int) -> Check:
    """Build the check that a player's first sets make so many points."""

    def check(turn: Turn) -> None:
        """A joker counts as the tile that it stands for."""
        if not turn.opened and turn.points < points:
            raise OpeningTooSmall(turn.points, points)

    return check


def opening_begins_with(points: int) -> Check:
    """Build the check that some of the first tiles played make sets worth so many points by themselves.

    The rest of that turn is as free as any other.
    """

    def check(turn: Turn) -> None:
        """The sets need not survive the turn; at least one is asked for."""
        if not turn.opened and not can_make(turn.played, points, turn.rules.box):
            raise NoOpening("sets" if points else "a set", f" worth {points} points" if points else "")

    return check
