"""A few kills of the owner's commands, and the faults that controls plant in them."""

import shutil
import sys

import pytest

from tests.soak.part import Control
from tests.soak.parts.commands import PART

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler"
)


@pytest.mark.parametrize("seed", [72, 73, 74])
def test_a_command_that_is_killed_leaves_nothing_by_half(seed: int) -> None:
    counts = PART.run(seed)

    assert counts["kills"] == 1
    assert not PART.find_faults(counts)


@pytest.mark.soak
@pytest.mark.parametrize("control", PART.controls, ids=lambda control: control.fault)
def test_a_planted_fault_is_found(control: Control) -> None:
    assert any(control.trial(seed)[control.finds] for seed in range(1, control.tries + 1))
