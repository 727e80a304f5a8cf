"""Games of all systems under random steps, in whatever order: moves, drafts, clocks, resignations, strangers, saves.

A trial is so many games of the state machine in `tests/engine/game/machine.py`; `make test` runs a few of them.
"""

import traceback
from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as with_seed
from hypothesis.stateful import invariant, run_state_machine_as_test

from tests.engine.game.machine import GameMachine
from tests.engine.game.test_machine import ChecksNothing, ForgetsALine, LosesATile
from tests.soak.part import Control, Counts, Part

GAMES = 120  # of one seed
STEPS = 120  # of one game at most


def run(seed: int) -> Counts:
    """Play the games of a seed; if one breaks, print its steps, as few as possible."""
    try:
        return explore(GameMachine, seed, [Phase.generate, Phase.shrink])
    except AssertionError:
        traceback.print_exc()
        return Counts(broken=1)


def explore(machine: type[GameMachine], seed: int, phases: Sequence[Phase]) -> Counts:
    """Return how many steps were made in how many games; steps after a game's end aren't counted.

    Raises: AssertionError if a game broke.
    """
    counts = Counts(steps=0, games=0)

    class Counted(machine):  # type: ignore[valid-type, misc]  # mypy knows no base classes that are arguments
        @invariant()
        def every_step_counts(self) -> None:
            counts["steps"] += not self.state.outcome

        def teardown(self) -> None:
            counts["games"] += 1
            super().teardown()

    chosen = settings(
        max_examples=GAMES,
        stateful_step_count=STEPS,
        database=None,
        phases=phases,
        report_multiple_bugs=False,
        deadline=None,  # a busy machine is no fault
        suppress_health_check=[HealthCheck.too_slow],
    )
    run_state_machine_as_test(with_seed(seed)(Counted), settings=chosen)
    return counts


# controls


def lose_tile(seed: int) -> Counts:
    return _plant(LosesATile, seed)


def forget_line(seed: int) -> Counts:
    return _plant(ForgetsALine, seed)


def check_nothing(seed: int) -> Counts:
    return _plant(ChecksNothing, seed)


def _plant(fault: type[GameMachine], seed: int) -> Counts:
    try:
        return explore(fault, seed, [Phase.generate])
    except AssertionError:
        return Counts(broken=1)


PART = Part(
    name="steps",
    promise="Whatever is done to a game in whatever order, nothing is lost, shown too early or stored otherwise",
    run=run,
    full=110,
    sample=4,
    faults=("broken",),
    controls=(
        Control("every action loses a tile of the pool", "broken", lose_tile),
        Control("the log lacks every third action", "broken", forget_line),
        Control("the draft's check finds every draft legal", "broken", check_nothing),
    ),
)
