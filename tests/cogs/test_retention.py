"""The daily deletion, and the servers that the bot has left."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs import retention
from cogs.retention import RetentionCog
from storage.errors import DatabaseBusy
from tests.storage.tables import GUILD
from tests.support.filled import fill
from tests.support.rooms import Room
from tests.support.tournaments import Discord, stop_updates

COG = RetentionCog
BOT = Discord


@pytest.fixture
async def room(room: Room) -> Room:
    await stop_updates(room)
    await fill(room)
    return room


def cog(room: Room) -> RetentionCog:
    return cast("RetentionCog", room.cog)


def be_on(room: Room, *servers: int) -> None:
    """Let discord.py's cache have these servers."""
    cast("Any", room.bot)._connection = SimpleNamespace(_guilds=servers)  # noqa: SLF001  # as the cog looks them up


async def lost(room: Room) -> list[int]:
    return [row["guild_id"] for row in await room.database.run("SELECT guild_id FROM lost_server")]


async def test_a_server_that_the_bot_leaves_is_noted_until_it_is_back(room: Room) -> None:
    server = cast("Any", SimpleNamespace(id=GUILD))
    await cog(room).on_guild_remove(server)
    assert await lost(room) == [GUILD]

    await cog(room).on_guild_join(server)
    assert await lost(room) == []


async def test_a_server_left_while_the_bot_was_off_is_noted_at_the_login(room: Room) -> None:
    be_on(room)
    await cog(room).on_shard_ready(0)
    assert await lost(room) == [GUILD]

    be_on(room, GUILD)  # with an outage or not
    await cog(room).on_shard_ready(0)
    assert await lost(room) == []


async def test_only_the_servers_of_the_shard_are_judged(room: Room) -> None:
    room.bot.shard_count = 2
    be_on(room)

    await cog(room).on_shard_ready(1 - (GUILD >> 22) % 2)

    assert await lost(room) == []


async def test_a_failing_database_waits_for_the_next_login(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise DatabaseBusy

    be_on(room)
    monkeypatch.setattr(room.services.personal_data, "note_servers", fail)
    monkeypatch.setattr(room.services.personal_data, "list_servers", fail)
    await cog(room).on_shard_ready(0)
    await cog(room).on_guild_remove(cast("Any", SimpleNamespace(id=GUILD)))
    await cog(room).on_guild_join(cast("Any", SimpleNamespace(id=GUILD)))

    assert await lost(room) == []


async def test_old_data_is_deleted_day_by_day(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[None] = []

    async def enforce() -> None:
        calls.append(None)

    monkeypatch.setattr(retention, "_FIRST", 0)
    monkeypatch.setattr(retention, "_EVERY", 0.001)
    monkeypatch.setattr(room.services.personal_data, "enforce_retention", enforce)

    await cog(room).cog_load()
    await room.until(lambda: len(calls) > 2)
