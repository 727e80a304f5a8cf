"""Which servers want their leaderboard posted, and what is due when."""

from datetime import UTC, datetime

import pytest

from ratings.seasons import find_season
from storage.database import Database
from storage.leaderboard_posts import LeaderboardPosts, LeaderboardPostStore, find_week

HERE, CHANNEL = 1_000, 7


def at(*moment: int) -> int:
    return int(datetime(*moment, tzinfo=UTC).timestamp())  # type: ignore[misc,arg-type]  # year to second


FRIDAY = at(2027, 1, 15, 12)


@pytest.fixture
def store(database: Database) -> LeaderboardPostStore:
    return LeaderboardPostStore(database)


@pytest.mark.parametrize("moment", [(1970, 1, 5), (2027, 1, 18), (2026, 3, 30), (2028, 2, 28)])
def test_a_week_begins_on_monday_in_utc(moment: tuple[int, ...]) -> None:
    monday = at(*moment)

    assert find_week(monday) == find_week(monday - 1) + 1 == find_week(monday + 7 * 86_400 - 1)


def test_weeks_count_mondays_since_1970() -> None:
    assert [find_week(at(1970, 1, day)) for day in (1, 4, 5, 11, 12)] == [0, 0, 1, 1, 2]


async def test_the_first_post_is_the_next_that_gets_due(store: LeaderboardPostStore) -> None:
    await store.choose(HERE, CHANNEL, FRIDAY)

    chosen = LeaderboardPosts(HERE, CHANNEL, find_week(FRIDAY), find_season(FRIDAY))
    assert await store.get(HERE) == chosen
    assert await store.list_due(at(2027, 1, 17, 23, 59, 59)) == []
    assert await store.list_due(at(2027, 1, 18)) == [HERE]


async def test_another_channel_changes_nothing_else_and_none_forgets_it(store: LeaderboardPostStore) -> None:
    await store.choose(HERE, CHANNEL, FRIDAY)

    await store.choose(HERE, CHANNEL + 1, at(2027, 2, 1))
    assert await store.get(HERE) == LeaderboardPosts(HERE, CHANNEL + 1, find_week(FRIDAY), find_season(FRIDAY))
    await store.choose(HERE, None, at(2027, 2, 1))
    assert await store.get(HERE) is None
    assert await store.list_due(at(2028, 1, 1)) == []
    await store.choose(HERE, CHANNEL, at(2027, 2, 3))
    assert await store.list_due(at(2027, 2, 7)) == []


async def test_no_week_is_due_again_if_the_clock_is_set_back(store: LeaderboardPostStore) -> None:
    await store.choose(HERE, CHANNEL, FRIDAY)
    await store.end(HERE, at(2027, 1, 25))
    await store.end(HERE, at(2027, 1, 18))

    assert await store.list_due(at(2027, 1, 31)) == []
