"""How much a search may look at."""

from itertools import chain, islice

import pytest

from benchmarks.solver.synthetic import freed_jokers, full_tables
from engine.game.goals import Goal
from engine.solver import best_turn
from engine.solver.best_turn import make_legality_check, solve
from engine.solver.sweep.budget import BudgetExhausted, SearchBudget
from tests.engine.solver.test_best_turn import rules
from tests.support.sampled import sampled


def test_every_state_counts_until_the_budget_is_spent() -> None:
    budget = SearchBudget(5)
    budget.take(3)
    budget.take(2)

    with pytest.raises(BudgetExhausted):
        budget.take(1)
    assert budget.left < 0


def test_a_part_takes_no_more_than_its_share_and_leaves_the_rest() -> None:
    budget = SearchBudget(100)

    with budget.at_most(10):
        budget.take(4)
    assert budget.left == 96
    with pytest.raises(BudgetExhausted), budget.at_most(10):
        budget.take(11)
    assert budget.left == 86
    with pytest.raises(BudgetExhausted), budget.at_most(1000):
        budget.take(87)
    assert budget.left == 0


@pytest.mark.parametrize("index", sampled(range(9), 3))
def test_a_search_that_runs_out_still_knows_a_turn_and_says_that_it_is_not_proven(
    monkeypatch: pytest.MonkeyPatch, index: int
) -> None:
    positions = chain(freed_jokers(rules(box="large"), 6, "runs out"), full_tables(rules(), 3, "runs out"))
    position = next(islice(positions, index, None))
    hasty = solve(position, Goal.TILES)
    monkeypatch.setattr(best_turn, "MOST_WORK", 10 * best_turn.MOST_WORK)
    patient = solve(position, Goal.TILES)

    assert patient is not None
    assert hasty is not None
    assert len(hasty.played) <= len(patient.played) or not patient.exact
    assert not (hasty.exact and len(hasty.played) < len(patient.played))
    assert make_legality_check(position).judge_turn(hasty.rows).played
