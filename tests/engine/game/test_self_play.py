"""Games among computers: repeatable, and told by `python -m engine selfplay`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.game.goals import Level
from engine.game.self_play import derive_seed, play_game
from engine.variants import load
from tests.support.command_line import run_engine
from tests.support.sampled import sampled

ROOT = Path(__file__).parents[3]
SYSTEMS = load()
OPEN_TABLES = [key for key, variant in SYSTEMS.items() if key != list(SYSTEMS)[-1]]
LUCK = bytes(32)


def answers(*arguments: str) -> list[dict[str, Any]]:
    done = run_engine("selfplay", *arguments)
    assert (done.code, done.error) == (0, "")
    return [json.loads(line) for line in done.written.splitlines()]


def answers_elsewhere(*arguments: str) -> list[dict[str, Any]]:
    """The same from a process of its own, which hashes text in its own way."""
    command = [sys.executable, "-m", "engine", "selfplay", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603  # ours
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_series_is_told_in_one_line() -> None:
    (told,) = answers("--games", "2", "--seed", "5", "--levels", "strong,beginner")

    assert told.pop("time") > 0
    assert told.pop("turns") > 0
    assert sum(told.pop("wins")) == 2
    assert told == {"variant": "classic", "levels": ["strong", "beginner"], "seed": 5, "games": 2}


def test_each_game_can_be_told_by_itself_and_comes_out_the_same_again() -> None:
    asked = ("--variant", "packkub", "--players", "3", "--games", "2", "--jsonl")
    series = [answers(*asked), answers_elsewhere(*asked)]
    for told in (each for once in series for each in once):
        assert told.pop("time") > 0

    assert series[0] == series[1]
    assert [told["game"] for told in series[0]] == [0, 1]
    assert all(len(told["scores"]) == 3 and told["winners"] for told in series[0])


@pytest.mark.parametrize("key", sampled(OPEN_TABLES, 2))
def test_games_of_every_mixture_of_levels_come_to_an_end(key: str) -> None:
    variant = SYSTEMS[key]
    low, high = variant.seats({})
    for seats in range(low, min(high, len(Level)) + 1):
        assert play_game(variant, list(Level)[-seats:], derive_seed(1, seats), {}).outcome.winners


def test_a_computer_holds_its_tiles_back_until_all_of_them_go_out() -> None:
    """The best level, once opened, as long as there is something to draw."""
    variant = SYSTEMS["classic"]
    state = variant.setup(2, derive_seed(3, 1), 0, {}).state
    rack_sizes = []
    while state.outcome is None:
        seat, before = state.turn, state.seats[state.turn]
        step = variant.apply(state, variant.choose(variant.view(state, seat), Level.MASTER, LUCK), now=0)
        if before.has_melded and state.pool and len(step.state.seats[seat].rack) < len(before.rack):
            rack_sizes.append(len(step.state.seats[seat].rack))
        state = step.state

    assert set(rack_sizes) <= {0}
