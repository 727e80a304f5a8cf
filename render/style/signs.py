"""What rings about tiles and edges of trays say: the marks of a turn, and on a bench what is picked, good or bad."""

from enum import StrEnum

from engine.tiles.sets import Mark
from render.style.theme import FELT


class Sign(StrEnum):
    """What only a bench shows."""

    PICKED = "picked"
    GOOD = "good"
    BAD = "bad"


Ring = Mark | Sign

COLORS: dict[Ring, str] = {
    Mark.LAID: FELT.laid,
    Mark.MOVED: FELT.moved,
    Mark.STILL: FELT.edge,
    Sign.PICKED: FELT.ink,
    Sign.GOOD: FELT.good,
    Sign.BAD: FELT.bad,
}
"""Of rings, trays' edges and letters."""
TILES: tuple[Ring, ...] = (*Mark, Sign.PICKED)
"""The rings of tiles that lie in sets or on a rack."""
TRAYS: tuple[Ring, ...] = (*Mark, Sign.GOOD, Sign.BAD)
"""The edges of trays."""
CELLS: tuple[Ring, ...] = (*Mark, Sign.PICKED, Sign.BAD)
"""The rings of tiles on a grid, which lie on no trays."""
