"""The best choice of tiles without a conflict."""

import pytest

from engine.solver.crossings.bounds import MOST_TRIED, Conflicts, TooManyConflicts


def test_of_a_conflict_the_tile_of_least_worth_is_left_out() -> None:
    conflicts = Conflicts(worth=[3, 1, 2], points=[1, 1, 1], least=0, twins=[])
    conflicts.add(0b011)

    assert conflicts.find_best() == 0b101
    assert conflicts.find_best(barred=0b001) == 0b110


def test_each_search_for_a_choice_has_its_own_limit() -> None:
    conflicts = Conflicts(worth=[1, 1], points=[1, 1], least=0, twins=[])

    for _ in range(MOST_TRIED + 1):
        assert conflicts.find_best() == 0b11


def test_a_search_with_too_many_conflicts_is_given_up() -> None:
    conflicts = Conflicts(worth=[1] * 16, points=[1] * 16, least=0, twins=[])
    for place in range(0, 16, 2):
        conflicts.add(0b11 << place)
    conflicts.tried = MOST_TRIED

    assert conflicts.find_best() is not None
    for low in range(16):
        for high in range(low + 1, 16):
            conflicts.add(1 << low | 1 << high)
    with pytest.raises(TooManyConflicts):
        conflicts.find_best()
