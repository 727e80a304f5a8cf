"""Pairs of players with near scores who haven't met: a perfect matching of least weight."""

from collections.abc import Collection, Mapping, Sequence
from math import inf

Pair = tuple[int, int]


def match(
    order: Sequence[int], points: Mapping[int, float], met: Collection[frozenset[int]]
) -> tuple[Pair, ...] | None:
    """Return all players in pairs that haven't met, or None if that's impossible.

    The sum over all pairs of the squared difference of points is the least possible. Of equal matchings, the result is
    the one that gives the first in `order` the earliest partner, then the next. The number of players must be even, at
    most 16, and `order` must not ascend in points.

    The search is a branch and bound. Its lower bound pairs neighbors in the order of points, which is the least sum of
    squares if all pairs are allowed. The same players left to pair aren't searched again at the same or a higher cost.
    """
    best: tuple[float, tuple[Pair, ...] | None] = (inf, None)
    cheapest: dict[tuple[int, ...], float] = {}

    def extend(left: tuple[int, ...], cost: float, pairs: tuple[Pair, ...]) -> None:
        nonlocal best
        if not left:
            best = (cost, pairs)
            return
        if cheapest.get(left, inf) <= cost:
            return
        cheapest[left] = cost
        first = left[0]
        for at in range(1, len(left)):
            partner, rest = left[at], (*left[1:at], *left[at + 1 :])
            total = cost + (points[first] - points[partner]) ** 2
            if frozenset((first, partner)) not in met and total + _bound(rest, points) < best[0]:
                extend(rest, total, (*pairs, (first, partner)))

    extend(tuple(order), 0.0, ())
    return best[1]


def _bound(left: Sequence[int], points: Mapping[int, float]) -> float:
    """Return the least sum of squared differences that any pairs of these players could have."""
    return sum((points[left[at]] - points[left[at + 1]]) ** 2 for at in range(0, len(left), 2))
