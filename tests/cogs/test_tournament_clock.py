"""The clock of tournaments, their games' ends, and channels that are deleted."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_asyncio

from cogs.tournament import TournamentCog
from cogs.tournament_clock import TournamentClockCog
from engine.game.actions import Resign
from services.tournaments.tournaments import CHECK_IN_TIME, TIME_AFTER_OUTAGE
from storage.errors import DatabaseBusy
from storage.tournaments.tournament import TournamentPhase
from tests.storage.tables import ANN, CHANNEL, GUILD
from tests.support.interactions import Interaction
from tests.support.rooms import Room
from tests.support.tables import listen
from tests.support.tournaments import (
    Discord,
    come,
    opened_tournament,
    resign_unnoticed,
    started_tournament,
    tap,
    text_channel,
    the_tournament,
    update_posts,
    world,
)
from tests.support.waiting import until_done

COG = TournamentCog
BOT = Discord
SHARD = 0
SLEEP = 3_600  # seconds


@pytest_asyncio.fixture
async def clock(room: Room) -> AsyncIterator[TournamentClockCog]:
    cog = TournamentClockCog(room.services)
    await cog.go_on(SHARD)
    await cog.look()
    yield cog
    await cog.cog_unload()


@pytest.fixture
def refreshed(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tournaments whose messages are brought up to date."""
    ids: list[int] = []
    room.services.tournaments.listeners.append(ids.append)
    monkeypatch.setattr(room.services.tournament_posts, "refresh_later", ids.extend)
    return ids


async def wait(room: Room, clock: TournamentClockCog, seconds: int) -> None:
    """Let this much time pass, in which the clock looks every half minute."""
    while seconds > 0:
        room.clock += min(30, seconds)
        seconds -= 30
        await clock.look()


async def test_players_who_do_not_come_in_time_are_out(
    room: Room, clock: TournamentClockCog, refreshed: list[int]
) -> None:
    stored = await started_tournament(room)
    await tap(room, "imhere", ANN)
    await wait(room, clock, CHECK_IN_TIME - 1)
    assert (await the_tournament(room)).tournament.dropped == ()

    await wait(room, clock, 1)

    assert len((await the_tournament(room)).tournament.dropped) == 3
    assert refreshed[-1] == stored.id


async def test_while_a_shard_is_away_nobody_is_out(room: Room, clock: TournamentClockCog) -> None:
    await started_tournament(room)
    await clock.on_shard_disconnect(SHARD)

    await wait(room, clock, 2 * CHECK_IN_TIME)
    assert (await the_tournament(room)).tournament.dropped == ()

    await clock.go_on(SHARD)
    await wait(room, clock, TIME_AFTER_OUTAGE)
    assert (await the_tournament(room)).tournament.dropped == ()
    await wait(room, clock, 30)
    assert (await the_tournament(room)).tournament.dropped != ()


async def test_another_shard_goes_on(room: Room, clock: TournamentClockCog) -> None:
    await started_tournament(room)
    await clock.on_shard_disconnect(SHARD + 1)

    await wait(room, clock, CHECK_IN_TIME)

    assert (await the_tournament(room)).tournament.dropped != ()


async def test_before_the_login_nothing_is_due(room: Room) -> None:
    await started_tournament(room)
    clock = TournamentClockCog(room.services)

    await wait(room, clock, 2 * CHECK_IN_TIME)

    assert (await the_tournament(room)).tournament.dropped == ()


async def test_after_a_sleep_of_the_machine_there_is_time_to_come(room: Room, clock: TournamentClockCog) -> None:
    await started_tournament(room)

    room.clock += SLEEP
    await clock.look()

    stored = await the_tournament(room)
    assert stored.tournament.dropped == ()
    assert stored.due_at == room.clock + TIME_AFTER_OUTAGE


async def test_time_that_could_not_be_given_is_given_at_the_next_look(
    room: Room, clock: TournamentClockCog, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started_tournament(room)

    async def fail() -> list[int]:
        raise DatabaseBusy

    room.clock += SLEEP
    with monkeypatch.context() as patched:
        patched.setattr(room.services.tournaments, "extend_deadlines", fail)
        with pytest.raises(DatabaseBusy):
            await clock.look()
    await clock.look()

    assert (await the_tournament(room)).tournament.dropped == ()


async def test_the_end_of_a_game_brings_its_tournament_up_to_date(
    room: Room, clock: TournamentClockCog, refreshed: list[int]
) -> None:
    stored = await started_tournament(room)
    await come(room, stored.tournament.rounds[0][0])
    game, other = await room.game(), await room.playing(channel=CHANNEL + 9)
    refreshed.clear()
    listen(room.tables, clock.on_change)

    await room.tables.make_move(game, Resign(0), None)
    await room.until(lambda: refreshed == [stored.id])
    refreshed.clear()
    clock.on_change(await room.tables.require_game(other.id))
    await asyncio.sleep(0.02)

    assert refreshed == []


async def test_a_start_brings_all_up_to_date(room: Room, clock: TournamentClockCog, refreshed: list[int]) -> None:
    stored = await opened_tournament(room)
    refreshed.clear()

    await clock.begin()

    assert refreshed == [stored.id]


async def test_a_start_takes_the_results_of_games_that_ended_just_before_a_kill(
    room: Room, clock: TournamentClockCog
) -> None:
    stored = await started_tournament(room)
    pairing = stored.tournament.rounds[0][0]
    await come(room, pairing)
    await resign_unnoticed(room, pairing.first)

    await clock.begin()
    await until_done("results")

    assert (await the_tournament(room)).tournament.rounds[0][0].result == pairing.second


async def test_a_deleted_channel_cancels_its_tournament(room: Room, clock: TournamentClockCog) -> None:
    await started_tournament(room)
    await clock.on_guild_channel_delete(cast("Any", SimpleNamespace(id=CHANNEL + 1)))
    assert (await the_tournament(room)).tournament.phase is TournamentPhase.RUNNING

    await clock.on_guild_channel_delete(cast("Any", SimpleNamespace(id=CHANNEL)))

    assert (await the_tournament(room)).tournament.phase is TournamentPhase.CANCELED


async def test_only_its_own_thread_cancels_a_tournament(room: Room, clock: TournamentClockCog) -> None:
    stored = await started_tournament(room)
    for thread, phase in (
        (stored.thread_id + 1, TournamentPhase.RUNNING),
        (stored.thread_id, TournamentPhase.CANCELED),
    ):
        deleted = SimpleNamespace(thread_id=thread, parent_id=CHANNEL)
        await clock.on_raw_thread_delete(cast("Any", deleted))
        assert (await the_tournament(room)).tournament.phase is phase


async def test_the_loop_looks_by_itself(room: Room, clock: TournamentClockCog, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    async def look() -> None:
        looks.append(room.clock)

    monkeypatch.setattr(clock, "look", look)
    await clock.cog_load()

    await room.until(lambda: bool(looks))


async def test_a_clock_that_is_set_back_makes_all_times_earlier(
    room: Room, clock: TournamentClockCog, refreshed: list[int]
) -> None:
    running = await started_tournament(room)
    there = Interaction(channel_id=CHANNEL + 1, channel=text_channel(CHANNEL + 1))
    await room.command("tournament", there, kind="swiss")
    signing_up = await the_tournament(room)
    await wait(room, clock, 60)
    refreshed.clear()

    room.clock -= SLEEP
    await room.tables.games.shift_times(-SLEEP)
    await clock.look()

    for before in (running, signing_up):
        after = await room.services.tournaments.require(before.id)
        assert before.due_at
        assert after.due_at == before.due_at - SLEEP
    assert refreshed == [running.id, signing_up.id]
    await wait(room, clock, CHECK_IN_TIME - 61)
    assert (await room.services.tournaments.require(running.id)).tournament.dropped == ()
    await wait(room, clock, 1)
    assert (await room.services.tournaments.require(running.id)).tournament.dropped != ()


async def test_while_its_server_is_away_nobody_is_out_and_then_there_is_time_to_come(
    room: Room, clock: TournamentClockCog
) -> None:
    stored = await started_tournament(room)
    await wait(room, clock, CHECK_IN_TIME - 60)
    world(room).is_away = True
    await wait(room, clock, SLEEP)

    world(room).is_away = False
    await clock.go_on_there(cast("Any", SimpleNamespace(id=GUILD)))
    await clock.look()

    stored = await the_tournament(room)
    assert stored.tournament.dropped == ()
    assert stored.due_at == room.clock + TIME_AFTER_OUTAGE


async def test_a_server_that_comes_wakes_only_its_own_tournaments(
    room: Room, clock: TournamentClockCog, refreshed: list[int]
) -> None:
    stored = await started_tournament(room)
    await clock.go_on_there(cast("Any", SimpleNamespace(id=GUILD)))
    world(room).is_away = True
    await update_posts(room, stored.id)
    refreshed.clear()

    await clock.go_on_there(cast("Any", SimpleNamespace(id=GUILD + 1)))
    assert refreshed == []
    await clock.go_on_there(cast("Any", SimpleNamespace(id=GUILD)))

    assert refreshed == [stored.id]
    await update_posts(room, stored.id)
    await clock.go_on(SHARD)  # discord.py may not report a server that comes just before
    assert refreshed == [stored.id] * 2
