"""The recorded games, as storage knows finished games, and their turns."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.coach.replay import ReplayedTurn, replay_turns
from engine.game.log import Logged
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.text.errors import GameError
from engine.variants import load
from tests.recorder import DEALT, read

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
SYSTEMS = load()
_FIRST = {file.stem.split("_")[0]: file for file in reversed(FILES)}.values()  # of each system


def every_recorded_game(files: Iterable[Path] = FILES) -> pytest.MarkDecorator:
    """Test the first game of each system, and in the soak tests these files' others."""
    cases = [pytest.param(file, id=file.stem, marks=[] if file in _FIRST else [pytest.mark.soak]) for file in files]
    return pytest.mark.parametrize("file", cases)


@dataclass(frozen=True)
class RecordedGame:
    """A game as storage knows it: its end, and the log."""

    variant: Variant[Any]
    end: GameState
    log: tuple[Logged, ...]


@cache
def recorded(file: Path) -> RecordedGame:
    """A recorded game without what was refused in it."""
    _, head, moves = read(file.read_text("utf-8"))
    variant = SYSTEMS[head.variant]
    return played(
        variant,
        variant.setup(head.seats, head.seed, DEALT, head.options).state,
        [Logged(DEALT + move.second, move.seat, move.line) for move in moves],
    )


def played(variant: Variant[Any], state: GameState, moves: list[Logged]) -> RecordedGame:
    """Play these moves as far as they are allowed."""
    log = []
    for move in moves:
        try:
            action = variant.read(move.seat, move.line)
            state = variant.apply(state, action, now=move.at).state
        except GameError:
            continue
        log.append(replace(move, line=action.line()))
    return RecordedGame(variant, state, tuple(log))


@cache
def turns_of(file: Path) -> tuple[ReplayedTurn, ...]:
    game = recorded(file)
    return replay_turns(game.variant, game.end, game.log)
