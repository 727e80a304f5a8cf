"""The position where sets may cross, all sets that can be made from it, and the tiles that sets share."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product

from benchmarks.integer.model import ConstraintRow
from benchmarks.integer.shapes import SMALLEST, FaceSet, Kit, TileFace
from engine.override import override

LONGEST = 5  # tiles of a new run; a longer one can be two runs, unless another set crosses it
ENDS = 3  # a run grows at each end by fewer tiles than this, because three can be a run of their own


@dataclass(frozen=True, slots=True)
class SetOnTable:
    """A set on the table: its tiles by number, and whether it is claimed, so that its tiles must stay together."""

    tiles: tuple[int, ...]
    is_run: bool
    claimed: bool


@dataclass(frozen=True)
class Crossed:
    """A position where sets may cross: the table, the rack, and the `points` that the first play must reach.

    Tiles are numbered from 0, first the table's, as many as `on_table`, then the rack's. `faces` has, for each tile,
    the faces that it can stand for where it is; none for a joker on the rack. `jokers` are the numbers of the jokers.
    Unless the player has `has_melded`, `table` is empty, because a first play leaves the table alone.
    """

    kit: Kit
    faces: tuple[FaceSet, ...]
    jokers: frozenset[int]
    on_table: int
    table: tuple[SetOnTable, ...]
    has_melded: bool
    points: int

    @property
    def held(self) -> range:
        """The numbers of the rack's tiles."""
        return range(self.on_table, len(self.faces))

    @cached_property
    def freeing(self) -> Mapping[int, tuple[int, ...]]:
        """The rack tiles that can free each table joker, because they have its face; jokers without any are absent."""
        old = [joker for joker in self.jokers if joker < self.on_table] if self.has_melded else []
        ways = {joker: tuple(tile for tile in self.held if self.faces[tile] & self.faces[joker]) for joker in old}
        return {joker: tuple(set(way) - self.jokers) for joker, way in ways.items() if set(way) - self.jokers}

    def look(self, tiles: Sequence[int] | frozenset[int]) -> Counter[object]:
        """Return how these tiles look: the number of each kind. Copies of a tile look alike, and so do jokers."""
        return Counter("joker" if tile in self.jokers else self.faces[tile] for tile in tiles)


@dataclass(frozen=True, slots=True)
class Column:
    """A set that can be on the table at the end: its tiles by number, and the face that each of them stands for."""

    tiles: tuple[int, ...]
    faces: tuple[TileFace, ...]


def columns(case: Crossed) -> Iterator[Column]:
    """Yield every set that can be on the table at the end and that the program may need, each once."""
    seen = set()
    for column in chain(_new_sets(case), _grown_sets(case)):
        key = frozenset(zip(column.tiles, column.faces, strict=True))  # whatever the order
        if key not in seen:
            seen.add(key)
            yield column


def _new_sets(case: Crossed) -> Iterator[Column]:
    for faces in _shapes(case.kit):
        for tiles in product(*(list(_tiles_as(case, face)) for face in faces)):
            if len(set(tiles)) == len(tiles):
                yield Column(tiles, faces)


def _shapes(kit: Kit) -> Iterator[tuple[TileFace, ...]]:
    for color in kit.colors:
        for low in range(kit.low, kit.high + 1):
            for high in range(low + SMALLEST - 1, min(kit.high, low + LONGEST - 1) + 1):
                yield tuple((color, number) for number in range(low, high + 1))
    for number in range(kit.low, kit.high + 1):
        for size in range(SMALLEST, len(kit.colors) + 1):
            yield from (tuple((color, number) for color in colors) for colors in combinations(kit.colors, size))


def _tiles_as(case: Crossed, face: TileFace) -> Iterator[int]:
    """Yield the tiles that can stand for a face: any that has it, and jokers of the rack or that can be freed."""
    for tile, faces in enumerate(case.faces):
        if face in faces or (tile in case.jokers and (tile >= case.on_table or tile in case.freeing)):
            yield tile


def _grown_sets(case: Crossed) -> Iterator[Column]:
    """Yield the sets that the table's runs and claimed sets can become when jokers are replaced and tiles added."""
    for old_set in case.table:
        if old_set.claimed or old_set.is_run:
            for tiles in product(*((tile, *case.freeing.get(tile, ())) for tile in old_set.tiles)):
                for faces in product(*(sorted(case.faces[tile]) for tile in tiles)):
                    if _is_set(faces, is_run=old_set.is_run) and len(set(tiles)) == len(tiles):
                        yield from _grow_set(case, tiles, faces, is_run=old_set.is_run)


def _is_set(faces: Sequence[TileFace], *, is_run: bool) -> bool:
    if not is_run:
        return len(set(faces)) == len(faces)
    return all(face == (faces[0][0], faces[0][1] + step) for step, face in enumerate(faces))


def _grow_set(case: Crossed, tiles: tuple[int, ...], faces: tuple[TileFace, ...], *, is_run: bool) -> Iterator[Column]:
    kit, (color, low), (_, high) = case.kit, faces[0], faces[-1]
    if is_run:
        ways = [
            (
                tuple((color, number) for number in range(low - down, low)),
                tuple((color, high + step + 1) for step in range(up)),
            )
            for down, up in product(range(ENDS), range(ENDS))
            if low - down >= kit.low and high + up <= kit.high
        ]
    else:
        missing = [(other, low) for other in kit.colors if (other, low) not in faces]
        ways = [((), more) for size in range(len(missing) + 1) for more in combinations(missing, size)]
    for before, behind in ways:
        for more in product(*(list(_tiles_as(case, face)) for face in (*before, *behind))):
            row = (*more[: len(before)], *tiles, *more[len(before) :])
            if len(set(row)) == len(row):
                yield Column(row, (*before, *faces, *behind))


def appearance(case: Crossed, tiles: Sequence[int], faces: Sequence[TileFace]) -> object:
    """Return a key that is equal for sets with the same kinds of tiles and a run's first face or a group's number."""
    first, second = faces[:2]
    return frozenset(case.look(tiles).items()), first if first[1] != second[1] else first[1]


@dataclass(frozen=True)
class SharedTile:
    """A crossing on the table: the indices of its two `sets`, and the tile that they share, the only one in `shared`.

    Its properties treat tiles that look alike as the same, because after the turn one can be in the other's place.
    """

    case: Crossed
    sets: tuple[int, int]
    shared: frozenset[int]

    @override
    def __hash__(self) -> int:
        return hash(self.sets)

    @cached_property
    def rests(self) -> list[Counter[object]]:
        """For each of the two sets, its rest: its tiles without the shared one, counted by how they look."""
        return [self.case.look(frozenset(self.case.table[at].tiles) - self.shared) for at in self.sets]

    @cached_property
    def twins(self) -> list[int]:
        """The numbers of all tiles that look like the shared one, including itself."""
        look = self.case.look(self.shared)
        return [tile for tile in range(len(self.case.faces)) if self.case.look([tile]) == look]

    @cached_property
    def others(self) -> Counter[frozenset[object]]:
        """The number of the table's other sets by how they look; an empty look, for any new set, is there with 0."""
        table = enumerate(self.case.table)
        looks = [frozenset(self.case.look(old_set.tiles).items()) for at, old_set in table if at not in self.sets]
        return Counter(dict.fromkeys([frozenset[object](), *looks], 0) | Counter(looks))

    def rows(self, tiles: frozenset[int]) -> Iterator[ConstraintRow]:
        """Yield the rows of `Program._keep` in which the column of a set with these tiles has an entry.

        Two tiles of a crossing set's rest make it a part of that set, unless it's another of the table's, unchanged.
        """
        look = self.case.look(tiles)
        other = frozenset(look.items()) if frozenset(look.items()) in self.others else frozenset()
        overlaps = [(look & rest).total() for rest in self.rests]
        for side, overlap in enumerate(overlaps):
            if overlap > 1:
                yield ("stands", self, side, other)
        for tile in tiles.intersection(self.twins):
            yield from (("there", self, side, tile) for side, overlap in enumerate(overlaps) if overlap)
            if any(overlaps):
                yield ("both", self, tile)
