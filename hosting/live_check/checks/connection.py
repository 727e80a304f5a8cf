"""Checks of the gateway, and of the slash commands that Discord has."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

import cogs
from hosting.live_check.check import UnexpectedBehaviorError, require
from hosting.live_check.live_channel import LiveChannel
from storage.games.shards import Shard
from ui.translations import Translator

LOGIN = 30.0  # seconds until the test server must have arrived
FULL = 0.8  # the share of the day's logins that should be left
# The fields of a command that the bot chooses; Discord adds others, such as ids and versions.
CHOSEN = frozenset(
    {
        "autocomplete", "channel_types", "choices", "contexts", "default_member_permissions", "description",
        "description_localizations", "integration_types", "max_length", "max_value", "min_length", "min_value", "name",
        "name_localizations", "nsfw", "options", "required", "type", "value",
    }
)  # fmt: skip
FILLED_IN = ("contexts", "integration_types")  # by the settings of the application
UNORDERED = ("contexts", "integration_types", "channel_types")


async def connect(live: LiveChannel) -> str:
    """Log in to the gateway with the shard that has the test server, and wait for the server."""
    shards, _, limit = await live.client.http.get_bot_gateway()
    left, total = limit["remaining"], limit["total"]
    require(left > 0, f"no login is left of {total} a day; new ones come in {limit['reset_after'] / 1000:.0f} s")
    number = Shard.of(live.guild.id, shards).number
    intents = discord.Intents(guilds=True)
    async with discord.AutoShardedClient(intents=intents, shard_count=shards, shard_ids=[number]) as client:
        await client.login(live.client.http.token or "")
        seconds = await _wait_for_server(client, live.guild.id)
        ((_, latency),) = client.latencies
    warning = "" if left >= FULL * total else ", which is few: something may restart the bot over and over"
    return (
        f"ready after {seconds:.1f} s, latency {latency * 1000:.0f} ms; shards recommended: {shards}; "
        f"logins left: {left} of {total}{warning}"
    )


async def _wait_for_server(client: discord.AutoShardedClient, guild_id: int) -> float:
    began = time.monotonic()
    connecting = asyncio.create_task(client.connect(reconnect=False))
    try:
        async with asyncio.timeout(LOGIN):
            while not ((guild := client.get_guild(guild_id)) and not guild.unavailable and _knows_latency(client)):
                await asyncio.wait({connecting}, timeout=0.05)
                if connecting.done():
                    connecting.result()
    except TimeoutError:
        raise UnexpectedBehaviorError(f"the test server didn't arrive within {LOGIN:g} s of the login") from None
    except discord.ConnectionClosed as closed:
        raise UnexpectedBehaviorError(f"the gateway closed the connection with code {closed.code}") from None
    finally:
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)
    return time.monotonic() - began


def _knows_latency(client: discord.AutoShardedClient) -> bool:
    return any(latency < float("inf") for _, latency in client.latencies)


async def compare_commands(live: LiveChannel) -> str:
    """Compare the slash commands that Discord has with those that the bot would upload."""
    tree = app_commands.CommandTree(live.client)
    for each in cogs.find():
        for command in vars(each)["__cog_app_commands__"]:
            tree.add_command(command)
    translator = Translator()
    await tree.set_translator(translator)
    if live.upload:
        await tree.sync()
    made = [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]
    wanted = {each["name"]: normalize(each) for each in made}
    listed = {each["name"]: normalize(each) for each in await _list_commands(live)}
    there = {name: _drop_defaults(each, wanted.get(name, {})) for name, each in listed.items()}
    require(there, "Discord has no global command: start the bot once, or run the check with --upload")
    differing = sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))
    named = ", ".join(f"/{each}" for each in differing)
    require(not differing, f"these commands differ: {named}; start the bot, or run the check with --upload")
    twice = sorted({each["name"] for each in await _list_commands(live, live.guild)} & there.keys())
    named = ", ".join(f"/{each}" for each in twice)
    require(not twice, f"these commands are also the server's own, so that people see them twice: {named}")
    return f"{len(there)} global commands, all as the bot uploads them"


def _drop_defaults(listed: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return a listed command without the fields that Discord has filled in because the bot doesn't set them."""
    return {name: value for name, value in listed.items() if name in wanted or name not in FILLED_IN}


async def _list_commands(live: LiveChannel, guild: discord.Guild | None = None) -> list[dict[str, Any]]:
    """Return the application's global commands, or those of a server, with all translations."""
    place = f"/guilds/{guild.id}" if guild else ""
    route = discord.http.Route("GET", f"/applications/{live.client.application_id}{place}/commands")
    listed: list[dict[str, Any]] = await live.client.http.request(route, params={"with_localizations": "true"})
    return listed


def normalize(part: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chosen fields of a command, an option or a choice, without those that have Discord's defaults."""
    found: dict[str, Any] = {}
    for name, value in part.items():
        if name in CHOSEN and value not in (None, False, "", [], {}):
            found[name] = [normalize(each) for each in value] if name in ("options", "choices") else value
    if isinstance(found.get("default_member_permissions"), int):
        found["default_member_permissions"] = str(found["default_member_permissions"])
    return found | {name: sorted(found[name]) for name in UNORDERED if name in found}
