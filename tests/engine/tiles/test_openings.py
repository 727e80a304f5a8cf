"""Whether tiles by themselves make an opening, against every way to part them into sets."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.openings import can_make
from engine.tiles.tiles import JOKER, Box, Color, Tile

SMALL = Box(high=6, copies=2, jokers=3)
PIECEPACK = Box((Color.SUNS, Color.MOONS, Color.CROWNS, Color.ARMS), low=0, high=5, copies=2, jokers=2)
BOXES = (SMALL, PIECEPACK)


def worth_of_set(tiles: Sequence[Tile], box: Box) -> int | None:
    """The most that these very tiles can be worth as one set; None if they are none."""
    naturals = [tile for tile in tiles if tile != JOKER]
    numbers = {tile.number for tile in naturals}
    colors = {tile.color for tile in naturals}
    found = []
    if 3 <= len(tiles) <= len(box.colors) and len(numbers) <= 1 and len(colors) == len(naturals):
        found.append(max(numbers, default=box.high) * len(tiles))
    if len(tiles) >= 3 and len(colors) <= 1 and len(numbers) == len(naturals):
        spans = (range(low, low + len(tiles)) for low in range(box.low, box.high + 2 - len(tiles)))
        found += [sum(span) for span in spans if numbers <= set(span)]
    return max(found, default=None)


def most(tiles: Sequence[Tile], box: Box) -> int | None:
    """The most that sets made of some of the tiles are worth together; None if there is no set at all."""
    chosen = range(1 << len(tiles))
    worths = {mask: worth_of_set([tile for at, tile in enumerate(tiles) if mask >> at & 1], box) for mask in chosen}

    @cache
    def best(mask: int) -> int | None:
        if not mask:
            return None
        lowest, found = mask & -mask, [best(mask & (mask - 1))]
        part = mask
        while part:
            worth = worths[part]
            if part & lowest and worth is not None:
                found.append(worth + (best(mask ^ part) or 0))
            part = (part - 1) & mask
        return max((worth for worth in found if worth is not None), default=None)

    return best((1 << len(tiles)) - 1)


@pytest.mark.parametrize("seed", range(20))
def test_tiles_make_an_opening_when_some_way_to_part_them_does(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311  # repeatable, not secret
    verdicts: Counter[bool] = Counter()
    for _ in range(60):
        box = dice.choice(BOXES)
        tiles = dice.sample(box.tiles(), dice.randint(2, 8))
        best = most(tiles, box)
        verdicts[best is not None] += 1

        for points in {0, 1, 12, 30, (best or 0) - 1, best or 0, (best or 0) + 1}:
            assert can_make(tiles, points, box) == (best is not None and best >= points), (
                f"{write_tiles(tiles)} {points}"
            )
    assert min(verdicts[True], verdicts[False]) >= 10, verdicts


@pytest.mark.parametrize(
    ("tiles", "enough"),
    [
        ("j j j", True),
        ("j j", False),
        ("r1 b2 k3 o4 r5 b6 k7 o8 r9 b10 k11 o12 r13 b1 k2 o3 r4 b5 k6 o7 r8 b9 k10 o11", False),
        ("r1 r1 r2 r2 b1 b1 b2 b2 k1 k1 k2 k2 o1 o1 o2 o2 j", False),
        ("r1 r2 r3 r4 r5 b1 b2 b3 b4 b5 k1 k2 k3 k4 k5 o1 o2 o3 o4 o5 j j", True),
    ],
    ids=["a set of jokers", "no set of jokers", "nothing fits", "much fits and little is worth it", "everything fits"],
)
def test_odd_and_long_turns_are_answered_too(tiles: str, enough: bool) -> None:
    assert can_make(read_rack(tiles, Box()), 30, Box()) is enough
