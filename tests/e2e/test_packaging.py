"""The bot runs from the files that the image gets, and ends when a service manager asks it to."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from cogs.upload import UploadCog
from playground import Playground
from tests.support.image import copy_context

GRACE = 20  # seconds from SIGTERM to SIGKILL, as compose.yaml has it
SETTINGS = ("DISCORD_", "DATABASE_", "COMPUTER_", "UPLOAD_", "PYTHONPATH")


@pytest.mark.asyncio
async def test_the_bot_runs_from_what_the_image_gets_and_ends_at_sigterm(tmp_path: Path) -> None:
    copy_context(tmp_path / "app")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    async with Playground.start() as playground:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "bot.py", "run"),
            cwd=tmp_path / "app",
            env=clean
            | {
                "DISCORD_API_URL": playground.api_url,
                "DISCORD_GATEWAY_URL": playground.gateway_url,
                "DISCORD_TOKEN": playground.token,
                "DATABASE_URL": f"sqlite:///{tmp_path}/rackety.db",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            log = await read_until(process.stderr, UploadCog.DONE)
            process.terminate()
            async with asyncio.timeout(GRACE):
                log += await process.stderr.read() if process.stderr else b""
                assert await process.wait() == 0
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    assert log.rstrip().endswith(b"good night")
    assert b"Traceback" not in log


async def read_until(stream: asyncio.StreamReader | None, words: str) -> bytes:
    """What the bot has said when it says these words."""
    assert stream
    async with asyncio.timeout(60):
        return await stream.readuntil(words.encode())
