"""The strengths of the computers, which are the yardsticks of the solo ladder (`python -m benchmarks yardsticks`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.game.goals import Level
from ratings.rating import Rating

SURE = 0.5  # sigma of a computer's strength, which thousands of games have measured
_FILE = Path(__file__).with_name("yardsticks.json")


@dataclass(frozen=True, slots=True)
class Yardsticks:
    """The computers' strengths (mu of a rating) by rule system, number of seats and level, measured on `date`."""

    date: str
    strengths: Mapping[str, Mapping[str, Mapping[str, float]]]


@cache
def read_yardsticks() -> Yardsticks:
    """Return the strengths that this version of the bot comes with."""
    stored = json.loads(_FILE.read_text("utf-8"))
    return Yardsticks(stored["date"], stored["strengths"])


def find_yardstick(variant: str, seats: int, level: Level) -> Rating | None:
    """Return the strength of a computer at a table with this number of seats; None if it wasn't measured."""
    strength = read_yardsticks().strengths.get(variant, {}).get(str(seats), {}).get(level)
    return None if strength is None else Rating(strength, SURE)
