"""discord.py's cache of servers, which keeps those that nobody uses packed.

For each server, discord.py keeps all channels and roles as objects. Of these the bot reads names, types, threads, and
the permissions that follow from roles and overwrites, to explain why a table can't be shown. Most servers are silent
most of the time, so only those used lately are objects; each of the others is a record of what is read, in compressed
JSON, until a command or an event of it comes: 3 KiB in place of 42 for one with 40 channels (28 November 2026).
"""

import zlib
from collections import OrderedDict
from collections.abc import Iterator, MutableMapping
from typing import Any

import discord
import msgspec

from engine.override import override
from ui.gateway.internals import State, list_overwrites

UNPACKED = 1_000  # servers: more than have games at the same time, at 20 KiB each (28 November 2026)
FAST = 1  # zlib's level: a higher one takes longer, and saves 5 %

Json = dict[str, Any]

# What discord.py requires in its JSON, and the bot doesn't read.
_ROLE: Json = {"name": ""}
_CHANNEL: Json = {"position": 0, "bitrate": 0, "user_limit": 0}
_THREAD: Json = {"message_count": 0, "member_count": 0}
_METADATA: Json = {"auto_archive_duration": 1440, "archive_timestamp": "2015-01-01T00:00:00+00:00"}


class PackedGuilds(MutableMapping[int, discord.Guild]):
    """Servers by id, of which the least recently used are packed.

    A packed server becomes a new object when it's read. A server that is set is packed at once, because nobody may ever
    use it.
    """

    def __init__(self, state: State, most: int = UNPACKED) -> None:
        self._state = state
        self._most = most
        self._packed: dict[int, bytes] = {}
        self._unpacked: OrderedDict[int, discord.Guild] = OrderedDict()  # the least recently used first

    @override
    def __getitem__(self, guild_id: int) -> discord.Guild:
        if guild_id in self._unpacked:
            self._unpacked.move_to_end(guild_id)
            return self._unpacked[guild_id]
        guild = self._unpacked[guild_id] = unpack(self._packed[guild_id], self._state)
        del self._packed[guild_id]
        if len(self._unpacked) > self._most:
            self.pack(next(iter(self._unpacked)))
        return guild

    @override
    def __setitem__(self, guild_id: int, guild: discord.Guild) -> None:
        self._unpacked.pop(guild_id, None)
        self._packed[guild_id] = pack(guild)

    def pack(self, guild_id: int) -> None:
        """Pack a server, if it isn't packed or unknown."""
        if guild := self._unpacked.get(guild_id):
            self[guild_id] = guild

    @override
    def __delitem__(self, guild_id: int) -> None:
        if self._unpacked.pop(guild_id, None) is None:
            del self._packed[guild_id]

    @override
    def __contains__(self, guild_id: object) -> bool:
        return guild_id in self._unpacked or guild_id in self._packed

    @override
    def __iter__(self) -> Iterator[int]:
        yield from list(self._unpacked)
        yield from list(self._packed)

    @override
    def __len__(self) -> int:
        return len(self._unpacked) + len(self._packed)


def pack(guild: discord.Guild) -> bytes:
    """Return the record of a server: what the bot reads of it."""
    record = {
        "id": guild.id,
        "unavailable": guild.unavailable,
        "name": guild.name,
        "preferred_locale": guild.preferred_locale.value,
        "owner_id": guild.owner_id,
        "roles": [{"id": each.id, "permissions": each.permissions.value} for each in guild.roles],
        "channels": [_write_channel(each) for each in guild.channels],
        "threads": [_write_thread(each) for each in guild.threads],
        "members": [_write_member(each) for each in guild.members],
    }
    return zlib.compress(msgspec.json.encode(record), FAST)


def unpack(record: bytes, state: State) -> discord.Guild:
    """Build a server from its record."""
    guild = msgspec.json.decode(zlib.decompress(record))
    guild["roles"] = [_ROLE | each for each in guild["roles"]]
    guild["channels"] = [_CHANNEL | each for each in guild["channels"]]
    guild["threads"] = [_THREAD | each for each in guild["threads"]]
    return discord.Guild(data=guild, state=state)


def _write_channel(channel: discord.abc.GuildChannel) -> Json:
    return {
        "id": channel.id,
        "type": channel.type.value,
        "name": channel.name,
        "permission_overwrites": list_overwrites(channel),
    }


def _write_thread(thread: discord.Thread) -> Json:
    return {
        "id": thread.id,
        "type": thread.type.value,
        "name": thread.name,
        "parent_id": thread.parent_id,
        "owner_id": thread.owner_id,
        "thread_metadata": _METADATA | {"archived": thread.archived, "locked": thread.locked},
    }


def _write_member(member: discord.Member) -> Json:
    """Return the JSON of a member; of these, discord.py keeps only the bot itself."""
    user = {
        "id": member.id,
        "username": member.name,
        "discriminator": member.discriminator,
        "avatar": None,
        "bot": True,
    }
    timeout = member.timed_out_until
    return {
        "user": user,
        "roles": [each.id for each in member.roles if not each.is_default()],
        "flags": 0,
        "communication_disabled_until": timeout and timeout.isoformat(),
    }
