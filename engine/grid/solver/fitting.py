"""Turns that place all of the given rack tiles, one after another: the tile with the fewest partners comes first."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.grid.solver.effort import LINE, Effort
from engine.grid.solver.lines import LinePlacement
from engine.grid.solver.moves import Node
from engine.grid.solver.relaying import count_partners, take_up_another

BRANCHES = 8  # lines tried for one tile
LONGEST = 6  # most new tiles in one line


@dataclass(frozen=True)
class FitSearch:
    """A depth-first search for the turns that place all tiles of a state's rack, within the budget `effort`.

    With `moving`, lines can also use tiles that lines of the grid can spare.
    """

    effort: Effort
    moving: bool

    def run(self, node: Node, lines: int) -> Iterator[Node]:
        """Yield the turns that place all tiles of the rack, and those of up to `lines` lines lifted off the grid."""
        owed = {*node.rack, *node.lifted}
        if not owed and not node.wilds and not node.lifted_wilds:
            yield node
        elif self.effort.spend():
            must = min(owed, key=lambda face: count_partners(node, face)) if owed else 0
            is_stuck = True
            for after in self._place(node, must, owed):
                for turn in self.run(after, lines):
                    is_stuck = False
                    yield turn
            if is_stuck and lines and must:
                for up in take_up_another(node, must):
                    yield from self.run(up, lines - 1)

    def _place(self, node: Node, must: int, owed: set[int]) -> Iterator[Node]:
        """Yield the turn with each of BRANCHES lines added that have the tile `must`, those with most tiles owed first.

        If `must` is 0, only wildcards are left to be placed. `owed` are all tiles that have to be, by their codes.
        """
        found = node.find_lines(LONGEST, moving=self.moving, must=must, effort=self.effort)

        def rank(lay: LinePlacement) -> tuple[int, ...]:
            return -sum(face in owed for face in lay.faces), len(lay.cells), -lay.rise

        for lay in sorted((lay for lay in found if must or lay.wild), key=rank)[:BRANCHES]:
            self.effort.spend(LINE)
            if after := node.after(lay, thrift=False):
                yield after
