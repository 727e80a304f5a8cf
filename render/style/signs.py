"""Signs that the rings of tiles and the edges of trays show: the last turn's marks, and more on a bench."""

from enum import StrEnum

from engine.tiles.sets import Mark
from render.style.theme import FELT


class Sign(StrEnum):
    """A sign that only a bench shows: a picked tile, a valid set, or a set or cell that is wrong."""

    PICKED = "picked"
    GOOD = "good"
    BAD = "bad"


Ring = Mark | Sign

COLORS: dict[Ring, str] = {
    Mark.PLAYED: FELT.laid,
    Mark.MOVED: FELT.moved,
    Mark.STILL: FELT.edge,
    Sign.PICKED: FELT.ink,
    Sign.GOOD: FELT.good,
    Sign.BAD: FELT.bad,
}
"""The color of each sign, for rings, trays' edges and letters."""
TILES: tuple[Ring, ...] = (*Mark, Sign.PICKED)
"""The signs that rings of tiles in sets and on racks can show."""
TRAYS: tuple[Ring, ...] = (*Mark, Sign.GOOD, Sign.BAD)
"""The signs that edges of trays (sets' frames) can show."""
CELLS: tuple[Ring, ...] = (*Mark, Sign.PICKED, Sign.BAD)
"""The signs that rings of tiles on a grid can show. A grid has no trays, so wrong cells have a ring."""
