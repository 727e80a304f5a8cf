"""The rules in force on a grid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.game.views import Assistance
from engine.grid.rules.placing import GridCheck
from engine.tiles.tiles import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRules:
    """What the options change.

    `clock` is in seconds a turn; `turn_cap` in turns a player, 0 without one; `deal` in tiles a rack. `barred` says of
    the numbers placed in a turn, in the order in which they were written, which the next one can't place. `helps` is
    the assistance that the table allows.
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
        """The tiles of the game."""
        return Box(Box().colors[: self.colours], high=self.numbers, copies=self.copies, jokers=self.wildcards)
