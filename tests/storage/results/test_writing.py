"""What the end of a game writes: results, ratings, encounters and the season's scores."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.goals import Level
from ratings.game_result import SOLO, Departure, GameResult, SeatResult, Unrated
from ratings.rating import DAY, Rating, rate
from ratings.yardsticks import find_yardstick
from storage.database import Database
from storage.results.replay import replay_ratings
from storage.results.store import ResultStore
from storage.results.writing import ALL_SYSTEMS, MOST_TOGETHER, write_result
from tests.storage.tables import GUILD, KEY, NOON
from tests.support.databases import open_new_database

TABLES = ("rating", "rating_change", "encounter", "season_score")
NAMES = {11: "Ann", 22: "Bob", 33: "Cy", 44: "Di"}


def a_result(number: int, *placed: int | Level, at: int = NOON, pool: int | None = GUILD) -> GameResult:
    """The result of game `number` among these people and computers, the best first."""
    seats = tuple(
        SeatResult(None, each, "Ada", 0, index + 1)
        if isinstance(each, Level)
        else SeatResult(each, None, NAMES.get(each, "Deleted"), 0, index + 1)
        for index, each in enumerate(placed)
    )
    return GameResult(number, GUILD, KEY, at, pool, None if pool is not None else Unrated.AGREED, seats)


async def write(database: Database, *results: GameResult) -> None:
    for result in results:
        await database.run(
            """INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, news, version,
                opened_at, changed_at) VALUES (?, 1, 1, 11, ?, '{}', '[]', 'over', '[]', 1, 0, 0)
                ON CONFLICT DO NOTHING""",
            (result.game_id, KEY),
        )
        await database.transaction(lambda connection, result=result: write_result(connection, result))  # type: ignore[misc]  # one at a time


async def rows(database: Database, table: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await database.run(f"SELECT * FROM {table}")]  # noqa: S608  # our own tables


async def test_a_rated_game_changes_the_ratings_of_its_people(database: Database) -> None:
    await write(database, a_result(1, 22, 11, 33))

    bob, ann, cy = rate([Rating()] * 3, [1, 2, 3])
    assert await rows(database, "rating") == [
        (GUILD, KEY, user, each.mu, each.sigma, 1, NOON, 0) for user, each in ((11, ann), (22, bob), (33, cy))
    ]
    new = Rating()
    assert await rows(database, "rating_change") == [
        (1, seat, new.mu, new.sigma, each.mu, each.sigma) for seat, each in enumerate((bob, ann, cy))
    ]


async def test_opponents_count_once_their_ratings_are_sure(database: Database) -> None:
    number = 0
    while not await database.run("SELECT 1 FROM rating WHERE sigma <= 6"):
        number += 1
        await write(database, a_result(number, *((11, 22) if number % 2 else (22, 11)), at=NOON + number * DAY))
    assert {row["opponents"] for row in await database.run("SELECT opponents FROM rating")} == {0}

    for more in (1, 2):
        await write(database, a_result(number + more, 11, 22, at=NOON + (number + more) * DAY))
        assert {row["opponents"] for row in await database.run("SELECT opponents FROM rating")} == {1}


async def test_an_unrated_game_has_a_result_and_changes_no_rating(database: Database) -> None:
    await write(database, a_result(1, 11, 22, pool=None))

    assert [await rows(database, table) for table in TABLES] == [[]] * 4
    assert len(await rows(database, "seat_result")) == 2


async def test_a_rating_gets_less_sure_until_the_next_game(database: Database) -> None:
    await write(database, a_result(1, 11, 22), a_result(2, 11, 22, at=NOON + 90 * DAY))

    first = rate([Rating()] * 2, [1, 2])
    later = rate([each.after(90 * DAY) for each in first], [1, 2])
    assert [row[3:5] for row in await rows(database, "rating")] == [(each.mu, each.sigma) for each in later]


async def test_a_season_counts_those_who_placed_worse_and_wins(database: Database) -> None:
    april = 1_806_537_600  # 2027-04-01
    await write(
        database, a_result(1, 11, 22, 33, at=april - 1), a_result(2, 22, 11, at=april), a_result(3, 11, 33, at=april)
    )

    scores = await rows(database, "season_score")
    assert [row for row in scores if row[2] == KEY] == [
        (GUILD, 4 * 2027, KEY, 11, 2, 1, 1),
        (GUILD, 4 * 2027, KEY, 22, 1, 0, 1),
        (GUILD, 4 * 2027, KEY, 33, 0, 0, 1),
        (GUILD, 4 * 2027 + 1, KEY, 11, 1, 1, 2),
        (GUILD, 4 * 2027 + 1, KEY, 22, 1, 1, 1),
        (GUILD, 4 * 2027 + 1, KEY, 33, 0, 0, 1),
    ]


async def test_a_season_has_the_sum_of_all_systems(database: Database) -> None:
    await write(database, a_result(1, 11, 22, 33), replace(a_result(2, 11, 22), variant="packkub"))

    scores = {(row[2], row[3]): row[4:] for row in await rows(database, "season_score")}
    assert (scores[KEY, 11], scores["packkub", 11], scores[ALL_SYSTEMS, 11]) == ((2, 1, 1), (1, 1, 1), (3, 2, 2))


async def test_the_sixth_game_of_two_people_on_one_day_is_unrated(database: Database) -> None:
    day = NOON // DAY * DAY
    games = [a_result(number, 11, 22, 33, at=day + number) for number in range(1, MOST_TOGETHER + 1)]
    await write(database, *games)

    await write(
        database,
        a_result(6, 22, 11, at=day + DAY - 1),
        a_result(7, 44, 11, at=day + DAY - 1),
        a_result(8, 22, 11, at=day + DAY),
    )

    found = [tuple(row) for row in await database.run("SELECT game_id, unrated FROM finished_game WHERE game_id > 5")]
    assert found == [(6, "often"), (7, None), (8, None)]


async def test_games_of_all_systems_count_together(database: Database) -> None:
    for number in range(1, MOST_TOGETHER + 2):
        await write(database, replace(a_result(number, 11, 22), variant=KEY if number % 2 else "rummy_cube"))

    assert [row[6] for row in await rows(database, "finished_game")] == [None] * MOST_TOGETHER + ["often"]


async def test_computers_on_the_solo_ladder_keep_their_strength(database: Database) -> None:
    await write(database, a_result(1, 11, Level.STRONG, pool=SOLO))

    strong = find_yardstick(KEY, 2, Level.STRONG)
    assert strong
    ann, _ = rate([Rating(), strong], [1, 2])
    assert await rows(database, "rating") == [(SOLO, KEY, 11, ann.mu, ann.sigma, 1, NOON, 1)]
    assert [row[2] for row in await rows(database, "encounter")] == ["strong"]


async def test_a_game_whose_places_are_not_known_is_not_rated(database: Database) -> None:
    old = a_result(1, 11, 22)
    await write(database, replace(old, seats=(old.seats[0], replace(old.seats[1], place=None))))

    assert not await rows(database, "rating")


@st.composite
def histories(draw: st.DrawFn) -> list[GameResult]:
    results = []
    at = NOON
    for number in range(1, draw(st.integers(1, 12)) + 1):
        at += draw(st.integers(0, 3 * DAY))
        people = draw(st.lists(st.sampled_from(sorted(NAMES)), min_size=2, max_size=4, unique=True))
        pool = draw(st.sampled_from([GUILD, GUILD + 1, None]))
        result = a_result(number, *people, at=at, pool=pool)
        places = draw(st.lists(st.integers(1, 4), min_size=len(people), max_size=len(people)))
        seats = tuple(replace(seat, place=place) for seat, place in zip(result.seats, places, strict=True))
        results.append(replace(result, seats=seats))
    return results


@given(histories())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_replaying_the_results_gives_the_same_ratings_bit_for_bit(
    tmp_path_factory: pytest.TempPathFactory, history: list[GameResult]
) -> None:
    path = tmp_path_factory.mktemp("replay") / "rackety.db"
    async with open_new_database(path) as database:
        await write(database, *history)
        before = [await rows(database, table) for table in TABLES]

        assert not (await replay_ratings(database)).has_changed
        assert [await rows(database, table) for table in TABLES] == before


async def test_the_stored_result_of_a_game_says_what_it_meant(database: Database) -> None:
    result = a_result(1, 11, 22)
    left = replace(result, seats=(result.seats[0], replace(result.seats[1], departure=Departure.LEFT)))
    await write(database, left, a_result(2, 11, 22, pool=None))
    store = ResultStore(database)

    first, second = await store.of_game(1), await store.of_game(2)

    assert first
    assert second
    assert [(seat.place, seat.departure) for seat in first.seats] == [(1, None), (2, Departure.LEFT)]
    assert [seat.before for seat in first.seats] == [Rating()] * 2
    assert [seat.after for seat in first.seats] == rate([Rating()] * 2, [1, 2])
    assert (first.unrated, second.unrated) == (None, Unrated.AGREED)
    assert [seat.after for seat in second.seats] == [None, None]
    assert await store.of_game(3) is None
