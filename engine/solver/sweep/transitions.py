"""What sets that stand can take in at each number while the numbers are swept upwards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile


@dataclass(frozen=True, slots=True)
class Extension:
    """What the standing set of a `place` takes in at one number: tiles of these colours, by place, and jokers."""

    place: int
    colors: tuple[int, ...]
    jokers: int


@dataclass(frozen=True, slots=True)
class Transition:
    """What all standing sets take in at one number.

    A run grows without a gap, so each has a bit that is set while it can go on, or has to: of the bits in `looks` just
    those in `asks` have to be set before, and just those in `leaves` are afterwards. `gains` has no empty one.
    """

    looks: int
    asks: int
    leaves: int
    gains: tuple[Extension, ...]

    @property
    def jokers(self) -> int:
        """How many jokers it takes."""
        return sum(gain.jokers for gain in self.gains)


def find_reach(meld: Meld, box: Box, tiles: Sequence[Sequence[int]], jokers: int) -> range:
    """The numbers from the lowest tile that a standing set could take in to the highest, its own between; or none.

    `tiles` are how many there are, at each number from the lowest and for each colour. Jokers fill gaps on the way to a
    tile; those that lead to none are over, and lie where there is room.
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
    """How far the last tile is that can be reached with jokers in the gaps."""
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
    """What there is at one number to grow by: tiles, counted by the colours of the box, and jokers.

    `any_for_all`: every set can take any of these tiles. Then a joker is wanted only where no tile of its face is left,
    for a joker that lies where a tile could is as good where that tile lies.
    """

    box: Box
    number: int
    tiles: Sequence[int]
    jokers: int
    any_for_all: bool

    def wants_joker(self, color: int, runs: int) -> bool:
        """Can a joker be of use to one of so many runs of a colour that grow here?"""
        return self.jokers > 0 and (runs > self.tiles[color] or not self.any_for_all)


def list_transitions(melds: Sequence[Meld], reaches: Sequence[range], offer: ExtensionOption) -> Iterator[Transition]:
    """Every way in which standing sets can grow at a number by what is offered, each within its reach."""
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
    """Is it a group of this number without jokers, so that any tile of a colour that it lacks finds room?"""
    return offer.any_for_all and meld.is_group and meld.faces[0].number == offer.number and JOKER not in meld.tiles


def _extend_groups(
    places: Sequence[int], color: int, melds: Sequence[Meld], offer: ExtensionOption
) -> Iterator[Transition]:
    """So many tiles of a colour in the first groups that lack it: in which ones does not matter."""
    tile = Tile(offer.box.colors[color], offer.number)
    gains = tuple(Extension(place, (color,), 0) for place in places if tile not in melds[place].tiles)
    for count in range(min(len(gains), offer.tiles[color]) + 1):
        yield Transition(0, 0, 0, gains[:count])


def _combine(
    ways: Sequence[Sequence[Transition]], so_far: Transition, tiles: Sequence[int], jokers: int
) -> Iterator[Transition]:
    """One way for each set, all of them made of these tiles and jokers."""
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
    """What one set can do at a number, where so many runs of its colour grow; nothing where it is out of its reach."""
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
    upwards = bit if within[-1] > last.number else 0
    if offer.number < first.number:  # set once it has begun, and then it has to reach the set
        yield Transition(bit, 0, 0, ())
        yield from (Transition(bit, asks, bit, gain) for asks in (0, bit) for gain in gains)
    elif offer.number == first.number:  # what reached it or not is one; from here on set while the upper end can grow
        yield from (Transition(bit, asks, upwards, ()) for asks in ((0, bit) if within[0] < first.number else (0,)))
    elif offer.number > last.number and upwards:
        yield Transition(bit, 0, 0, ())
        yield Transition(bit, bit, 0, ())
        if offer.number <= within[-1]:
            yield from (Transition(bit, bit, bit, gain) for gain in gains)
