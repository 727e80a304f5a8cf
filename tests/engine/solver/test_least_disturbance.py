"""Tiles fitted into a table with the least disturbance."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.solver.synthetic import freed_jokers
from engine.game.goals import Goal
from engine.rules import jokers
from engine.solver import least_disturbance
from engine.solver.best_turn import Position, solve
from engine.solver.least_disturbance import fit_tiles
from engine.solver.plans.legality import LegalityCheck
from engine.solver.search import search_table
from engine.tiles.crossings import read_sets
from engine.tiles.edits import match_standing
from engine.tiles.notation import read_rack
from engine.variants import classic
from tests.support.sampled import sampled

TABLES = (30, 60)  # some of them with attempts that fail without a proof
RULES = replace(classic.VARIANT.rules, jokers=jokers.free_to_new_sets)


@pytest.fixture
def unproven(monkeypatch: pytest.MonkeyPatch) -> Counter[bool]:
    """Count the attempts to fit tiles that fail: those without a proof, and those with one."""
    failed = Counter[bool]()

    def noted(*arguments: Any) -> Any:
        turn, is_proven = search_table(*arguments)
        if turn is None:
            failed[is_proven] += 1
        return turn, is_proven

    monkeypatch.setattr(least_disturbance, "search_table", noted)
    return failed


def fit(position: Position) -> bool | None:
    """Return whether three tiles of the rack are fitted in with a proof; None if they aren't."""
    tiles = random.Random(str(position.rack)).sample(position.rack, 3)  # noqa: S311  # repeatable, not secret
    answer = solve(position, Goal.FIT, tiles)
    return answer.exact if answer else None


@pytest.mark.parametrize("tables", sampled(TABLES, 2))
def test_a_failed_attempt_without_a_proof_leaves_the_answer_unproven(unproven: Counter[bool], tables: int) -> None:
    seen = set()
    for position in freed_jokers(RULES, tables, "b"):
        unproven.clear()
        is_exact = fit(position)
        seen.add((is_exact, bool(unproven[False])))

    assert (True, True) not in seen
    assert {(True, False), (False, True)} <= seen


def test_a_search_that_gives_up_returns_what_disturbs_the_fewest_sets_of_all_that_it_found() -> None:
    """With one attempt, that is what the search found that may disturb any set."""
    table = "B9 K9 O9 / R10 R11 R12 R13 / R3 R4 R5 / K4 K5 K6 K7 / B10 B11 B12 / R9 R10 R11 R12 R13 / R7 B7 K7 O7"
    sets, tiles = read_sets(table, RULES.box), read_rack("B8", RULES.box)
    disturbed = []
    for most in (1, 4):
        found = fit_tiles(LegalityCheck(RULES, sets, tiles, has_melded=True, claimed=frozenset()), tiles, most)
        assert found is not None
        assert not found.exact
        disturbed.append(len(sets) - len(match_standing(sets, found.rows)))

    assert disturbed == [3, 2]
