"""Candidate sets for a search that tells copies of a tile apart: each tile is a bit, and a set is a mask of bits.

Intersections on the table before the turn (tiles shared by two sets) are described in the same way.
"""

from collections import Counter
from dataclasses import dataclass

from engine.tiles.tiles import Tile

RACK_TILES_WITH_JOKER = 2  # rack tiles that a freed joker's set needs
FaceTuple = tuple[Tile, ...]


@dataclass(slots=True, eq=False)  # not frozen: a search makes thousands, and would take 6 % longer
class CandidateMeld:
    """A set of individual tiles, which the search may put on the table: their mask, and in order their bits and faces.

    `look` is a mask of the kinds of its tiles, in which all copies of a tile, and all jokers, share a bit. `origin` is
    the table row of the set that this one is or continues, if that set can only grow. `freed` has the bits of the table
    jokers that get a new face in this set. If `guest`, the set doesn't meet the joker rule for them (two rack tiles, in
    a new set), so another set with the same joker has to.
    """

    mask: int
    look: int
    bits: tuple[int, ...]
    faces: FaceTuple
    origin: int | None = None
    freed: tuple[int, ...] = ()
    guest: bool = False

    def face(self, bit: int) -> Tile:
        """Return the face that the tile with this bit stands for in the set."""
        return self.faces[self.bits.index(bit)]


@dataclass(frozen=True)
class ExistingCrossing:
    """An intersection on the table before the turn: the shared tile's bit, and the rows of the two sets.

    `rests` has the look (mask of the kinds of tiles, see `CandidateMeld`) of each set without the shared tile. `twins`
    are the bits of the tiles that may take its place, first its own. `others` counts the looks of all other sets on the
    table before the turn.
    """

    bit: int
    rows: tuple[int, int]
    rests: tuple[int, int]
    twins: tuple[int, ...]
    others: Counter[int]
