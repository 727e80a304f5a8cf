"""The badges that results and puzzles have earned, and how each is announced once."""

import asyncio
from dataclasses import replace

import pytest

from engine.coach.puzzles import Grade
from engine.game.goals import Level
from ratings.badges import Badge
from ratings.game_result import SOLO, Departure, GameResult, SeatResult, Unrated
from ratings.rating import DAY
from storage.database import Database
from storage.errors import DatabaseFailed
from storage.puzzles import PuzzleStore
from storage.results.badges import BadgeStore
from tests.storage.results.test_writing import a_result, write
from tests.storage.tables import GUILD, KEY, NOON
from tests.storage.test_puzzles import TODAY, solve

ANN, BOB, CY, DI = 11, 22, 33, 44
OTHER = "rummy_cube"
SYSTEMS = (KEY, OTHER)
LATER = NOON + 100 * DAY  # in the next season


@pytest.fixture
def store(database: Database) -> BadgeStore:
    return BadgeStore(database)


async def earned(store: BadgeStore, user_id: int = ANN, now: int = NOON) -> list[Badge]:
    return await store.earned(user_id, SYSTEMS, now)


def with_seat(result: GameResult, seat: int, **changes: object) -> GameResult:
    """The result with these changes to a seat, counted from the best."""
    seats: list[SeatResult] = list(result.seats)
    seats[seat] = replace(seats[seat], **changes)  # type: ignore[arg-type]  # fields of a seat
    return replace(result, seats=tuple(seats))


async def test_a_first_place_among_people_is_a_win_in_a_rated_game_alone(store: BadgeStore, database: Database) -> None:
    await write(database, a_result(1, ANN, BOB))
    await write(database, replace(a_result(2, CY, DI, pool=None), unrated=Unrated.HELP))

    assert [await earned(store, each) for each in (ANN, BOB, CY)] == [[Badge.WIN], [], []]


@pytest.mark.parametrize("unrated", [None, Unrated.COMPUTERS])
@pytest.mark.parametrize(
    ("level", "badges"),
    [
        (Level.BEGINNER, []),
        (Level.FAIR, []),
        (Level.STRONG, [Badge.STRONG]),
        (Level.MASTER, [Badge.MASTER]),
    ],
)
async def test_a_computer_is_beaten_at_its_own_level_in_rated_and_unrated_games(
    store: BadgeStore, database: Database, level: Level, badges: list[Badge], unrated: Unrated | None
) -> None:
    pool = None if unrated else SOLO
    await write(database, replace(a_result(1, ANN, level, pool=pool), unrated=unrated))

    assert await earned(store) == [Badge.WIN, *badges]


async def test_a_computer_is_beaten_without_a_win(store: BadgeStore, database: Database) -> None:
    game = a_result(1, BOB, ANN, Level.STRONG, Level.MASTER, pool=None)
    await write(database, replace(game, unrated=Unrated.COMPUTERS))

    assert await earned(store) == [Badge.STRONG, Badge.MASTER]


async def test_a_computer_that_is_as_good_or_better_is_not_beaten(store: BadgeStore, database: Database) -> None:
    game = replace(a_result(1, Level.MASTER, ANN, Level.STRONG, pool=None), unrated=Unrated.COMPUTERS)
    await write(database, with_seat(game, 2, place=2))

    assert await earned(store) == []


@pytest.mark.parametrize(
    ("field", "least", "badge"), [("largest_finish", 10, Badge.EXIT), ("opening", 60, Badge.OPENING)]
)
async def test_a_play_earns_its_badge_from_the_threshold_on(
    store: BadgeStore, database: Database, field: str, least: int, badge: Badge
) -> None:
    await write(database, with_seat(a_result(1, BOB, ANN), 1, **{field: least - 1}))
    assert await earned(store) == []

    await write(database, with_seat(a_result(2, BOB, ANN), 1, **{field: least}))
    assert await earned(store) == [badge]


@pytest.mark.parametrize("departure", Departure)
async def test_a_game_that_one_left_earns_nothing(store: BadgeStore, database: Database, departure: Departure) -> None:
    game = replace(a_result(1, ANN, Level.STRONG, Level.MASTER, pool=None), unrated=Unrated.COMPUTERS)
    await write(database, with_seat(game, 0, departure=departure, largest_finish=14, opening=90))

    assert await earned(store) == []


@pytest.mark.parametrize("unrated", [Unrated.VOID, Unrated.AGREED, Unrated.SUSPENDED])
async def test_a_game_that_ended_early_earns_nothing(store: BadgeStore, database: Database, unrated: Unrated) -> None:
    game = replace(a_result(1, ANN, Level.STRONG, pool=None), unrated=unrated)
    seats = tuple(replace(seat, place=None, opening=90) for seat in game.seats)
    await write(database, replace(game, seats=seats))

    assert await earned(store) == []


async def test_every_loaded_system_must_be_won(store: BadgeStore, database: Database) -> None:
    await write(database, a_result(1, ANN, BOB), replace(a_result(2, BOB, ANN), variant=OTHER))
    await write(database, replace(a_result(3, ANN, BOB), variant="gone"))
    assert await earned(store) == [Badge.WIN]

    await write(database, replace(a_result(4, ANN, BOB), variant=OTHER))
    assert await earned(store) == [Badge.WIN, Badge.SYSTEMS]
    assert await store.earned(ANN, [*SYSTEMS, "new"], NOON) == [Badge.WIN]
    assert await store.earned(ANN, [], NOON) == [Badge.WIN]


async def test_servers_count_together(store: BadgeStore, database: Database) -> None:
    there = replace(a_result(2, ANN, BOB, pool=GUILD + 1), guild_id=GUILD + 1, variant=OTHER)
    await write(database, a_result(1, ANN, BOB), there)

    assert await earned(store) == [Badge.WIN, Badge.SYSTEMS]


async def test_a_hundred_finished_games_are_a_badge(store: BadgeStore, database: Database) -> None:
    await write(database, *(a_result(number, BOB, ANN, at=NOON + number * DAY) for number in range(1, 100)))
    await write(database, with_seat(a_result(100, BOB, ANN, at=NOON + 100 * DAY), 1, departure=Departure.LEFT))
    assert await earned(store) == []

    await write(database, a_result(101, BOB, ANN, at=NOON + 101 * DAY))
    assert await earned(store) == [Badge.GAMES]


async def test_the_first_of_a_season_that_is_over_is_its_champion(store: BadgeStore, database: Database) -> None:
    await write(database, a_result(1, ANN, BOB, CY), replace(a_result(2, ANN, CY, BOB), variant=OTHER))

    assert Badge.CHAMPION not in await earned(store)
    assert Badge.CHAMPION in await earned(store, now=LATER)
    assert await earned(store, BOB, LATER) == []


async def test_a_season_of_two_has_no_champion(store: BadgeStore, database: Database) -> None:
    await write(database, a_result(1, ANN, BOB), a_result(2, ANN, CY, pool=GUILD + 1))

    assert await earned(store, now=LATER) == [Badge.WIN]


async def test_points_decide_in_all_systems_together(store: BadgeStore, database: Database) -> None:
    others = [replace(a_result(number, BOB, CY, DI), variant=OTHER) for number in (2, 3)]
    await write(database, a_result(1, ANN, BOB, CY, DI), *others)  # Ann has 3 points, Bob 2 + 4

    assert Badge.CHAMPION not in await earned(store, now=LATER)
    assert Badge.CHAMPION in await earned(store, BOB, LATER)


async def test_those_who_share_a_first_place_are_all_champions(store: BadgeStore, database: Database) -> None:
    await write(database, with_seat(a_result(1, ANN, BOB, CY), 1, place=1))

    assert [Badge.CHAMPION in await earned(store, each, LATER) for each in (ANN, BOB, CY)] == [True, True, False]


async def test_a_champion_needs_a_point(store: BadgeStore, database: Database) -> None:
    game = a_result(1, ANN, BOB, CY)
    await write(database, replace(game, seats=tuple(replace(seat, place=1) for seat in game.seats)))

    assert await earned(store, now=LATER) == [Badge.WIN]


async def test_the_solo_ladder_has_no_champion(store: BadgeStore, database: Database) -> None:
    games = [a_result(number, each, Level.FAIR, pool=SOLO) for number, each in enumerate((ANN, BOB, CY), 1)]
    await write(database, *games)

    assert await earned(store, now=LATER) == [Badge.WIN]


@pytest.mark.parametrize(("days", "badges"), [(7, [Badge.WEEK]), (30, [Badge.WEEK, Badge.MONTH])])
async def test_a_streak_of_puzzles_earns_its_badge_on_its_last_day(
    store: BadgeStore, database: Database, days: int, badges: list[Badge]
) -> None:
    puzzles, last = PuzzleStore(database), TODAY + days - 1
    await solve(puzzles, *range(TODAY, last), grade=Grade.HARD)
    await solve(puzzles, last, grade=Grade.EASY)  # of another grade
    assert await earned(store) == badges[:-1]
    assert await store.of_puzzle(ANN, last, Grade.EASY) == []

    await solve(puzzles, last, grade=Grade.HARD)
    assert await earned(store) == badges
    assert await store.of_puzzle(ANN, last, Grade.HARD) == badges[-1:]
    assert await store.of_puzzle(ANN, last, Grade.EASY) == await store.of_puzzle(BOB, last, Grade.HARD) == []


async def test_a_broken_streak_or_a_late_answer_earns_no_badge(store: BadgeStore, database: Database) -> None:
    puzzles = PuzzleStore(database)
    await solve(puzzles, *range(TODAY, TODAY + 6), *range(TODAY + 7, TODAY + 13))
    await solve(puzzles, TODAY + 6, late=1)

    assert await earned(store) == []
    assert max(each.longest for each in await puzzles.figures(ANN, TODAY + 13)) == 6


async def test_only_the_first_streak_is_announced(store: BadgeStore, database: Database) -> None:
    puzzles = PuzzleStore(database)
    await solve(puzzles, *range(TODAY, TODAY + 8), *range(TODAY + 20, TODAY + 27))
    await solve(puzzles, *range(TODAY + 1, TODAY + 8), grade=Grade.HARD)

    found = [(day, await store.of_puzzle(ANN, day, grade)) for day in range(TODAY, TODAY + 30) for grade in Grade]
    assert [(day, badges) for day, badges in found if badges] == [(TODAY + 6, [Badge.WEEK])]


async def note(store: BadgeStore, game_id: int, user_id: int = ANN) -> list[Badge]:
    return await store.note_new(user_id, game_id, SYSTEMS, NOON)


async def test_a_game_s_badges_are_new_once_and_stay_on_its_card(store: BadgeStore, database: Database) -> None:
    await write(database, with_seat(with_seat(a_result(1, ANN, BOB), 0, largest_finish=10), 1, opening=60))

    assert await note(store, 1) == [Badge.WIN, Badge.EXIT]
    assert await note(store, 1) == []
    assert await note(store, 1, BOB) == [Badge.OPENING]

    assert await note(store, 2) == []  # it has no result
    await write(database, with_seat(a_result(2, ANN, BOB), 0, largest_finish=14))
    assert await note(store, 2) == []
    assert await store.of_game(1) == {ANN: [Badge.WIN, Badge.EXIT], BOB: [Badge.OPENING]}
    assert await store.of_game(2) == {}


async def test_only_one_of_simultaneous_calls_finds_a_badge_new(store: BadgeStore, database: Database) -> None:
    await write(database, a_result(1, ANN, BOB))

    found = await asyncio.gather(*(note(store, 1) for _ in range(8)))

    assert sorted(found) == [[]] * 7 + [[Badge.WIN]]


async def test_a_transaction_that_fails_notes_nothing(store: BadgeStore, database: Database) -> None:
    await write(database, with_seat(a_result(1, ANN, BOB), 0, largest_finish=10))
    await database.run(
        "CREATE TRIGGER refusal BEFORE INSERT ON badge_shown WHEN new.badge = 'exit' BEGIN SELECT RAISE(ABORT, ''); END"
    )

    with pytest.raises(DatabaseFailed):
        await note(store, 1)
    assert await store.of_game(1) == {}

    await database.run("DROP TRIGGER refusal")
    assert await note(store, 1) == [Badge.WIN, Badge.EXIT]


async def test_a_card_that_is_made_late_shows_only_what_its_own_game_earned(
    store: BadgeStore, database: Database
) -> None:
    await write(database, a_result(1, ANN, BOB), with_seat(a_result(2, ANN, BOB), 0, largest_finish=10))

    assert await note(store, 1) == [Badge.WIN]
    assert await note(store, 2) == [Badge.EXIT]


async def test_a_badge_is_not_announced_again_when_there_are_more_systems(
    store: BadgeStore, database: Database
) -> None:
    await write(database, a_result(1, ANN, BOB))
    assert await store.note_new(ANN, 1, [KEY], NOON) == [Badge.WIN, Badge.SYSTEMS]

    await write(database, replace(a_result(2, ANN, BOB), variant=OTHER))
    assert await note(store, 2) == []
    assert await store.of_game(1) == {ANN: [Badge.WIN, Badge.SYSTEMS]}
