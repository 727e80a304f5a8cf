"""How much a search may look at."""

from __future__ import annotations

import pytest

from benchmarks.solver.synthetic import freed_jokers, full_tables
from engine.game.goals import Goal
from engine.solver import best_turn
from engine.solver.best_turn import referee_of, solve
from engine.solver.sweep.budget import OutOfWork, Work
from tests.engine.test_solver import rules


def test_what_is_looked_at_counts_until_there_is_no_more() -> None:
    work = Work(5)
    work.take(3)
    work.take(2)

    with pytest.raises(OutOfWork):
        work.take(1)
    assert work.is_out


def test_a_part_takes_no_more_than_its_share_and_leaves_the_rest() -> None:
    work = Work(100)

    with work.at_most(10):
        work.take(4)
    assert work.left == 96
    with pytest.raises(OutOfWork), work.at_most(10):
        work.take(11)
    assert work.left == 86
    with pytest.raises(OutOfWork), work.at_most(1000):
        work.take(87)
    assert work.left == 0


def test_a_search_that_runs_out_still_knows_a_turn_and_says_that_it_is_not_proven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = rules(box="large")
    for position in (*freed_jokers(large, 6, "runs out"), *full_tables(rules(), 3, "runs out")):
        hasty = solve(position, Goal.TILES)
        monkeypatch.setattr(best_turn, "MOST_WORK", 10 * best_turn.MOST_WORK)
        patient = solve(position, Goal.TILES)
        monkeypatch.undo()

        assert patient is not None
        assert hasty is not None
        assert len(hasty.played) <= len(patient.played) or not patient.exact
        assert not (hasty.exact and len(hasty.played) < len(patient.played))
        assert referee_of(position).judged(hasty.rows).played
