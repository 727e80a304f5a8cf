"""The rules of one table on a grid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.game.views import Assistance
from engine.grid.rules.placing import GridCheck
from engine.tiles.tiles import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRules:
    """The rules of a table, which its options change.

    `size` is the grid's width and height in cells. `numbers` is the highest number on a tile, `colors` the number of
    colors, `copies` the tiles with each face, and `wildcards` the number of these; `blocks` is the number of blocked
    cells. `open_draft`: players pick their racks from open tiles; `deal` is the tiles on each rack. `clock` is in
    seconds per turn, None for no clock; `turn_cap` is in turns per player, 0 for no cap. `barred` returns, for the
    numbers that a turn placed in written order, those that the next turn can't place. `helps` is the assistance that
    the table allows, and `checks` are the rules for a turn whose lines are all sets.
    """

    size: int = 15
    numbers: int = 13
    colours: int = 4
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

    @property
    def box(self) -> Box:
        """The box with the game's tiles."""
        return Box(Box().colors[: self.colours], high=self.numbers, copies=self.copies, jokers=self.wildcards)
