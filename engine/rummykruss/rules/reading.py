"""The lines that tiles form on a grid: which are sets, where two cross, and the faces that wildcards can have.

A cell is (row, column), both counted from 0 at the top left. A line is the longest row of neighboring tiles across or
down. Functions here take only the cells with tiles: any other cell, empty or a block, ends a line.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from engine.rummykruss.rules.errors import BrokenLine, NothingFits, StandsAlone, WildcardUnclear
from engine.rummykruss.rules.tiles import cell_name
from engine.text.errors import IllegalMove
from engine.text.phrases import Phrase, join_with_or, later
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.notation import say_tile, say_tiles, write_tile
from engine.tiles.tiles import Box, Tile

Cell = tuple[int, int]
Line = tuple[Cell, ...]
Faces = Mapping[Cell, Tile]

ACROSS = (0, 1)
DOWN = (1, 0)
_MOST_FACES = 6  # possible faces of one wildcard; with more, the refusal couldn't ask a useful question


@dataclass(frozen=True, slots=True)
class Crossword:
    """The sets of a legal grid, each as its cells in order; made by `crossword` alone, so every one is legal."""

    across: tuple[Line, ...]
    down: tuple[Line, ...]

    @property
    def crossings(self) -> frozenset[Cell]:
        """The cells whose tile is in two sets."""
        return frozenset(_collect_cells(self.across) & _collect_cells(self.down))


def crossword(faces: Faces) -> Crossword:
    """Return the sets of a grid, given each tile's face by cell. Raises BrokenLine, or StandsAlone without a line."""
    grid = Crossword(tuple(_find_lines(faces, ACROSS)), tuple(_find_lines(faces, DOWN)))
    for line in (*grid.across, *grid.down):
        row = [faces[cell] for cell in line]
        if not is_set(row):
            raise BrokenLine(cell_name(*line[0]), cell_name(*line[-1]), say_tiles(row), _explain_no_set(row))
    if alone := faces.keys() - _collect_cells(grid.across) - _collect_cells(grid.down):
        cell = min(alone)
        raise StandsAlone(say_tile(faces[cell]), cell_name(*cell))
    return grid


def _collect_cells(lines: Sequence[Line]) -> set[Cell]:
    return {cell for line in lines for cell in line}


def _find_lines(cells: Mapping[Cell, object], way: Cell) -> Iterator[Line]:
    """Yield every line of two or more cells in the direction `way`, ACROSS or DOWN."""
    down, right = way
    for row, column in cells:
        following = (row + down, column + right)
        if following in cells and (row - down, column - right) not in cells:
            line = [(row, column)]
            while following in cells:
                line.append(following)
                following = (following[0] + down, following[1] + right)
            yield tuple(line)


def find_line(cell: Cell, cells: Mapping[Cell, object], way: Cell) -> Line:
    """Return the cells of the line through a cell in the direction `way`, ACROSS or DOWN; it may be the cell alone."""
    down, right = way
    row, column = cell
    while (row - down, column - right) in cells:
        row, column = row - down, column - right
    line = []
    while (row, column) in cells:
        line.append((row, column))
        row, column = row + down, column + right
    return tuple(line)


def list_partners(cell: Cell, cells: Mapping[Cell, object]) -> Iterator[Cell]:
    """Yield the other cells of the lines through a cell, first those across."""
    yield from (other for way in (ACROSS, DOWN) for other in find_line(cell, cells, way) if other != cell)


def list_neighbors(cell: Cell) -> Iterator[Cell]:
    """Yield the four cells next to a cell: above, below, left and right, even those outside the grid."""
    row, column = cell
    yield from ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))


def is_set(faces: Sequence[Tile]) -> bool:
    """Return whether a row of faces (tiles, with wildcards replaced) is a run, rising or falling, or a group."""
    if len(faces) < SMALLEST_SET:
        return False
    colors = {face.color for face in faces}
    step = faces[1].number - faces[0].number
    if abs(step) > 1 or len(colors) != (1 if step else len(faces)):
        return False
    return all(face.number == faces[0].number + step * index for index, face in enumerate(faces))


def find_broken_cells(faces: Mapping[Cell, Tile | None]) -> Mapping[Cell, Phrase]:
    """Return the reason, by cell, for each tile that is in a line that can't be a set, or in no line.

    A face of None is that of a wildcard that can be any tile.
    """
    lines = [*_find_lines(faces, ACROSS), *_find_lines(faces, DOWN)]
    bad = [line for line in lines if not can_be_set([faces[cell] for cell in line])]
    found = {cell: _explain_no_set([face for each in line if (face := faces[each])]) for line in bad for cell in line}
    alone = faces.keys() - _collect_cells(lines)
    return found | dict.fromkeys(sorted(alone), later("it isn't in a set"))


def _explain_no_set(row: Sequence[Tile]) -> Phrase:
    if len(row) < SMALLEST_SET:
        return later("touching tiles must form a set of three or more")
    if len({tile.color for tile in row}) == 1:
        return later("the numbers of a run must be consecutive")
    if len({tile.number for tile in row}) == 1:
        return later("a group can't repeat a color")
    return later("a set is one number in different colors, or consecutive numbers in one color")


# Wildcards


def settle_wildcards(faces: Mapping[Cell, Tile | None], box: Box) -> Faces:
    """Return the face of every tile by cell, with unknown ones derived from the lines through the cell.

    `faces` has the known faces, and None for each wildcard without a named face. Raises NothingFits: no face makes a
    wildcard's lines sets; WildcardUnclear: several faces are possible for a wildcard.
    """
    open_cells = [cell for cell, face in faces.items() if face is None]
    known = {cell: face for cell, face in faces.items() if face is not None}
    if not open_cells:
        return known
    everything = [tile for tile in dict.fromkeys(box.tiles()) if not tile.is_joker]
    chances = []
    for cell in open_cells:
        fitting = [face for face in everything if fits_at({**faces, cell: face}, cell)]
        if not 0 < len(fitting) <= _MOST_FACES:
            raise _describe_unclear(cell, fitting)
        chances.append(fitting)
    ways = [dict(zip(open_cells, way, strict=True)) for way in product(*chances)]
    legal = [way for way in ways if all(fits_at(known | way, cell) for cell in open_cells)]
    for cell in open_cells:
        answers = list(dict.fromkeys(way[cell] for way in legal))
        if len(answers) != 1:
            raise _describe_unclear(cell, answers)
    return known | legal[0]


def fits_at(faces: Mapping[Cell, Tile | None], cell: Cell) -> bool:
    """Return whether each line through a cell, at least one, can be a set; a face None can be any tile."""
    lines = [line for way in (ACROSS, DOWN) if len(line := find_line(cell, faces, way)) > 1]
    return bool(lines) and all(can_be_set([faces[each] for each in line]) for line in lines)


def can_be_set(row: Sequence[Tile | None]) -> bool:
    """Return whether some faces for the wildcards in a row (None) make it a set, even faces that the box lacks."""
    known = [(index, face) for index, face in enumerate(row) if face is not None]
    if len(known) == len(row):
        return is_set([face for _, face in known])
    colors = [face.color for _, face in known]
    runs = any(len({face.number - step * index for index, face in known}) <= 1 for step in (1, -1))
    is_run = len(set(colors)) <= 1 and runs
    is_group = len({face.number for _, face in known}) <= 1 and len(set(colors)) == len(colors)
    return len(row) >= SMALLEST_SET and (is_run or is_group)


def _describe_unclear(cell: Cell, faces: Sequence[Tile]) -> IllegalMove:
    name = cell_name(*cell)
    if not faces:
        return NothingFits(name)
    some = join_with_or([say_tile(face) for face in faces[:3]])
    return WildcardUnclear(name, some, f"{name}=J:{write_tile(faces[0])}")
