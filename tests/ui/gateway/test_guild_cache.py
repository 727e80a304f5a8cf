"""A packed server is what discord.py would have kept, as far as the bot reads it, whatever happens to it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import Rackety
from engine.override import override
from playground.model import json_objects, other_servers
from playground.model.permissions import BITS
from playground.model.starting_world import APPLICATION_ID
from playground.model.world import World
from storage.database import open_database
from tests.cogs.test_discovery import CHOICES
from ui.gateway.guild_cache import PackedGuilds
from ui.gateway.internals import replace_guilds

Json = dict[str, Any]

WORLD = World()
SERVER = other_servers.find_id(0)
THREAD = 900_000_000_000_000_001
LATER = "2100-01-01T00:00:00+00:00"


class Plain(discord.AutoShardedClient):
    """discord.py with all its caches; it isn't connected, but told events."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.told: list[str] = []
        state = self._connection
        state.shard_count = 1
        state.user = discord.ClientUser(state=state, data=json_objects.write_own_user(WORLD.bot))  # type: ignore[arg-type]  # Discord's JSON

    def hear(self, name: str, payload: Json) -> None:
        self._connection.parsers[name](payload)

    @override
    def dispatch(self, event: str, /, *_: Any, **__: Any) -> None:
        self.told.append(event)


class Packing(Plain):
    """The same, with packed servers; after each event they are packed again."""

    def __init__(self) -> None:
        super().__init__()
        self.packed = replace_guilds(self, PackedGuilds)

    @override
    def hear(self, name: str, payload: Json) -> None:
        super().hear(name, payload)
        self.packed.pack(SERVER)


def read(client: Plain) -> object:
    """Everything that the bot reads of a server."""
    guild = client.get_guild(SERVER)
    if guild is None:
        return None
    return {
        "server": (guild.name, guild.preferred_locale, guild.unavailable, guild.owner_id),
        "roles": {each.id for each in guild.roles},
        "mine": guild.me and (guild.me.is_timed_out(), {each.id for each in guild.me.roles}),
        "channels": {each.id: describe(each) for each in [*guild.channels, *guild.threads]},
    }


def describe(channel: discord.abc.GuildChannel | discord.Thread) -> object:
    thread = (channel.parent_id, channel.owner_id, channel.locked) if isinstance(channel, discord.Thread) else None
    me = channel.guild.me
    return type(channel), channel.type, channel.name, thread, me and channel.permissions_for(me).value


def server(**changed: Any) -> Json:
    return {**other_servers.write(WORLD, SERVER), **changed}


CREATED = server()
TEXT = next(each for each in CREATED["channels"] if each["type"] == 0)
ROLE, OTHER = CREATED["roles"][1], CREATED["roles"][2]
TEXT["permission_overwrites"], ROLE["permissions"] = [], "0"  # so that what follows makes a difference
SENDING, MANAGING = str(BITS["SEND_MESSAGES"]), str(BITS["MANAGE_THREADS"])


def of_server(**fields: Any) -> Json:
    return {"guild_id": str(SERVER), **fields}


def thread(**changed: Any) -> Json:
    times = {"archived": False, "archive_timestamp": LATER, "auto_archive_duration": 60, "locked": False}
    shape = of_server(id=str(THREAD), parent_id=TEXT["id"], owner_id=str(APPLICATION_ID), type=11, name="our table")
    return {**shape, "message_count": 1, "member_count": 2, "thread_metadata": {**times, **changed}}


def member(*roles: str, until: str | None = None) -> Json:
    mine = json_objects.write_member(WORLD, WORLD.bot)
    return of_server(**{**mine, "roles": list(roles), "communication_disabled_until": until})


def denied(whom: str, kind: int) -> Json:
    return {**TEXT, "permission_overwrites": [{"id": whom, "type": kind, "allow": "0", "deny": SENDING}]}


EVENTS: dict[str, list[tuple[str, Json]]] = {
    "nothing more": [],
    "another name and language": [("GUILD_UPDATE", server(name="New", preferred_locale="de"))],
    "a channel denied to everyone": [("CHANNEL_UPDATE", denied(str(SERVER), 0))],
    "a channel denied to the bot's role": [("CHANNEL_UPDATE", denied(ROLE["id"], 0))],
    "a channel denied to the bot itself": [("CHANNEL_UPDATE", denied(str(APPLICATION_ID), 1))],
    "a new channel": [("CHANNEL_CREATE", {**TEXT, "id": "5", "name": "new", "permission_overwrites": []})],
    "a new forum": [("CHANNEL_CREATE", {**TEXT, "id": "5", "name": "new", "type": 15})],
    "a channel that is gone": [("CHANNEL_DELETE", TEXT)],
    "a role with other permissions": [("GUILD_ROLE_UPDATE", of_server(role={**ROLE, "permissions": MANAGING}))],
    "a role that is gone": [("GUILD_ROLE_DELETE", of_server(role_id=ROLE["id"]))],
    "an administrator": [("GUILD_ROLE_UPDATE", of_server(role={**ROLE, "permissions": "8"}))],
    "another role of the bot": [("GUILD_MEMBER_UPDATE", member(OTHER["id"]))],
    "the bot timed out": [("GUILD_MEMBER_UPDATE", member(ROLE["id"], until=LATER))],
    "a thread": [("THREAD_CREATE", thread())],
    "a locked thread": [("THREAD_CREATE", thread()), ("THREAD_UPDATE", thread(locked=True))],
    "an archived thread": [("THREAD_CREATE", thread()), ("THREAD_UPDATE", thread(archived=True))],
    "a thread that is gone": [("THREAD_CREATE", thread()), ("THREAD_DELETE", thread())],
    "a thread without its channel": [("THREAD_CREATE", thread()), ("CHANNEL_DELETE", TEXT)],
    "no threads but this": [("THREAD_CREATE", thread()), ("THREAD_LIST_SYNC", of_server(threads=[], members=[]))],
    "an outage": [("GUILD_DELETE", {"id": str(SERVER), "unavailable": True})],
    "an outage that is over": [("GUILD_DELETE", {"id": str(SERVER), "unavailable": True}), ("GUILD_CREATE", CREATED)],
    "a server that the bot left": [("GUILD_DELETE", {"id": str(SERVER)})],
    "a server that it joined again": [("GUILD_DELETE", {"id": str(SERVER)}), ("GUILD_CREATE", CREATED)],
}


def opened(kind: Callable[[], Plain], events: list[tuple[str, Json]]) -> Plain:
    client = kind()
    client._connection._add_guild_from_data({"id": SERVER, "unavailable": True})  # type: ignore[typeddict-item]  # noqa: SLF001  # as READY does
    for name, payload in [("GUILD_CREATE", CREATED), *events]:
        client.hear(name, payload)
    return client


@pytest.mark.parametrize("events", EVENTS.values(), ids=EVENTS)
async def test_a_packed_server_reads_as_discord_py_s_own(events: list[tuple[str, Json]]) -> None:
    plain, packing = opened(Plain, events), opened(Packing, events)

    assert read(packing) == read(plain)
    assert read(packing) == read(plain)  # the server is unpacked now


async def test_the_events_of_this_test_change_what_is_read() -> None:
    """But for those that bring back what was."""
    before = read(opened(Plain, []))
    same = [name for name, events in EVENTS.items() if read(opened(Plain, events)) == before]

    assert same == [
        "nothing more",
        "an archived thread",
        "a thread that is gone",
        "no threads but this",
        "an outage that is over",
        "a server that it joined again",
    ]


async def test_a_server_that_nobody_uses_is_packed_from_the_start() -> None:
    client = Packing()
    for number in range(3):
        client.hear("GUILD_CREATE", other_servers.write(WORLD, other_servers.find_id(number)))

    assert len(client.packed) == 3
    assert client.packed._unpacked == {}  # noqa: SLF001  # what this is about
    assert all(other_servers.find_id(number) in client.packed for number in range(3))


async def test_a_server_that_a_start_brings_is_packed_when_it_is_announced(tmp_path: Path) -> None:
    async with open_database(f"sqlite:///{tmp_path / 'rackety.db'}") as database, Rackety(database, CHOICES) as client:
        state = client._connection  # noqa: SLF001  # it hears of servers
        state.shard_count = 1
        guilds: Any = state._guilds  # noqa: SLF001  # where it keeps them
        state._add_guild_from_data({"id": SERVER, "unavailable": True})  # type: ignore[typeddict-item]  # noqa: SLF001  # as READY does
        guild = client.get_guild(SERVER)
        assert guild
        assert SERVER in guilds._unpacked  # noqa: SLF001  # what this is about

        await client.on_guild_available(guild)

        assert SERVER not in guilds._unpacked  # noqa: SLF001  # as above
        assert SERVER in guilds


async def test_only_the_servers_used_last_stay_unpacked() -> None:
    client = Packing()
    packed = PackedGuilds(client._connection, most=2)  # noqa: SLF001  # discord.py's state
    idents = [other_servers.find_id(number) for number in range(4)]
    for ident in idents:
        packed[ident] = discord.Guild(data=other_servers.write(WORLD, ident), state=client._connection)  # type: ignore[arg-type]  # noqa: SLF001  # as above

    for ident in (*idents, idents[2]):
        assert packed[ident].id == ident
    assert packed[idents[1]] is packed[idents[1]]

    assert list(packed._unpacked) == [idents[2], idents[1]]  # noqa: SLF001  # as above
    assert sorted(packed) == idents
    del packed[idents[0]], packed[idents[1]]
    assert sorted(packed) == idents[2:]


async def test_an_interaction_s_server_is_unpacked_with_the_bot_in_it() -> None:
    """discord.py builds a stand-in for a server that it doesn't know."""
    client = opened(Packing, [])
    guild = client._connection._get_or_create_unavailable_guild(SERVER)  # noqa: SLF001  # as an interaction does

    assert guild.name == CREATED["name"]
    assert guild.me.id == APPLICATION_ID
    assert client.get_guild(SERVER) is guild
