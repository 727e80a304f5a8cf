"""The growth of standing sets, table sets that stay and may only gain tiles, at each number of a sweep."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.tiles.melds import Meld
from engine.tiles.tiles import Box


@dataclass(frozen=True, slots=True)
class Extension:
    """The tiles and jokers that one standing set gains at one number: a tile of each of these colors, and `jokers`.

    `index` is the set's index among the standing sets; `colors` are indices into the box's colors.
    """

    index: int
    colors: tuple[int, ...]
    jokers: int


@dataclass(frozen=True, slots=True)
class Transition:
    """The growth of all standing sets at one number. `gains` lists what they gain.

    A run grows without a gap, so a sweep keeps one bit for each standing run. Below the run, the bit is set while tiles
    are being added that have to reach it, and above the run, while it can still grow. A transition applies to a state
    if, of the bits in `looks`, exactly those in `asks` are set; afterward exactly those in `leaves` are. All three are
    bit masks. A sweep downward swaps `asks` and `leaves`.
    """

    looks: int
    asks: int
    leaves: int
    gains: tuple[Extension, ...]

    @property
    def jokers(self) -> int:
        """The number of jokers that the sets gain in total."""
        return sum(gain.jokers for gain in self.gains)


def find_reach(meld: Meld, box: Box, tiles: Sequence[Sequence[int]], jokers: int) -> range:
    """Return the range of numbers in which a standing set could gain tiles; empty if it can't grow.

    The range of a run includes the run's own numbers. `tiles[number][color]` counts the tiles that the set could gain,
    where both indices begin at 0 with the box's lowest number and first color. Up to `jokers` jokers fill the gaps
    before a tile. Jokers beyond the last tile don't count: other code adds them where there is room.
    """
    first, last = meld.faces[0].number, meld.faces[-1].number
    if meld.is_group:
        there = {tile.color for tile in meld.tiles}
        level = zip(tiles[first - box.low], box.colors, strict=True)
        fits = len(meld.tiles) < len(box.colors) and any(have and color not in there for have, color in level)
        return range(first, first + fits)
    color = box.colors.index(color) if (color := meld.faces[0].color) else 0
    low = first - _find_farthest(
        [tiles[number - box.low][color] for number in range(first - 1, box.low - 1, -1)], jokers
    )
    high = last + _find_farthest([tiles[number - box.low][color] for number in range(last + 1, box.high + 1)], jokers)
    return range(low, high + 1) if (low, high) != (first, last) else range(first, first)


def _find_farthest(tiles: Sequence[int], jokers: int) -> int:
    """Return the distance, in numbers, of the farthest tile that a run can reach with jokers in the gaps; 0 if none.

    `tiles` counts the tiles at each number, from the run outward, and `jokers` the jokers available.
    """
    far = 0
    for steps, have in enumerate(tiles, 1):
        if have:
            far = steps
        elif not jokers:
            break
        else:
            jokers -= 1
    return far


@dataclass(frozen=True, slots=True)
class ExtensionOption:
    """The tiles and jokers that standing sets can gain at one number; `tiles` counts the tiles by color.

    `any_for_all` means that every set may gain any of these tiles. A joker is then offered only where no tile of that
    color and number is left, since the two could change places.
    """

    box: Box
    number: int
    tiles: Sequence[int]
    jokers: int
    any_for_all: bool


def list_transitions(melds: Sequence[Meld], reaches: Sequence[range], offer: ExtensionOption) -> Iterator[Transition]:
    """Yield every way in which the standing sets `melds` can grow at a number with the tiles of `offer`, all at once.

    `reaches` are the numbers at which each of them could grow (see `find_reach`).
    """
    growing = [(index, meld, reach) for index, (meld, reach) in enumerate(zip(melds, reaches, strict=True)) if reach]
    runs = Counter(meld.faces[0].color for _, meld, reach in growing if not meld.is_group and offer.number in reach)
    ways = [
        list(_extend_group(index, meld, offer))
        if meld.is_group
        else list(_extend_run(index, meld, reach, offer, runs[meld.faces[0].color]))
        for index, meld, reach in growing
    ]
    return _combine([way for way in ways if way], Transition(0, 0, 0, ()), offer.tiles, offer.jokers)


def _combine(
    ways: Sequence[Sequence[Transition]], so_far: Transition, tiles: Sequence[int], jokers: int
) -> Iterator[Transition]:
    """Yield `so_far` with one transition from every item of `ways`, in each way for which tiles and jokers suffice."""
    if not ways:
        yield so_far
        return
    for more in ways[0]:
        left = list(tiles)
        for gain in more.gains:
            for color in gain.colors:
                left[color] -= 1
        if jokers >= more.jokers and min(left) >= 0:
            both = Transition(
                so_far.looks | more.looks,
                so_far.asks | more.asks,
                so_far.leaves | more.leaves,
                so_far.gains + more.gains,
            )
            yield from _combine(ways[1:], both, left, jokers - more.jokers)


def _extend_group(index: int, meld: Meld, offer: ExtensionOption) -> Iterator[Transition]:
    """Yield the ways in which a group can grow at a number, first that it gains nothing; none at another number."""
    if offer.number != meld.faces[0].number:
        return
    there = {tile.color for tile in meld.tiles}
    colors = enumerate(offer.box.colors)
    missing = [at for at, color in colors if color not in there and offer.tiles[at]]
    for size in range(min(len(missing), len(offer.box.colors) - len(meld.tiles)) + 1):
        for chosen in combinations(missing, size):
            yield Transition(0, 0, 0, (Extension(index, chosen, 0),) if chosen else ())


def _extend_run(index: int, meld: Meld, within: range, offer: ExtensionOption, runs: int) -> Iterator[Transition]:
    """Yield the ways in which a run can grow at a number, including that it gains nothing; none out of its reach.

    `runs` is how many standing runs of its color can grow here. If every set may gain any tile, a joker helps only
    where there are more of them than tiles.
    """
    if not within[0] <= offer.number <= within[-1] + 1:
        return
    first, last = meld.faces[0], meld.faces[-1]
    bit = 1 << index
    color = offer.box.colors.index(first.color) if first.color else 0
    gains = [(Extension(index, (color,), 0),)] if offer.tiles[color] else []
    if offer.jokers and (runs > offer.tiles[color] or not offer.any_for_all):
        gains += [(Extension(index, (), 1),)]
    upward = bit if within[-1] > last.number else 0
    if offer.number < first.number:  # the bit is set once tiles are added, which must reach the run
        yield Transition(bit, 0, 0, ())
        yield from (Transition(bit, asks, bit, gain) for asks in (0, bit) for gain in gains)
    elif offer.number == first.number:  # reached from below or not: from here, set while its upper end can grow
        yield from (Transition(bit, asks, upward, ()) for asks in ((0, bit) if within[0] < first.number else (0,)))
    elif offer.number > last.number and upward:
        yield Transition(bit, 0, 0, ())
        yield Transition(bit, bit, 0, ())
        if offer.number <= within[-1]:
            yield from (Transition(bit, bit, bit, gain) for gain in gains)
