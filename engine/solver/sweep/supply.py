"""The input of a sweep: a multiset of tiles to arrange, and the supply, which is these tiles counted by number."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.solver.sweep.budget import SearchBudget
from engine.solver.sweep.counts import DIGIT, FACE, layout_of
from engine.solver.sweep.frontier import Number, StateEncoding, make_encoding
from engine.solver.sweep.transitions import ExtensionOption, Transition, find_reach, list_transitions
from engine.tiles.melds import Meld
from engine.tiles.tiles import Box, Tile

GROWTH = 10  # units of budget for each way in which standing sets can grow at a number


@dataclass(frozen=True, slots=True)
class Growing:
    """A standing set, which may only grow: by any tiles or, if `by_rack`, only by optional ones."""

    meld: Meld
    by_rack: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TileMultiset:
    """Tiles to arrange into sets.

    All of `must` and `must_jokers` have to be in a set. `may` and `may_jokers` are optional: the sets use those that
    give the most weight. `weights` is the weight of an optional tile by its number, from `box.low` up; `joker_weight`
    is that of an optional joker. `growing` are sets on the table that stay and may only gain tiles; their own tiles
    aren't counted in the other fields. `budget` limits the work.
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
    """Sets that hold all required tiles, and the weight of the optional tiles and jokers in them."""

    melds: tuple[Meld, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class CountedTiles:
    """The supply of a sweep: the tiles of a multiset, counted by number.

    `have` has the packed counts (4 bits per color) of all tiles for each number, from the lowest up, and `idle` those
    of the optional tiles; both end with two numbers without tiles. `jokers` counts required and optional ones. `frame`
    is how states are encoded; it provides for `lacking` more jokers than there are. `most` is the total weight of the
    optional tiles and jokers. `reaches` are the numbers at which each standing set could gain tiles.
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
        """The number of different numbers in the box."""
        return len(self.have) - 2

    @property
    def standing(self) -> list[Meld]:
        """The standing sets, which can only grow."""
        return [each.meld for each in self.multiset.growing]

    def weight(self, lost: int, used: int) -> int:
        """Return the weight of an arrangement that leaves out tiles of weight `lost` and uses `used` jokers."""
        return self.most - lost - self.multiset.joker_weight * min(self.multiset.may_jokers, self.jokers - used)

    def number(self, index: int, up: int) -> Number:
        """Return the number with this index, from 0, as a sweep reaches it upward (`up` is 1) or downward (-1)."""
        # Below the lowest number the indices are negative: they count from the end, where there are no tiles.
        tiles = (self.have[index], self.have[index + up], self.have[index + up + up])
        return Number(tiles, self.idle[index], self.multiset.weights[index], self.frame, None, self.lacking)

    def list_growths(self, index: int, up: int) -> Iterator[tuple[Transition, int, Number]]:
        """Yield every way in which the standing sets can grow at the number that `number` returns for `index` and `up`.

        Each way is a tuple: the growth of all of them, how many of the jokers in it must be optional ones, and the
        number with the tiles that are left.
        """
        multiset, box = self.multiset, self.multiset.box
        after = (self.have[index + up], self.have[index + up + up])
        any_for_all = not any(each.by_rack for each in multiset.growing)
        offer = ExtensionOption(box, box.low + index, self.frame.counts(self.have[index]), self.jokers, any_for_all)
        for transition in list_transitions(self.standing, self.reaches, offer):
            multiset.budget.take(GROWTH)
            have, idle, by_rack = self.have[index], self.idle[index], 0
            fits = True
            for gain in transition.gains:
                rack_only = multiset.growing[gain.index].by_rack
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
                    Number((have, *after), idle, multiset.weights[index], self.frame, transition, self.lacking),
                )


def count_multiset(multiset: TileMultiset) -> CountedTiles:
    """Count all tiles of a multiset by number."""
    layout = layout_of(multiset.box)
    must, may = layout.count_faces(multiset.must), layout.count_faces(multiset.may)
    return _make_counted_tiles(multiset, must, may, _find_reaches(multiset, must + may))


def count_meldable(multiset: TileMultiset) -> CountedTiles | None:
    """Count the tiles of a multiset that could be in some set; return None if a required one can't be in any."""
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
    # All multisets of a box have the same encoding if possible, so that they share its caches.
    frame = make_encoding(layout.colors, max(side_by_side, box.copies), max(jokers, box.jokers))
    lacking = frame.jokers - jokers
    return CountedTiles(multiset, [*have, 0, 0], [*idle, 0, 0], jokers, lacking, most, frame, reaches)


def _find_reaches(multiset: TileMultiset, pile: int) -> tuple[range, ...]:
    """Return the numbers at which each standing set could gain tiles of `pile`, the packed counts of all others."""
    if not multiset.growing:
        return ()
    layout, jokers = layout_of(multiset.box), multiset.must_jokers + multiset.may_jokers
    tiles = [[level >> digit & FACE for digit in layout.digits] for level in layout.split_by_number(pile)]
    return tuple(find_reach(each.meld, multiset.box, tiles, jokers) for each in multiset.growing)


def _find_faces_within(multiset: TileMultiset, reaches: Sequence[range]) -> int:
    """Return the faces that the standing sets could gain, as a bit mask like those of `find_meldable_faces`."""
    faces, box, shifts = 0, multiset.box, layout_of(multiset.box).shifts
    for each, numbers in zip(multiset.growing, reaches, strict=True):
        colors = box.colors if each.meld.is_group else [each.meld.faces[0].color]
        there = set(each.meld.faces)
        for face in (Tile(color, number) for number in numbers for color in colors):
            if face not in there:
                faces |= 1 << shifts[face]
    return faces
