"""The share of its tiles that an eager player plays before its last turn, and a master's share beside it."""

from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from engine.game.variant import Variant

GAMES = 100
SERIES = 2026


def list_plays(variant: Variant[Any], level: Level, number: int) -> list[int]:
    """Return how many tiles each play of this level had, in order, in game `number` against a strong player.

    The list is empty if the level didn't win.
    """
    seed = derive_seed(SERIES, number)
    state, levels, plays = variant.setup(2, seed, 0, {}).state, (level, Level.STRONG), []
    while state.outcome is None:
        seat = state.turn
        step = variant.apply(state, choose_action(variant, state, levels[seat], seed), now=state.now)
        plays += [count for event in step.events if seat == 0 and (count := variant.count_gain(event))]
        state = step.state
    return plays if state.outcome.winners == (0,) else []


def measure_earliness(variant: Variant[Any], level: Level) -> float:
    """Return the percentage of its tiles that a level plays before its last turn, without its first play."""
    won = [plays for number in range(GAMES) if (plays := list_plays(variant, level, number))]
    return 100 * sum(sum(plays[1:-1]) for plays in won) / max(1, sum(sum(plays[1:]) for plays in won))


def compare(variant: Variant[Any]) -> Figure:
    """Print and return the share of an eager player's tiles that it plays early, in games that it wins."""
    eager, master = (measure_earliness(variant, level) for level in (Level.EAGER, Level.MASTER))
    name = f"{variant.info.name}: tiles that {Level.EAGER} plays before its last turn"
    print(f"  {name:60}{eager:8.1f} %, {Level.MASTER} {master:.1f} %")
    return Figure(name, eager, 50, " %", at_least=True, beside=Alternative(f"by {Level.MASTER}", master, " %"))
