"""The solo ladder: who is on it, where, and in which order."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.goals import Level
from ratings.game_result import SOLO
from ratings.rating import DAY, Rating
from storage.database import Database
from storage.results.leaderboards import EVERYWHERE, MOST_SIGMA, LeaderboardStore
from tests.storage.results.test_writing import a_result, write
from tests.storage.tables import GUILD, KEY, NOON
from tests.support.databases import open_new_database


@pytest.fixture
def ladder(database: Database) -> LeaderboardStore:
    return LeaderboardStore(database)


LEVELS = ((Level.STRONG, 11), (11, Level.FAIR))  # one lost, one won


async def climb(
    database: Database, user: int, games: int = 30, start: int = 1, levels: tuple[tuple[int | Level, ...], ...] = LEVELS
) -> int:
    """Write rated games of this person against computers, a quarter of a day apart; return when the last one ended."""
    for number in range(start, start + games):
        placed = [user if each == 11 else each for each in levels[number % len(levels)]]
        await write(database, a_result(number, *placed, at=NOON + number * DAY // 4, pool=SOLO))
    return NOON + (start + games - 1) * DAY // 4


async def test_the_solo_ladder_needs_twenty_games_two_levels_and_a_sure_rating(
    ladder: LeaderboardStore, database: Database
) -> None:
    at = await climb(database, 11)
    await climb(database, 22, games=19, start=101)
    await climb(database, 33, start=201, levels=LEVELS[:1])
    await climb(database, 44, start=301, levels=((11, Level.MASTER), (11, Level.STRONG)))  # who always wins isn't sure

    rows = await database.run("SELECT user_id, games, opponents, sigma FROM rating WHERE pool = 0 ORDER BY user_id")
    assert [(row["games"], row["opponents"]) for row in rows] == [(30, 2), (19, 2), (30, 1), (30, 2)]
    listed = {line.user_id for line in (await ladder.ladder(EVERYWHERE, KEY, at, viewer=11)).lines}
    assert listed == {row["user_id"] for row in rows if row["user_id"] in {11, 44} and row["sigma"] <= MOST_SIGMA}
    assert 11 in listed


async def test_a_server_s_solo_ladder_has_those_who_played_alone_there(
    ladder: LeaderboardStore, database: Database
) -> None:
    """People who play only in direct messages are on no server's ladder."""
    at = await climb(database, 11)
    await climb(database, 22, start=101)
    await database.run("DELETE FROM solo_player WHERE user_id = 22")
    await write(database, a_result(900, 22, 33, at=at))

    assert [line.name for line in (await ladder.ladder(GUILD, KEY, at, viewer=11)).lines] == ["Ann"]
    assert (await ladder.ladder(GUILD + 1, KEY, at, viewer=11)).lines == ()
    assert [line.name for line in (await ladder.ladder(EVERYWHERE, KEY, at, viewer=11)).lines] == ["", ""]


async def test_a_game_outside_of_servers_puts_nobody_on_a_server_s_lists(database: Database) -> None:
    await write(database, replace(a_result(1, 11, Level.FAIR, pool=SOLO), guild_id=0))

    assert not await database.run("SELECT 1 FROM guild_player UNION ALL SELECT 1 FROM solo_player")


RATINGS = st.tuples(
    st.sampled_from([20.0, 25.0, 25.5]) | st.floats(0, 50),
    st.floats(1, 6),
    st.integers(18, 30),
    st.integers(0, 35 * DAY),
    st.integers(1, 3),
    st.booleans(),
)
INSERT = (
    "INSERT INTO rating (pool, variant, user_id, mu, sigma, games, rated_at, opponents) VALUES (0, ?, ?, ?, ?, ?, ?, ?)"
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(RATINGS, max_size=30), st.integers(1, 30), st.sampled_from([GUILD, EVERYWHERE]))
async def test_places_are_those_of_a_sorted_list(
    tmp_path: Path, made: list[tuple[float, float, int, int, int, bool]], viewer: int, guild: int
) -> None:
    (tmp_path / "rackety.db").unlink(missing_ok=True)
    async with open_new_database(tmp_path / "rackety.db") as database:
        wanted = []
        for user, (mu, sigma, games, ago, levels, is_here) in enumerate(made, 1):
            await database.run(INSERT, (KEY, user, mu, sigma, games, NOON - ago, levels))
            if is_here:
                await database.run("INSERT INTO solo_player VALUES (?, ?, ?)", (GUILD, KEY, user))
            if games >= 20 and levels >= 2 and ago < 30 * DAY and sigma**2 + 0.15 * ago / DAY <= MOST_SIGMA**2:
                wanted += [(2 * sigma - mu, user)] if is_here or guild == EVERYWHERE else []
        wanted.sort()
        pages = [await LeaderboardStore(database).ladder(guild, KEY, NOON, viewer, page) for page in range(4)]

    lines = [line for page in pages for line in page.lines]
    assert [line.user_id for line in lines] == [user for _, user in wanted]
    assert [line.place for line in lines] == [*range(1, len(wanted) + 1)]
    assert all(line.rating == Rating(*made[line.user_id - 1][:2]).after(made[line.user_id - 1][3]) for line in lines)
    own = next((line for line in lines if line.user_id == viewer), None)
    assert {(page.own, page.own_page, page.players) for page in pages} == {
        (own, None if own is None else (own.place - 1) // 10, len(wanted))
    }
