"""All golden games play as they did, and each check of the rules matters to some of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.game.variant import Variant
from engine.grid.rules.grid_rules import GridRules
from engine.rules import jokers
from engine.variants import load
from tests.golden.games import GoldenGame, name_file, prove, read_games

pytestmark = [pytest.mark.soak, pytest.mark.timeout(600)]

SYSTEMS = load()


def find_changed(variant: Variant[Any], games: Sequence[GoldenGame]) -> list[int]:
    """Return the numbers of the games that play differently under the rules of this variant."""
    return [number for number, game in enumerate(games) if game.proofs != tuple(prove(variant, game))]


def list_looser(variant: Any) -> list[Variant[Any]]:
    """Return the variant without one of its checks, in all ways; on an open table, also with jokers that are free."""
    rules, changes = variant.rules, list[dict[str, Any]]()
    if isinstance(rules, GridRules):
        changes = [{"checks": _without(rules.checks, each)} for each in rules.checks]
    else:
        changes = [{"opening": _without(rules.opening, each)} for each in rules.opening]
        changes += [{"jokers": jokers.free}] if rules.jokers is not jokers.free else []
    return [replace(variant, rules=replace(rules, **each)) for each in changes]


def _without(checks: Sequence[Any], left_out: Any) -> tuple[Any, ...]:
    return tuple(each for each in checks if each is not left_out)


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_golden_game_plays_as_it_did(key: str) -> None:
    system = SYSTEMS[key]

    assert find_changed(system, read_games(name_file(system.info))) == []


@pytest.mark.parametrize(("key", "looser"), [(key, each) for key in SYSTEMS for each in list_looser(SYSTEMS[key])])
def test_every_check_that_is_left_out_is_noticed(key: str, looser: Variant[Any]) -> None:
    assert find_changed(looser, read_games(name_file(SYSTEMS[key].info)))
