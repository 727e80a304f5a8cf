"""`python -m playground --bot` as a process: the page outlives the bot, and a signal ends both."""

import asyncio
import os
import shlex
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from playground.launch import ask_hello, describe_start_by_hand, make_settings
from playground.model.starting_world import TOKEN
from tests.support.sampled import sampled

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds; starting Python three times on a busy machine takes some

# Connects without a library, tells its process id, and says goodbye when asked to stop.
BOT = """
import asyncio, os, pathlib, signal
import aiohttp

async def main():
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with aiohttp.ClientSession() as session, session.ws_connect(os.environ["DISCORD_GATEWAY_URL"]) as ws:
        await ws.send_json({"op": 2, "d": {"token": os.environ["DISCORD_TOKEN"], "intents": 1}})
        while '"READY"' not in (await ws.receive_str()):
            pass
        print("bot", os.getpid(), os.environ["DISCORD_API_URL"], os.environ["DATABASE_URL"], flush=True)
        await stop.wait()
    print("goodbye", flush=True)

asyncio.run(main())
"""


class Process:
    """A playground process and its lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def line(self, start: str = "") -> str:
        """The next line that starts so; others before it are dropped."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while text := (await self.process.stdout.readline()).decode():
                if text.startswith(start):
                    return text.rstrip()
        pytest.fail(f"it ended without a line that starts with {start!r}")

    async def ended(self, number: signal.Signals | None = None) -> tuple[int, str]:
        """Exit code and the rest of the output, after a signal if one is given."""
        if number is not None:
            self.process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            rest, _ = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, rest.decode()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "bot.py").write_text(BOT)
    return tmp_path


@pytest.fixture
def port() -> int:
    """The first of three ports that are free: below those that connections get, and not where another process looks."""
    start = 20_000 + os.getpid() % 1000 * 10
    return next(port for port in range(start, 32_000, 10) if all(is_free(port + more) for more in range(3)))


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@asynccontextmanager
async def play(checkout: Path, port: int, *flags: str, **environment: str) -> AsyncIterator[Process]:
    clean = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", "--port", str(port), "--root", str(checkout), *flags),
        cwd=ROOT,
        env={**clean, **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield Process(process)
    finally:
        if process.returncode is None:
            process.terminate()
            await process.communicate()


def address(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@pytest.mark.parametrize("number", sampled([signal.SIGINT, signal.SIGTERM], 2))
async def test_a_signal_stops_playground_and_bot_without_a_word_of_complaint(
    checkout: Path, port: int, number: signal.Signals
) -> None:
    async with play(checkout, port, "--bot") as playing:
        assert await playing.line() == f"Rackety is on {address(port)}"
        bot = await playing.line("bot ")
        assert bot.split()[2:] == [f"{address(port)}/api/v10", "sqlite:///playground.db"]

        code, rest = await playing.ended(number)

        assert (code, rest) == (0, "goodbye\n")
        with pytest.raises(ProcessLookupError):
            os.kill(int(bot.split()[1]), 0)


async def test_the_page_outlives_the_bot_and_a_second_play_brings_it_back(checkout: Path, port: int) -> None:
    async with play(checkout, port, "--bot") as playing:
        bot = await playing.line("bot ")

        os.kill(int(bot.split()[1]), signal.SIGKILL)
        told = await playing.line("The bot ")
        assert told.startswith("The bot was ended by SIGKILL; the page stays.")
        assert "`make play`" in told
        assert f"DISCORD_API_URL={address(port)}/api/v10" in told
        assert (await ask_hello(address(port)) or {})["bot_online"] is False

        async with play(checkout, port, "--bot") as again:
            assert await again.line() == f"The page is on {address(port)} already; starting the bot for it."
            await again.line("bot ")
            assert (await ask_hello(address(port)) or {})["bot_online"] is True
            assert await again.ended(signal.SIGINT) == (0, "goodbye\n")
        assert await playing.ended(signal.SIGINT) == (0, "")


@pytest.mark.soak
async def test_a_second_play_beside_a_running_game_tells_where_it_is(checkout: Path, port: int) -> None:
    async with play(checkout, port, "--bot") as playing:
        await playing.line("bot ")

        async with play(checkout, port, "--bot") as again:
            assert await again.ended() == (0, f"Rackety is on {address(port)} already.\n")


async def test_a_bot_without_its_page_is_stopped(checkout: Path, port: int) -> None:
    async with play(checkout, port) as playing:
        await playing.line("Rackety is on ")
        async with play(checkout, port, "--bot") as again:
            await again.line("bot ")
            await playing.ended(signal.SIGINT)

            assert await again.line("The page ") == f"The page on {address(port)} is gone; stopping the bot."
            assert (await again.ended())[0] == 0


async def test_a_port_of_another_program_or_checkout_is_passed_over(checkout: Path, port: int, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    async with play(other, port) as elsewhere:
        await elsewhere.line("Rackety is on ")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", port + 1))
            taken.listen()

            async with play(checkout, port) as playing:
                assert await playing.line() == f"Rackety is on {address(port + 2)}"


@pytest.mark.parametrize("code", sampled([3, 0], 2))
async def test_a_bot_that_ends_is_reported_with_its_exit_code(checkout: Path, port: int, code: int) -> None:
    (checkout / "bot.py").write_text(f"raise SystemExit({code})")
    async with play(checkout, port, "--bot") as playing:
        assert (await playing.line("The bot ")).startswith(f"The bot ended with exit code {code}; the page stays.")


def test_only_the_database_is_the_users_to_choose() -> None:
    chosen = make_settings(
        "http://127.0.0.1:8080", {"DATABASE_URL": "sqlite:///mine.db", "DISCORD_TOKEN": "a real one"}
    )

    assert chosen == {
        "DISCORD_API_URL": "http://127.0.0.1:8080/api/v10",
        "DISCORD_GATEWAY_URL": "ws://127.0.0.1:8080/gateway/",
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": "sqlite:///mine.db",
        "BACKUP_FOLDER": "none",
        "UPLOAD_COMMANDS": "always",
    }


def test_the_line_by_hand_is_one_that_a_shell_takes() -> None:
    words = shlex.split(describe_start_by_hand("http://127.0.0.1:8080", {"DATABASE_URL": "sqlite:///my games.db"}))

    assert "DATABASE_URL=sqlite:///my games.db" in words
    assert words[-2:] == [sys.executable, "bot.py"]
