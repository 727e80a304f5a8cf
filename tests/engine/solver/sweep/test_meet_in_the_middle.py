"""Sweeps in which narrow beams run ahead."""

import random
from collections.abc import Iterator

import pytest

from engine.solver.sweep import TileMultiset, arrange, meet_in_the_middle
from engine.tiles.tiles import Box
from tests.piles import check


def racks(box: Box, size: int) -> Iterator[TileMultiset]:
    """Racks of so many tiles, none of which must be in a set."""
    luck = random.Random(str(box))  # noqa: S311  # repeatable, not secret
    naturals = [tile for tile in box.tiles() if not tile.is_joker]
    for _ in range(40):
        rack = luck.sample(naturals, size)
        yield TileMultiset(
            box=box,
            must={},
            may={tile: rack.count(tile) for tile in rack},
            must_jokers=0,
            may_jokers=luck.randint(0, box.jokers),
            weights=[luck.randint(1, 9) for _ in range(box.low, box.high + 1)],
            joker_weight=1,
        )


@pytest.mark.parametrize("wide", [1, 3])
@pytest.mark.parametrize(("box", "size"), [(Box(jokers=0), 40), (Box(high=9, jokers=0), 30), (Box(), 30)], ids=str)
def test_a_beam_s_result_is_taken_only_if_nothing_is_better(
    monkeypatch: pytest.MonkeyPatch, box: Box, size: int, wide: int
) -> None:
    best = [arrange(rack) for rack in racks(box, size)]
    monkeypatch.setattr(meet_in_the_middle, "EFFORTS", ((1000, 1),))
    monkeypatch.setattr(meet_in_the_middle, "NARROW", 1)
    monkeypatch.setattr(meet_in_the_middle, "WIDE", wide)

    for rack, usual in zip(racks(box, size), best, strict=True):
        found = arrange(rack)
        assert found is not None
        assert usual is not None
        assert found.weight == usual.weight
        check(rack, found)
