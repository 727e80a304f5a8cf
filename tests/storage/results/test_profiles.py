"""Players' profiles."""

from dataclasses import replace

import pytest

from engine.game.goals import Level
from ratings.game_result import SOLO, Departure, GameResult, Unrated
from ratings.rating import DAY, Rating, rate
from storage.database import Database
from storage.results import profiles
from storage.results.profiles import HISTORY, RECENT, HeadToHead, LevelRecord, Profile, ProfileStore
from tests.storage.results.test_writing import NAMES, a_result, write
from tests.storage.tables import GUILD, KEY, NOON

OTHER = "packkub"


@pytest.fixture
def store(database: Database) -> ProfileStore:
    return ProfileStore(database)


async def play(database: Database, *orders: tuple[int, ...]) -> None:
    """Write a rated game of each order of people, a day apart."""
    for number, order in enumerate(orders, 1):
        await write(database, a_result(number, *order, at=NOON + number * DAY))


async def anns(store: ProfileStore, now: int = NOON) -> Profile:
    profile = await store.get(GUILD, KEY, 11, now)
    assert profile
    return profile


def left(result: GameResult, seat: int, departure: Departure = Departure.LEFT) -> GameResult:
    seats = [replace(each, departure=departure) if index == seat else each for index, each in enumerate(result.seats)]
    return replace(result, seats=tuple(seats))


async def test_somebody_without_results_on_a_server_has_no_profile(store: ProfileStore, database: Database) -> None:
    await play(database, (11, 22))

    assert await store.get(GUILD, KEY, 33, NOON) is None
    assert await store.get(GUILD + 1, KEY, 11, NOON) is None


async def test_places_are_counted(store: ProfileStore, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, 55, "Eve")
    await play(database, (11, 22), (22, 33, 11), (22, 33, 44, 11), (11, 33), (22, 11), (22, 33, 44, 55, 11))

    profile = await anns(store)

    assert profile.name == "Ann"
    assert profile.rated.places == (2, 1, 1, 2)
    assert profile.rated.games == 6


async def test_the_rating_is_the_present_one_and_the_history_begins_with_the_oldest(
    store: ProfileStore, database: Database
) -> None:
    await play(database, (11, 22), (22, 11))

    profile = await anns(store, NOON + 100 * DAY)

    first = rate([Rating()] * 2, [1, 2])
    last = rate([each.after(DAY) for each in reversed(first)], [1, 2])[1]
    assert profile.rated.history == (first[0], last)
    assert profile.rated.rating == last.after(98 * DAY)


async def test_the_history_has_the_last_fifty_games(
    store: ProfileStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "HISTORY", 3)
    await play(database, *[(11, 22)] * 5)

    profile = await anns(store)

    shown = [each.shown for each in profile.rated.history]
    assert len(shown) == 3
    assert shown == sorted(shown)
    assert profile.rated.history[-1].mu == pytest.approx((profile.rated.rating or Rating()).mu)
    assert HISTORY == 50


@pytest.mark.parametrize(
    ("won", "streak", "longest"),
    [("", 0, 0), ("1", 1, 1), ("0", 0, 0), ("110111", 3, 3), ("11101", 1, 3), ("1110", 0, 3), ("0011", 2, 2)],
)
async def test_a_streak_is_games_won_in_a_row(
    store: ProfileStore, database: Database, won: str, streak: int, longest: int
) -> None:
    await write(database, a_result(90, 11, 22, pool=None))  # unrated, so it's in no streak
    await play(database, *[(11, 22) if each == "1" else (22, 11) for each in won])
    await write(database, a_result(91, 22, 11, pool=None))

    profile = await anns(store)

    assert (profile.rated.streak, profile.rated.longest) == (streak, longest)


async def test_each_system_has_a_record_of_its_own(store: ProfileStore, database: Database) -> None:
    await write(database, a_result(1, 11, 22), replace(a_result(2, 22, 11), variant=OTHER))

    here, there, none = [await store.get(GUILD, key, 11, NOON) for key in (KEY, OTHER, "rummy_cube")]

    assert here
    assert there
    assert none
    assert (here.rated.places, there.rated.places) == ((1, 0, 0, 0), (0, 1, 0, 0))
    assert (none.rated.rating, none.rated.history, none.rated.games) == (None, (), 0)
    assert here.games == there.games == none.games == 2


async def test_games_against_computers_are_no_rated_ones_among_people(store: ProfileStore, database: Database) -> None:
    await write(database, a_result(1, 11, Level.FAIR, pool=SOLO))

    profile = await anns(store)

    assert (profile.rated.games, profile.rated.rating, profile.games) == (0, None, 1)


async def test_games_are_finished_unless_the_player_left(store: ProfileStore, database: Database) -> None:
    games = (
        a_result(1, 11, 22),
        left(a_result(2, 22, 11), 1),
        left(a_result(3, 22, 11), 1, Departure.RESIGNED),
        left(a_result(4, 11, 22), 1),  # somebody else left
        replace(a_result(5, 11, 22, pool=None), unrated=Unrated.HOUSE),
        replace(a_result(6, 11, 22), guild_id=GUILD + 1, pool=GUILD + 1),
    )
    await write(database, *games)

    profile = await anns(store)

    assert (profile.finished, profile.games) == (3, 5)


@pytest.mark.parametrize("reason", Unrated)
async def test_games_that_nobody_could_finish_do_not_count(
    store: ProfileStore, database: Database, reason: Unrated
) -> None:
    await write(database, left(replace(a_result(1, 22, 11, pool=None), unrated=reason), 1))

    profile = await anns(store)

    assert profile.games == (reason not in {Unrated.AGREED, Unrated.VOID, Unrated.SUSPENDED})
    assert profile.finished == 0
    assert len(profile.recent) == 1


async def test_recent_games_come_newest_first(store: ProfileStore, database: Database) -> None:
    await play(database, *[(11, 22, 33)] * 6, (33, 11))
    await write(database, a_result(8, 22, 11, pool=None, at=NOON + 8 * DAY))
    await database.run("INSERT INTO log VALUES (7, 1, 0, 0, 'draw', NULL)")

    profile = await anns(store)

    unrated, rated, before, *_ = profile.recent
    assert len(profile.recent) == RECENT
    assert [each.id for each in profile.recent] == [8, 7, 6, 5, 4]
    assert [each.has_log for each in profile.recent] == [False, True, False, False, False]
    assert (unrated.before, unrated.after, unrated.ended_at) == (None, None, NOON + 8 * DAY)
    assert (rated.place, rated.seats, rated.variant, rated.version) == (2, 2, KEY, 1)
    assert (before.place, before.seats) == (1, 3)
    assert rated.before
    assert rated.after
    assert rated.before.mu > rated.after.mu


async def test_two_players_are_compared_in_the_rated_games_that_both_played(
    store: ProfileStore, database: Database
) -> None:
    tied = a_result(5, 11, 22)
    await write(
        database,
        a_result(1, 11, 22),
        a_result(2, 33, 11, 44, 22),
        a_result(3, 22, 11),
        a_result(4, 11, 33),
        replace(tied, seats=tuple(replace(each, place=1) for each in tied.seats)),
        a_result(6, 11, 22, pool=None),
        replace(a_result(7, 11, 22), variant=OTHER),
        replace(a_result(8, 11, 22), guild_id=GUILD + 1, pool=GUILD + 1),
    )

    assert await store.compare(GUILD, 11, 22) == HeadToHead(ahead=3, behind=1, tied=1)
    assert await store.compare(GUILD, 22, 11) == HeadToHead(ahead=1, behind=3, tied=1)
    assert await store.compare(GUILD, 22, 44) == HeadToHead(ahead=0, behind=1, tied=0)
    assert await store.compare(GUILD, 11, 99) == HeadToHead(ahead=0, behind=0, tied=0)


async def test_the_newest_name_on_this_server_is_shown(
    store: ProfileStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, (name, guild) in enumerate([("Ann", GUILD), ("Anna", GUILD), ("Elsewhere", GUILD + 1)], 1):
        monkeypatch.setitem(NAMES, 11, name)
        await write(database, replace(a_result(number, 11, 22), guild_id=guild, pool=guild))

    profile = await anns(store)

    assert profile.name == "Anna"


@pytest.mark.parametrize("query", ["_RESULTS", "_MEETINGS", "_GAMES"])
async def test_no_query_reads_other_people_s_results(database: Database, query: str) -> None:
    asked = {"guild": GUILD, "user": 11, "other": 22} if query != "_GAMES" else ["[1]"]

    plan = await database.read(f"EXPLAIN QUERY PLAN {getattr(profiles, query)}", asked)

    assert [
        row["detail"] for row in plan if row["detail"].startswith("SCAN") and "json_each" not in row["detail"]
    ] == []


async def test_records_against_computers_count_games_alone_by_level_with_wins_in_a_row(
    store: ProfileStore, database: Database
) -> None:
    def solo(number: int, place: int, *levels: Level, variant: str = KEY) -> GameResult:
        result = a_result(number, 11, *levels, at=NOON + number)
        places = [2 * place - 1, *range(2, 2 * len(levels) + 1, 2)]
        seats = tuple(replace(each, place=at) for each, at in zip(result.seats, places, strict=True))
        return replace(result, variant=variant, pool=None, unrated=Unrated.COMPUTERS, seats=seats)

    for result in (
        solo(1, 2, Level.FAIR),
        solo(2, 1, Level.FAIR),
        solo(3, 2, Level.STRONG, Level.FAIR),  # between them: lost against strong, won against fair
        solo(4, 1, Level.FAIR, Level.FAIR),
        solo(5, 1, Level.FAIR, variant=OTHER),
        a_result(6, 11, 22, Level.FAIR, at=NOON + 6),
    ):
        await write(database, result)

    assert await store.against_levels(11, KEY) == [
        LevelRecord(Level.FAIR, won=3, lost=1, streak=3),
        LevelRecord(Level.STRONG, won=0, lost=1, streak=0),
    ]
