"""A grid as a search sees it: small numbers for tiles and cells, and what each empty cell would take.

A tile is 16 times its colour's place in the box, plus its number; sets of tiles are bits. A cell is an index into rows
that have a wall on either side. Every board here is legal, and so is every board that `lines` makes of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from engine.grid.rules.placing import Grid
from engine.grid.rules.reading import Cell
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile

EMPTY = 0
WALL = -1
COLOR = 16  # from one colour's tiles to the next one's
_NUMBER = COLOR - 1


@dataclass(frozen=True, eq=False)  # compared as objects: they stand in the keys of caches
class Codes:
    """The tiles of a box as numbers and bits."""

    box: Box

    @cached_property
    def every(self) -> int:
        """All faces, as bits."""
        return sum(1 << self.of(tile) for tile in set(self.box.tiles()) if not tile.is_joker)

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each code, all faces of its number, as bits."""
        column = sum(1 << COLOR * place for place in range(len(self.box.colors)))
        return tuple(column << (code & _NUMBER) for code in range(COLOR * len(self.box.colors)))

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each code, the faces that can lie next to it in a set, as bits."""
        return tuple(
            self.every & (self.alike[code] | 1 << code + 1 | (1 << code) >> 1) & ~(1 << code)
            for code in range(COLOR * len(self.box.colors))
        )

    @cached_property
    def reach(self) -> tuple[tuple[int, ...], ...]:
        """For each code, the faces that can lie so many cells away from it in a set, as bits."""
        return tuple(
            tuple(self._at(code, steps) for steps in range(COLOR)) for code in range(COLOR * len(self.box.colors))
        )

    @cached_property
    def family(self) -> tuple[int, ...]:
        """For each code, the faces with which it can be in one set, and itself, as bits."""
        return tuple(
            self.every & (self.alike[code] | ((1 << COLOR) - 1 << COLOR * (code // COLOR)))
            for code in range(COLOR * len(self.box.colors))
        )

    def _at(self, code: int, steps: int) -> int:
        same = COLOR * (code // COLOR)
        run = sum(1 << each for each in {code - steps, code + steps} if same < each < same + COLOR)
        group = self.alike[code] & ~(1 << code) if 0 < steps < len(self.box.colors) else 0
        return (run | group) & self.every

    def of(self, tile: Tile) -> int:
        """A tile's number; wildcards have none."""
        if tile.color is None:
            raise ValueError(tile)
        return COLOR * self.box.colors.index(tile.color) + tile.number

    def top(self, code: int) -> int:
        """The highest number of the same colour."""
        return code - number_of(code) + self.box.high

    def tile(self, code: int) -> Tile:
        """The tile of a number."""
        return Tile(self.box.colors[code // COLOR], code & _NUMBER)


@cache
def codes_of(box: Box) -> Codes:
    """The same object for the same box."""
    return Codes(box)


def bits(mask: int) -> Iterator[int]:
    """The codes whose bits are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def number_of(code: int) -> int:
    """The number on a tile."""
    return code & _NUMBER


@lru_cache(maxsize=1 << 14)
def around(mask: int, steps: int, codes: Codes) -> int:
    """The faces that can lie so many cells away from some of these in a set; all as bits."""
    near = 0
    for code in bits(mask):
        near |= codes.reach[code][steps]
    return near


@lru_cache(maxsize=1 << 14)
def makes_set(row: tuple[int, ...]) -> bool:
    """Whether these lie as a run, up or down, or as a group."""
    if len(row) < SMALLEST_SET:
        return False
    step = row[1] - row[0]
    if step in (1, -1):
        return all(code == row[0] + step * place for place, code in enumerate(row))
    return len(set(row)) == len(row) and len({code & _NUMBER for code in row}) == 1


@lru_cache(maxsize=1 << 14)
def between(before: tuple[int, ...], behind: tuple[int, ...], codes: Codes) -> int:
    """The faces that make a set with what lies before and behind them, both from there outwards; as bits."""
    mask = codes.every
    for row in (before, behind):
        if row:
            mask &= codes.beside[row[0]]
    return sum(1 << code for code in bits(mask) if makes_set((*reversed(before), code, *behind)))


@dataclass(frozen=True)
class Board:
    """What lies where. `faces` has a code, EMPTY or WALL for each cell.

    `source` says for each tile where it lay before the turn, 0 for one from the rack; `wild` are the cells with
    wildcards; `taken` those with tiles, `astray` those with tiles that lay elsewhere, and `inside` those that are no
    wall, as bits. `changed` are the cells in which a board differs from the one `before` it.
    """

    codes: Codes
    size: int
    faces: Sequence[int]
    source: Sequence[int]
    wild: frozenset[int]
    taken: int
    inside: int
    astray: int = 0
    before: "Board | None" = None
    changed: tuple[int, ...] = ()

    @classmethod
    def read(cls, grid: Grid) -> "Board":
        """The grid as a turn finds it."""
        codes = codes_of(grid.box)
        width = grid.size + 2
        inside = {index((row, column), grid.size) for row in range(grid.size) for column in range(grid.size)}
        inside -= {index(cell, grid.size) for cell in grid.blocks if max(cell) < grid.size}
        faces = [EMPTY if at in inside else WALL for at in range(width * width)]
        source = [0] * len(faces)
        for cell, each in grid.lying.items():
            at = index(cell, grid.size)
            faces[at], source[at] = codes.of(each.face), at
        wild = frozenset(index(cell, grid.size) for cell, each in grid.lying.items() if each.tile.is_joker)
        taken = sum(1 << index(cell, grid.size) for cell in grid.lying)
        return cls(codes, grid.size, faces, source, wild, taken, sum(1 << at for at in inside))

    def after(self, laid: Mapping[int, tuple[int, int]], gone: Sequence[int], wild: frozenset[int]) -> "Board":
        """The board with tiles, as face and source, on some cells, and some cells empty."""
        faces, source, taken, astray = list(self.faces), list(self.source), self.taken, self.astray
        for at in gone:
            faces[at], source[at] = EMPTY, 0
            taken, astray = taken & ~(1 << at), astray & ~(1 << at)
        for at, (face, origin) in laid.items():
            faces[at], source[at], taken = face, origin, taken | 1 << at
            if origin not in (0, at):
                astray |= 1 << at
        changed = (*gone, *laid)
        return Board(self.codes, self.size, faces, source, wild, taken, self.inside, astray, self, changed)

    @property
    def down(self) -> int:
        """From a cell to the one below; 1 is to the one on the right."""
        return self.size + 2

    @cached_property
    def ways(self) -> tuple[int, int]:
        """Across and down."""
        return 1, self.down

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """The cells on which tiles lie."""
        return tuple(bits(self.taken))

    @cached_property
    def crossing(self) -> int:
        """The cells whose tile lies in two sets, as bits."""
        taken, down = self.taken, self.down
        return taken & (taken << 1 | taken >> 1) & (taken << down | taken >> down)

    @property
    def crossings(self) -> int:
        """How many tiles lie in two sets."""
        return self.crossing.bit_count()

    @cached_property
    def free(self) -> int:
        """The cells where a tile would touch none, as bits."""
        taken, down = self.taken, self.down
        return self.inside & ~(taken | taken << 1 | taken >> 1 | taken << down | taken >> down)

    def lines(self, way: int, shortest: int = 2) -> Iterator[list[int]]:
        """The lines of this way that are so long, as their cells in order."""
        taken = self.taken
        starts = taken & ~(taken << way)
        for step in range(1, shortest):
            starts &= taken >> way * step
        for at in bits(starts):
            line = [at]
            while taken >> line[-1] + way & 1:
                line.append(line[-1] + way)
            yield line

    @cached_property
    def accepted(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """What fits the lines through empty cells, as bits, for the cells that have a neighbour across, and down."""
        across, down = self.ways
        return self._accepted(0, across), self._accepted(1, down)

    def _accepted(self, place: int, way: int) -> Mapping[int, int]:
        faces = self.faces
        if self.before is None:
            return {
                cell: self._accepts(cell, way)
                for at in self.tiles
                for cell in (at - way, at + way)
                if faces[cell] == EMPTY
            }
        known = dict(self.before.accepted[place])
        for at in self.changed:
            known.pop(at, None)
            for step in (-way, way):
                end = at + step
                while faces[end] > 0:
                    end += step
                self._note(end, way, known)
        for at in self.changed:
            self._note(at, way, known)
        return known

    def _note(self, at: int, way: int, known: dict[int, int]) -> None:
        """Know anew what fits a cell."""
        faces = self.faces
        if faces[at] == EMPTY and (faces[at - way] > 0 or faces[at + way] > 0):
            known[at] = self._accepts(at, way)
        else:
            known.pop(at, None)

    def _accepts(self, at: int, way: int) -> int:
        """The faces with which the line that runs this way through an empty cell is a set, as bits."""
        faces = self.faces
        before, behind = at - way, at + way
        first, last = [], []
        while faces[before] > 0:
            first.append(faces[before])
            before -= way
        while faces[behind] > 0:
            last.append(faces[behind])
            behind += way
        return between(tuple(first), tuple(last), self.codes)

    def legal(self) -> bool:
        """Whether every line through a changed cell, or beside one, is a set, and every tile there lies in one."""
        return all(
            self._stands(cell)
            for at in self.changed
            for cell in (at, at - 1, at + 1, at - self.down, at + self.down)
            if self.faces[cell] > 0
        )

    def _stands(self, at: int) -> bool:
        faces = self.faces
        lines = [way for way in self.ways if faces[at - way] > 0 or faces[at + way] > 0]
        return bool(lines) and all(makes_set(self._row(at, way)) for way in lines)

    def _row(self, at: int, way: int) -> tuple[int, ...]:
        faces = self.faces
        while faces[at - way] > 0:
            at -= way
        row = []
        while faces[at] > 0:
            row.append(faces[at])
            at += way
        return tuple(row)


def index(cell: Cell, size: int) -> int:
    """A cell's place in a board's rows."""
    return (cell[0] + 1) * (size + 2) + cell[1] + 1


def cell_at(at: int, size: int) -> Cell:
    """The cell of a place in a board's rows."""
    return at // (size + 2) - 1, at % (size + 2) - 1
