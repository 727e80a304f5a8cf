"""New sets that touch no tile of the grid: those that the available tiles form, and free places for them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain

from engine.rummykruss.solver.bitboard import Bitboard
from engine.rummykruss.solver.codes import Codes, number_of
from engine.rummykruss.solver.lines import AvailableTiles, LinePlacement
from engine.tiles.bit_masks import iterate_bits
from engine.tiles.melds import SMALLEST_SET


def find_rack_sets(hand: AvailableTiles, codes: Codes, limit: int, must: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of 3 to `limit` tiles that the available tiles `hand` can form: each run, rising, then each group.

    A set is a tuple of tile codes. Unless `must` is 0, only sets with the tile of that code are included. Wildcards
    replace only tiles that the hand lacks, and never a whole set.
    """
    for faces in chain(_find_runs(hand, codes, limit, must), _find_groups(hand, codes, limit, must)):
        missing = sum(not hand.mask >> face & 1 for face in faces)
        if missing <= hand.wilds and missing < len(faces):
            yield tuple(faces)


def _find_runs(hand: AvailableTiles, codes: Codes, limit: int, must: int) -> Iterator[Sequence[int]]:
    there = hand.mask | (hand.wild_faces if hand.wilds else 0)
    if must:
        there &= codes.family[must]
    starts = there & there >> 1 & there >> 2
    for code in iterate_bits(starts):
        if must and not 0 <= must - code < limit:
            continue
        missing = 0
        for length in range(1, limit + 1):
            last = code + length - 1
            if not there >> last & 1:
                break
            missing += not hand.mask >> last & 1
            if missing > hand.wilds:
                break
            if length >= SMALLEST_SET and (not must or must <= last):
                yield range(code, code + length)


def _find_groups(hand: AvailableTiles, codes: Codes, limit: int, must: int) -> Iterator[Sequence[int]]:
    there = hand.mask | (hand.wild_faces if hand.wilds else 0)
    for number in (number_of(must),) if must else range(codes.box.low, codes.box.high + 1):
        column = tuple(iterate_bits(codes.alike[number] & there))
        for chosen in _list_choices(len(column), limit):
            faces = [column[index] for index in chosen]
            if not must or must in faces:
                yield faces


@cache
def _list_choices(count: int, limit: int) -> Sequence[tuple[int, ...]]:
    """Return every combination of 3 to `limit` of the integers 0 to `count` - 1, each in ascending order."""
    ways = [tuple(index for index in range(count) if chosen >> index & 1) for chosen in range(1 << count)]
    return [way for way in ways if SMALLEST_SET <= len(way) <= limit]


@dataclass(frozen=True)
class FreeSpace:
    """The cells where new sets touch no tile, except `shut`; `lifted` has the old cells of lifted tiles, by code."""

    board: Bitboard
    shut: frozenset[int]
    lifted: Mapping[int, tuple[int, ...]]

    @cached_property
    def free(self) -> int:
        """The cells where a new tile would touch no other, as a bit mask."""
        return self.board.free & ~sum(1 << at for at in self.shut)


def place_rack_sets(hand: AvailableTiles, room: FreeSpace, limit: int, must: int) -> Iterator[LinePlacement]:
    """For each set of 3 to `limit` tiles that `hand` can form, yield where to place it in the free space `room`.

    A set goes where most of its lifted tiles were before, or else nearest to the middle. If all of its tiles were
    lifted, it comes in up to three places: there, and nearest to the middle both across and down. Unless `must` is 0,
    only sets with the tile of that code are included.
    """
    pockets: dict[int, Sequence[tuple[int, int]]] = {}
    for faces in find_rack_sets(hand, room.board.codes, limit, must):
        length = len(faces)
        if length not in pockets:
            pockets[length] = _find_pockets(room, length)
        spots = [(faces, start, way) for start, way in pockets[length]]
        if not all(face in room.lifted for face in faces):
            spots = spots[:1]
        if room.lifted and (found := _find_own_place(faces, room)):
            spots = [found, *spots] if len(spots) > 1 else [found]
        for row, start, way in spots:
            cells = tuple(range(start, start + way * length, way))
            by_wild = tuple(cell for cell, face in zip(cells, row, strict=True) if not hand.mask >> face & 1)
            yield LinePlacement(way, cells, row, by_wild, 0, is_apart=True)


def _find_own_place(faces: tuple[int, ...], room: FreeSpace) -> tuple[tuple[int, ...], int, int] | None:
    """Return where most lifted tiles are in their cells again, as (codes, first cell, offset); None if none are."""
    lifted, free = room.lifted, room.free
    best, chosen = 0, None
    for row in (faces, faces[::-1]):
        for index, face in enumerate(row):
            for at in lifted.get(face, ()):
                for way in room.board.ways:
                    start = at - way * index
                    cells = range(start, start + way * len(row), way)
                    if start > 0 and all(free >> cell & 1 for cell in cells):
                        same = sum(cell in lifted.get(each, ()) for cell, each in zip(cells, row, strict=True))
                        if same > best:
                            best, chosen = same, (row, start, way)
    return chosen


def _find_pockets(room: FreeSpace, length: int) -> Sequence[tuple[int, int]]:
    """Return the free places for a line nearest to the middle, at most one a direction, as (first cell, offset)."""
    found = []
    for way in room.board.ways:
        starts = room.free
        for step in range(1, length):
            starts &= room.free >> way * step
        nearest = next(
            (each for each in _sort_by_distance(room.board.size, length, way) if starts >> each[1] & 1), None
        )
        if nearest:
            found.append((*nearest, way))
    return [(start, way) for _, start, way in sorted(found)]


@cache
def _sort_by_distance(size: int, length: int, way: int) -> Sequence[tuple[int, int]]:
    """Return every place for a line on an empty grid as (distance from the middle, first cell), the nearest first.

    The distance is between the centers of the line and the grid: rows plus columns, in half cells.
    """
    rows, columns = (0, length - 1) if way == 1 else (length - 1, 0)
    return sorted(
        (abs(2 * row + rows - size - 1) + abs(2 * column + columns - size - 1), row * (size + 2) + column)
        for row in range(1, size - rows + 1)
        for column in range(1, size - columns + 1)
    )
