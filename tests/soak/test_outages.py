"""Outages of Discord, shorter than in the soak: a quarter of an hour in simulated time, and one under the real bot."""

import asyncio
import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.soak.outages import HOUR, MOST_LOGINS, OUTAGES, Outage, find_outage
from tests.soak.parts.outages import PART, judge, replay
from tests.soak.simulated_outages import simulate
from ui.gateway.connection import SPARING


@pytest.mark.parametrize("at_start", [False, True], ids=["running", "starting"])
@pytest.mark.parametrize("outage", OUTAGES, ids=[each.name for each in OUTAGES])
def test_an_outage_costs_few_logins_and_two_minutes(outage: Outage, *, at_start: bool) -> None:
    assert PART.find_faults(judge(replace(outage, hours=0.25), at_start=at_start)) == Counter()


def test_logins_are_spared_once_an_outage_has_used_a_tenth_of_a_day_s() -> None:
    hours, shards = 8, 2
    found = simulate(replace(find_outage("half of the shards are dead"), hours=hours))

    assert found["logins"] <= MOST_LOGINS + shards * hours * HOUR / SPARING


def test_people_play_on_after_the_host_that_resumes_sessions_has_died() -> None:
    found = asyncio.run(replay(find_outage("the resume host is dead"), 1.0, random.Random(1)))

    assert found["answered"]
    assert PART.find_faults(found) == Counter()
