"""The rules of one game on a grid."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.game.views import Assistance
from engine.grid.rules.placing import Grid, GridCheck, find_touched
from engine.grid.rules.reading import Cell
from engine.grid.rules.scoring import Scoring
from engine.grid.rules.tiles import GridTile
from engine.tiles.tiles import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRules:
    """The rules of one game on a grid, as its options set them.

    `size` is the grid's width and height in cells, and `blocks` the number of cells where no tile can be. The box has
    the numbers 1 to `numbers` in `colors` colors, each `copies` times, and `wildcards` wildcards. `deal` is the number
    of tiles on each rack at the start; with `open_draft`, players pick these in turn from open tiles. `clock` is in
    seconds per turn, None for no clock; `turn_cap` is in turns per player, 0 for no cap.

    `barred` takes the numbers that a turn placed, in written order, and returns those that the next turn can't place.
    `checks` are the rules for a turn whose lines are all sets, and `scoring` is what such a turn scores for. `helps` is
    the assistance that the players get.
    """

    size: int = 15
    numbers: int = 13
    colors: int = 4
    copies: int = 2
    wildcards: int = 2
    blocks: int = 10
    turn_cap: int = 0
    open_draft: bool = False
    deal: int = 14
    clock: int | None = None
    helps: Assistance = Assistance.FIT
    barred: Callable[[Sequence[int]], Sequence[int]]
    checks: tuple[GridCheck, ...]
    scoring: Scoring = Scoring.INTERSECTIONS

    @property
    def box(self) -> Box:
        """All tiles of the game."""
        return Box(Box().colors[: self.colors], high=self.numbers, copies=self.copies, jokers=self.wildcards)

    def make_grid(
        self,
        tiles: Iterable[GridTile],
        blocks: Iterable[Cell],
        barred: tuple[int, ...] = (),
        last: tuple[Cell, ...] = (),
    ) -> Grid:
        """Return the grid before a turn, with these tiles and blocks.

        `barred` are the numbers that can't be placed, and `last` the cells where the opponent's last turn placed tiles.
        """
        on_grid = {(each.row, each.column): each for each in tiles}
        return Grid(
            box=self.box,
            size=self.size,
            on_grid=on_grid,
            blocks=frozenset(blocks),
            barred=barred,
            last=last,
            touched=find_touched(on_grid, last),
            scoring=self.scoring,
        )
