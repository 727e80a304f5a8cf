"""The bot's clock, when the system clock is set back or moves in small steps."""

import pytest

from services.clocks.steady_clock import SteadyClock


class Clocks:
    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000.0, 5.0
        self.clock = SteadyClock(lambda: self.wall, lambda: self.steady)

    def later(self, seconds: float, *, step: float = 0) -> int:
        """Let time pass, and then set the system clock by `step`; returns the time."""
        self.wall += seconds + step
        self.steady += seconds
        return self.clock.now()


@pytest.mark.parametrize("step", [-86_400, -3_600, -3])
def test_a_step_back_is_made_good_until_it_is_settled(step: int) -> None:
    clocks = Clocks()

    assert clocks.later(10, step=step) == 1_000_010
    assert clocks.later(10) == 1_000_020
    assert clocks.clock.surplus == -step

    clocks.clock.settle(-step)
    assert clocks.later(10) == 1_000_030 + step


def test_two_steps_add_up() -> None:
    clocks = Clocks()
    clocks.later(10, step=-100)

    assert clocks.later(10, step=-50) == 1_000_020
    assert clocks.clock.surplus == 150


@pytest.mark.parametrize("step", [-1, 0, 1, 86_400])
def test_small_steps_and_steps_forward_are_the_system_clock_s(step: int) -> None:
    clocks = Clocks()

    assert clocks.later(10, step=step) == 1_000_010 + step
    assert clocks.clock.surplus == 0
