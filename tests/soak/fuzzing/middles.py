"""The middle of a recorded game of each system, where something lies on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game.log import Logged
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.variants import load
from tests.recorded import FILES, played
from tests.recorder import DEALT, Head, Move, read

LINES = 40


@dataclass(frozen=True)
class Middle:
    """A game in its middle, and the last lines that its players wrote."""

    system: Variant[Any]
    state: GameState
    lines: Sequence[str]

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        return min(self.state.active)


def find_middle(key: str) -> Middle:
    """Return the middle of the first recorded game of this system."""
    head, moves = next((head, moves) for _, head, moves in map(_read, FILES) if head.variant == key)
    system = load()[key]
    logged = [Logged(DEALT + move.second, move.seat, move.line) for move in moves]
    dealt = system.setup(head.seats, head.seed, DEALT, head.options).state
    state = played(system, dealt, logged[: len(logged) // 2]).end
    return Middle(system, state, [each.line for each in logged[-LINES:]])


def _read(file: Path) -> tuple[str, Head, list[Move]]:
    return read(file.read_text("utf-8"))
