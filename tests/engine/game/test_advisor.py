"""The expert, who plays like a master with lapses."""

import pytest

from engine.game.advisor import LAPSES
from engine.game.goals import Level
from engine.variants import load

VARIANTS = load()


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize(("first", "level"), [(0, Level.STRONG), (LAPSES - 1, Level.STRONG), (LAPSES, Level.MASTER)])
def test_an_expert_plays_like_a_master_or_now_and_then_like_a_strong_player(key: str, first: int, level: Level) -> None:
    variant, luck = VARIANTS[key], bytes([first]) + bytes(31)
    state = variant.setup(2, bytes(32), 0, {}).state
    view = variant.view(state, state.turn)

    assert variant.choose(view, Level.EXPERT, luck) == variant.choose(view, level, luck)


def test_an_expert_has_lapses_in_one_turn_of_twenty() -> None:
    assert pytest.approx(0.05, abs=0.002) == LAPSES / 256
