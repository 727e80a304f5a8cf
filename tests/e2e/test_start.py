"""How the bot starts and ends as a process, and what keeps it from starting: one sentence on standard error."""

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest

from bot_settings import BotSettings
from cogs.upload import UploadCog
from hosting.version import write_versions
from playground import Playground
from storage.schema import migrations
from tests.e2e.running_bot import ROOT, RunningBot, has_emojis
from tests.support.image import copy_context

PATIENCE = 60  # seconds
GRACE = 20  # seconds from SIGTERM to SIGKILL, as compose.yaml has it
SERVERS, DIRECT_MESSAGES, GROUPS = range(3)  # Discord's contexts of commands
MANAGE_SERVER = str(1 << 5)  # Discord's permission


def list_environment(**settings: str) -> dict[str, str]:
    """This machine's environment variables without the bot's settings, and these settings."""
    known = tuple(each.name.upper() for each in fields(BotSettings))
    return {name: value for name, value in os.environ.items() if not name.startswith((*known, "PYTHONPATH"))} | settings


def start_and_wait(
    folder: Path, *, program: Sequence[str] = (str(ROOT / "bot.py"),), **settings: str
) -> subprocess.CompletedProcess[str]:
    """The bot's end, in a folder of its own; without further settings it has none at all."""
    return subprocess.run(  # noqa: S603  # our own program
        [sys.executable, *program],
        cwd=folder,
        env=list_environment(**settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def read_sentence(ended: subprocess.CompletedProcess[str]) -> str:
    """The last line of standard error, the only one that is no log."""
    assert ended.returncode != 0
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    *log, last = ended.stderr.strip().splitlines()
    assert all("INFO" in line for line in log), ended.stderr
    return last


@pytest.mark.asyncio
async def test_a_discord_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        port = playground.port
    running_bot = RunningBot(playground, tmp_path)  # which nobody serves anymore
    try:
        await running_bot.run()
        await running_bot.until(
            lambda: "Discord can't be reached (ClientConnectorError); the next try is in 1 s" in running_bot.log
        )
        async with Playground.start(port) as back:
            await running_bot.until(lambda: back.world.bot_online and back.world.commands)
            assert await running_bot.stop() == 0
        assert "Traceback" not in running_bot.log
    finally:
        await running_bot.kill()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "Discord can't be reached (HTTP 503); the next try is in 2 s"), (3600, "Retrying in 3600.00 seconds")],
)
async def test_a_bot_that_waits_for_discord_ends_at_once_and_cleanly(tmp_path: Path, seconds: int, said: str) -> None:
    async with Playground.start() as playground:
        if seconds:
            playground.faults.rate_limit("/users/@me", seconds)
        else:
            playground.faults.server_error("/users/@me", 503, times=1_000)
        running_bot = RunningBot(playground, tmp_path)
        try:
            await running_bot.run()
            await running_bot.until(lambda: said in running_bot.log)

            assert await running_bot.stop() == 0
        finally:
            await running_bot.kill()
        first, second, *_ = running_bot.log.splitlines()
        assert first.endswith(write_versions())
        assert second.endswith(f"database: {running_bot.database}; schema: {len(migrations())}; open games: 0")
        assert running_bot.log.rstrip().endswith("good night")
        assert "Traceback" not in running_bot.log


@pytest.mark.asyncio
async def test_a_start_survives_bans_outages_and_refused_commands(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        has_emojis(playground)
        playground.faults.ban("/users/@me")
        playground.faults.server_error("/users/@me", 503)
        refusal = playground.faults.server_error("/applications/{application_id}/commands", 400, method="PUT")
        playground.faults.refuse_gateway()
        running_bot = RunningBot(playground, tmp_path)
        try:
            await running_bot.run()
            await running_bot.until(lambda: running_bot.world.bot_online and not refusal.times)
            await running_bot.until(lambda: "Discord refuses the commands" in running_bot.log)
            assert await running_bot.stop() == 0
            assert "Discord can't be reached (HTTP 429); the next try is in 1 s" in running_bot.log

            await running_bot.start()  # and the next one uploads them
            assert running_bot.world.commands
        finally:
            await running_bot.kill()
        assert "Traceback" not in running_bot.log


@pytest.mark.asyncio
async def test_a_token_that_is_reset_while_the_bot_runs_ends_it_with_a_sentence(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path) as running_bot:
        running_bot.faults.drop_gateway(4004)

        assert await running_bot.until(lambda: running_bot.has_ended)
        assert "Discord does not accept DISCORD_TOKEN: copy the bot's token again" in running_bot.log
        assert "Traceback" not in running_bot.log


@pytest.mark.asyncio
async def test_a_token_that_discord_does_not_know_is_explained(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        settings = {"DISCORD_API_URL": playground.api_url, "DISCORD_GATEWAY_URL": playground.gateway_url}

        ended = await asyncio.to_thread(start_and_wait, tmp_path, DISCORD_TOKEN="not.the.token", **settings)  # noqa: S106  # nobody's

    assert read_sentence(ended).startswith("Discord does not accept DISCORD_TOKEN")
    assert "not.the.token" not in ended.stderr


@pytest.mark.asyncio
async def test_a_second_bot_on_the_same_database_is_refused(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path) as running_bot:
        ended = await asyncio.to_thread(start_and_wait, tmp_path, **running_bot.settings)

        assert read_sentence(ended) == f"The database {running_bot.database} is used by another process."
        assert stat.S_IMODE(running_bot.database.stat().st_mode) == 0o600
        running_bot.check()


@pytest.mark.asyncio
async def test_the_bot_reads_its_settings_from_the_file(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        has_emojis(playground)  # else their upload may meet a limit
        running_bot = RunningBot(playground, tmp_path)
        settings = running_bot.settings | {"UPLOAD_COMMANDS": "always"}
        (tmp_path / ".env").write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
        try:
            await running_bot.start()
            await running_bot.stop()
            await running_bot.start()
            assert sum(each.method == "PUT" for each in playground.requests) == 2
            contexts = {each["name"]: each["contexts"] for each in running_bot.world.commands.values()}
            assert {name for name, where in contexts.items() if where == [SERVERS]} == {
                "join", "leave", "start", "leaderboard", "profile", "tournament", "setup", "log", "end", "move-table",
            }  # fmt: skip
            assert {name for name, where in contexts.items() if where == [SERVERS, DIRECT_MESSAGES, GROUPS]} == {
                "new", "table", "rack", "draw", "play", "pass", "resign", "claim", "fit", "hint", "review",
                "puzzle", "puzzle-board", "solve", "games", "settings", "rules", "help", "data", "privacy", "feedback",
            }  # fmt: skip
            (setup,) = [each for each in running_bot.world.commands.values() if each["name"] == "setup"]
            assert setup["default_member_permissions"] == MANAGE_SERVER
            assert all(
                part["description"].strip(" …")
                for each in running_bot.world.commands.values()
                for part in [each, *each.get("options", [])]
            )
            running_bot.check()
        finally:
            await running_bot.kill()


@pytest.mark.asyncio
async def test_the_bot_runs_from_what_the_image_gets_and_ends_at_sigterm(tmp_path: Path) -> None:
    copy_context(tmp_path / "app")
    async with Playground.start() as playground:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "bot.py", "run"),
            cwd=tmp_path / "app",
            env=list_environment(
                DISCORD_API_URL=playground.api_url,
                DISCORD_GATEWAY_URL=playground.gateway_url,
                DISCORD_TOKEN=playground.token,
                DATABASE_URL=f"sqlite:///{tmp_path}/rackety.db",
                PYTHONDONTWRITEBYTECODE="1",
            ),
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stderr
        try:
            async with asyncio.timeout(PATIENCE):
                log = await process.stderr.readuntil(UploadCog.DONE.encode())
            process.terminate()
            async with asyncio.timeout(GRACE):
                log += await process.stderr.read()
                assert await process.wait() == 0
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    assert log.splitlines()[0].endswith(write_versions().encode())
    assert log.rstrip().endswith(b"good night")
    assert b"Traceback" not in log
