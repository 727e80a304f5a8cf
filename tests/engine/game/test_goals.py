"""The expert, who plays like a master with slips."""

from typing import Any

import pytest

from engine.game.goals import EXPERT_SLIPS, Level, draw_level
from engine.game.variant import Variant
from engine.variants import load

LUCK = [bytes([first]) + bytes(31) for first in range(256)]


@pytest.mark.parametrize("variant", load().values(), ids=load())
@pytest.mark.parametrize(("first", "level"), [(EXPERT_SLIPS - 1, Level.STRONG), (EXPERT_SLIPS, Level.MASTER)])
def test_an_expert_plays_like_a_master_or_now_and_then_like_a_strong_player(
    variant: Variant[Any], first: int, level: Level
) -> None:
    state = variant.setup(2, bytes(32), 0, {}).state
    view = variant.view(state, state.turn)

    assert variant.choose(view, Level.EXPERT, LUCK[first]) == variant.choose(view, level, LUCK[first])


def test_an_expert_slips_in_one_turn_of_twenty_and_nobody_else_does() -> None:
    assert sum(draw_level(Level.EXPERT, luck) is Level.STRONG for luck in LUCK) / 256 == pytest.approx(0.05, abs=0.002)
    assert {draw_level(Level.EAGER, luck) for luck in LUCK} == {Level.EAGER}
