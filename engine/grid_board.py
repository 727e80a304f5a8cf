"""A grid as a search sees it: small numbers for tiles and cells, and what each empty cell would take.

A tile is 16 times its colour's place in the box, plus its number; sets of tiles are bits. A cell is an index into rows
that have a wall on either side. Every board here is legal, and so is every board that `engine.grid_lines` makes of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from engine.grid import Cell
from engine.melds import SMALLEST_SET
from engine.placing import Grid
from engine.tiles import Box, Tile

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
        run = sum(1 << each for each in (code - steps, code + steps) if same < each < same + COLOR)
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
    """The faces that make a set of what lies before and behind them, as bits."""
    mask = codes.every
    if before:
        mask &= codes.beside[before[-1]]
    if behind:
        mask &= codes.beside[behind[0]]
    return sum(1 << code for code in bits(mask) if makes_set((*before, code, *behind)))


@dataclass(frozen=True)
class Board:
    """What lies where. `faces` has a code, EMPTY or WALL for each cell.

    `source` says for each tile where it lay before the turn, 0 for one from the rack; `wild` are the cells with
    wildcards; `crossings` how many tiles lie in two sets.
    """

    codes: Codes
    size: int
    faces: Sequence[int]
    source: Sequence[int]
    wild: frozenset[int]

    @classmethod
    def read(cls, grid: Grid) -> "Board":
        """The grid as a turn finds it."""
        codes = codes_of(grid.box)
        width = grid.size + 2
        inside = range(1, grid.size + 1)
        faces = [EMPTY if at // width in inside and at % width in inside else WALL for at in range(width * width)]
        source = [0] * len(faces)
        for cell in grid.blocks:
            if max(cell) < grid.size:
                faces[index(cell, grid.size)] = WALL
        for cell, each in grid.lying.items():
            at = index(cell, grid.size)
            faces[at], source[at] = codes.of(each.face), at
        wild = frozenset(index(cell, grid.size) for cell, each in grid.lying.items() if each.tile.is_joker)
        return cls(codes, grid.size, faces, source, wild)

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
        return tuple(at for at, face in enumerate(self.faces) if face > 0)

    @cached_property
    def crossings(self) -> int:
        """How many tiles lie in two sets."""
        faces, down = self.faces, self.down
        return sum(
            (faces[at - 1] > 0 or faces[at + 1] > 0) and (faces[at - down] > 0 or faces[at + down] > 0)
            for at in self.tiles
        )

    def line(self, at: int, way: int) -> list[int]:
        """The cells of the line through a tile, in order."""
        faces = self.faces
        while faces[at - way] > 0:
            at -= way
        cells = [at]
        while faces[at + way] > 0:
            at += way
            cells.append(at)
        return cells

    def accepts(self, at: int, way: int) -> int:
        """The faces with which the line that runs this way through an empty cell is a set, as bits.

        All, where it has no neighbour this way.
        """
        faces = self.faces
        before, behind = at - way, at + way
        if faces[before] <= 0 and faces[behind] <= 0:
            return self.codes.every
        first, last = [], []
        while faces[before] > 0:
            first.append(faces[before])
            before -= way
        while faces[behind] > 0:
            last.append(faces[behind])
            behind += way
        return between(tuple(reversed(first)), tuple(last), self.codes)

    def legal(self) -> bool:
        """Whether every line is a set and every tile lies in one."""
        faces, down = self.faces, self.down
        for at in self.tiles:
            across, below = faces[at + 1] > 0, faces[at + down] > 0
            before, above = faces[at - 1] > 0, faces[at - down] > 0
            if not (across or below or before or above):
                return False
            if across and not before and not self._is_set(at, 1):
                return False
            if below and not above and not self._is_set(at, down):
                return False
        return True

    def _is_set(self, at: int, way: int) -> bool:
        faces = self.faces
        row = []
        while faces[at] > 0:
            row.append(faces[at])
            at += way
        return makes_set(tuple(row))

    @cached_property
    def free(self) -> int:
        """The cells where a tile would touch none, as bits."""
        taken = sum(1 << at for at in self.tiles)
        near = taken | taken << 1 | taken >> 1 | taken << self.down | taken >> self.down
        return ~near & sum(1 << at for at, face in enumerate(self.faces) if face == EMPTY)


def index(cell: Cell, size: int) -> int:
    """A cell's place in a board's rows."""
    return (cell[0] + 1) * (size + 2) + cell[1] + 1


def cell_at(at: int, size: int) -> Cell:
    """The cell of a place in a board's rows."""
    return at // (size + 2) - 1, at % (size + 2) - 1
