"""The watch over the event loop sees a search on it, and only there."""

from functools import partial
from typing import Any

import pytest

from engine.game.goals import Goal, Level
from engine.game.self_play import derive_seed
from engine.game.views import View
from engine.variants import load
from services.computers import choose_move
from services.concurrency.worker_threads import WorkerThreads
from tests.support.loop_searches import seen

VARIANTS = load()


def a_view(variant: Any) -> View:
    """What the first player sees after the deal."""
    state = variant.setup(2, derive_seed(3, 0), 0, {}).state
    shown: View = variant.view(state, state.turn)
    return shown


@pytest.mark.parametrize("key", VARIANTS)
async def test_a_search_of_the_bot_on_the_event_loop_is_seen(key: str) -> None:
    view = a_view(VARIANTS[key])
    assert not seen

    choose_move(VARIANTS[key], view, Level.STRONG, bytes(32))

    assert seen
    assert "services" in seen[0]
    seen.clear()


@pytest.mark.parametrize("key", VARIANTS)
async def test_a_search_in_a_worker_thread_is_none_on_the_event_loop(key: str) -> None:
    view = a_view(VARIANTS[key])

    await WorkerThreads("test", 60.0).run(partial(choose_move, VARIANTS[key], view, Level.STRONG, bytes(32)))

    assert not seen


async def test_a_search_that_only_a_test_makes_is_none_of_the_bot() -> None:
    variant = next(iter(VARIANTS.values()))

    variant.find(a_view(variant), Goal.TILES)

    assert not seen
