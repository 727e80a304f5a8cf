"""Whether a player has a play, in all rule systems: as `find` finds, and never denied without proof."""

from typing import Any

import pytest

from engine.game.goals import Goal
from engine.game.variant import Variant
from tests.engine.game.test_bench import OPTIONS, SYSTEMS, positions
from tests.grid_positions import grid
from tests.support.sampled import sampled

EVERY = 16  # one of so many positions is asked about


@pytest.mark.parametrize("first", sampled((0, EVERY // 2), 2))
@pytest.mark.parametrize("key", OPTIONS)
def test_there_is_a_play_wherever_one_is_found(key: str, first: int) -> None:
    system: Variant[Any] = SYSTEMS[key]
    answers = []
    for state in positions(system, 1, OPTIONS[key])[first::EVERY]:
        for seat in range(len(state.seats)):
            view = system.view(state, seat)
            has_play, found = system.has_play(view), system.find(view, Goal.ANY)
            assert (has_play is True) == (found is not None)
            assert has_play is not False or system.find(view, Goal.TILES) is None
            answers.append(has_play)

    assert True in answers


def test_a_grid_finds_a_play_proves_that_there_is_none_or_can_not_tell() -> None:
    def asked(rack: str) -> bool | None:
        at = grid("rummykruss", cells="A1=R3 B1=R4 C1=R5", racks=[rack, "K1"])
        return at.system.has_play(at.view(0))

    assert asked("R6 B9") is True
    assert asked("B9 K1") is False
    assert asked("R13 R12 R11") is True


def test_nobody_has_a_play_in_an_open_draft() -> None:
    system: Variant[Any] = SYSTEMS["rummykruss"]
    state = system.setup(2, bytes(32), 0, {"open_draft": True}).state

    assert system.view(state, state.turn).offers
    assert system.has_play(system.view(state, state.turn)) is False
