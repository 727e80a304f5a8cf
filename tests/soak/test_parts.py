"""What the parts do at full size, in small: a few kills, one round of each scene, and short outages."""

import asyncio
import shutil
import sys
from collections import Counter
from dataclasses import replace

import pytest

from tests.soak.outages import HOUR, MOST_LOGINS, OUTAGES, Outage, find_outage, simulate
from tests.soak.parts import commands, kills, outages, races
from ui.gateway.connection import SPARING

OFTEN_ENOUGH = 20  # times for each kill point


def test_the_full_size_kills_before_and_after_each_step_twenty_times_and_at_random_moments() -> None:
    planned = [kills.plan(seed) for seed in range(1, kills.PART.full + 1)]
    points = Counter(point.rpartition(" ")[0] for plan in planned for point in plan if point != kills.RANDOM)

    assert sum(map(len, planned)) >= 1_000
    assert {*points} == {*kills.POINTS}
    assert min(points.values()) >= OFTEN_ENOUGH


def test_a_seed_kills_at_the_same_points_each_time() -> None:
    assert kills.plan(17) == kills.plan(17)
    assert kills.plan(17) != kills.plan(18)


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler")
def test_a_restore_that_is_killed_leaves_nothing_half_done() -> None:
    counts = commands.PART.run(73)

    assert counts["kills"] == 1
    assert not commands.PART.find_faults(counts)


@pytest.mark.parametrize("scene", races.SCENES)
def test_requests_made_at_once_or_twice_happen_once_and_are_answered(scene: races.Scene) -> None:
    found = asyncio.run(races.race(1, [scene]))

    assert found["rounds"] == 1
    assert not races.PART.find_faults(found)


@pytest.mark.parametrize("at_start", [False, True], ids=["running", "starting"])
@pytest.mark.parametrize("outage", OUTAGES, ids=[each.name for each in OUTAGES])
def test_an_outage_costs_few_logins_and_two_minutes(outage: Outage, *, at_start: bool) -> None:
    assert outages.PART.find_faults(outages.judge(replace(outage, hours=0.25), at_start=at_start)) == Counter()


def test_logins_are_spared_once_an_outage_has_used_a_tenth_of_a_day_s() -> None:
    hours, shards = 3, 2
    found = simulate(replace(find_outage("half of the shards are dead"), hours=hours))

    assert found["logins"] <= MOST_LOGINS + shards * hours * HOUR / SPARING
