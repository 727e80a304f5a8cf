"""Reckonings: zero-sum whatever happens, and examples with known results."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.scoring import Hand, fewest_tiles, lowest_value, winner_takes_all


def hands(*each: tuple[int, int]) -> list[Hand]:
    """Tiles and value of every seat."""
    return [Hand(seat, tiles, value) for seat, (tiles, value) in enumerate(each)]


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
