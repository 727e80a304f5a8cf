"""A game that is voided leaves everything as if it had counted for nobody from the start."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.goals import Level
from ratings.badges import Badge
from ratings.game_result import SOLO, GameResult, Unrated
from ratings.rating import DAY
from storage.database import Database
from storage.posts import PostStore, name_table
from storage.results.badges import BadgeStore
from storage.results.replay import replay_ratings, void_result
from tests.storage.results.test_writing import TABLES, a_result, rows, write
from tests.storage.tables import GUILD, KEY, NOON
from tests.support.databases import open_new_database

SYSTEMS = (KEY, "rummy_cube")
NOON_THAT_DAY = NOON // DAY * DAY
EVERYTHING = (*TABLES, "finished_game", "seat_result", "solo_player", "guild_player")
ANN, BOB, CY = 11, 22, 33


def voided(result: GameResult) -> GameResult:
    """The result as it's stored if the game was void from the start."""
    seats = tuple(replace(seat, place=None) for seat in result.seats)
    return replace(result, pool=None, unrated=Unrated.VOID, seats=seats)


async def play(database: Database, *results: GameResult) -> None:
    """Store results, and show each game's end card, which notes its badges."""
    badges = BadgeStore(database)
    for result in results:
        await write(database, result)
        for seat in result.seats:
            if seat.user_id is not None:
                await badges.note_new(seat.user_id, result.game_id, SYSTEMS, result.ended_at)


async def void(database: Database, game_id: int) -> int | None:
    return await database.transaction(lambda connection: void_result(connection, game_id, SYSTEMS, NOON))


async def everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    found = {table: await rows(database, table) for table in EVERYTHING}
    noted = await database.run("SELECT user_id, badge, game_id FROM badge_shown ORDER BY user_id, badge")
    return found | {"badge_shown": [tuple(row) for row in noted]}


@st.composite
def histories(draw: st.DrawFn) -> list[GameResult]:
    """Games of a few people and computers, mostly on one day, so that some come too often."""
    results, at = [], NOON_THAT_DAY
    for number in range(1, draw(st.integers(1, 16)) + 1):
        at += draw(st.sampled_from([0, 60, 60, 60, DAY // 2]))
        if draw(st.integers(0, 4)):
            pool = draw(st.sampled_from([GUILD, GUILD, GUILD, GUILD + 1, None]))
            people = draw(st.lists(st.sampled_from([ANN, BOB, CY]), min_size=2, max_size=3, unique=True))
            result = a_result(number, *people, at=at, pool=pool)
            result = replace(result, guild_id=pool or GUILD)
        else:
            table: list[int | Level] = [
                draw(st.sampled_from([ANN, BOB])),
                draw(st.sampled_from([Level.FAIR, Level.STRONG])),
            ]
            result = a_result(number, *(table if draw(st.booleans()) else table[::-1]), at=at, pool=SOLO)
        variant = draw(st.sampled_from(SYSTEMS))
        seats = tuple(replace(seat, opening=draw(st.sampled_from([0, 60]))) for seat in result.seats)
        results.append(replace(result, variant=variant, seats=seats))
    return results


@given(histories(), st.data())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_a_voided_game_is_as_if_it_had_been_void_from_the_start(
    tmp_path_factory: pytest.TempPathFactory, history: list[GameResult], data: st.DataObject
) -> None:
    """Except that games that came too often because of it stay unrated."""
    chosen = data.draw(st.sets(st.sampled_from([each.game_id for each in history]), min_size=1, max_size=3))
    folder = tmp_path_factory.mktemp("voiding")
    async with open_new_database(folder / "void.db") as database:
        await play(database, *history)
        often = {row[0] for row in await database.run("SELECT game_id FROM finished_game WHERE unrated = 'often'")}
        for game_id in chosen:
            await void(database, game_id)
        found = await everything(database)
        assert not (await replay_ratings(database)).has_changed
    async with open_new_database(folder / "never.db") as database:
        for each in history:
            refused = replace(each, pool=None, unrated=Unrated.OFTEN) if each.game_id in often else each
            await play(database, voided(each) if each.game_id in chosen else refused)
        assert found == await everything(database)


async def test_a_game_is_voided_once_and_only_with_a_result(database: Database) -> None:
    with pytest.raises(LookupError):
        await void(database, 7)
    await play(database, a_result(1, ANN, BOB), a_result(2, BOB, ANN))
    assert await void(database, 1) == 1
    before = await everything(database)

    assert await void(database, 1) is None
    assert await everything(database) == before


async def test_a_badge_is_announced_again_when_it_is_earned_again(database: Database) -> None:
    badges = BadgeStore(database)
    await play(database, a_result(1, ANN, BOB))
    assert (await badges.of_game(1)) == {ANN: [Badge.WIN]}

    await void(database, 1)
    assert await badges.of_game(1) == {}

    await write(database, a_result(2, ANN, BOB))
    assert await badges.note_new(ANN, 2, SYSTEMS, NOON) == [Badge.WIN]


async def test_the_end_card_of_a_voided_game_is_shown_again(database: Database) -> None:
    await play(database, a_result(1, ANN, BOB), a_result(2, ANN, BOB))
    for number in (1, 2):
        await PostStore(database).settle(name_table(number), "1 ")

    await void(database, 1)

    shown = await database.run("SELECT owner, shown FROM post ORDER BY owner")
    assert [tuple(row) for row in shown] == [("table 1", ""), ("table 2", "1 ")]


async def test_a_failure_on_the_way_changes_nothing(database: Database) -> None:
    await play(database, a_result(1, ANN, BOB), a_result(2, BOB, ANN))
    before = await everything(database)
    await database.run("CREATE TRIGGER refusal BEFORE DELETE ON badge_shown BEGIN SELECT RAISE(ABORT, 'no'); END")

    with pytest.raises(Exception, match="no"):
        await void(database, 1)

    assert await everything(database) == before
