"""`may_search` says truly that an action needs no search; the bot then applies it on its event loop."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine.game.actions import Action, Draw, Play, Resign, TimeUp
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from engine.game.views import Value
from engine.text.errors import IllegalMove
from engine.variants import load
from tests.support.loop_searches import WORK

VARIANTS = load()
OPTIONS: dict[str, tuple[Mapping[str, Value], ...]] = {
    "classic": (
        {},
        {"unopened": "100_200", "must_play_when_empty": True},
        {"strict_mistakes": True, "must_play_when_empty": True},
        {"draw_any": True},
    ),
    "rummy_cube": ({}, {"draw_until": True}),
}
GAMES = [(key, options) for key in VARIANTS for options in OPTIONS.get(key, ({},))]
ASKING = {"classic", "rummy_cube"}
TURNS = 40


@pytest.mark.parametrize(("key", "options"), GAMES)
def test_an_action_that_may_not_search_does_not(
    monkeypatch: pytest.MonkeyPatch, key: str, options: Mapping[str, Value]
) -> None:
    variant = VARIANTS[key]
    searches = count_searches(monkeypatch)
    quick = asked = 0
    state: Any = variant.setup(2, derive_seed(5, 0), 0, options).state
    for turn in range(TURNS):
        if state.outcome is not None:
            break
        chosen = choose_action(variant, state, (Level.FAIR, Level.STRONG)[turn % 2], derive_seed(5, 1))
        actions = (Draw(state.turn, 1), Resign(state.turn), TimeUp(state.turn), Play(state.turn, ()))
        for pool, action in product((0, 1, 2, 3, None), actions):
            before = replace(state, pool=state.pool[:pool])
            quick += not variant.may_search(before, action)
            asked += may_apply(variant, before, action, searches)
        may_apply(variant, state, chosen, searches)
        state = variant.apply(state, chosen, now=state.now).state
    assert quick, "most actions are applied at once"
    assert asked or key not in ASKING, "these search for plays"


def may_apply(variant: Any, state: Any, action: Action, searches: list[str]) -> bool:
    """Apply an action, legal or not, and return whether that took a search; it must have been said that it may."""
    before = len(searches)
    with suppress(IllegalMove):
        variant.apply(state, action, now=max(state.now, state.deadline or 0))
    assert len(searches) == before or variant.may_search(state, action), action.line()
    return len(searches) > before


def count_searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every search from now on adds its name."""
    searches: list[str] = []
    for kind, name in WORK:
        method = getattr(kind, name)

        def run(*given: Any, _method: Any = method, _name: str = name, **named: Any) -> Any:
            searches.append(_name)
            return _method(*given, **named)

        monkeypatch.setattr(kind, name, run)
    return searches
