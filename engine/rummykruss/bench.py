"""The bench of a grid: a copy of the grid on which a player arranges a turn, with tiles on any cells, in sets or not.

A single tile can go to any free cell. Several tiles go to the next free cells from a given one, to the right or down.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations, product
from typing import Self

from engine.game.actions import Action
from engine.game.bench import Bench, Picks, Target
from engine.game.bench_keys import Across, Away, CellKey, Down, GridRow, HeldTile, Spot, TargetKey, TileKey
from engine.game.drafts import DraftChange
from engine.override import override
from engine.rummykruss.rules.actions import Place
from engine.rummykruss.rules.cells import Put, WholeGrid, read_cell
from engine.rummykruss.rules.placing import Grid
from engine.rummykruss.rules.reading import (
    ACROSS,
    DOWN,
    Cell,
    can_be_set,
    find_broken_cells,
    fits_at,
)
from engine.rummykruss.rules.tiles import cell_name
from engine.rummykruss.target_ranks import Cells, TargetRanks, get_face
from engine.text.phrases import Phrase
from engine.tiles.edits import Row
from engine.tiles.melds import Piece
from engine.tiles.tiles import Tile, by_number

MOST_TARGETS = 100
Moves = Iterator[tuple[tuple[int, ...], TargetKey, Cells]]  # (rank, key, tiles by cell) for each place
_WAYS: Sequence[tuple[type[Across | Down], Cell]] = ((Across, ACROSS), (Down, DOWN))
_FEW = 4  # most tiles that are tried in every order; more are tried only by rising and by falling number


@dataclass(frozen=True)
class GridBench(Bench):
    """A player's unfinished turn on a grid: `cells` has all tiles as arranged, in the order of placing.

    `grid` and `rack` are as they were before the turn.
    """

    grid: Grid
    rack: tuple[Tile, ...]
    cells: Cells

    @cached_property
    @override
    def surplus(self) -> Counter[Tile]:
        more = Counter(piece.tile for piece in self.cells.values())
        more.subtract(each.tile for each in self.grid.on_grid.values())
        return more

    @property
    @override
    def written(self) -> str:
        rows: dict[int, list[str]] = {}
        for cell in sorted(self.cells):
            piece = self.cells[cell]
            rows.setdefault(cell[0], []).append(str(Put(cell, piece.tile, get_face(piece))))
        return "\n".join(["table:", *map(" ".join, rows.values())])

    @property
    @override
    def changes(self) -> tuple[DraftChange, ...]:
        """The cells that differ from the real grid: first those now empty, then the others in the order of placing."""
        before = map_tiles(self.grid)
        gone = [cell_name(*cell) for cell in self.grid.on_grid if cell not in self.cells]
        rows = {cell_name(*cell): (piece,) for cell, piece in self.cells.items()}
        return (
            *(DraftChange(label, before[label], ()) for label in gone),
            *(
                DraftChange(label, before.get(label, ()), row)
                for label, row in rows.items()
                if row != before.get(label)
            ),
        )

    @property
    @override
    def placed(self) -> Mapping[str, Row]:
        return {cell_name(*cell): (self.cells[cell],) for cell in sorted(self.cells)}

    @property
    @override
    def spots(self) -> Mapping[Spot, Mapping[TileKey, Tile]]:
        rows: dict[Spot, dict[TileKey, Tile]] = {}
        for cell in sorted(self.cells):
            rows.setdefault(GridRow(cell[0] + 1), {})[CellKey(cell_name(*cell))] = self.cells[cell].tile
        return {**self._held, **rows}

    @override
    def _list_targets(self, picks: Picks) -> Sequence[Target]:
        """Return at most MOST_TARGETS targets in the order of `TargetRanks.rank`; also `Away` for tiles on the grid.

        If picked tiles fit nowhere, `Away` is the only target. One tile can go to any free cell, several to a
        line of free cells in which they make sets.
        """
        _, lines = self._list_moves(picks)
        moves = (each for each in lines if not each[2].items() <= self.cells.items())
        found = sorted(moves, key=lambda each: each[0])[:MOST_TARGETS]
        away = [Target(Away(), (), fits=False)] if picks.on_table or not found else []
        return [*(Target(key, tuple(new.values()), not cost[0], -cost[1]) for cost, key, new in found), *away]

    @override
    def taken(self, picks: Picks, key: TargetKey) -> Self | None:
        """Return the bench after moving the picks to `key`, where a single tile needs no set; None if it can't be."""
        lifted, lines = self._list_moves(picks)
        if key == Away():
            return replace(self, cells=lifted)
        new = next((new for _, name, new in lines if name == key), None)
        return None if new is None else replace(self, cells={**lifted, **new})

    def _list_moves(self, picks: Picks) -> tuple[Cells, Moves]:
        """Return the cells without the picked tiles, and where these can go; nowhere with a barred number (RK-18)."""
        gone = {read_cell(key.cell) for key in picks.on_table if isinstance(key, CellKey)}
        lifted = {cell: piece for cell, piece in self.cells.items() if cell not in gone}
        if any(tile.number in self.grid.barred for tile in picks.rack):
            return lifted, iter(())
        pieces = (*map(Piece, picks.rack), *map(self._piece, picks.on_table))
        return lifted, self._list_cells(lifted, pieces) if len(pieces) == 1 else self._list_lines(lifted, pieces)

    def _piece(self, key: TileKey) -> Piece:
        """Return the tile on hold or in a cell as a piece. Raises ValueError for a key of open tables."""
        match key:
            case HeldTile(index):
                return Piece(self.hold[index])
            case CellKey(cell):
                return self.cells[read_cell(cell)]
        raise ValueError(key)

    def _list_cells(self, cells: Cells, pieces: Row) -> Moves:
        """For each free cell, yield the rank of placing a single tile there, the cell's key, and the tile by cell."""
        ranks = TargetRanks(self.grid, cells, self.rack)
        for cell in self._list_free(cells):
            new = {cell: pieces[0]}
            yield ranks.rank(new), CellKey(cell_name(*cell)), new

    def _list_lines(self, cells: Cells, pieces: Row) -> Moves:
        """For each line of free cells where the pieces make sets, yield its rank, its key, and the pieces by cell."""
        rising = sorted(pieces, key=lambda piece: by_number(piece.stands_for or piece.tile))
        orders = list(dict.fromkeys(permutations(rising))) if len(pieces) <= _FEW else [(*rising,), (*rising[::-1],)]
        apart = [order for order in orders if can_be_set([get_face(piece) for piece in order])]
        ranks = TargetRanks(self.grid, cells, self.rack)
        for cell in self._list_free(cells):
            for kind, way in _WAYS:
                line = self._find_line(cell, way, cells, len(pieces))
                order = next(ranks.find_fitting(line, way, orders, apart), None) if line else None
                if order:
                    new = dict(zip(line, order, strict=True))
                    yield ranks.rank(new, fits=True), kind(cell_name(*cell)), new

    def _list_free(self, cells: Cells) -> list[Cell]:
        taken = self.grid.blocks.union(cells)
        span = range(self.grid.rules.size)
        return [cell for cell in product(span, span) if cell not in taken]

    def _find_line(self, cell: Cell, way: Cell, cells: Cells, length: int) -> list[Cell]:
        """Return `length` free cells from `cell` on, across other tiles; none if a block or the edge comes first."""
        line: list[Cell] = []
        row, column = cell
        while len(line) < length:
            if max(row, column) >= self.grid.rules.size or (row, column) in self.grid.blocks:
                return []
            if (row, column) not in cells:
                line.append((row, column))
            row, column = row + way[0], column + way[1]
        return line

    @property
    def wrong(self) -> Mapping[str, Phrase]:
        """For each tile that isn't in a valid set, the reason, by the name of its cell."""
        faces = {cell: get_face(piece) for cell, piece in self.cells.items()}
        return {cell_name(*cell): why for cell, why in find_broken_cells(faces).items()}

    @property
    @override
    def jokers(self) -> Sequence[str]:
        return [cell_name(*cell) for cell in sorted(self.cells) if self.cells[cell].tile.is_joker]

    @override
    def ways(self, label: str) -> Sequence[Row]:
        cell = read_cell(label)
        faces = {each: get_face(piece) for each, piece in self.cells.items()}
        fitting = (face for face in self.grid.rules.box.faces() if fits_at({**faces, cell: face}, cell))
        return [(Piece(self.cells[cell].tile, face),) for face in fitting] if cell in self.cells else []

    @override
    def read_so(self, label: str, way: Row) -> Self:
        return replace(self, cells={**self.cells, read_cell(label): way[0]})

    @override
    def action(self, seat: int) -> Place:
        puts = [Put(cell, piece.tile, get_face(piece)) for cell, piece in self.cells.items()]
        return Place(seat, WholeGrid(tuple(puts)))

    @override
    def as_played(self, action: Action) -> Self:
        """Return the bench with the grid as a play leaves it, rack tiles last; unchanged for actions of other kinds."""
        if not isinstance(action, Place):
            return self
        spots = sorted(action.placing.spots(self.grid.on_grid), key=lambda spot: spot.origin is None)
        cells = {spot.cell: Piece(spot.tile, spot.face if spot.tile.is_joker else None) for spot in spots}
        return replace(self, cells=cells)


def map_tiles(grid: Grid) -> dict[str, Row]:
    """Return the tiles of a grid by cell name, each as a row of one piece, the form in which drafts store them."""
    return {
        cell_name(*cell): (Piece(each.tile, each.face if each.tile.is_joker else None),)
        for cell, each in grid.on_grid.items()
    }


def make_grid_bench(grid: Grid, rack: tuple[Tile, ...], changes: Sequence[DraftChange] = ()) -> GridBench:
    """Return the bench of a grid with the changes of a draft made; the label of each change is the name of a cell."""
    cells = {read_cell(label): row[0] for label, row in map_tiles(grid).items()}
    for change in changes:
        cells.pop(read_cell(change.label), None)
    return GridBench(grid, rack, cells | {read_cell(each.label): each.after[0] for each in changes if each.after})
