"""Turns in which sets may cross and may be claimed, by an integer program over the very tiles.

Written from the rules' page alone (R2-7 to R2-10, R2-13 to R2-21, R2-26, R2-27, DEC-1): a tile lies in one set or in
two; two sets share one tile at most. The option that all sets hang together is left out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, product

from benchmarks.integer.case import Aim
from benchmarks.integer.model import Best, Model, Row
from benchmarks.integer.shapes import SMALLEST, Face, Faces, Kit

LONGEST = 5  # a longer run can lie as two sets; not always where it is crossed
ENDS = 3  # with so many more tiles at an end, those can be a set of their own
COMPANY = 2
MANY = 9  # more sets than can lie at one tile's neighbours


@dataclass(frozen=True, slots=True)
class Lain:
    """A set that lies: its tiles by number, and whether there are tokens on it that hold it together."""

    tiles: tuple[int, ...]
    is_run: bool
    claimed: bool


@dataclass(frozen=True)
class Crossed:
    """What lies, what the player holds, and what he owes.

    `faces` are what each tile can stand for as it lies or is held, those of the table first; nothing for a joker of the
    rack. `points` are what an opening needs, which leaves the table alone: then nothing lies here.
    """

    kit: Kit
    faces: tuple[Faces, ...]
    jokers: frozenset[int]
    lying: int
    table: tuple[Lain, ...]
    opened: bool
    points: int

    @property
    def held(self) -> range:
        """The tiles of the rack."""
        return range(self.lying, len(self.faces))

    @cached_property
    def freeing(self) -> Mapping[int, tuple[int, ...]]:
        """For each joker of the table the tiles of the rack that free it."""
        old = [joker for joker in self.jokers if joker < self.lying] if self.opened else []
        ways = {joker: tuple(tile for tile in self.held if self.faces[tile] & self.faces[joker]) for joker in old}
        return {joker: tuple(set(way) - self.jokers) for joker, way in ways.items() if set(way) - self.jokers}

    def look(self, tiles: Sequence[int] | frozenset[int]) -> Counter[object]:
        """How tiles look: twins are alike, and so are jokers."""
        return Counter("joker" if tile in self.jokers else self.faces[tile] for tile in tiles)


@dataclass(frozen=True, slots=True)
class Column:
    """A set that can be laid: its tiles, and what each of them stands for."""

    tiles: tuple[int, ...]
    faces: tuple[Face, ...]

    @property
    def key(self) -> frozenset[tuple[int, Face]]:
        """What tells it from others."""
        return frozenset(zip(self.tiles, self.faces, strict=True))


def columns(case: Crossed) -> Iterator[Column]:
    """Every set that may be needed, each once."""
    seen = set()
    for column in chain(_new_sets(case), _grown_sets(case)):
        if column.key not in seen:
            seen.add(column.key)
            yield column


def _new_sets(case: Crossed) -> Iterator[Column]:
    for faces in _shapes(case.kit):
        for tiles in product(*(list(_tiles_as(case, face)) for face in faces)):
            if len(set(tiles)) == len(tiles):
                yield Column(tiles, faces)


def _shapes(kit: Kit) -> Iterator[tuple[Face, ...]]:
    for color in kit.colors:
        for low in range(kit.low, kit.high + 1):
            for high in range(low + SMALLEST - 1, min(kit.high, low + LONGEST - 1) + 1):
                yield tuple((color, number) for number in range(low, high + 1))
    for number in range(kit.low, kit.high + 1):
        for size in range(SMALLEST, len(kit.colors) + 1):
            yield from (tuple((color, number) for color in colors) for colors in combinations(kit.colors, size))


def _tiles_as(case: Crossed, face: Face) -> Iterator[int]:
    """The tiles that can stand for a face: jokers of the table for another than theirs only if they can be freed."""
    for tile, faces in enumerate(case.faces):
        if face in faces or (tile in case.jokers and (tile >= case.lying or tile in case.freeing)):
            yield tile


def _grown_sets(case: Crossed) -> Iterator[Column]:
    """What claimed sets and runs can become: jokers swapped for their tiles, and tiles added."""
    for lain in case.table:
        if lain.claimed or lain.is_run:
            for tiles in product(*((tile, *case.freeing.get(tile, ())) for tile in lain.tiles)):
                for faces in product(*(sorted(case.faces[tile]) for tile in tiles)):
                    if _is_set(faces, is_run=lain.is_run) and len(set(tiles)) == len(tiles):
                        yield from _grown(case, tiles, faces, is_run=lain.is_run)


def _is_set(faces: Sequence[Face], *, is_run: bool) -> bool:
    if not is_run:
        return len(set(faces)) == len(faces)
    return all(face == (faces[0][0], faces[0][1] + step) for step, face in enumerate(faces))


def _grown(case: Crossed, tiles: tuple[int, ...], faces: tuple[Face, ...], *, is_run: bool) -> Iterator[Column]:
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


def _looks(case: Crossed, tiles: Sequence[int], faces: Sequence[Face]) -> object:
    """How a set looks where it lies: a run as what its first tile is, too."""
    first, second = faces[:2]
    return frozenset(case.look(tiles).items()), first if first[1] != second[1] else first[1]


@dataclass
class Program:
    """The program of a turn.

    Rows: ("lies", t) a tile of the table is in one set or two; ("played", t) and ("twice", t) one of the rack is if it
    is played; ("pair", t, u) two tiles are together once; ("is", j) a joker is one face, ("face", j, f) in all its
    sets; others are told where they are written.
    """

    case: Crossed
    aim: Aim
    model: Model = field(default_factory=Model)
    companies: list[tuple[Row, frozenset[int]]] = field(default_factory=list)

    def written(self) -> Model:
        """Write it."""
        for tile in range(self.case.lying):
            self.model.bound(("lies", tile), 1, 2)
        for tile in self.case.held:
            self._hold(tile)
        self.model.bound("any", 1)
        self.model.bound("points", self.case.points)
        for joker in self.case.jokers:
            self._name(joker)
        for column in columns(self.case):
            self._lay(column)
        for joker in self.case.freeing:
            self._free(joker)
        self._leave_unchanged()
        for crossing in self._crossings:
            self._keep(crossing)
        for at, lain in enumerate(self.case.table):
            if lain.claimed:
                self.model.bound(("claimed", at), 1)
        return self.model

    def _worth(self, tile: int) -> int:
        """What a tile played adds to the aim, beside what a joker then stands for."""
        if self.aim is Aim.TILES:
            return 1
        return 0 if tile in self.case.jokers else min(self.case.faces[tile])[1]

    def _hold(self, tile: int) -> None:
        """Let a tile of the rack be played."""
        self.model.bound(("played", tile), 0)
        self.model.bound(("twice", tile), high=0)
        self.model.bound(("once", tile), high=1)
        entries: dict[Row, int] = {("played", tile): -1, ("twice", tile): -2, ("once", tile): 1, "any": 1}
        if tile in self.case.jokers:
            entries["is", tile] = -1
        else:
            entries |= {"points": min(self.case.faces[tile])[1], ("frees", tile): -1}
            self.model.bound(("frees", tile), high=0)
        self.model.column(entries, self._worth(tile))

    def _name(self, joker: int) -> None:
        """Let a joker be one face: on the rack if it is played; on the table what it was, or it is freed."""
        case, own = self.case, self.case.faces[joker]
        held = joker >= case.lying
        self.model.bound(("is", joker), int(not held), int(not held))
        for face in product(case.kit.colors, range(case.kit.low, case.kit.high + 1)):
            self.model.bound(("face", joker, face), high=0)
            entries: dict[Row, int] = {("is", joker): 1, ("face", joker, face): -2}
            if held:
                self.model.column(entries | {"points": face[1]}, face[1] if self.aim is Aim.OPENING else 0)
            elif face in own:
                self.model.column(entries)
            elif joker in case.freeing:
                self.model.column(entries | {("freed", joker): -1})

    def _free(self, joker: int) -> None:
        """A freed joker needs a tile of its own from the rack, which frees no other, and a set with company."""
        self.model.bound(("freed", joker), 0)
        self.model.bound(("joined", joker), 0)
        for tile in self.case.freeing[joker]:
            entries: dict[Row, int] = {("freed", joker): 1, ("joined", joker): -1, ("frees", tile): 1}
            self.model.column(entries | {row: 1 for row, held in self.companies if tile in held})

    def _lay(self, column: Column) -> None:
        """Let a set be laid."""
        case, tiles = self.case, frozenset(column.tiles)
        entries: Counter[Row] = Counter()
        for tile, face in zip(column.tiles, column.faces, strict=True):
            entries.update([("lies", tile), ("played", tile), ("twice", tile)])
            if tile in case.jokers:
                entries["face", tile, face] += 1
        for pair in combinations(sorted(tiles), 2):
            self.model.bound(("pair", *pair), high=1)
            entries["pair", *pair] += 1
        for at, lain in enumerate(case.table):
            if lain.claimed and self._goes_on(lain, column):
                entries["claimed", at] += 1
        for crossing in self._crossings:
            entries.update(crossing.rows(tiles))
        for joker in tiles & case.freeing.keys():
            if column.faces[column.tiles.index(joker)] not in case.faces[joker]:
                entries[self._join(joker, column)] = -1
        if (looks := _looks(case, column.tiles, column.faces)) in self._old:
            entries["unchanged", looks] += 1
        self.model.column(entries)

    def _goes_on(self, lain: Lain, column: Column) -> bool:
        """Is it the claimed set, jokers swapped perhaps, and no other set with it?"""
        lost = set(lain.tiles) - set(column.tiles)
        swapped = all(set(self.case.freeing.get(tile, ())) & set(column.tiles) for tile in lost)
        others = (each for each in self.case.table if each is not lain)
        return swapped and not any(set(each.tiles) <= set(column.tiles) for each in others)

    @cached_property
    def _old(self) -> Counter[object]:
        """How the sets look that lie."""
        return Counter(map(self._looked, self.case.table))

    def _looked(self, lain: Lain) -> object:
        return _looks(self.case, lain.tiles, [min(self.case.faces[tile]) for tile in lain.tiles])

    def _leave_unchanged(self) -> None:
        """Let sets lie as they were, all that look alike, so that a new one may hold all their tiles."""
        for looks, count in self._old.items():
            self.model.bound(("unchanged", looks), 0)
            self.model.bound(("grown", looks), 0)
            self.model.column({("unchanged", looks): -count, ("grown", looks): MANY})

    def _join(self, joker: int, column: Column) -> Row:
        """Let a freed joker be in this set, beside two tiles of the rack that free none.

        The set is new: of the old ones whose tiles it holds, all lie unchanged, and it is another.
        """
        tiles = frozenset(column.tiles)
        row: Row = ("join", joker, tiles)
        held = frozenset(tile for tile in tiles if tile >= self.case.lying)
        self.model.bound(row, high=0)
        self.model.bound(("company", row), high=len(held) + COMPANY)
        itself = ("unchanged", _looks(self.case, column.tiles, column.faces))
        entries: dict[Row, int] = {row: 1, ("joined", joker): 1, ("company", row): 2 * COMPANY, itself: -1}
        look = self.case.look(tiles)
        entries |= {("grown", self._looked(lain)): -1 for lain in self.case.table if self.case.look(lain.tiles) <= look}
        self.model.column(entries)
        self.companies.append((("company", row), held))
        return row

    @cached_property
    def _crossings(self) -> list["SharedTile"]:
        return [
            SharedTile(self.case, (one, other), frozenset(self.case.table[one].tiles) & {*self.case.table[other].tiles})
            for one, other in combinations(range(len(self.case.table)), 2)
            if not {*self.case.table[one].tiles}.isdisjoint(self.case.table[other].tiles)
        ]

    def _keep(self, crossing: "SharedTile") -> None:
        """Either a set does not stand any more, or parts of both are where such a tile is."""
        self.model.bound(("torn", crossing), high=1)
        for side in range(2):
            stands: dict[Row, int] = {("torn", crossing): 1}
            for other, count in crossing.others.items():
                self.model.bound(("stands", crossing, side, other), high=count)
                stands["stands", crossing, side, other] = -MANY
            self.model.column(stands)
        for tile in crossing.twins:
            kept: dict[Row, int] = {("torn", crossing): -1, ("both", crossing, tile): -2}
            self.model.bound(("both", crossing, tile), 0)
            for side in range(2):
                self.model.bound(("there", crossing, side, tile), 0)
                kept["there", crossing, side, tile] = -1
            self.model.column(kept)


@dataclass(frozen=True)
class SharedTile:
    """The tile that two sets on the table share. Twins of tiles are as good as these."""

    case: Crossed
    sets: tuple[int, int]
    shared: frozenset[int]

    def __hash__(self) -> int:
        return hash(self.sets)

    @cached_property
    def rests(self) -> list[Counter[object]]:
        """How the other tiles of each set look."""
        return [self.case.look(frozenset(self.case.table[at].tiles) - self.shared) for at in self.sets]

    @cached_property
    def twins(self) -> list[int]:
        """The tiles that look like the shared one."""
        look = self.case.look(self.shared)
        return [tile for tile in range(len(self.case.faces)) if self.case.look([tile]) == look]

    @cached_property
    def others(self) -> Counter[frozenset[object]]:
        """How the other sets of the table look, and that of no such set."""
        table = enumerate(self.case.table)
        looks = [frozenset(self.case.look(lain.tiles).items()) for at, lain in table if at not in self.sets]
        return Counter(dict.fromkeys([frozenset[object](), *looks], 0) | Counter(looks))

    def rows(self, tiles: frozenset[int]) -> Iterator[Row]:
        """What a set does to it: two tiles of a rest let that set stand, unless this is another set as it was."""
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


def best(case: Crossed, aim: Aim, *, presolve: bool = False) -> Best | None:
    """The most that one legal turn can gain; None if there is no such turn."""
    return Program(case, aim).written().best(presolve=presolve)
