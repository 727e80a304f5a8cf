"""The rules of one game on a grid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.game.views import Assistance
from engine.grid.rules.placing import GridCheck
from engine.tiles.tiles import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRules:
    """The rules of one game on a grid, as its options set them.

    `size` is the grid's width and height in cells, and `blocks` the number of cells where no tile can be. The box has
    the numbers 1 to `numbers` in `colours` colors, each `copies` times, and `wildcards` wildcards. `deal` is the number
    of tiles on each rack at the start; with `open_draft`, players pick these in turn from open tiles. `clock` is in
    seconds per turn, None for no clock; `turn_cap` is in turns per player, 0 for no cap.

    `barred` takes the numbers that a turn placed, in written order, and returns those that the next turn can't place.
    `checks` are the rules for a turn whose lines are all sets. `helps` is the assistance that the players get.
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
        """All tiles of the game."""
        return Box(Box().colors[: self.colours], high=self.numbers, copies=self.copies, jokers=self.wildcards)
