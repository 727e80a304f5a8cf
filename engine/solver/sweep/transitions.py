"""The growth of standing sets, table sets that stay and may only gain tiles, at each number of a sweep."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile


@dataclass(frozen=True, slots=True)
class Extension:
    """The tiles and jokers that one standing set gains at one number: a tile of each of these colors, and `jokers`.

    A standing set is one on the table that stays and may only grow. `place` is the set's index among the standing sets;
    `colors` are indices into the box's colors.
    """

    place: int
    colors: tuple[int, ...]
    jokers: int


@dataclass(frozen=True, slots=True)
class Transition:
    """The growth of all standing sets (those that stay on the table) at one number. `gains` lists what they gain.

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

    A standing set, here `meld`, is one on the table that stays and may only grow. The range of a run includes the run's
    own numbers. `tiles[number][color]` counts the tiles it could gain, where both indices begin at 0 with the box's
    lowest number and first color. Up to `jokers` jokers fill the gaps before a tile. Jokers beyond the last tile don't
    count: other code adds them where there is room.
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

    A standing set is one on the table that stays and may only grow. `any_for_all` means that every set may gain any of
    these tiles. A joker is then offered only where no tile of that color and number is left, since the two could change
    places.
    """

    box: Box
    number: int
    tiles: Sequence[int]
    jokers: int
    any_for_all: bool

    def wants_joker(self, color: int, runs: int) -> bool:
        """Return whether standing runs of this color should also be offered a joker at this number.

        `color` is an index, and `runs` is how many standing runs of that color could grow here. If every set may gain
        any tile, a joker can help only where there are more such runs than tiles.
        """
        return self.jokers > 0 and (runs > self.tiles[color] or not self.any_for_all)


def list_transitions(melds: Sequence[Meld], reaches: Sequence[range], offer: ExtensionOption) -> Iterator[Transition]:
    """Yield every way in which standing sets can grow at a number with the tiles of `offer`, each for all sets at once.

    `melds` are the standing sets, which stay and may only grow; `reaches` are the numbers at which each of them could
    grow (see `find_reach`).
    """
    runs = Counter(
        meld.faces[0].color
        for place, meld in enumerate(melds)
        if reaches[place] and not meld.is_group and offer.number in reaches[place]
    )
    alike = [place for place, meld in enumerate(melds) if reaches[place] and _is_plain(meld, offer)]
    ways = [
        tuple(_list_extensions(place, meld, reaches[place], offer, runs[meld.faces[0].color]))
        for place, meld in enumerate(melds)
        if reaches[place] and place not in alike
    ]
    ways += [tuple(_extend_groups(alike, color, melds, offer)) for color in range(len(offer.box.colors)) if alike]
    return _combine([way for way in ways if way], Transition(0, 0, 0, ()), offer.tiles, offer.jokers)


def _is_plain(meld: Meld, offer: ExtensionOption) -> bool:
    """Return whether a set is a group of the offered number without jokers that may gain any color that it lacks."""
    return offer.any_for_all and meld.is_group and meld.faces[0].number == offer.number and JOKER not in meld.tiles


def _extend_groups(
    places: Sequence[int], color: int, melds: Sequence[Meld], offer: ExtensionOption
) -> Iterator[Transition]:
    """For each possible count of tiles of one color, from 0, yield the transition that adds them, one to a group.

    `color` is the color's index. `places` are the indices in `melds` of groups to which `_is_plain` applies. Groups
    that lack the color are interchangeable, so the first ones get the tiles.
    """
    tile = Tile(offer.box.colors[color], offer.number)
    gains = tuple(Extension(place, (color,), 0) for place in places if tile not in melds[place].tiles)
    for count in range(min(len(gains), offer.tiles[color]) + 1):
        yield Transition(0, 0, 0, gains[:count])


def _combine(
    ways: Sequence[Sequence[Transition]], so_far: Transition, tiles: Sequence[int], jokers: int
) -> Iterator[Transition]:
    """Yield each way to take one transition from every item of `ways`, if tiles and jokers suffice, as one transition.

    The result also includes the growth in `so_far`. `tiles` counts the tiles still available of each color, and
    `jokers` the jokers.
    """
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


def _list_extensions(place: int, meld: Meld, within: range, offer: ExtensionOption, runs: int) -> Iterator[Transition]:
    """Yield the ways in which one standing set can grow at a number, including that it gains nothing.

    The set stays on the table and may only grow. Yield nothing if the number can't affect it. `place` is the set's
    index, `within` the numbers at which it could grow, and `runs` how many standing runs of its color can grow here.
    """
    if meld.is_group:
        if offer.number == meld.faces[0].number:
            yield Transition(0, 0, 0, ())
            yield from _extend_group(place, meld, offer)
    elif within[0] <= offer.number <= within[-1] + 1:
        yield from _extend_run(place, meld, within, offer, runs)


def _extend_group(place: int, meld: Meld, offer: ExtensionOption) -> Iterator[Transition]:
    there = {tile.color for tile in meld.tiles}
    colors = enumerate(offer.box.colors)
    missing = [index for index, color in colors if color not in there and offer.tiles[index]]
    room = len(offer.box.colors) - len(meld.tiles)
    for bits in range(1, 1 << len(missing)):
        chosen = tuple(color for spot, color in enumerate(missing) if bits >> spot & 1)
        if len(chosen) <= room:
            yield Transition(0, 0, 0, (Extension(place, chosen, 0),))


def _extend_run(place: int, meld: Meld, within: range, offer: ExtensionOption, runs: int) -> Iterator[Transition]:
    first, last = meld.faces[0], meld.faces[-1]
    bit = 1 << place
    color = offer.box.colors.index(first.color) if first.color else 0
    gains = [(Extension(place, (color,), 0),)] if offer.tiles[color] else []
    gains += [(Extension(place, (), 1),)] if offer.wants_joker(color, runs) else []
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
