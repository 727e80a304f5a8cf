"""Tiles that can't all be laid, and the dearest choice of tiles without such a conflict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

MOST_TRIED = 3000
"""So many choices are looked at; there are more only where conflicts are many and large."""

Loss = tuple[int, int, int]
TileChoice = tuple[Loss, int]


class TooManyConflicts(Exception):
    """There are too many choices to be looked at."""


@dataclass(slots=True)
class Conflicts:
    """Choices among tiles that are worth so much, and make so many points, of which `least` are needed.

    A choice, and each conflict, is a mask of the places of its tiles. `twins` are masks of tiles that are alike.
    """

    worth: Sequence[int]
    points: Sequence[int]
    least: int
    twins: Sequence[int]
    known: list[int] = field(default_factory=list)
    tried: int = 0

    def add(self, tiles: int) -> None:
        """Remember that these can't all lie; nor can they with a twin in the place of one."""
        alike = {tiles}
        for twins in self.twins:
            if (tiles & twins).bit_count() == 1:
                alike |= {each & ~twins | 1 << twin for each in alike for twin in list_bits(twins)}
        self.known += sorted(alike.difference(self.known))

    def find_best(self, barred: int = 0) -> int | None:
        """The choice that is worth most, without what is barred; None: none makes points enough.

        Raises:
            TooMany: it would take too long.
        """
        self.tried = 0
        best = self._find_cheapest(
            [each for each in self.known if not each & barred], barred, self._sum_loss(barred), None
        )
        return None if best is None else (1 << len(self.worth)) - 1 & ~best[1]

    def total(self, tiles: int) -> int:
        """What tiles are worth."""
        return sum(self.worth[place] for place in list_bits(tiles))

    def _sum_loss(self, out: int) -> Loss:
        """What goes with tiles: their worth, their points, how many they are."""
        return self.total(out), sum(self.points[place] for place in list_bits(out)), out.bit_count()

    def _find_cheapest(self, known: Sequence[int], out: int, loss: Loss, best: TileChoice | None) -> TileChoice | None:
        """The tiles that break all conflicts at the least loss, if that is less than the best so far."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise TooManyConflicts
        if sum(self.points) - loss[1] < self.least or (best is not None and loss >= best[0]):
            return best
        if not known:
            return loss, out
        worth, points, count = loss
        for place in sorted(list_bits(min(known, key=int.bit_count)), key=lambda place: self.worth[place]):
            more = worth + self.worth[place], points + self.points[place], count + 1
            best = self._find_cheapest([each for each in known if not each >> place & 1], out | 1 << place, more, best)
        return best


def list_bits(mask: int) -> Iterable[int]:
    """The bits of a mask."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
