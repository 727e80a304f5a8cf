"""Ten thousand games by seeded players, any number of them, under any options: every tile is there at every step."""

import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from engine.variants import load
from storage.codec import decode, encode
from tests.positions import tiles_in_play
from tests.proposer import playthrough
from tests.support.fitting_options import keep_fitting

pytestmark = pytest.mark.soak

GAMES = 10_000
MATCHES = 3_000  # of one to ten games
BATCH = 20
SYSTEMS = load()
START = 1_800_000_000


def play(number: int) -> Counter[str]:
    """Play the match of this number to its end and count every tile at every step; what was done how often."""
    dice = random.Random(number)
    variant = dice.choice(list(SYSTEMS.values()))
    options = keep_fitting(variant, {option.key: dice.choice(option.choices).value for option in variant.options})
    seats = dice.randint(*variant.seats(options))
    state = variant.setup(seats, dice.randbytes(32), START, options).state
    box = variant.view(state, None).box
    done: Counter[str] = Counter()
    for turned in playthrough(variant, state, dice, limit=30_000):
        state = turned.step.state
        done[turned.kind] += 1
        assert tiles_in_play(state) == Counter(box.tiles()), number
        assert state.version == turned.before.version + 1, number
        assert variant.read(turned.action.seat, turned.action.line()) == turned.action, number
    done["game"] += getattr(state, "game", 1)
    assert state.outcome, number
    assert len(state.outcome.scores) == seats, number
    assert decode(encode(state), variant.state_type) == state, number
    return done


def play_all(numbers: range) -> Counter[str]:
    return sum(map(play, numbers), Counter())


@pytest.mark.timeout(3600)
def test_ten_thousand_games_lose_no_tile_and_come_to_an_end() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        batches = [range(first, first + BATCH) for first in range(0, MATCHES, BATCH)]
        done = sum(processes.map(play_all, batches), Counter())

    assert done["game"] >= GAMES
    assert min(done[kind] for kind in ("opening", "set", "addition", "harvest", "split", "joker swap")) > GAMES / 100
