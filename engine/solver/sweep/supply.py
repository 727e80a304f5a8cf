"""What is asked of the sweep: a heap of tiles; and the heap counted out by its numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.solver.sweep.budget import SearchBudget
from engine.solver.sweep.counts import DIGIT, FACE, layout_of
from engine.solver.sweep.frontier import Number, StateEncoding, make_encoding
from engine.solver.sweep.transitions import ExtensionOption, Transition, find_reach, list_transitions
from engine.tiles.melds import Meld
from engine.tiles.tiles import Box, Tile

GROWTH = 10  # ways of runs: so much is a growth of standing sets to look at


@dataclass(frozen=True, slots=True)
class Growing:
    """A set that stands as it is and can only grow: by any tile, or by those that may be left over alone."""

    meld: Meld
    by_rack: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TileMultiset:
    """Tiles to be put into sets.

    All of `must` and `must_jokers`, and as many of `may` and `may_jokers` as serve best. `weights` is what a tile of
    `may` is worth by its number, counted from `box.low`; `joker_weight` what one of `may_jokers` is. The tiles of
    `growing` come on top of all these. `budget` is how much may be looked at for it.
    """

    box: Box
    must: Mapping[Tile, int]
    may: Mapping[Tile, int]
    must_jokers: int = 0
    may_jokers: int = 0
    weights: Sequence[int]
    joker_weight: int
    growing: tuple[Growing, ...] = ()
    budget: SearchBudget = field(default_factory=SearchBudget, compare=False)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Sets that hold all that must lie in one, and their weight: that of the tiles of `may` which lie in them."""

    melds: tuple[Meld, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class CountedTiles:
    """A heap counted out, by numbers from the lowest on: all tiles, and those that need lie in no set.

    Those of a number are the digits of one, as `Layout` writes them; two numbers without any tile come last. Of the
    frame's jokers those `lacking` are not there.
    `most` is what everything weighs that may lie. `reaches` are the numbers at which each standing set could grow.
    """

    multiset: TileMultiset
    have: list[int]
    idle: list[int]
    jokers: int
    lacking: int
    most: int
    frame: StateEncoding
    reaches: tuple[range, ...]

    @property
    def span(self) -> int:
        """How many numbers there are."""
        return len(self.have) - 2

    @property
    def standing(self) -> list[Meld]:
        """The sets that stand."""
        return [each.meld for each in self.multiset.growing]

    def weight(self, lost: int, used: int) -> int:
        """What lies weighs so much if so many jokers are used, and so much is lost of what the tiles weigh."""
        return self.most - lost - self.multiset.joker_weight * min(self.multiset.may_jokers, self.jokers - used)

    def tiles(self, place: int) -> list[int]:
        """How many tiles of each colour there are at a number."""
        return [self.have[place] >> DIGIT * color & 15 for color in range(self.frame.colors)]

    def number(self, place: int, up: int) -> Number:
        """A number for a sweep upwards (1) or downwards (-1)."""
        # Below the lowest number, places count from the end, where there is nothing.
        tiles = (self.have[place], self.have[place + up], self.have[place + up + up])
        return Number(tiles, self.idle[place], self.multiset.weights[place], self.frame, None, self.lacking)

    def list_growths(self, place: int, up: int) -> Iterator[tuple[Transition, int, Number]]:
        """Every growth of standing sets at a number; the jokers in it that only the rack gives; what it leaves."""
        multiset, box = self.multiset, self.multiset.box
        after = (self.have[place + up], self.have[place + up + up])
        any_for_all = not any(each.by_rack for each in multiset.growing)
        offer = ExtensionOption(box, box.low + place, self.tiles(place), self.jokers, any_for_all)
        for transition in list_transitions(self.standing, self.reaches, offer):
            multiset.budget.take(GROWTH)
            have, idle, by_rack = self.have[place], self.idle[place], 0
            fits = True
            for gain in transition.gains:
                rack_only = multiset.growing[gain.place].by_rack
                by_rack += gain.jokers * rack_only
                for color in gain.colors:
                    free, may = have >> DIGIT * color & 15, idle >> DIGIT * color & 15
                    fits = fits and free > 0 and (may > 0 or not rack_only)
                    have -= 1 << DIGIT * color
                    idle -= (rack_only or free == may) << DIGIT * color
            if fits and by_rack <= multiset.may_jokers:
                yield (
                    transition,
                    by_rack,
                    Number((have, *after), idle, multiset.weights[place], self.frame, transition, self.lacking),
                )


def count_multiset(multiset: TileMultiset) -> CountedTiles:
    """Count a heap out."""
    layout = layout_of(multiset.box)
    must, may = layout.count_faces(multiset.must), layout.count_faces(multiset.may)
    return _make_counted_tiles(multiset, must, may, _find_reaches(multiset, must + may))


def count_meldable(multiset: TileMultiset) -> CountedTiles | None:
    """Count a heap out, but for tiles that can lie in no set whatever else does; None if one of them has to."""
    layout = layout_of(multiset.box)
    must, may = layout.count_faces(multiset.must), layout.count_faces(multiset.may)
    reaches = _find_reaches(multiset, must + may)
    growing = _find_faces_within(multiset, reaches)
    before = -1
    while before != must + may:
        before = must + may
        company = (layout.find_meldable_faces(before, multiset.must_jokers + multiset.may_jokers) | growing) * FACE
        if must & ~company:
            return None
        may &= company
    return _make_counted_tiles(multiset, must, may, reaches)


def _make_counted_tiles(multiset: TileMultiset, must: int, may: int, reaches: tuple[range, ...]) -> CountedTiles:
    box, layout = multiset.box, layout_of(multiset.box)
    have, idle = layout.split_by_number(must + may), layout.split_by_number(may)
    most = multiset.joker_weight * multiset.may_jokers
    for tiles, weight in zip(idle, multiset.weights, strict=False):
        if tiles:
            most += weight * sum([tiles >> digit & FACE for digit in layout.digits])
    jokers = multiset.must_jokers + multiset.may_jokers
    side_by_side = max(multiset.must.values(), default=0) + max(multiset.may.values(), default=0)
    # What is known of a box's frame serves all its heaps.
    frame = make_encoding(layout.colors, max(side_by_side, box.copies), max(jokers, box.jokers))
    lacking = frame.jokers - jokers
    return CountedTiles(multiset, [*have, 0, 0], [*idle, 0, 0], jokers, lacking, most, frame, reaches)


def _find_reaches(multiset: TileMultiset, pile: int) -> tuple[range, ...]:
    """The numbers at which each standing set could grow."""
    if not multiset.growing:
        return ()
    layout, jokers = layout_of(multiset.box), multiset.must_jokers + multiset.may_jokers
    tiles = [[level >> digit & FACE for digit in layout.digits] for level in layout.split_by_number(pile)]
    return tuple(find_reach(each.meld, multiset.box, tiles, jokers) for each in multiset.growing)


def _find_faces_within(multiset: TileMultiset, reaches: Sequence[range]) -> int:
    """The faces that standing sets could take in, each by its lowest bit."""
    faces, box, places = 0, multiset.box, layout_of(multiset.box).places
    for each, numbers in zip(multiset.growing, reaches, strict=True):
        colors = box.colors if each.meld.is_group else [each.meld.faces[0].color]
        there = set(each.meld.faces)
        for face in (Tile(color, number) for number in numbers for color in colors):
            if face not in there:
                faces |= 1 << places[face]
    return faces
