"""The order in which a bench of a grid offers the places for picked tiles."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product

from engine.rummykruss.rules.placing import Grid
from engine.rummykruss.rules.reading import (
    ACROSS,
    DOWN,
    Cell,
    Line,
    can_be_set,
    find_line,
    fits_at,
    list_neighbors,
    list_partners,
)
from engine.rummykruss.rules.scoring import has_connection
from engine.tiles.edits import Row
from engine.tiles.melds import Piece
from engine.tiles.tiles import Tile

Cells = Mapping[Cell, Piece]


@dataclass(frozen=True)
class TargetRanks:
    """The sort keys for placing tiles on a grid beside `cells`, the draft's other tiles; `rack` is as before it."""

    grid: Grid
    cells: Cells
    rack: Sequence[Tile] = ()
    _known: dict[tuple[Cell, Cell, Tile | None], bool] = field(default_factory=dict)

    @cached_property
    def _faces(self) -> Mapping[Cell, Tile | None]:
        return {cell: get_face(piece) for cell, piece in self.cells.items()}

    @cached_property
    def _rise(self) -> int:
        if self.cells.keys() == self.grid.on_grid.keys():
            return 0
        before, after = (sum(is_crossing(tiles, cell) for cell in tiles) for tiles in (self.grid.on_grid, self.cells))
        return after - before

    def rank(self, new: Cells, *, fits: bool | None = None) -> tuple[int, ...]:
        """Return a sort key for placing the tiles `new`, lowest first; `fits` is whether they make sets, if known.

        Tiles in sets come first, then what scores most (the key's second number is the points, negated), then most
        intersections; of those in no set, the ones that one more tile completes, best of all from the rack; then
        touching other tiles, then nearest to the middle.
        """
        near = {each for cell in new for each in list_neighbors(cell)}.intersection(self.cells)
        crossed = gained = 0
        if near:
            faces = {**self._faces, **{cell: get_face(piece) for cell, piece in new.items()}}
            fits = all(fits_at(faces, cell) for cell in new) if fits is None else fits
            crossed = sum(is_crossing(faces, cell) for cell in new)
            gained = sum(is_crossing(faces, cell) - is_crossing(self.cells, cell) for cell in near)
        middle = self.grid.rules.size // 2
        away = sum(abs(row - middle) + abs(column - middle) for row, column in new)
        rise = self._rise + crossed + gained
        pays = self.grid.rules.scoring.count_points(rise, partial(self._is_connected, new)) if fits else 0
        likely = crossed if fits else self._count_hopes(faces, new) if near else 0
        return (not fits, -pays, -likely, not near, away)

    def _count_hopes(self, faces: Mapping[Cell, Tile | None], new: Cells) -> int:
        """Return 2 if each line of the tiles `new` is a set or a rack tile would complete it, 1 if another would."""
        lines = [
            (line, way) for cell, way in product(new, (ACROSS, DOWN)) if len(line := find_line(cell, faces, way)) > 1
        ]
        if not all(self._may_complete(*line, faces, [None]) for line in lines):
            return 0
        return 1 + all(self._may_complete(*line, faces, self._spare) for line in lines)

    def _may_complete(
        self, line: Line, way: Cell, faces: Mapping[Cell, Tile | None], spare: Collection[Tile | None]
    ) -> bool:
        row = [faces[cell] for cell in line]
        ahead, behind = (line[0][0] - way[0], line[0][1] - way[1]), (line[-1][0] + way[0], line[-1][1] + way[1])
        longer = [[face, *row] for face in spare if self._is_free(ahead)]
        longer += [[*row, face] for face in spare if self._is_free(behind)]
        return any(map(can_be_set, [row, *longer]))

    @cached_property
    def _spare(self) -> Collection[Tile | None]:
        """The faces of the rack tiles that the draft doesn't play; None for a wildcard."""
        used = Counter(piece.tile for piece in self.cells.values())
        used.subtract(each.tile for each in self.grid.on_grid.values())
        return {None if tile.is_joker else tile for tile in Counter(self.rack) - used}

    def _is_free(self, cell: Cell) -> bool:
        return min(cell) >= 0 and max(cell) < self.grid.rules.size and cell not in self.grid.blocks

    def _is_connected(self, new: Cells) -> bool:
        """Return whether the draft with the tiles `new` has a rack tile in a set with a tile of the real grid."""
        on_grid, cells = self.grid.on_grid, {**self.cells, **new}
        fresh = {
            cell: piece.tile
            for cell, piece in cells.items()
            if cell not in on_grid or (on_grid[cell].tile, on_grid[cell].face) != (piece.tile, get_face(piece))
        }
        placed = Counter(piece.tile for piece in cells.values())
        placed.subtract(each.tile for each in on_grid.values())
        return has_connection(fresh, (+placed).elements(), partial(list_partners, cells=cells))

    def find_fitting(
        self, line: Sequence[Cell], way: Cell, orders: Sequence[Row], apart: Sequence[Row]
    ) -> Iterator[Row]:
        """Yield those of `orders` in which the pieces, in the cells `line`, can be in sets with all tiles around them.

        `way` is the line's direction, ACROSS or DOWN. `apart` are those that can be a set if no other tile is in it.
        """
        whole = find_line(line[0], {**self.cells, **dict.fromkeys(line)}, way)
        if len(whole) == len(line):
            yield from (order for order in apart if self._fits_beside(line, way, order))
            return
        indexes = [whole.index(cell) for cell in line]
        row = [self._faces.get(cell) for cell in whole]
        if not _may_be_set([*row, *map(get_face, orders[0])]):
            return
        for order in orders:
            for index, piece in zip(indexes, order, strict=True):
                row[index] = get_face(piece)
            if can_be_set(row) and self._fits_beside(line, way, order):
                yield order

    def _fits_beside(self, line: Sequence[Cell], way: Cell, order: Row) -> bool:
        aside = DOWN if way == ACROSS else ACROSS
        return all(self._can_cross(cell, aside, get_face(piece)) for cell, piece in zip(line, order, strict=True))

    def _can_cross(self, cell: Cell, way: Cell, face: Tile | None) -> bool:
        """Return whether a tile in an empty cell can be in a set with its neighbors in this direction, if any."""
        key = cell, way, face
        if key not in self._known:
            faces = {**self._faces, cell: face}
            row = [faces[each] for each in find_line(cell, faces, way)]
            self._known[key] = len(row) == 1 or can_be_set(row)
        return self._known[key]


def _may_be_set(faces: Sequence[Tile | None]) -> bool:
    """Return False if the faces, in any order, can't be a set, because they have several colors and several numbers."""
    known = [face for face in faces if face is not None]
    return len({face.color for face in known}) <= 1 or len({face.number for face in known}) <= 1


def get_face(piece: Piece) -> Tile | None:
    """Return the face of a piece; None for a wildcard that can be any tile."""
    return piece.stands_for if piece.tile.is_joker else piece.tile


def is_crossing(cells: Mapping[Cell, object], cell: Cell) -> bool:
    """Return whether the tile in this cell is in two lines, one across and one down."""
    return all(len(find_line(cell, cells, way)) > 1 for way in (ACROSS, DOWN))
