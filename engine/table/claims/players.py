"""Computer players in games with claims: which claim a level makes, and when it makes none."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.game.actions import Claim
from engine.game.goals import Level
from engine.game.views import Claimable
from engine.rules.claims import LAST, find_claim, held
from engine.table.claims.view import ClaimView
from engine.tiles.shuffle import shuffle

SMALL = 15
"""The least weight of a claim, in points, that a computer makes; below it, it plays instead, which brings new sets."""

NOTICED = {Level.BEGINNER: 30, Level.FAIR: 60}
"""The share of the claimable sets that a level notices in one turn, in percent; the two better levels notice all."""


@dataclass(frozen=True, slots=True)
class ClaimChoices:
    """A view, and the claims that its viewer can make and notices (`options`)."""

    view: ClaimView
    options: tuple[Claimable, ...]

    @property
    def seat(self) -> int:
        """The viewer's seat; for a spectator, the seat to move."""
        return self.view.turn if self.view.you is None else self.view.you


def choose_claim(view: ClaimView, level: Level, luck: bytes) -> Claim | None:
    """Return the claim that a computer of this level makes, or None; the seed `luck` decides what it overlooks."""
    noticed = round(len(view.claimable) * NOTICED.get(level, 100) / 100)
    known = ClaimChoices(view, shuffle(view.claimable, luck, "claims")[:noticed])
    wins = [each for each in known.options if each.wins]
    best = max(wins or _list_useful(known, level), key=lambda each: _weigh_claim(known, each, level), default=None)
    if best is None or not (best.wins or _weigh_claim(known, best, level) >= SMALL):
        return None
    return Claim(known.seat, best.label)


def wants_the_end(view: ClaimView) -> bool:
    """Return whether the viewer alone is closest to the target, and so would win if the game ended now."""
    seat = view.turn if view.you is None else view.you
    far = {index: _measure_distance(view, index) for index, each in enumerate(view.seats) if not each.resigned}
    return all(far[seat] < away for index, away in far.items() if index != seat)


def _measure_distance(view: ClaimView, seat: int) -> tuple[int, bool]:
    """Return how far a seat's points are from the target, and whether they are above it, which loses a tie."""
    gap = view.target - held(view.claims, seat)
    return abs(gap), gap < 0


def _list_useful(known: ClaimChoices, level: Level) -> Iterator[Claimable]:
    """Yield the claims that stay within the target and, for the best level, don't let another seat win next."""
    for each in known.options:
        if each.total <= known.view.target and not (level is Level.MASTER and _lets_win(known, each)):
            yield each


def _weigh_claim(known: ClaimChoices, each: Claimable, level: Level) -> int:
    """Return the weight of a claim, in points: the set's value, doubled if another seat loses its claim on the set.

    The best level adds half of the value if the claim locks the set, and a quarter of the target if one more could win.
    """
    worth = each.value if each.holder is None else 2 * each.value
    if level is Level.MASTER:
        worth += each.value // 2 * each.locks
        missing = known.view.target - each.total
        wins_next = any(other.value == missing for other in known.options if other.label != each.label)
        worth += known.view.target * wins_next // 4
    return worth


def _lets_win(known: ClaimChoices, each: Claimable) -> bool:
    """Return whether another seat could reach exactly the target by one claim after this one."""
    return any(
        _reaches(known, each, seat)
        for seat, other in enumerate(known.view.seats)
        if seat != known.seat and not other.resigned
    )


def _reaches(known: ClaimChoices, each: Claimable, seat: int) -> bool:
    claims = known.view.claims
    missing = known.view.target - held(claims, seat) + (each.value if each.holder == seat else 0)
    for on_table in known.view.table:
        top = find_claim(claims, on_table.label)
        times, holder = (top.times, top.seat) if top else (0, None)
        if on_table.label == each.label:
            times, holder = times + 1, known.seat
        if on_table.meld.value == missing and times < LAST and holder != seat:
            return True
    return False
