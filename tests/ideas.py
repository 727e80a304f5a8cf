"""What seeded players may try on any board: an idea, and the sets that a rack holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.tiles.tiles import JOKER, Box, Tile

Row = tuple[Tile, ...]


@dataclass(frozen=True)
class Idea:
    """A line to try, and what sort of move it would be."""

    kind: str
    line: str


def sets_in(rack: Sequence[Tile], box: Box) -> Iterator[Row]:
    """Groups and runs of the rack, with a joker where one is missing."""
    there, jokers = set(rack), min(1, rack.count(JOKER))
    for faces in groups(box):
        yield from _filled(faces, there, jokers)
    for faces in runs(box):
        if sum(face not in there for face in faces) <= jokers:
            yield tuple(face if face in there else JOKER for face in faces)


@cache
def groups(box: Box) -> tuple[Row, ...]:
    """Each number in all colors."""
    return tuple(tuple(Tile(color, number) for color in box.colors) for number in range(box.low, box.high + 1))


@cache
def runs(box: Box) -> tuple[Row, ...]:
    """Runs of three to five tiles."""
    return tuple(
        tuple(Tile(color, number) for number in range(low, high + 1))
        for color in box.colors
        for low in range(box.low, box.high - 1)
        for high in range(low + 2, min(low + 5, box.high + 1))
    )


def _filled(faces: Sequence[Tile], there: set[Tile], jokers: int) -> Iterator[Row]:
    held = tuple(face for face in faces if face in there)
    if len(held) + jokers >= 3:
        yield held if len(held) >= 3 else (*held, JOKER)
