"""The login and the search for the test channel, which explain a wrong token, id or path of the report."""

import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import discord

from bot_settings import BotSettings
from hosting.command import OwnerError
from hosting.live_check.check import describe_answer
from hosting.live_check.live_channel import LiveChannel
from hosting.live_check.traffic import Traffic
from ui.gateway.connection import explain_refusal
from ui.outages import FAILURES, is_passing

ID = re.compile(r"\d{15,20}")
LONGEST_WAIT = 600.0  # seconds
LONGEST_LIMIT = 30.0  # seconds for which to wait out a rate limit; the least that discord.py takes


def read_id(text: str) -> int:
    """Return an id of Discord.

    Raises:
        ArgumentTypeError: it isn't one.
    """
    if not ID.fullmatch(text):
        raise ArgumentTypeError("an id has 15 to 20 digits; Discord's Developer Mode lets you copy it from a menu")
    return int(text)


def read_wait(text: str) -> float:
    """Return a number of seconds up to 600.

    Raises:
        ArgumentTypeError: it isn't one.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_WAIT:
        raise ArgumentTypeError(f"a wait is a number of seconds from 0 to {LONGEST_WAIT:g}")
    return seconds


def require_writable(report: Path) -> None:
    """Reject a path at which no report can be written; a file that exists keeps its contents.

    Raises:
        OwnerError: it can't be written; the message says why.
    """
    is_new = not report.exists()
    try:
        with report.open("a", encoding="utf-8"):
            pass
        if is_new:
            report.unlink()
    except OSError as error:
        raise OwnerError(f"The report can't be written to {report}: {error.strerror}.") from None


@asynccontextmanager
async def enter(settings: BotSettings, asked: Namespace) -> AsyncIterator[LiveChannel]:
    """Log in, without the gateway, and yield the channel; log out after the block.

    Raises:
        OwnerError: Discord doesn't know the token, the server or the channel, or can't be reached.
    """
    traffic = Traffic()
    client = discord.Client(
        intents=discord.Intents.none(),
        http_trace=traffic.trace(),
        allowed_mentions=discord.AllowedMentions.none(),
        max_messages=None,
        max_ratelimit_timeout=LONGEST_LIMIT,
    )
    async with client:
        await _log_in(client, settings.discord_token)
        guild = await _find_guild(client, asked.server)
        channel = await _find_channel(guild, asked.channel)
        try:
            application = await client.application_info()
            me = await guild.fetch_member(client.user.id if client.user else 0)
        except FAILURES as error:
            raise _explain(error) from None
        yield LiveChannel(
            client=client,
            guild=guild,
            channel=channel,
            me=me,
            owner_id=(application.team and application.team.owner_id) or application.owner.id,
            traffic=traffic,
            nonce_wait=asked.nonce_wait,
            upload=asked.upload,
        )


async def _log_in(client: discord.Client, token: str) -> None:
    try:
        await client.login(token)
    except (discord.LoginFailure, aiohttp.InvalidURL) as error:
        raise OwnerError(explain_refusal(error)) from None
    except FAILURES as error:
        raise _explain(error) from None


async def _find_guild(client: discord.Client, guild_id: int) -> discord.Guild:
    try:
        return await client.fetch_guild(guild_id)
    except (discord.NotFound, discord.Forbidden):
        raise OwnerError("The bot isn't a member of this server: invite it there, or give the id of another.") from None
    except FAILURES as error:
        raise _explain(error) from None


async def _find_channel(guild: discord.Guild, channel_id: int) -> discord.TextChannel:
    try:
        channel = await guild.fetch_channel(channel_id)
    except discord.NotFound:
        raise OwnerError("There's no channel with this id.") from None
    except discord.Forbidden:
        raise OwnerError("The bot doesn't see this channel: allow it View Channel there.") from None
    except discord.InvalidData:
        raise OwnerError("This channel is on another server than the one given.") from None
    except FAILURES as error:
        raise _explain(error) from None
    if not isinstance(channel, discord.TextChannel):
        raise OwnerError("This isn't a text channel, which the checks of threads need.")
    return channel


def _explain(error: Exception) -> OwnerError:
    if is_passing(error):
        return OwnerError(f"Discord can't be reached ({describe_answer(error)}): try again later.")
    return OwnerError(f"Discord refuses a request ({describe_answer(error)}).")
