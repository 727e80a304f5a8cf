"""The leaderboards of seasons and ratings."""

import pytest

from ratings.rating import DAY, UNSURE
from ratings.seasons import find_season
from storage.database import Database
from storage.results.leaderboards import PAGE, LeaderboardStore
from tests.storage.results.test_writing import NAMES, a_result, write
from tests.storage.tables import GUILD, KEY, NOON

SEASON = find_season(NOON)


@pytest.fixture
def store(database: Database) -> LeaderboardStore:
    return LeaderboardStore(database)


async def play(database: Database, *orders: tuple[int, ...], each: int = 1, start: int = 1) -> int:
    """Write `each` games of each order of people, a day apart; return when the last one ended."""
    number = start
    for _ in range(each):
        for order in orders:
            await write(database, a_result(number, *order, at=NOON + number * DAY))
            number += 1
    return NOON + (number - 1) * DAY


async def test_a_season_is_ordered_by_points_then_wins_then_fewest_games(
    store: LeaderboardStore, database: Database
) -> None:
    await write(
        database,
        a_result(1, 11, 22, 33),
        a_result(2, 22, 33),
        a_result(3, 33, 44),
        a_result(4, 22, 44),
    )

    page = await store.season(GUILD, SEASON, KEY, viewer=44)

    assert [(line.name, line.place, line.points, line.wins, line.games) for line in page.lines] == [
        ("Bob", 1, 3, 2, 3),
        ("Ann", 2, 2, 1, 1),
        ("Cy", 3, 1, 1, 3),
        ("Di", 4, 0, 0, 2),
    ]
    assert page.own == page.lines[3]
    assert (page.players, page.count, page.own_page) == (4, 1, 0)


async def test_equal_results_of_a_season_a_server_and_a_system_share_a_place(
    store: LeaderboardStore, database: Database
) -> None:
    await write(database, a_result(1, 11, 22), a_result(2, 33, 44))

    page = await store.season(GUILD, SEASON, None, viewer=0)

    assert [line.place for line in page.lines] == [1, 1, 3, 3]
    assert (page.own, page.own_page) == (None, None)
    for pool, season, variant in ((GUILD + 1, SEASON, KEY), (GUILD, SEASON + 1, KEY), (GUILD, SEASON, "packkub")):
        assert (await store.season(pool, season, variant, viewer=11)).lines == ()


async def test_a_season_has_players_only_while_somebody_is_listed(store: LeaderboardStore, database: Database) -> None:
    await write(database, a_result(1, 11, 22))
    others = [await store.has_season(GUILD + 1, SEASON), await store.has_season(GUILD, SEASON + 1)]

    there = [await store.has_season(GUILD, SEASON)]
    for person in (11, 22):
        await database.run("INSERT INTO person VALUES (?, ?)", (person, '{"listed":false}'))
        there.append(await store.has_season(GUILD, SEASON))

    assert (others, there) == ([False, False], [True, True, False])


async def test_a_page_has_ten_lines_and_the_viewer_s_own(
    store: LeaderboardStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in range(100, 112):
        monkeypatch.setitem(NAMES, user, f"P{user}")
    await write(database, a_result(1, *range(100, 112)))

    first, second, third = [await store.season(GUILD, SEASON, KEY, viewer=111, page=page) for page in range(3)]

    assert [line.user_id for line in first.lines] == [*range(100, 110)]
    assert [line.user_id for line in second.lines] == [110, 111]
    assert third.lines == ()
    assert first.own == second.own == second.lines[-1]
    assert (first.own_page, first.count) == (1, 2)
    assert len(first.lines) == PAGE


async def test_sure_ratings_are_listed_strongest_first(store: LeaderboardStore, database: Database) -> None:
    now = await play(database, (11, 22, 33, 44), (22, 11, 44, 33), (11, 33, 22, 44), each=10)

    page = await store.ratings(GUILD, KEY, now, viewer=22)

    assert {line.user_id for line in page.lines} == {11, 22, 33, 44}
    assert (page.lines[0].user_id, page.lines[-1].user_id) == (11, 44)
    assert [line.place for line in page.lines] == [1, 2, 3, 4]
    assert all(line.rating.sigma <= UNSURE and line.games == 30 for line in page.lines)
    assert page.own
    assert page.own.user_id == 22


async def test_a_rating_is_listed_as_sure_as_it_still_is(store: LeaderboardStore, database: Database) -> None:
    """A sigma of 5.9 grows over 6 in 29 days, one of 5 over 5.2."""
    for user, sigma, at in ((11, 5.9, NOON - 29 * DAY), (22, 5.0, NOON - 29 * DAY), (33, 5.2, NOON)):
        await database.run("INSERT INTO rating VALUES (?, ?, ?, 25, ?, 20, ?, 3)", (GUILD, KEY, user, sigma, at))

    assert [line.user_id for line in (await store.ratings(GUILD, KEY, NOON, viewer=0)).lines] == [33, 22]


async def test_beating_new_accounts_leads_nowhere(store: LeaderboardStore, database: Database) -> None:
    now = await play(database, (11, 22, 33), (22, 33, 11), (33, 11, 22), each=8)
    number = 100
    for day in range(12):
        for alt in range(100, 105):
            NAMES[alt] = "Alt"
            number += 1
            await write(database, a_result(number, 44, alt, at=now + day * DAY))

    (farmer,) = await database.run("SELECT sigma, games FROM rating WHERE user_id = 44")
    assert (farmer["sigma"] <= UNSURE, farmer["games"]) == (True, 60)
    assert 44 not in {line.user_id for line in (await store.ratings(GUILD, KEY, now + 12 * DAY, viewer=44)).lines}


async def test_few_games_and_long_absences_are_not_listed(store: LeaderboardStore, database: Database) -> None:
    now = await play(database, (11, 22, 33), (22, 33, 11), (33, 11, 22), each=8)
    await write(database, a_result(90, 44, 11, at=now), a_result(91, 44, 22, at=now), a_result(92, 44, 33, at=now))

    assert {line.user_id for line in (await store.ratings(GUILD, KEY, now, viewer=0)).lines} == {11, 22, 33}
    later = now + 30 * DAY
    assert (await store.ratings(GUILD, KEY, later, viewer=0)).lines == ()


async def test_a_leaderboard_needs_three_opponents_or_everybody_there(
    store: LeaderboardStore, database: Database
) -> None:
    now = await play(database, (11, 22), (22, 11), each=10)
    assert len((await store.ratings(GUILD, KEY, now, viewer=0)).lines) == 2  # nobody else is there

    now = await play(database, (33, 44), each=1, start=50)

    assert (await store.ratings(GUILD, KEY, now, viewer=0)).lines == ()
