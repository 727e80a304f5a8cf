"""A grid as a search sees it: tiles by their `codes`, cells by small numbers, and what each empty cell would take.

A cell is an index into rows that have a wall on either side. Every board here is legal, and so is every board that
`lines` makes of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.grid.rules.placing import Grid
from engine.grid.rules.reading import Cell
from engine.grid.solver.codes import EMPTY, WALL, Codes, codes_of, find_faces_between, iterate_bits, makes_set


@dataclass(frozen=True)
class Bitboard:
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
    before: "Bitboard | None" = None
    changed: tuple[int, ...] = ()

    @classmethod
    def read(cls, grid: Grid) -> "Bitboard":
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

    def after(self, laid: Mapping[int, tuple[int, int]], gone: Sequence[int], wild: frozenset[int]) -> "Bitboard":
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
        return Bitboard(self.codes, self.size, faces, source, wild, taken, self.inside, astray, self, changed)

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
        return tuple(iterate_bits(self.taken))

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
        for at in iterate_bits(starts):
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
        return find_faces_between(tuple(first), tuple(last), self.codes)

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
