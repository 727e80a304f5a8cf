"""Where the part kills kills the bot at full size."""

from collections import Counter

from tests.soak.parts import kills

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
