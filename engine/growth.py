"""What sets that stand can take in at each number while the numbers are swept upwards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engine.melds import Meld
from engine.tiles import Box


@dataclass(frozen=True, slots=True)
class Gain:
    """What the standing set of a `place` takes in at one number: tiles of these colours (places in the box), and jokers."""

    place: int
    colors: tuple[int, ...]
    jokers: int


@dataclass(frozen=True, slots=True)
class Growth:
    """What all standing sets take in at one number.

    A run grows without a gap, so each has a bit that is set while it can go on, or has to: of the bits in `looks` just
    those in `asks` have to be set before, and just those in `leaves` are afterwards. `gains` has no empty one.
    """

    looks: int
    asks: int
    leaves: int
    gains: tuple[Gain, ...]

    @property
    def jokers(self) -> int:
        """How many jokers it takes."""
        return sum(gain.jokers for gain in self.gains)


def growths(melds: Sequence[Meld], box: Box, number: int, jokers: int) -> Iterator[Growth]:
    """Every way in which standing sets can grow at a number by any tiles and so many jokers."""
    for chosen in product(*(tuple(_growths(place, meld, box, number, jokers)) for place, meld in enumerate(melds))):
        growth = Growth(
            sum(each.looks for each in chosen),
            sum(each.asks for each in chosen),
            sum(each.leaves for each in chosen),
            tuple(gain for each in chosen for gain in each.gains),
        )
        if growth.jokers <= jokers:
            yield growth


def can_grow(meld: Meld, number: int) -> bool:
    """Can a set have something to choose at this number?"""
    return not meld.is_group or meld.faces[0].number == number


def _growths(place: int, meld: Meld, box: Box, number: int, jokers: int) -> Iterator[Growth]:
    if not meld.is_group:
        yield from _of_run(place, meld, box, number)
        return
    yield Growth(0, 0, 0, ())
    if number == meld.faces[0].number:
        yield from _of_group(place, meld, box, jokers)


def _of_group(place: int, meld: Meld, box: Box, jokers: int) -> Iterator[Growth]:
    there = {tile.color for tile in meld.tiles}
    missing = [index for index, color in enumerate(box.colors) if color not in there]
    room = len(box.colors) - len(meld.tiles)
    for bits in range(1 << len(missing)):
        colors = tuple(color for spot, color in enumerate(missing) if bits >> spot & 1)
        for spent in range(0 if colors else 1, min(room - len(colors), jokers) + 1):
            yield Growth(0, 0, 0, (Gain(place, colors, spent),))


def _of_run(place: int, meld: Meld, box: Box, number: int) -> Iterator[Growth]:
    first, last = meld.faces[0], meld.faces[-1]
    bit = 1 << place
    by_tile = (Gain(place, (box.colors.index(first.color),), 0),) if first.color else ()
    by_joker = (Gain(place, (), 1),)
    if number < first.number:  # set once it has begun, and then it has to reach the set
        yield Growth(bit, 0, 0, ())
        for asks in (0, bit):
            yield Growth(bit, asks, bit, by_tile)
            yield Growth(bit, asks, bit, by_joker)
    elif number == first.number:  # what reached it or not is one; from here on set while the upper end can grow
        yield Growth(bit, 0, bit, ())
        yield Growth(bit, bit, bit, ())
    elif number <= last.number:
        yield Growth(0, 0, 0, ())
    else:
        yield Growth(bit, 0, 0, ())
        yield Growth(bit, bit, 0, ())
        yield Growth(bit, bit, bit, by_tile)
        yield Growth(bit, bit, bit, by_joker)
