"""Whether tiles by themselves make an opening, against the dearest one, which brute force proves elsewhere."""

import random
from collections import Counter

import pytest

from engine.rules.first_play import can_make
from engine.solver.plans.best_openings import find_best_opening
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import Box, Color

SMALL = Box(high=6, copies=2, jokers=3)
PIECEPACK = Box((Color.SUNS, Color.MOONS, Color.CROWNS, Color.ARMS), low=0, high=5, copies=2, jokers=2)
BOXES = (SMALL, PIECEPACK)


@pytest.mark.parametrize("seed", range(20))
def test_tiles_make_an_opening_when_some_way_to_part_them_does(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311  # repeatable, not secret
    verdicts: Counter[bool] = Counter()
    for _ in range(60):
        box = dice.choice(BOXES)
        tiles = dice.sample(box.tiles(), dice.randint(2, 8))
        found = find_best_opening(Counter(tiles), box)
        best = found.weight if found else None
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
