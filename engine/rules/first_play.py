"""Checks of a player's first play: each is a callable that raises if a turn breaks its rule.

They accept every later turn.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.rules.turns import Check, Turn
from engine.text.errors import NoOpening, OpeningTooSmall, TableTouched
from engine.text.phrases import Phrase, later
from engine.tiles.notation import point_count, write_meld
from engine.tiles.openings import can_make


def opening_leaves_the_table_alone(turn: Turn) -> None:
    """Reject a first play that changes or crosses a set of the table. Raises TableTouched, naming the first one."""
    if turn.has_melded or not turn.before:
        return
    lost = Counter(meld.in_order for meld in turn.before) - Counter(meld.in_order for meld in turn.after)
    for meld in turn.before:
        if meld.in_order in lost:
            raise TableTouched(write_meld(meld))
    is_old = [letter in turn.labels for letter in turn.letters]
    for each in turn.crossings:
        if is_old[each.owner] != is_old[each.borrower]:
            raise TableTouched(write_meld(turn.after[each.owner if is_old[each.owner] else each.borrower]))


@dataclass(frozen=True, slots=True)
class opening_is_worth:  # noqa: N801  # reads as a sentence among the checks of a system
    """A check that a first play is worth at least `points`; a joker counts as the tile that it stands for."""

    points: int

    def __call__(self, turn: Turn) -> None:
        """Reject a first play that is worth less than `points`. Raises OpeningTooSmall."""
        if not turn.has_melded and turn.points < self.points:
            raise OpeningTooSmall(turn.points, self.points)


@dataclass(frozen=True, slots=True)
class opening_begins_with:  # noqa: N801  # the same
    """A check that some of the rack tiles in a first play form sets worth at least `points` points without other tiles.

    At least one set is needed, even for 0 points. The sets don't have to be on the table after the turn, and the rest
    of the turn is as free as any other.
    """

    points: int

    def __call__(self, turn: Turn) -> None:
        """Reject a first play whose rack tiles can't form such sets. Raises NoOpening: it says what is required."""
        if not turn.has_melded and not can_make(turn.played, self.points, turn.rules.box):
            raise NoOpening(_needs(self.points))


def _needs(points: int) -> Phrase:
    if points:
        return later(
            "To open, play sets worth {points} from your rack alone. Then you can add more.",
            points=point_count(points),
        )
    return later("To open, play a set from your rack alone. Then you can add more.")


def opening_points(opening: Iterable[Check]) -> int:
    """Return the highest number of points that any of these checks requires of a first play; 0 if none requires any."""
    kinds = (opening_is_worth, opening_begins_with)
    return max((check.points for check in opening if isinstance(check, kinds)), default=0)


def opens_from_rack(opening: Iterable[Check]) -> bool:
    """Return whether these checks are of this module, and whoever passes them could also do so from the rack alone.

    A check of points alone doesn't have that effect: a first play may then get its points by sets of the table.
    """
    checks = tuple(opening)
    return all(
        check is opening_leaves_the_table_alone or isinstance(check, opening_is_worth | opening_begins_with)
        for check in checks
    ) and any(not isinstance(check, opening_is_worth) for check in checks)
