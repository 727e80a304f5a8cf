"""`bot.py live-check`: tries on the real Discord what the bot relies on, and removes what that made."""

import asyncio
import logging
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import discord

from bot_settings import BotSettings
from entry_point import INTERRUPTED
from hosting.checks.discord_behavior import CHECKS, MARK, Check, LiveChannel, UnexpectedBehaviorError
from hosting.command import OwnerCommand, OwnerError
from hosting.personal_data import read_id
from hosting.version import write_versions
from services.concurrency.process import cancel_on_signals
from ui.gateway.connection import explain_refusal
from ui.gateway.internals import use_addresses
from ui.outages import FAILURES, describe_discord_error

RETRY_AFTER = 30.0  # seconds for which to wait out a rate limit; the least that discord.py takes
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--server", required=True, type=read_id, metavar="ID", help="a test server with the bot")
    parser.add_argument("--channel", required=True, type=read_id, metavar="ID", help="a text channel of that server")
    parser.add_argument("--report", type=Path, metavar="FILE", help="where the report goes, besides the terminal")
    about_wait = "after how many seconds a message is sent again with its nonce; 60 if not given"
    parser.add_argument("--nonce-wait", default=60.0, type=float, metavar="SECONDS", help=about_wait)


async def _run(settings: BotSettings, asked: Namespace) -> int:
    logging.getLogger("discord").addHandler(logging.NullHandler())  # its warnings would quote addresses with ids
    use_addresses(settings.discord_api_url, settings.discord_gateway_url)
    async with _enter(settings, asked) as live:
        if asked.report:
            asked.report.open("a").close()  # fails now rather than after the checks
        cancel_on_signals()
        began, lines, is_interrupted = datetime.now(UTC), list[str](), False
        try:
            await _remove_leftovers(live)
            for check in CHECKS:
                lines.append(await _make(live, check))
                print(lines[-1], flush=True)
        except asyncio.CancelledError:
            is_interrupted = True
        finally:  # also if nothing can be printed anymore
            await _remove_leftovers(live)
    head = _write_head(settings, began, lines, live.left)
    print(f"\n{head}")
    if asked.report:
        asked.report.write_text("\n".join([head, *(f"- {each}" for each in lines), ""]), "utf-8")
    if is_interrupted:
        return INTERRUPTED
    return 1 if live.left or any(each.startswith(FAILED) for each in lines) else 0


@asynccontextmanager
async def _enter(settings: BotSettings, asked: Namespace) -> AsyncIterator[LiveChannel]:
    answers: list[aiohttp.ClientResponse] = []

    async def note(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        answers.append(request.response)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(note)
    intents, nobody = discord.Intents.none(), discord.AllowedMentions.none()
    async with discord.Client(
        intents=intents, http_trace=trace, allowed_mentions=nobody, max_ratelimit_timeout=RETRY_AFTER
    ) as client:
        try:
            await client.login(settings.discord_token)
            guild = await client.fetch_guild(asked.server)
            channel = await guild.fetch_channel(asked.channel)
            me = await guild.fetch_member(client.user.id if client.user else 0)
        except (discord.LoginFailure, aiohttp.InvalidURL) as error:
            raise OwnerError(explain_refusal(error)) from None
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            raise OwnerError("The bot sees no such server, or no channel with this id on it.") from None
        except FAILURES as error:
            raise OwnerError(f"Discord refuses or can't be reached: {describe_discord_error(error)}.") from None
        if not isinstance(channel, discord.TextChannel):
            raise OwnerError("This isn't a text channel, which the checks of threads need.")
        yield LiveChannel(client, guild, channel, me, answers, asked.nonce_wait)


async def _make(live: LiveChannel, check: Check) -> str:
    """Make a check, remove what it made, and return a line of the report."""
    if obstacle := _find_obstacle(live.permissions, check):
        return f"{SKIPPED} {check.name}: {obstacle}"
    began, status = time.monotonic(), FAILED
    try:
        async with live.cleanup, asyncio.timeout(check.seconds):
            seen, status = await check.run(live), PASSED
    except UnexpectedBehaviorError as difference:
        seen = str(difference)
    except TimeoutError:
        seen = f"no end after {check.seconds:g} s"
    except Exception as error:  # noqa: BLE001  # whatever happens in one check, the others are made
        seen = describe_discord_error(error)  # without Discord's words, which may quote ids
    return f"{status} {check.name}: {seen} ({time.monotonic() - began:.1f} s)"


def _find_obstacle(held: discord.Permissions, check: Check) -> str:
    if missing := [each.replace("_", " ").title() for each in check.needs if not getattr(held, each)]:
        return f"the bot lacks {', '.join(missing)} in the channel"
    is_above = "manage_roles" in check.needs and held.administrator
    return "the bot is an administrator here, and channels can't take anything away from it" if is_above else ""


async def _remove_leftovers(live: LiveChannel) -> None:
    """Remove the bot's threads and messages with a check's mark, as far as they can be found."""
    held, found = live.permissions, list[discord.Thread | discord.Message]()
    try:
        if held.manage_threads:
            threads = await live.guild.active_threads()
            found += [each for each in threads if each.name == MARK and each.owner_id == live.me.id]
        if held.read_message_history:
            sent = [each async for each in live.channel.history(limit=100) if each.author.id == live.me.id]
            found += [each for each in sent if f"-# {MARK}" in repr(each.components)]
    except FAILURES:
        live.left.append("what an earlier request left")
    for each in found:
        await live.remove("a message or a thread", each.delete())


def _write_head(settings: BotSettings, began: datetime, lines: Sequence[str], left: Sequence[str]) -> str:
    """Return the report's beginning in Markdown. Like the lines, it can be shared: it has no token, ids or names."""
    where = "the real Discord" if settings.discord_api_url.startswith("https://discord.com/") else "a playground"
    counts = [f"{sum(line.startswith(each) for line in lines)} {each}" for each in (PASSED, FAILED, SKIPPED)]
    if len(lines) < len(CHECKS):
        counts.append(f"{len(CHECKS) - len(lines)} not made, because the run was interrupted")
    if left:
        counts.append(f"left behind, to be removed by hand or by the next run: {', '.join(left)}")
    head = [f"# Rackety on {where}", f"{began:%Y-%m-%d %H:%M} UTC, {write_versions()}: {', '.join(counts)}."]
    return "\n\n".join([*head, "Next, two people try the short session of docs/live-check.md.\n"])


COMMAND = OwnerCommand(
    name="live-check",
    help="try on the real Discord what the bot relies on, in a channel of a test server",
    run=_run,
    add_arguments=_add_arguments,
    needs_token=True,
)
