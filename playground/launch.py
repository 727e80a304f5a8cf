"""Launching the playground and the bot as two processes, so that the page outlives the bot."""

import asyncio
import os
import shlex
import signal
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from playground.api.router import API
from playground.model.starting_world import TOKEN
from playground.server import HOST, NAME, Playground

PORTS = 50  # ports to try, one after another
LAST_PORT = 65535
STOPPING = 10.0  # seconds between asking the bot to stop and killing it
POLL = 1.5  # seconds between two checks of a playground in another process
MISSED = 2  # consecutive checks without an answer before that playground counts as gone
DATABASE = "sqlite:///playground.db"


class NoPort(Exception):
    """No port that was tried can be opened; the message says why."""


@dataclass(frozen=True, slots=True)
class Launch:
    """One run: the checkout `root`, the first `port` to try, and the bot, if it runs too, with how many shards."""

    root: Path
    port: int
    with_bot: bool
    shards: int = 1

    async def run(self) -> int:
        """Serve a playground until a signal, or join the one that this checkout already serves; return the exit code.

        Raises: NoPort if other programs have all `PORTS` ports from `port` on, or one is for root alone.
        """
        stop = _stop_on_signals()
        ports = range(self.port, min(self.port + PORTS, LAST_PORT + 1))
        async with AsyncExitStack() as stack:
            for port in ports:
                try:
                    playground = Playground.start(
                        port, rate_limits=True, record=False, root=self.root, shards=self.shards
                    )
                    served = await stack.enter_async_context(playground)
                except PermissionError:
                    raise NoPort(f"Only root can open port {port}: choose one from 1024 to {LAST_PORT}.") from None
                except OSError:
                    found = await ask_hello(_make_address(port))
                    if found and found.get("root") == str(self.root):
                        return await self._join(_make_address(port), stop, bot_online=bool(found["bot_online"]))
                else:
                    return await self._serve(served.address, stop)
        raise NoPort(f"The ports from {ports[0]} to {ports[-1]} are all taken: choose another with --port.")

    async def _serve(self, address: str, stop: asyncio.Event) -> int:
        _say(f"Rackety is on {address}")
        if self.with_bot and (ending := await self._bot_until(stop, address)) is not None:
            again = f"`make play` in another terminal, or by hand: {describe_start_by_hand(address, os.environ)}"
            _say(f"The bot {ending}; the page stays. Start the bot again with {again}")
        await stop.wait()
        return 0

    async def _join(self, address: str, stop: asyncio.Event, *, bot_online: bool) -> int:
        """Run the bot for a playground in another process; return the exit code, 1 if the bot ended by itself."""
        if bot_online or not self.with_bot:
            _say(f"Rackety is on {address} already.")
            return 0
        _say(f"The page is on {address} already; starting the bot for it.")
        watch = asyncio.create_task(_stop_when_gone(address, stop))
        ending = await self._bot_until(stop, address)
        watch.cancel()
        if ending is None:
            return 0
        _say(f"The bot {ending}. Start it again with `make play`.")
        return 1

    async def _bot_until(self, stop: asyncio.Event, address: str) -> str | None:
        """Run the bot until it ends, and return how it ended, or None if it was ended because `stop` was set."""
        # A new session shields the bot from the terminal's Ctrl-C, so that it is asked to stop only once, by `_end`.
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            "bot.py",
            cwd=self.root,
            env={**os.environ, **make_settings(address, os.environ)},
            start_new_session=True,
        )
        ended, stopped = asyncio.create_task(bot.wait()), asyncio.create_task(stop.wait())
        await asyncio.wait({ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if ended.done() and not stop.is_set():
            return _describe_end(ended.result())
        await _end(bot)
        await ended
        return None


def make_settings(address: str, already: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that connect a bot to this playground; `already`, the environment, may set DATABASE_URL."""
    return {
        "DISCORD_API_URL": address + API,
        "DISCORD_GATEWAY_URL": address.replace("http", "ws", 1) + "/gateway/",
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": already.get("DATABASE_URL") or DATABASE,
        "BACKUP_FOLDER": "none",  # nobody misses a game of the playground
        "UPLOAD_COMMANDS": "always",  # a new playground has no commands, but the bot's database says they were uploaded
    }


def describe_start_by_hand(address: str, already: Mapping[str, str]) -> str:
    """Return the shell command that starts the bot, in the checkout's root, with `make_settings`."""
    chosen = " ".join(f"{name}={shlex.quote(value)}" for name, value in make_settings(address, already).items())
    return f"{chosen} {shlex.quote(sys.executable)} bot.py"


async def ask_hello(address: str) -> dict[str, object] | None:
    """Return the `/api/hello` answer of the playground at `address`, or None if none answers within a second."""
    try:
        timeout = aiohttp.ClientTimeout(total=1.0)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(f"{address}/api/hello") as answer:
            reply = await answer.json()
    except (aiohttp.ClientError, TimeoutError, ValueError):
        return None
    return reply if isinstance(reply, dict) and reply.get("name") == NAME else None


async def _stop_when_gone(address: str, stop: asyncio.Event) -> None:
    """Set `stop` once the playground is gone, so that its bot can't connect to a later playground on the same port."""
    missed = 0
    while missed < MISSED:
        await asyncio.sleep(POLL)
        missed = 0 if await ask_hello(address) else missed + 1
    _say(f"The page on {address} is gone; stopping the bot.")
    stop.set()


def _stop_on_signals() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    return stop


async def _end(bot: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        bot.terminate()
    try:
        async with asyncio.timeout(STOPPING):
            await bot.wait()
    except TimeoutError:
        bot.kill()


def _describe_end(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"


def _make_address(port: int) -> str:
    return f"http://{HOST}:{port}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
