"""The parts of discord.py that the bot uses although no documentation promises them; no other module names them.

Three names are private: a client's state, `_connection`; the state's servers, `_guilds`; and a channel's `_overwrites`.
The sockets of `discord.gateway` aren't, but they are meant for discord.py's own reconnecting, which doesn't outlast all
outages (`ui.gateway.connection`). `require_internals` finds at the start what another version has changed.
"""

import json
from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure

from engine.override import override
from services.concurrency.supervise import log_error

State = Any
"""discord.py's own state of a client, with which its objects are made."""

Guilds = TypeVar("Guilds", bound=MutableMapping[int, discord.Guild])


class UnsuitableDiscordPy(Exception):
    """The installed discord.py lacks something that the bot uses."""

    def __init__(self, missing: str) -> None:
        super().__init__(
            f"Rackety doesn't run with discord.py {discord.__version__}: {missing} isn't what it was. "
            "Use the version in requirements-runtime.lock, which `make bot` installs."
        )


def require_internals(client: discord.AutoShardedClient) -> None:
    """Check that discord.py has what this module uses; raise UnsuitableDiscordPy if something is missing."""
    state = getattr(client, "_connection", None)
    is_there = {
        "Client._connection": all(hasattr(state, each) for each in ("shard_count", "shard_ids")),
        "ConnectionState._guilds": isinstance(getattr(state, "_guilds", None), MutableMapping),
        "GuildChannel._overwrites": "_overwrites" in getattr(discord.TextChannel, "__slots__", ()),
        "DiscordWebSocket": all(
            hasattr(DiscordWebSocket, each) for each in ("from_client", "poll_event", "received_message", "log_receive")
        ),
    }
    for name, found in is_there.items():
        if not found:
            raise UnsuitableDiscordPy(name)


class EventSocket(DiscordWebSocket):
    """A gateway socket that logs and skips events that discord.py can't read, such as new kinds of channels."""

    _CONFIRMATIONS = frozenset({"READY", "RESUMED"})
    _LOST = (discord.ConnectionClosed, ReconnectWebSocket, WebSocketClosure, aiohttp.ClientError, OSError)

    _text = "{}"  # the message that is being read

    @override
    def log_receive(self, log_data: Any, /) -> None:
        """Remember a message that is about to be read. discord.py calls this once it's decompressed."""
        self._text = log_data

    @override
    async def received_message(self, msg: Any, /) -> None:
        """Handle a message; skip an event that can't be read, unless it confirms a session."""
        try:
            await super().received_message(msg)
        except self._LOST:
            raise
        except Exception as error:
            event = json.loads(self._text).get("t")
            if event in self._CONFIRMATIONS:
                self.session_id = None
            if event is None or event in self._CONFIRMATIONS:
                raise
            log_error(f"reading the event {event} on shard {self.shard_id}", error)
        finally:
            self._text = "{}"


def use_addresses(api_url: str, gateway_url: str) -> None:
    """Make discord.py use these addresses of the API and of the gateway, in the whole process."""
    discord.http.Route.BASE = api_url.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


def set_shard_count(client: discord.AutoShardedClient, count: int) -> None:
    """Tell discord.py how many shards there are, as its own `connect` would."""
    state = client._connection  # noqa: SLF001  # see above
    client.shard_count = state.shard_count = count
    state.shard_ids = range(count)


def replace_guilds(client: discord.Client, make: Callable[[State], Guilds]) -> Guilds:
    """Let a client that hasn't logged in keep its servers in the mapping that `make` returns for its state."""
    state: State = client._connection  # noqa: SLF001  # see above
    guilds = state._guilds = make(state)  # noqa: SLF001  # see above
    return guilds


def is_on_server(client: discord.Client, guild_id: int) -> bool:
    """Return whether the bot is on this server, also while that has an outage; `get_guild` would unpack it."""
    return guild_id in client._connection._guilds  # noqa: SLF001  # see above


def list_overwrites(channel: discord.abc.GuildChannel) -> list[Any]:
    """Return a channel's permission overwrites as JSON; the public `overwrites` makes 100 values for each."""
    return [each._asdict() for each in channel._overwrites]  # noqa: SLF001  # see above
