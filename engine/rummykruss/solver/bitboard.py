"""A grid as the search sees it: tiles as integers (see `codes`), cells as indexes, and what fits each empty cell.

A cell is an index into the rows of the grid, which a border of walls surrounds. The search keeps only legal boards:
every line of two or more tiles is a set, and every tile is in one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.rummykruss.rules.placing import Grid
from engine.rummykruss.rules.reading import Cell
from engine.rummykruss.solver.codes import EMPTY, WALL, Codes, codes_of, find_faces_between, makes_set
from engine.tiles.bit_masks import iterate_bits


@dataclass(frozen=True)
class Bitboard:
    """The grid of a search state, with cells numbered by `index` and tiles by their codes.

    `faces` has a tile code, EMPTY or WALL for each cell; a wildcard has the code of its face. `source` has the cell
    where each tile was before the turn, 0 for a tile from the rack; `wild` are the cells with wildcards. As bit masks:
    `taken` are the cells with tiles, `astray` those whose tile was in another cell before the turn, and `inside` those
    that aren't walls; blocks are walls. `before` is the board from which `after` made this one, and `changed` are the
    cells that it changed.
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
        """Return the board of a grid as it is before a turn."""
        codes, size = codes_of(grid.rules.box), grid.rules.size
        width = size + 2
        inside = {index((row, column), size) for row in range(size) for column in range(size)}
        inside -= {index(cell, size) for cell in grid.blocks if max(cell) < size}
        faces = [EMPTY if at in inside else WALL for at in range(width * width)]
        source = [0] * len(faces)
        for cell, each in grid.on_grid.items():
            at = index(cell, size)
            faces[at], source[at] = codes.of(each.face), at
        wild = frozenset(index(cell, size) for cell, each in grid.on_grid.items() if each.tile.is_joker)
        taken = sum(1 << index(cell, size) for cell in grid.on_grid)
        return cls(codes, size, faces, source, wild, taken, sum(1 << at for at in inside))

    def after(self, placed: Mapping[int, tuple[int, int]], gone: Sequence[int], wild: frozenset[int]) -> "Bitboard":
        """Return the board after emptying the cells `gone`, then placing the tiles `placed`; `wild` has the wildcards.

        `placed` has, by cell, a tile's code and the cell where it was before the turn, 0 for a rack tile.
        """
        faces, source, taken, astray = list(self.faces), list(self.source), self.taken, self.astray
        for at in gone:
            faces[at], source[at] = EMPTY, 0
            taken, astray = taken & ~(1 << at), astray & ~(1 << at)
        for at, (face, origin) in placed.items():
            faces[at], source[at], taken = face, origin, taken | 1 << at
            if origin not in (0, at):
                astray |= 1 << at
        changed = (*gone, *placed)
        return Bitboard(self.codes, self.size, faces, source, wild, taken, self.inside, astray, self, changed)

    @property
    def down(self) -> int:
        """The offset from a cell to the one below it; the offset to the one on its right is 1."""
        return self.size + 2

    @cached_property
    def ways(self) -> tuple[int, int]:
        """The offsets to the next cell across and down: the two directions of a line."""
        return 1, self.down

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """The cells with tiles, in ascending order."""
        return tuple(iterate_bits(self.taken))

    @cached_property
    def crossing(self) -> int:
        """The cells whose tile is in two sets, one across and one down, as a bit mask."""
        taken, down = self.taken, self.down
        return taken & (taken << 1 | taken >> 1) & (taken << down | taken >> down)

    @property
    def crossings(self) -> int:
        """The number of tiles that are in two sets, one across and one down."""
        return self.crossing.bit_count()

    @cached_property
    def free(self) -> int:
        """The empty cells with no tile next to them, as a bit mask."""
        taken, down = self.taken, self.down
        return self.inside & ~(taken | taken << 1 | taken >> 1 | taken << down | taken >> down)

    def lines(self, way: int, shortest: int = 2) -> Iterator[list[int]]:
        """Yield the cells of each line of `shortest` tiles or more; `way` is the offset from a cell to the next."""
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
        """For lines across, then down, the tiles that make an empty cell's line a set, as bit masks by cell.

        Cells without a neighboring tile in that direction are left out.
        """
        across, down = self.ways
        return self._find_accepted(0, across), self._find_accepted(1, down)

    def _find_accepted(self, axis: int, way: int) -> Mapping[int, int]:
        faces = self.faces
        if self.before is None:
            return {
                cell: self._find_faces_for(cell, way)
                for at in self.tiles
                for cell in (at - way, at + way)
                if faces[cell] == EMPTY
            }
        known = dict(self.before.accepted[axis])
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
        """Update or remove the entry of the cell `at` in `known`, the mapping of `accepted` for the direction `way`."""
        faces = self.faces
        if faces[at] == EMPTY and (faces[at - way] > 0 or faces[at + way] > 0):
            known[at] = self._find_faces_for(at, way)
        else:
            known.pop(at, None)

    def _find_faces_for(self, at: int, way: int) -> int:
        """Return a bit mask of tiles that make the line through an empty cell, in the direction `way`, a set."""
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

    def list_partners(self, at: int) -> Iterator[int]:
        """Yield the other cells of the lines through a tile, first those across."""
        for way in self.ways:
            for step in (-way, way):
                end = at + step
                while self.faces[end] > 0:
                    yield end
                    end += step

    def legal(self) -> bool:
        """Return whether all tiles in or next to the changed cells are in lines, and all these lines are sets."""
        return all(
            self._is_in_sets(cell)
            for at in self.changed
            for cell in (at, at - 1, at + 1, at - self.down, at + self.down)
            if self.faces[cell] > 0
        )

    def _is_in_sets(self, at: int) -> bool:
        faces = self.faces
        lines = [way for way in self.ways if faces[at - way] > 0 or faces[at + way] > 0]
        return bool(lines) and all(makes_set(self._find_row(at, way)) for way in lines)

    def _find_row(self, at: int, way: int) -> tuple[int, ...]:
        faces = self.faces
        while faces[at - way] > 0:
            at -= way
        row = []
        while faces[at] > 0:
            row.append(faces[at])
            at += way
        return tuple(row)


def index(cell: Cell, size: int) -> int:
    """Return the board index of a cell (row, column) of a grid that is `size` cells wide."""
    return (cell[0] + 1) * (size + 2) + cell[1] + 1


def cell_at(at: int, size: int) -> Cell:
    """Return the cell (row, column) with this board index; the inverse of `index`."""
    return at // (size + 2) - 1, at % (size + 2) - 1
