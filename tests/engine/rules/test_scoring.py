"""Reckonings: zero-sum whatever happens, and examples with known results."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.scoring import GameScore, Hand, Numbers, fewest_tiles, lowest_value, winner_takes_all
from engine.tiles.notation import read_rack
from engine.tiles.tiles import Box

Reckon = Callable[[Sequence[Hand], Sequence[int]], GameScore]


def hands(*each: tuple[int, int]) -> list[Hand]:
    """Tiles and value of every seat."""
    return [Hand(seat, tiles, value) for seat, (tiles, value) in enumerate(each)]


@pytest.mark.parametrize(("rack", "points"), [("", 0), ("R1 B13", 14), ("J", 30), ("J J K2", 62)])
def test_a_rack_is_worth_its_numbers_and_thirty_a_joker(rack: str, points: int) -> None:
    assert Numbers(30)(read_rack(rack, Box())) == points


@pytest.mark.parametrize(
    ("reckon", "racks", "winners", "points"),
    [
        (fewest_tiles, [(2, 25), (3, 4), (4, 20)], (0,), (24, -4, -20)),
        (lowest_value, [(2, 25), (3, 4), (4, 20)], (1,), (-21, 37, -16)),
        (fewest_tiles, [(2, 9), (2, 8), (5, 1)], (1,), (-9, 10, -1)),
        (fewest_tiles, [(2, 9), (2, 9), (5, 8)], (0, 1), (4, 4, -8)),
        (fewest_tiles, [(2, 9), (2, 9), (5, 9)], (0, 1), (5, 4, -9)),
        (fewest_tiles, [(2, 9), (2, 9), (2, 9)], (0, 1, 2), (0, 0, 0)),
        (lowest_value, [(1, 9), (2, 9), (3, 14)], (0, 1), (3, 2, -5)),
    ],
)
def test_nobody_out_is_reckoned_as_the_sheet_says(
    reckon: Reckon, racks: list[tuple[int, int]], winners: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert reckon(hands(*racks), range(len(racks))) == GameScore(winners, points)


@pytest.mark.parametrize("reckon", [fewest_tiles, lowest_value])
def test_who_has_left_pays_and_can_not_win(reckon: Reckon) -> None:
    reckoning = reckon(hands((1, 1), (2, 9), (3, 12)), [2, 1])

    assert reckoning.winners == (1,)
    assert reckoning.points[0] <= 0


def test_the_odd_point_goes_to_the_first_in_turn_order() -> None:
    assert winner_takes_all(hands((1, 3), (1, 3), (1, 7)), [1, 0]).points == (3, 4, -7)


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(1, 300)), min_size=2, max_size=6), st.data())
def test_points_always_sum_to_nothing(racks: list[tuple[int, int]], data: st.DataObject) -> None:
    standing = data.draw(st.lists(st.sampled_from(range(len(racks))), min_size=1, unique=True))

    for reckoning in (
        fewest_tiles(hands(*racks), standing),
        lowest_value(hands(*racks), standing),
        winner_takes_all(hands(*racks), standing),
    ):
        assert sum(reckoning.points) == 0
        assert set(reckoning.winners) <= set(standing)
        assert all(reckoning.points[seat] >= 0 for seat in reckoning.winners)
