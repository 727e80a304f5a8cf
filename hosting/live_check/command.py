"""`python bot.py live-check --server ID --channel ID`: all checks, the removal of what they created, and the report."""

import asyncio
import contextlib
import logging
import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from bot_settings import BotSettings
from hosting.command import OwnerCommand
from hosting.live_check.check import CheckResult, CheckStatus
from hosting.live_check.entrance import enter, read_id, read_wait, require_writable
from hosting.live_check.leftovers import remove_leftovers
from hosting.live_check.live_channel import LiveChannel
from hosting.live_check.registry import CHECKS
from hosting.live_check.report import Run, summarize, write_report
from hosting.live_check.runner import run_checks
from ui.gateway.internals import use_addresses

T = TypeVar("T")

NONCE_WAIT = 60.0  # seconds
GOOD, BAD, INTERRUPTED = 0, 1, 130  # exit codes; the last is that of a program that Ctrl-C ended
DISCORD = "https://discord.com/"


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--server", required=True, type=read_id, metavar="ID", help="a test server with the bot")
    parser.add_argument("--channel", required=True, type=read_id, metavar="ID", help="a text channel of that server")
    parser.add_argument("--report", type=Path, metavar="FILE", help="where the report goes; it's printed otherwise")
    parser.add_argument("--upload", action="store_true", help="upload the slash commands before they're compared")
    parser.add_argument(
        "--nonce-wait",
        default=NONCE_WAIT,
        type=read_wait,
        metavar="SECONDS",
        help=f"after how long a message is sent again with its nonce; {NONCE_WAIT:g} if not given, 600 at most",
    )


class _Interruption:
    """Ctrl-C or SIGTERM, which end the checks but not the removal of what they created."""

    def __init__(self) -> None:
        self.has_come = False

    @contextlib.contextmanager
    def ending(self, task: asyncio.Task[object] | None) -> Iterator[None]:
        """Let the first signal cancel this task; further ones change nothing."""

        def end() -> None:
            if not self.has_come and task:
                self.has_come = True
                task.cancel()

        loop, signals = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
        with contextlib.suppress(NotImplementedError):  # on Windows
            for number in signals:
                loop.add_signal_handler(number, end)
        try:
            yield
        finally:
            with contextlib.suppress(NotImplementedError):
                for number in signals:
                    loop.remove_signal_handler(number)


async def run(settings: BotSettings, asked: Namespace) -> int:
    """Make all checks, and return 0 if none failed.

    Raises:
        OwnerError: the token, an id or the report's path is wrong, or Discord can't be reached; nothing was done.
    """
    logging.getLogger("discord").addHandler(logging.NullHandler())  # its warnings would quote addresses with ids
    use_addresses(settings.discord_api_url, settings.discord_gateway_url)
    if asked.report:
        require_writable(asked.report)
    interruption = _Interruption()
    with interruption.ending(asyncio.current_task()):
        try:
            async with enter(settings, asked) as live:
                made = await _check(live, is_real=settings.discord_api_url.startswith(DISCORD))
        except asyncio.CancelledError:
            if not interruption.has_come:
                raise
            return INTERRUPTED
    _publish(made, asked.report)
    if len(made.outcomes) < made.total:
        return INTERRUPTED
    return GOOD if made.is_good else BAD


async def _check(live: LiveChannel, *, is_real: bool) -> Run:
    """Make the checks, and remove what they created; if this task is canceled meanwhile, return what there is."""
    began, outcomes = datetime.now(UTC), list[CheckResult]()
    await remove_leftovers(live)
    try:
        async for outcome in run_checks(live, CHECKS):
            outcomes.append(outcome)
            _say(f"{outcome.status.value:7} {outcome.check.name}: {outcome.seen}")
    except asyncio.CancelledError:
        _say("Interrupted; removing what the checks created.")
    finally:  # also if nothing can be printed anymore
        left = await _finish(_remove_everything(live))
    return Run(began=began, is_real=is_real, outcomes=outcomes, total=len(CHECKS), left=left)


async def _remove_everything(live: LiveChannel) -> list[str]:
    """Remove what this run created, then what Discord didn't confirm; return what couldn't be removed."""
    return [*await live.created.remove_all(), *await remove_leftovers(live)]


async def _finish(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of work that isn't interrupted, even if this task is canceled meanwhile."""
    task = asyncio.create_task(work)
    while not task.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait({task})
    return task.result()


def _publish(made: Run, report: Path | None) -> None:
    text = write_report(made)
    if report is None:
        _say(f"\n{text}")
        return
    try:
        report.write_text(text, "utf-8")
    except OSError as error:  # the disk has become full meanwhile
        _say(f"\n{text}\nThe report couldn't be written to {report}: {error.strerror}.")
        return
    failed = ", ".join(each.check.name for each in made.list_ended(CheckStatus.FAILED))
    _say(f"{summarize(made)}{f' ({failed})' if failed else ''}. The report is in {report}; it ends with what to tap.")


def _say(line: str) -> None:
    print(line, flush=True)


COMMAND = OwnerCommand(
    name="live-check",
    help="try on the real Discord what the bot relies on, in a channel of a test server",
    run=run,
    add_arguments=_add_arguments,
    needs_token=True,
)
