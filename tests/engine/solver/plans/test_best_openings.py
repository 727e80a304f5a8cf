"""The best openings against brute force on small boxes."""

import random
from collections import Counter
from functools import cache

import pytest

from engine.solver.plans.best_openings import (
    bound_points,
    find_best_opening,
    find_heaviest_opening,
    keep_meldable,
)
from engine.solver.sweep import Arrangement
from engine.tiles.melds import SMALLEST_SET, Piece, read_melds
from engine.tiles.tiles import JOKER, Box, Color, Tile, by_number
from tests.piles import all_sets, sets_from

COLORS = Box().colors
SUITS = (Color.SUNS, Color.MOONS, Color.CROWNS, Color.ARMS)
BOXES = [
    Box(COLORS[:3], high=5, copies=1, jokers=3),
    Box(COLORS, high=5, copies=1, jokers=2),
    Box(COLORS[:3], high=6, copies=2, jokers=1),
    Box(COLORS[:2], high=6, copies=2, jokers=3),
    Box(SUITS, low=0, high=5, copies=1, jokers=3),
]
Rack = tuple[tuple[Tile, int], ...]


def racks(box: Box) -> list[Counter[Tile]]:
    dice = random.Random(str(box))  # noqa: S311  # repeatable, not secret
    bag = box.tiles()
    return [Counter(dice.sample(bag, dice.randint(3, min(14, len(bag))))) for _ in range(20)]


@cache
def fronts(box: Box, rack: Rack, jokers: int) -> frozenset[tuple[int, int, int]]:
    """All that can be played: how many tiles, what they sum up to without jokers, and the points of the sets."""
    held = Counter(dict(rack))
    if not +held:
        alone = [(0, 0, 0)]
        alone += [(0, 0, points) for held, points in all_sets(box).items() if not held[0] and held[1] <= jokers]
        return frozenset((size_of(box, points, jokers), 0, points) for _, _, points in alone)
    first = min(+held, key=by_number)
    found = set(fronts(box, as_rack(held - Counter([first])), jokers))
    for tiles, spent in sets_from(box, first):
        if spent <= jokers and Counter(tiles) <= held:
            points = all_sets(box)[tiles, spent]
            total = sum(tile.number for tile in tiles)
            rest = fronts(box, as_rack(held - Counter(tiles)), jokers - spent)
            found |= {(played + len(tiles) + spent, value + total, more + points) for played, value, more in rest}
    return frozenset(found)


def size_of(box: Box, points: int, jokers: int) -> int:
    """How many jokers by themselves are worth so many points at most."""
    fits = [size for (tiles, size), worth in all_sets(box).items() if not tiles and worth == points and size <= jokers]
    return max(fits, default=0)


def as_rack(held: Counter[Tile]) -> Rack:
    return tuple(sorted((+held).items(), key=str))


def everything(box: Box, rack: Counter[Tile]) -> frozenset[tuple[int, int, int]]:
    naturals = Counter({tile: count for tile, count in rack.items() if tile != JOKER})
    return frozenset(each for each in fronts(box, as_rack(naturals), rack[JOKER]) if each[0])


def check(box: Box, rack: Counter[Tile], found: Arrangement) -> int:
    """Are they sets of the rack? Their points."""
    for meld in found.melds:
        assert meld in read_melds([Piece(tile) for tile in meld.tiles], box) + read_melds(list(meld.pieces), box)
    assert Counter(tile for meld in found.melds for tile in meld.tiles) <= rack
    return sum(meld.value for meld in found.melds)


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_no_opening_is_dearer_than_the_dearest(box: Box) -> None:
    for rack in racks(box):
        points = [points for _, _, points in everything(box, rack)]
        found = find_best_opening(rack, box)
        assert (found and found.weight) == max(points, default=None), rack
        assert found is None or check(box, rack, found) == found.weight


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_the_points_asked_for_decide_whether_an_opening_is_found_but_not_which(box: Box) -> None:
    for rack in racks(box):
        best = find_best_opening(rack, box)
        worth = best.weight if best else 0
        assert bound_points(rack, box) >= worth
        assert find_best_opening(rack, box, worth) == best
        assert find_best_opening(rack, box, worth + 1) is None


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_tiles_that_fit_no_set_do_not_decide_which_opening_is_found(box: Box) -> None:
    for rack in racks(box):
        naturals = Counter({tile: count for tile, count in rack.items() if tile != JOKER})
        kept = keep_meldable(naturals, box)
        assert find_best_opening(kept, box) == find_best_opening(naturals, box)
        assert (len(kept) < SMALLEST_SET) <= (find_best_opening(naturals, box) is None)


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.parametrize("least", [0, 9, 15, 24])
def test_no_opening_that_is_dear_enough_is_heavier_than_the_heaviest(box: Box, least: int) -> None:
    ones = [1] * (box.high - box.low + 1)
    for rack in racks(box):
        enough = [each for each in everything(box, rack) if each[2] >= least]
        longest = find_heaviest_opening(rack, box, least, weights=ones, joker_weight=1)
        assert (longest and longest.weight) == max((played for played, _, _ in enough), default=None), rack
        assert longest is None or check(box, rack, longest) >= least
        worth = find_heaviest_opening(rack, box, least, weights=range(box.low, box.high + 1), joker_weight=0)
        assert (worth and worth.weight) == max((value for _, value, _ in enough), default=None), rack
        assert worth is None or check(box, rack, worth) >= least
