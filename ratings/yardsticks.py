"""The strengths of the computers, which are the yardsticks of the solo ladder (`python -m benchmarks yardsticks`)."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.game.goals import Level
from ratings.rating import Rating

SURE = 0.5  # sigma of a computer's strength, which thousands of games have measured
_FILE = Path(__file__).with_name("yardsticks.json")


@cache
def read_yardsticks() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Return the computers' strengths (mu of a rating) by rule system, number of seats and level."""
    strengths: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(_FILE.read_text("utf-8"))["strengths"]
    return strengths


def find_yardstick(variant: str, seats: int, level: Level) -> Rating | None:
    """Return the strength of a computer at a table with this number of seats; None if it wasn't measured."""
    strength = read_yardsticks().get(variant, {}).get(str(seats), {}).get(level)
    return None if strength is None else Rating(strength, SURE)
