"""Conflicts (tiles that can't all be played together), and the most valuable choice of rack tiles without one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.tiles.bit_masks import iterate_bits

MOST_TRIED = 3000
"""Nodes of one branch-and-bound search; more are needed only with many large conflicts."""

# The worth, the points and the number of the tiles left out; compared in this order.
Loss = tuple[int, int, int]
# The loss of a choice, and the mask of the tiles that it leaves out.
TileChoice = tuple[Loss, int]


class TooManyConflicts(Exception):
    """The search for the best choice needs more than `MOST_TRIED` nodes."""


@dataclass(slots=True)
class Conflicts:
    """A choice problem: leave out tiles so that no known conflict is complete, at the least loss.

    `worth` and `points` have a value for each tile; the tiles kept must have at least `least` points together. A choice
    is the mask of the tiles to play, and a conflict that of tiles that can't all be played; a mask's bits are tile
    indexes. `known` has the conflicts. Each mask in `twins` has all copies of one tile. `tried` counts the nodes of the
    current search.
    """

    worth: Sequence[int]
    points: Sequence[int]
    least: int
    twins: Sequence[int]
    known: list[int] = field(default_factory=list)
    tried: int = 0

    def add(self, tiles: int) -> None:
        """Record that the tiles in this mask can't all be played, and neither can other copies of them."""
        alike = {tiles}
        for twins in self.twins:
            if (tiles & twins).bit_count() == 1:
                alike |= {each & ~twins | 1 << twin for each in alike for twin in iterate_bits(twins)}
        self.known += sorted(alike.difference(self.known))

    def find_best(self, barred: int = 0) -> int | None:
        """Return the mask of the most valuable choice without a known conflict; None if no choice has enough points.

        Tiles in the mask `barred` are left out. Raises TooManyConflicts: the search needs more than `MOST_TRIED` nodes.
        """
        self.tried = 0
        loss = self.total(barred), sum(self.points[tile] for tile in iterate_bits(barred)), barred.bit_count()
        best = self._find_cheapest([each for each in self.known if not each & barred], barred, loss, None)
        return None if best is None else (1 << len(self.worth)) - 1 & ~best[1]

    def total(self, tiles: int) -> int:
        """Return the total worth of the tiles in this mask."""
        return sum(self.worth[tile] for tile in iterate_bits(tiles))

    def _find_cheapest(self, known: Sequence[int], out: int, loss: Loss, best: TileChoice | None) -> TileChoice | None:
        """Return the least costly choice that leaves out more tiles until no conflict in `known` is complete.

        `out` is the mask of the tiles left out so far, `loss` their loss, and `best` the incumbent. Every tile of a
        smallest conflict is tried, cheapest first. Raises TooManyConflicts.
        """
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise TooManyConflicts
        if sum(self.points) - loss[1] < self.least or (best is not None and loss >= best[0]):
            return best
        if not known:
            return loss, out
        worth, points, count = loss
        for tile in sorted(iterate_bits(min(known, key=int.bit_count)), key=lambda tile: self.worth[tile]):
            more = worth + self.worth[tile], points + self.points[tile], count + 1
            best = self._find_cheapest([each for each in known if not each >> tile & 1], out | 1 << tile, more, best)
        return best
