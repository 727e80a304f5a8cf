"""Games of all systems under random steps, and faults that these steps must find."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from engine.game.actions import Action
from tests.engine.game.machine import GameMachine

FEW = settings(
    max_examples=20, stateful_step_count=60, database=None, phases=[Phase.generate], report_multiple_bugs=False
)
MANY = settings(FEW, max_examples=500)  # the first that finds the fault is the last


class LosesATile(GameMachine):
    """Every action loses a tile of the pool."""

    def _apply(self, action: Action, now: int) -> None:
        super()._apply(action, now)
        self.state = replace(self.state, pool=self.state.pool[1:])


class ForgetsALine(GameMachine):
    """The log lacks every third action."""

    def _apply(self, action: Action, now: int) -> None:
        super()._apply(action, now)
        if len(self.done) % 3 == 0:
            self.done.pop()


class ChecksNothing(GameMachine):
    """The draft's check finds every draft legal."""

    def _check(self, bench: Any) -> Any:
        return replace(super()._check(bench), refusal=None)


def test_whatever_is_done_nothing_is_lost_and_nothing_is_shown() -> None:
    run_state_machine_as_test(GameMachine, settings=FEW)


@pytest.mark.parametrize("fault", [LosesATile, ForgetsALine, ChecksNothing])
def test_a_fault_is_found(fault: type[GameMachine]) -> None:
    with pytest.raises(AssertionError):
        run_state_machine_as_test(fault, settings=MANY)
