"""Sets of certain tiles, each tile a bit of a number, and the crossings that lay on the table before."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.tiles.tiles import Tile

RACK_TILES_WITH_JOKER = 2  # tiles of the rack beside a joker that was freed
FaceTuple = tuple[Tile, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CandidateMeld:
    """A set of certain tiles: their bits together, how they look, the bits one by one, and what each stands for.

    `origin`: the set that stands, by its row on the table, which this one is or goes on with. `freed` are jokers of the
    table that stand for something new in it; as a `guest` it has no company for them, so another set has to.
    """

    mask: int
    look: int
    bits: tuple[int, ...]
    faces: FaceTuple
    origin: int | None = None
    freed: tuple[int, ...] = ()
    guest: bool = False

    def face(self, bit: int) -> Tile:
        """What a tile of the set stands for."""
        return self.faces[self.bits.index(bit)]


@dataclass(frozen=True)
class ExistingCrossing:
    """A crossing that lay there before: its tile, its two sets by their rows, and the rest of each by its faces.

    `twins` are the tiles that may take its place, itself the first; `others` is how all other sets look that lay there.
    """

    bit: int
    rows: tuple[int, int]
    rests: tuple[int, int]
    twins: tuple[int, ...]
    others: Counter[int]


def mask_of(bits: Iterable[int]) -> int:
    """Bits together."""
    mask = 0
    for bit in bits:
        mask |= 1 << bit
    return mask


def bits_of(mask: int) -> Iterator[int]:
    """Bits one by one."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
