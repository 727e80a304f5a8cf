"""How many candidate sets a search makes where sets may cross."""

from collections import Counter
from typing import Any

import pytest

from engine.solver.best_turn import Position, make_legality_check
from engine.solver.crossings import candidates
from engine.solver.crossings.candidates import CandidateMeld
from engine.solver.search import SearchGoal, search_table
from engine.tiles.crossings import read_sets
from engine.tiles.notation import read_rack
from engine.variants import rummi200kub

TABLE = "R3 R4 R5 / K7 K8 K9 / B5 B6 B7 / O9 O10 O11"
RACK = "J J R6 B8 K10 O12 R1 B2 K3"


@pytest.mark.parametrize("work", [0, 60, 600, 6000])
def test_a_search_makes_no_more_candidate_sets_than_its_budget_allows(
    monkeypatch: pytest.MonkeyPatch, work: int
) -> None:
    made = 0

    def count(*arguments: Any, **fields: Any) -> CandidateMeld:
        nonlocal made
        made += 1
        return CandidateMeld(*arguments, **fields)

    rules = rummi200kub.VARIANT.rules.for_seats(2)
    rack = read_rack(RACK, rules.box)
    position = Position(rules, read_sets(TABLE, rules.box), rack, has_melded=True)
    most_tiles = SearchGoal(Counter(rack), (1,) * (rules.box.high - rules.box.low + 1), 1, 0, len(rack))
    monkeypatch.setattr(candidates, "CandidateMeld", count)
    turn, is_proven = search_table(make_legality_check(position, work), most_tiles)

    assert made <= len(position.sets) + work / candidates.MADE
    assert not is_proven
    if turn:
        make_legality_check(position).judge_turn(turn.rows)


@pytest.mark.parametrize(("rack", "listed"), [("R2 R5 R8", 1), ("R5 R6 R8", 0)])
def test_a_long_run_is_listed_if_each_split_takes_a_freed_joker_from_its_two_rack_tiles(rack: str, listed: int) -> None:
    """The five that frees the joker isn't one of the two."""
    rules = rummi200kub.VARIANT.rules.for_seats(2)
    sets = read_sets("B5 K5 J=R5 / R3 B3 K3 / R4 B4 K4 / R6 B6 K6 / R7 B7 K7 / R2 B2 K2", rules.box)
    held = read_rack(rack, rules.box)
    position = Position(rules, sets, held, has_melded=True)

    made = candidates.Candidates(make_legality_check(position), held, sets, frozenset())

    assert made.long_runs is not None
    runs = [each for each in made.long_runs if each.mask & made.held == made.held and each.freed == (each.bits[-1],)]
    assert len([run for run in runs if (run.faces[0].number, run.faces[-1].number) == (2, 9)]) == listed
