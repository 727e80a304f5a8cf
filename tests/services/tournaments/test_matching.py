"""Pairs with near scores, against every possible way to pair."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournaments import swiss
from services.tournaments.swiss import match

Pairs = tuple[tuple[int, int], ...]
POSSIBLE_POINTS = [0, 0.5, 1, 1.5, 2, 2.5, 3]


def ways(order: Sequence[int]) -> Iterator[Pairs]:
    """Every way to pair all of them, the earliest partners first."""
    if not order:
        yield ()
        return
    for at in range(1, len(order)):
        for rest in ways([*order[1:at], *order[at + 1 :]]):
            yield ((order[0], order[at]), *rest)


def cost(pairs: Pairs, points: Mapping[int, float]) -> float:
    return sum((points[first] - points[second]) ** 2 for first, second in pairs)


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[int], dict[int, float], set[frozenset[int]]]:
    """An even number of players with points, best first, some of whom have met."""
    order = list(range(2 * draw(st.integers(0, 4))))
    points = sorted((draw(st.sampled_from(POSSIBLE_POINTS)) for _ in order), reverse=True)
    met = {frozenset(pair) for pair in combinations(order, 2) if draw(st.booleans())}
    return order, dict(zip(order, points, strict=True)), met


@given(fields())
def test_the_pairs_are_the_first_of_the_cheapest_ways_without_a_repeated_pairing(
    field: tuple[list[int], dict[int, float], set[frozenset[int]]],
) -> None:
    order, points, met = field
    allowed = [pairs for pairs in ways(order) if not any(frozenset(pair) in met for pair in pairs)]
    expected = min(allowed, key=lambda pairs: cost(pairs, points)) if allowed else None

    assert match(order, points, met) == expected


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of players left at each step of a search."""
    taken: list[int] = []
    bound = swiss._bound  # noqa: SLF001  # each step calls it once

    def note(left: Sequence[int], points: Mapping[int, float]) -> float:
        taken.append(len(left))
        return bound(left, points)

    monkeypatch.setattr(swiss, "_bound", note)
    return taken


def test_a_field_of_sixteen_that_cannot_be_paired_is_given_up_at_once(steps: list[int]) -> None:
    """The last 9 have all met each other, so that two of them would have to be paired."""
    order = list(range(16))
    met = {frozenset(pair) for pair in combinations(order[7:], 2)}

    assert match(order, dict.fromkeys(order, 1), met) is None
    assert len(steps) < 20_000
