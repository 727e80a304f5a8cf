"""A grid as a seat sees it, and as it would see it after a turn of its own."""

from dataclasses import dataclass, replace
from typing import Self

from engine.game.goals import Goal
from engine.game.views import RackView, View
from engine.grid.rules.cells import Put
from engine.grid.rules.placing import GridTurn
from engine.grid.rules.tiles import GridTile, cell_name
from engine.text.phrases import Phrase, as_is, join_sentences, later, later_many
from engine.tiles.sets import Mark
from engine.tiles.tiles import Tile, remove_tiles


@dataclass(frozen=True, kw_only=True)
class GridView(View):
    """A game on a square grid, whose columns are called A, B ... and whose rows 1, 2 ... from the top.

    `blocks` are the cells (row, column) on which nothing can lie; `barred` the numbers that can't be placed this turn;
    `intersections` how many each seat has made; `row` the tiles laid out for a draft.
    """

    window = later("The grid by its cells, such as H8=R5 I8=R6")
    goal = Goal.VALUE
    nothing = later("I find nothing that you could lay.")  # a grid is not searched to the end
    size: int
    tiles: tuple[GridTile, ...]
    blocks: tuple[tuple[int, int], ...]
    barred: tuple[int, ...]
    intersections: tuple[int, ...]
    row: tuple[Tile, ...] = ()

    @property
    def written(self) -> str:
        """Every tile by its cell, one row of the grid a line."""
        lines = ["table:"]
        for number in range(self.size):
            cells = [each for each in self.tiles if each.row == number]
            lines.append(" ".join(_written(each) for each in sorted(cells, key=lambda each: each.column)))
        return "\n".join(line for line in lines if line)

    def where(self, after: Self) -> Phrase:
        """Name the cells between which a play lays its tiles; the marks of the view after it tell them."""
        show_laid, moved = after.marked(Mark.LAID), after.marked(Mark.MOVED)
        rows, columns = {each.row for each in show_laid}, {each.column for each in show_laid}
        first, last = cell_name(min(rows), min(columns)), cell_name(max(rows), max(columns))
        if first == last:
            area = later("At {cell}.", cell=first)
        else:
            area = later("Between {first} and {last}.", first=first, last=last)
        moving = later_many("{count} tile of the grid moves.", "{count} tiles of the grid move.", len(moved))
        return join_sentences([area, moving]) if moved else area

    def whole(self, after: Self) -> tuple[Phrase, ...]:
        """Write the tiles that a play lays, and those that it moves."""
        show_laid, moved = (" ".join(map(_written, after.marked(mark))) for mark in (Mark.LAID, Mark.MOVED))
        return (as_is(show_laid), later("moved: {tiles}", tiles=moved)) if moved else (as_is(show_laid),)

    def marked(self, mark: Mark) -> list[GridTile]:
        """Return the tiles with this mark, row by row."""
        return sorted((each for each in self.tiles if each.mark is mark), key=lambda each: (each.row, each.column))


def _written(each: GridTile) -> str:
    return str(Put((each.row, each.column), each.tile, each.face))


def show_laid(view: GridView, turn: GridTurn) -> GridView:
    """The viewer's view as it would be after the turn, which is still his."""
    rack = remove_tiles(view.rack.tiles if view.rack else (), turn.played)
    seats = (replace(seat, tiles=len(rack)) if place == view.you else seat for place, seat in enumerate(view.seats))
    return replace(view, tiles=turn.tiles, rack=RackView(rack, 0, None), seats=tuple(seats))
