"""What is asked of the sweep: a heap of tiles; and the heap counted out by its numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.melds import Meld
from engine.sweep.fronts import DIGIT, Frame, Number, frame_for
from engine.sweep.growth import Growth, Offer, growths, reach
from engine.tiles import Box, Tile


@dataclass(frozen=True, slots=True)
class Growing:
    """A set that stands as it is and can only grow: by any tile, or by those that may be left over alone."""

    meld: Meld
    by_rack: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap:
    """Tiles to be put into sets.

    All of `must` and `must_jokers`, and as many of `may` and `may_jokers` as serve best. `weights` is what a tile of
    `may` is worth by its number, counted from `box.low`; `joker_weight` what one of `may_jokers` is. The tiles of
    `growing` come on top of all these.
    """

    box: Box
    must: Mapping[Tile, int]
    may: Mapping[Tile, int]
    must_jokers: int = 0
    may_jokers: int = 0
    weights: Sequence[int]
    joker_weight: int
    growing: tuple[Growing, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Sets that hold all that must lie in one, and their weight: that of the tiles of `may` which lie in them."""

    melds: tuple[Meld, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Supply:
    """A heap counted out, by numbers from the lowest on: all tiles, and those that need lie in no set.

    Those of a number are the digits of one, as `fronts` writes them; two numbers without any tile come last.
    `most` is what everything weighs that may lie. `reaches` are the numbers at which each standing set could grow.
    """

    heap: Heap
    have: list[int]
    idle: list[int]
    most: int
    frame: Frame
    reaches: tuple[range, ...] = ()

    @property
    def jokers(self) -> int:
        """All of them."""
        return self.frame.jokers

    @property
    def span(self) -> int:
        """How many numbers there are."""
        return len(self.have) - 2

    @property
    def standing(self) -> list[Meld]:
        """The sets that stand."""
        return [each.meld for each in self.heap.growing]

    def weight(self, lost: int, used: int) -> int:
        """What lies weighs so much if so many jokers are used, and so much is lost of what the tiles weigh."""
        return self.most - lost - self.heap.joker_weight * min(self.heap.may_jokers, self.jokers - used)

    def tiles(self, place: int) -> list[int]:
        """How many tiles of each colour there are at a number."""
        return [self.have[place] >> DIGIT * color & 15 for color in range(self.frame.colors)]

    def number(self, place: int, up: int) -> Number:
        """A number for a sweep upwards (1) or downwards (-1)."""
        # Below the lowest number, places count from the end, where there is nothing.
        tiles = (self.have[place], self.have[place + up], self.have[place + up + up])
        return Number(tiles, self.idle[place], self.heap.weights[place], self.frame)

    def grown(self, place: int, up: int) -> Iterator[tuple[Growth, int, Number]]:
        """Every growth of standing sets at a number; the jokers in it that only the rack gives; what it leaves."""
        heap, box = self.heap, self.heap.box
        after = (self.have[place + up], self.have[place + up + up])
        any_for_all = not any(each.by_rack for each in heap.growing)
        offer = Offer(box, box.low + place, self.tiles(place), self.jokers, any_for_all)
        for growth in growths(self.standing, self.reaches, offer):
            have, idle, by_rack = self.have[place], self.idle[place], 0
            fits = True
            for gain in growth.gains:
                rack_only = heap.growing[gain.place].by_rack
                by_rack += gain.jokers * rack_only
                for color in gain.colors:
                    free, may = have >> DIGIT * color & 15, idle >> DIGIT * color & 15
                    fits = fits and free > 0 and (may > 0 or not rack_only)
                    have -= 1 << DIGIT * color
                    idle -= (rack_only or free == may) << DIGIT * color
            if fits and by_rack <= heap.may_jokers:
                yield growth, by_rack, Number((have, *after), idle, heap.weights[place], self.frame, growth)


def counted(heap: Heap) -> Supply:
    """Count a heap out."""
    box = heap.box
    digits = {color: DIGIT * place for place, color in enumerate(box.colors)}
    low, span = box.low, box.high - box.low + 1
    have, idle = [0] * (span + 2), [0] * (span + 2)
    most, copies, more_copies = heap.joker_weight * heap.may_jokers, 1, 0
    for tile, count in heap.must.items():
        if tile.color is not None:
            have[tile.number - low] += count << digits[tile.color]
            copies = max(copies, count)
    for tile, count in heap.may.items():
        if tile.color is not None:
            place, more = tile.number - low, count << digits[tile.color]
            have[place] += more
            idle[place] += more
            most += count * heap.weights[place]
            more_copies = max(more_copies, count)
    frame = frame_for(len(box.colors), copies + more_copies, heap.must_jokers + heap.may_jokers)
    supply = Supply(heap, have, idle, most, frame)
    if not heap.growing:
        return supply
    tiles = [supply.tiles(place) for place in range(span)]
    return replace(supply, reaches=tuple(reach(meld, box, tiles, supply.jokers) for meld in supply.standing))
