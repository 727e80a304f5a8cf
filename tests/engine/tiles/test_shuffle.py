"""Shuffles: repeatable from their seed, the same to everyone, and even."""

from collections import Counter
from hashlib import sha256

import pytest

from engine.tiles.shuffle import SEED_BYTES, shuffle

SEEDS = [sha256(bytes([number])).digest() for number in range(200)]


def test_a_shuffle_repeats_from_its_seed_and_purpose() -> None:
    assert shuffle(range(50), SEEDS[0], "deal 1") == shuffle(range(50), SEEDS[0], "deal 1")


@pytest.mark.parametrize(("seed", "purpose"), [(SEEDS[1], "deal 1"), (SEEDS[0], "deal 2"), (SEEDS[0], "order 1.0")])
def test_another_seed_or_purpose_is_another_shuffle(seed: bytes, purpose: str) -> None:
    assert shuffle(range(50), seed, purpose) != shuffle(range(50), SEEDS[0], "deal 1")


def test_a_shuffle_never_changes_between_releases() -> None:
    """Saved seeds must deal what they dealt: a player can check a finished game by them."""
    assert shuffle("abcdefgh", bytes(SEED_BYTES), "deal 1") == tuple("ebgfhacd")


def test_every_order_of_three_is_as_likely_as_any_other() -> None:
    orders = Counter(shuffle("abc", seed, str(again)) for seed in SEEDS for again in range(30))

    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5  # chi squared, 5 degrees: 1 in 1000


def test_nothing_and_one_thing_are_shuffled_too() -> None:
    assert shuffle((), SEEDS[0], "x") == ()
    assert shuffle("a", SEEDS[0], "x") == ("a",)
