"""The export and the deletion of everything about a person or a server, and of what is too old."""

import json
import logging
from pathlib import Path

import pytest

from cogs.watch import WatchCog
from ratings.rating import DAY
from services.people.personal_data import PersonalData
from storage.games import Game, Phase
from storage.personal_data.export import SECTIONS
from storage.personal_data.retention import Retention
from storage.posts import name_bench, name_server, name_tournament
from storage.results.replay import replay_ratings
from storage.tournaments.tournament import TournamentPhase
from tests.storage.tables import BOB, GUILD, NOON
from tests.support.breaking import Killed
from tests.support.filled import ME, fill, find
from tests.support.privacy import read_entries
from tests.support.rooms import Room, opened
from tests.support.tournaments import Discord

COG = WatchCog
BOT = Discord
MY_ID = ME.user_id or 0
TRACES = (str(MY_ID), ME.name)


@pytest.fixture
async def room(room: Room) -> Room:
    await fill(room)
    return room


async def find_running(room: Room) -> Game:
    """The running game in which I have a seat, or had one."""
    (game,) = [each for each in await room.games() if each.phase is Phase.PLAYING]
    return game


def data(room: Room) -> PersonalData:
    return room.services.personal_data


async def ratings(room: Room) -> list[tuple[object, ...]]:
    """The ratings of the others."""
    rows = await room.database.run(
        "SELECT * FROM rating WHERE user_id BETWEEN 1 AND ? ORDER BY pool, user_id", (MY_ID - 1,)
    )
    return [tuple(row) for row in rows]


async def test_the_database_of_these_tests_has_something_in_every_table(room: Room) -> None:
    empty = {name for name, rows in (await room.stored()).items() if not rows and not name.startswith("sqlite_")}

    assert empty == {"lost_server"}


async def test_after_a_deletion_nothing_of_the_person_is_left_in_any_column(room: Room) -> None:
    before = await find(room, *TRACES)
    assert {
        ("seat_result", "name"),
        ("game", "players"),
        ("tournament", "tournament"),
        ("encounter", "opponent"),
    } <= before

    await data(room).delete_person(MY_ID)

    assert await find(room, *TRACES) == set()


async def test_the_privacy_policy_says_where_a_person_is(room: Room) -> None:
    about_people = {column for text, columns in read_entries() if "isn't about you" not in text for column in columns}

    assert await find(room, *TRACES) <= about_people | {("game", "news")}


async def test_tables_that_the_privacy_policy_calls_deleted_are_empty(room: Room) -> None:
    await data(room).delete_person(MY_ID)

    stored = await room.stored()
    for table in {table for text, columns in read_entries() if "it's deleted" in text for table, _ in columns}:
        rows = [row for row in stored[table] if not (table == "person" and str(row[0]).startswith("-"))]
        others = {"guild_player": 3}.get(table, 0)
        assert len(rows) == others or table == "badge_shown", table


async def test_the_record_of_a_person_s_direct_message_is_deleted(room: Room) -> None:
    posted = "SELECT owner FROM post WHERE purpose <> '' ORDER BY number"
    before = [row["owner"] for row in await room.database.run(posted)]
    assert before == [name_bench((await find_running(room)).id, 0), name_server(GUILD), name_tournament(1)]

    await data(room).delete_person(MY_ID)

    assert [row["owner"] for row in await room.database.run(posted)] == before[1:]
    assert await room.database.run("SELECT 1 FROM post WHERE owner = ?", (before[0],)) == []


async def test_the_others_keep_their_ratings_bit_for_bit(room: Room) -> None:
    before = await ratings(room)

    await data(room).delete_person(MY_ID)

    assert await ratings(room) == before
    assert not (await replay_ratings(room.database)).has_changed


async def test_the_person_leaves_tables_and_tournaments_first(room: Room) -> None:
    await data(room).delete_person(MY_ID)

    game = await find_running(room)
    gone, other = game.players
    assert gone.away
    assert gone.left
    assert (gone.user_id or 0) < 0
    assert gone.name.startswith("deleted-")
    assert other.user_id == BOB.user_id
    assert [each.phase for each in await room.games() if each.channel_id == game.channel_id + 1] == [Phase.CLOSED]
    waiting, playing = [each for number in (1, 2) if (each := await room.services.tournaments.require(number))]
    assert len(waiting.tournament.players) == 3
    assert playing.tournament.phase is TournamentPhase.RUNNING
    assert len(playing.tournament.dropped) == 1


async def test_a_deletion_can_be_repeated_and_of_a_stranger_changes_nothing(room: Room) -> None:
    await data(room).delete_person(MY_ID)
    before = await room.stored()

    await data(room).delete_person(MY_ID)
    await data(room).delete_person(123)

    assert await room.stored() == before


async def test_the_export_has_something_of_every_section_and_nothing_of_others_and_a_stranger_s_is_empty(
    room: Room,
) -> None:
    exported = json.loads(await data(room).export(MY_ID))

    assert exported.keys() == {"about", *SECTIONS}
    assert {name for name, rows in exported.items() if not rows} == set()
    text = json.dumps(exported)
    assert [each for each in ("Daniela", BOB.name, "seed", "pool") if each in text] == []
    of_stranger = json.loads(await data(room).export(123))
    assert {name for name, rows in of_stranger.items() if rows} == {"about"}


async def test_old_games_lose_their_details_and_keep_their_results(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    before = await room.stored()
    room.clock = NOON + 90 * DAY + 1

    await data(room).enforce_retention()

    assert caplog.messages[-1] == "deleted what is too old: games: 4; servers: 0; people: 0"

    after = await room.stored()
    for table in ("seat_result", "finished_game", "rating", "season_score", "rating_change", "badge_shown"):
        assert after[table] == before[table]
    left = [game for game in await room.games() if game.phase is Phase.CLOSED]
    assert [(game.players, game.state, game.news, game.host_id) for game in left] == [((), None, (), 0)] * 4
    ids = {game.id for game in left}
    assert not ids & {row[0] for table in ("log", "text", "bench") for row in after[table]}
    assert (await find_running(room)).state is not None


async def test_young_games_and_everything_without_a_limit_stay(tmp_path: Path) -> None:
    async with opened(tmp_path, WatchCog, Discord()) as here:
        await fill(here)
        before = await here.stored()
        here.clock = NOON + 90 * DAY - 1
        await data(here).enforce_retention()
        here.clock = NOON + 10_000 * DAY
        services = here.services
        await PersonalData(here.tables, services.tournaments, here.database, Retention(0, 0, 0)).enforce_retention()

        assert await here.stored() == before


async def test_people_who_have_not_played_for_two_years_are_forgotten(room: Room) -> None:
    await room.database.run("UPDATE game SET phase = 'closed' WHERE phase IN ('lobby', 'playing')")
    room.clock = NOON + 731 * DAY

    await data(room).enforce_retention()

    assert await find(room, *TRACES) == set()
    assert await find(room, "Cleopatra") - {("tournament", "tournament")} == set()


@pytest.mark.parametrize(
    "kept",
    [
        *("game alone", "lobby alone", "game with others", "puzzle", "result"),
        *("sign-up", "organizer", "canceled tournament"),
    ],
)
async def test_a_person_with_only_this_is_forgotten_after_two_years(tmp_path: Path, kept: str) -> None:
    async with opened(tmp_path, WatchCog, Discord()) as here:
        await fill(here)
        await keep_only(here, kept)
        assert await find(here, *TRACES) != set()
        here.clock = NOON + 729 * DAY
        await data(here).enforce_retention()
        assert await find(here, *TRACES) != set()

        here.clock = NOON + 731 * DAY
        await data(here).enforce_retention()

        assert await find(here, *TRACES) == set()


async def keep_only(room: Room, kept: str) -> None:
    """Delete everything about me except for one thing."""
    results = ("rating_change", "badge_shown", "seat_result", "finished_game") if kept != "result" else ()
    puzzles = ("puzzle_try", "puzzle_score") if kept != "puzzle" else ()
    details = ("log", "text", "bench", "post")
    games = {"game alone": "guild_id = 0", "lobby alone": "guild_id = 0", "game with others": "phase = 'playing'"}
    await room.database.run(
        "UPDATE game SET guild_id = 0, channel_id = ? WHERE host_id = ? AND phase = ?",
        (MY_ID, MY_ID, {"game alone": "playing", "lobby alone": "lobby"}.get(kept)),
    )
    room.tables.games.clear_cache()
    for table in (*results, *puzzles, *details):
        await room.database.run(f"DELETE FROM {table}")  # noqa: S608  # our own tables
    others = games.get(kept, "phase = 'over'" if kept == "result" else "false")
    await room.database.run(f"DELETE FROM game WHERE NOT ({others})")  # noqa: S608  # our own text
    if kept not in {"sign-up", "organizer", "canceled tournament"}:
        await room.database.run("DELETE FROM tournament")
    if kept == "canceled tournament":
        await room.database.run("UPDATE tournament SET phase = ?, organizer_id = 5", (TournamentPhase.CANCELED,))
    await room.database.run("DELETE FROM tournament WHERE phase = 'running'")
    if kept == "organizer":
        await room.database.run("UPDATE tournament SET tournament = json_set(tournament, '$.players', json('[]'))")


async def test_a_server_s_data_is_deleted_a_month_after_the_bot_has_left(room: Room) -> None:
    await data(room).note_servers((), (GUILD,))
    room.clock = NOON + 30 * DAY
    await data(room).enforce_retention()
    assert await find(room, str(GUILD)) != set()

    room.clock = NOON + 30 * DAY + 1
    await data(room).enforce_retention()

    stored = await room.stored()
    assert await find(room, str(GUILD)) <= {
        ("game", "options"),
        ("person", "settings"),
    }
    assert [row for row in stored["game"] if row[1] == GUILD] == []
    assert stored["post"] == []
    assert {row[0] for row in stored["rating"]} == {0}
    assert not (await replay_ratings(room.database)).has_changed


async def test_a_server_that_the_bot_is_on_again_keeps_its_data(room: Room) -> None:
    before = await room.stored()
    await data(room).note_servers((), (GUILD,))
    room.clock = NOON + 20 * DAY
    await data(room).note_servers((), (GUILD,))
    await data(room).note_servers((GUILD,), ())
    room.clock = NOON + 60 * DAY

    await data(room).enforce_retention()

    assert await room.stored() == before


@pytest.mark.parametrize("what", ["person", "server", "retention"])
async def test_wherever_it_is_killed_the_next_call_does_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    kills_at, was_killed = 0, True
    while was_killed:
        kills_at += 1
        folder = tmp_path / str(kills_at)
        folder.mkdir()
        async with opened(folder, WatchCog, Discord()) as here:
            await fill(here)
            await data(here).note_servers((), (GUILD,) if what == "server" else ())
            here.clock = NOON + (DAY if what == "person" else 100 * DAY)
            was_killed = await killed_once(here, monkeypatch, what, kills_at)
            await delete(here, what)

            if what == "person":
                assert await find(here, *TRACES) == set()
            elif what == "server":
                assert [row for row in (await here.stored())["finished_game"] if row[2] == GUILD] == []
            else:
                assert not [game for game in await here.games() if game.phase is Phase.OVER]
            assert not (await replay_ratings(here.database)).has_changed
    assert kills_at > 1


async def delete(room: Room, what: str) -> None:
    await (data(room).delete_person(MY_ID) if what == "person" else data(room).enforce_retention())


async def killed_once(room: Room, monkeypatch: pytest.MonkeyPatch, what: str, kills_at: int) -> bool:
    """Whether the process ended at this transaction, before it was committed."""
    transaction, count = room.database.transaction, 0

    async def watched(*work: object, **more: object) -> object:
        nonlocal count
        count += 1
        if count == kills_at:
            raise Killed
        return await transaction(*work, **more)  # type: ignore[arg-type]  # as it's called

    with monkeypatch.context() as patched:
        patched.setattr(room.database, "transaction", watched)
        try:
            await delete(room, what)
        except Killed:
            return True
    return False
