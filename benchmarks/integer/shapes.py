"""Every possible set, written from the rules alone and independent of the engine.

A face is a color's letter and a number. No face is in a set twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

TileFace = tuple[str, int]
FaceSet = frozenset[TileFace]

SMALLEST = 3
SPLITTABLE = 2 * SMALLEST  # a run this long can be two runs


@dataclass(frozen=True, slots=True)
class Kit:
    """The tiles of a game: its colors' letters, and its lowest and highest number."""

    colors: tuple[str, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A set: its tiles' faces, what each joker can stand for there (CL-15), and its points, a joker as its face."""

    naturals: FaceSet
    jokers: tuple[FaceSet, ...]
    value: int
    is_run: bool

    @property
    def size(self) -> int:
        """The number of tiles, jokers included."""
        return len(self.naturals) + len(self.jokers)

    def grows(self, other: "Shape") -> bool:
        """Return whether this set has the faces of all tiles of `other`, and at least as many jokers."""
        return self.naturals >= other.naturals and len(self.jokers) >= len(other.jokers)


def _groups(kit: Kit, most: int) -> Iterator[Shape]:
    for number in range(kit.low, kit.high + 1):
        every = frozenset((color, number) for color in kit.colors)
        for jokers in range(most + 1):
            for size in range(max(SMALLEST - jokers, 0), len(every) - jokers + 1):
                for naturals in map(frozenset, combinations(sorted(every), size)):
                    yield Shape(naturals, (every - naturals,) * jokers, number * (size + jokers), is_run=False)


def _runs(kit: Kit, most: int) -> Iterator[Shape]:
    for color in kit.colors:
        for low in range(kit.low, kit.high + 1):
            for high in range(low + SMALLEST - 1, kit.high + 1):
                faces = frozenset((color, number) for number in range(low, high + 1))
                for jokers in range(min(most, len(faces)) + 1):
                    for gaps in combinations(sorted(faces), jokers):
                        fills, value = tuple(frozenset({face}) for face in gaps), sum(number for _, number in faces)
                        yield Shape(faces.difference(gaps), fills, value, is_run=True)


@cache
def shapes(kit: Kit, jokers: int) -> tuple[Shape, ...]:
    """Return every set of this kit's tiles with at most this many jokers, including runs that could be two runs."""
    return (*_groups(kit, jokers), *_runs(kit, jokers))


def list_picks(jokers: tuple[FaceSet, ...], size: int) -> set[tuple[tuple[FaceSet, ...], tuple[FaceSet, ...]]]:
    """Return every way to choose `size` of a set's joker places, each way as (chosen, others)."""
    return {
        (tuple(jokers[at] for at in chosen), tuple(allowed for at, allowed in enumerate(jokers) if at not in chosen))
        for chosen in combinations(range(len(jokers)), size)
    }
