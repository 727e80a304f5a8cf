"""The view of a game on a grid, and the view as it would be after a turn of the viewer."""

from dataclasses import dataclass, replace
from typing import Self

from engine.game.goals import Goal
from engine.game.views import RackView, View
from engine.override import override
from engine.rummykruss.rules.cells import Put
from engine.rummykruss.rules.placing import GridTurn
from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.text.phrases import Phrase, as_is, join_sentences, later, later_many
from engine.tiles.sets import Mark
from engine.tiles.tiles import Tile, remove_tiles


@dataclass(frozen=True, kw_only=True)
class GridView(View):
    """A game on a square grid as a seat or a spectator sees it.

    `size` is the grid's width in cells. `blocks` are cells (row, column) counted from 0 at the top left, where no tile
    can be. `barred` are the numbers that can't be placed this turn, `intersections` is how many each seat has made, and
    `row` has the open tiles of a draft.
    """

    window = later("Grid: cells with tiles, such as H8=R5 I8=R6")
    goal = Goal.VALUE
    nothing = later("I can't find a play.")  # the search is bounded, so this isn't proven
    size: int
    tiles: tuple[GridTile, ...]
    blocks: tuple[tuple[int, int], ...]
    barred: tuple[int, ...]
    intersections: tuple[int, ...]
    row: tuple[Tile, ...] = ()

    @property
    @override
    def written(self) -> str:
        lines = ["table:"]
        for number in range(self.size):
            cells = [each for each in self.tiles if each.row == number]
            lines.append(" ".join(_write_tile(each) for each in sorted(cells, key=lambda each: each.column)))
        return "\n".join(line for line in lines if line)

    @override
    def where(self, after: Self) -> Phrase:
        placed, moved = after.marked(Mark.PLAYED), after.marked(Mark.MOVED)
        rows, columns = {each.row for each in placed}, {each.column for each in placed}
        first, last = cell_name(min(rows), min(columns)), cell_name(max(rows), max(columns))
        if first == last:
            area = later("At {cell}.", cell=first)
        else:
            area = later("Between {first} and {last}.", first=first, last=last)
        moving = later_many("{count} tile on the grid moves.", "{count} tiles on the grid move.", len(moved))
        return join_sentences([area, moving]) if moved else area

    @override
    def whole(self, after: Self) -> tuple[Phrase, ...]:
        placed, moved = (" ".join(map(_write_tile, after.marked(mark))) for mark in (Mark.PLAYED, Mark.MOVED))
        return (as_is(placed), later("moved: {tiles}", tiles=moved)) if moved else (as_is(placed),)

    def marked(self, mark: Mark) -> list[GridTile]:
        """Return the tiles with this mark (placed, moved or left in place by the last turn), row by row."""
        return sorted((each for each in self.tiles if each.mark is mark), key=lambda each: (each.row, each.column))


def _write_tile(each: GridTile) -> str:
    return str(Put((each.row, each.column), each.tile, each.face))


def show_after(view: GridView, turn: GridTurn) -> GridView:
    """Return the view just after the viewer's turn `turn`, before the opponent's turn begins."""
    rack = remove_tiles(view.rack.tiles if view.rack else (), turn.played)
    seats = (replace(seat, tiles=len(rack)) if index == view.you else seat for index, seat in enumerate(view.seats))
    return replace(view, tiles=turn.tiles, rack=RackView(rack, 0, None), seats=tuple(seats))
