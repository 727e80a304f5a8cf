"""Signs shown by tiles' rings and trays' edges: a turn's marks and, on a bench, what is picked, valid or wrong."""

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
    Mark.LAID: FELT.laid,
    Mark.MOVED: FELT.moved,
    Mark.STILL: FELT.edge,
    Sign.PICKED: FELT.ink,
    Sign.GOOD: FELT.good,
    Sign.BAD: FELT.bad,
}
"""The color of each sign, for rings, trays' edges and letters."""
TILES: tuple[Ring, ...] = (*Mark, Sign.PICKED)
"""The rings of tiles in sets and on racks."""
TRAYS: tuple[Ring, ...] = (*Mark, Sign.GOOD, Sign.BAD)
"""The edges of trays."""
CELLS: tuple[Ring, ...] = (*Mark, Sign.PICKED, Sign.BAD)
"""The rings of tiles on a grid. It has no trays, so wrong cells have a ring."""
