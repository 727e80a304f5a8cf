"""The turns that the benchmarks judge are legal. Each benchmark checks its own; this does so between releases."""

from collections.abc import Callable, Sequence

import pytest

from benchmarks.engine import grids, judging
from benchmarks.measure.figures import Figure


@pytest.mark.parametrize("run", [judging.run, grids.run], ids=["tables", "grids"])
def test_every_turn_that_is_judged_is_legal(
    run: Callable[[], Sequence[Figure]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (judging, grids):
        monkeypatch.setattr(module, "ROUNDS", 1)
    monkeypatch.setattr(judging, "ROUNDS_OF_NAIVE", 1)

    assert all(figure.value > 0 for figure in run())
