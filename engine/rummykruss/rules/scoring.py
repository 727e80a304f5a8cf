"""The points that a turn on a grid scores."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

MOST_POINTS = 2  # for one turn
C = TypeVar("C", bound=Hashable)  # a cell
K = TypeVar("K", bound=Hashable)  # a kind of tile: equal tiles can't be told apart


class Scoring(StrEnum):
    """The condition under which a turn that places tiles scores 2 points; otherwise it scores 1 (RK-20)."""

    INTERSECTIONS = "intersections"  # for more intersections than before
    CONNECTED = "connected"  # for a rack tile in a set with a tile that was on the grid before

    def count_points(self, rise: int, is_connected: Callable[[], bool]) -> int:
        """Return the points of a turn that gains `rise` intersections; `is_connected` is asked only if it matters."""
        pays = is_connected() if self is Scoring.CONNECTED else rise > 0
        return MOST_POINTS if pays else 1


def has_connection(fresh: Mapping[C, K], placed: Iterable[K], list_partners: Callable[[C], Iterable[C]]) -> bool:
    """Return whether a turn puts a rack tile into a set with a tile that was on the grid before, moved or not (RK-20).

    `fresh` are the cells that have another tile than before, each with its kind; a tile equal to the one that was in
    its cell before is that one. `placed` are the kinds of the rack tiles, and `list_partners` returns the other cells
    of a cell's sets. Of equal tiles in fresh cells, those count as moved that connect best.
    """
    from_rack = Counter(placed)
    moved = Counter(fresh.values()) - from_rack
    return any(
        other not in fresh or fresh[other] in moved
        for cell, kind in fresh.items()
        if kind in from_rack
        for other in list_partners(cell)
    )
