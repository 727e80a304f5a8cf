"""Wherever a run is interrupted, everything that it created is removed, and the report says what wasn't checked."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hosting.live_check.registry import CHECKS
from playground.api.channels import OVERWRITE
from playground.api.faults import Fault, Faults
from playground.api.messages import MESSAGE, MESSAGES
from playground.model.starting_world import GUILD_ID, TABLE_ID
from tests.hosting.live_check.trial import Trial, trying

ROOT = Path(__file__).parents[3]
PATIENCE = 100  # seconds; far more than it takes
FIRST, LAST, STEP = 5, 178, 11  # requests of a run, which makes over 170


@pytest.mark.parametrize("number", range(FIRST, LAST, STEP))
async def test_a_run_canceled_at_any_request_leaves_nothing(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        before, faults, requests = trial.look(), trial.playground.faults, 0
        run = asyncio.create_task(trial.run("--upload"))
        strike = faults.strike

        async def interrupt(method: str, route: str | None) -> Fault | None:
            nonlocal requests
            requests += 1
            if requests == number:
                run.cancel()
                await asyncio.sleep(0.01)  # the request is carried out when the run has heard of it
            return await strike(method, route)

        monkeypatch.setattr(faults, "strike", interrupt)

        await asyncio.wait({run})

        assert trial.look() == before
        if trial.runs:  # else it was canceled before the first check
            is_whole = len(trial.ended) == len(CHECKS)  # it was canceled while it removed things
            assert run.result() == (0 if is_whole else 130)
            assert ("the run was interrupted" in trial.report.read_text("utf-8")) is not is_whole


def hold(faults: Faults, where: str) -> Fault:
    return faults.hold(MESSAGES, method="POST") if where == "a message" else faults.hold(OVERWRITE, method="PUT")


async def meet(held: Fault, process: Process) -> None:
    """Wait until a request is held; fail with what the process said if it ends before."""
    met, ended = asyncio.create_task(held.met.wait()), asyncio.create_task(process.wait())
    await asyncio.wait({met, ended}, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    assert met.done(), await process.communicate()


@asynccontextmanager
async def running(trial: Trial) -> AsyncIterator[Process]:
    """The command as a process of its own."""
    places = ("--server", str(GUILD_ID), "--channel", str(TABLE_ID))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "bot.py", "live-check", *places, "--upload"),
        *("--nonce-wait", "0", "--report", str(trial.report)),
        cwd=ROOT,
        env={
            **os.environ,
            "DISCORD_TOKEN": trial.playground.token,
            "DISCORD_API_URL": trial.playground.api_url,
            "DISCORD_GATEWAY_URL": trial.playground.gateway_url,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
            print(await process.communicate())  # noqa: T201  # pytest shows it if the test has failed


@pytest.mark.parametrize(("where", "number"), [("a message", signal.SIGINT), ("a permission", signal.SIGTERM)])
async def test_a_signal_ends_the_process_only_after_the_removal(
    where: str, number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch, rate_limits=False) as trial:
        before, held = trial.look(), hold(trial.playground.faults, where)
        async with running(trial) as process:
            await meet(held, process)
            process.send_signal(number)
            await asyncio.sleep(0.2)
            process.send_signal(number)  # somebody who doesn't want to wait
            await asyncio.sleep(0.2)
            held.release()
            said, trouble = await process.communicate()

        assert (process.returncode, trouble) == (130, b"")
        assert b"Interrupted; removing what the checks created." in said
        assert "not made, because the run was interrupted" in trial.report.read_text("utf-8")
        assert trial.look() == before


async def test_what_a_kill_leaves_behind_is_removed_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch, rate_limits=False) as trial:
        before, held = trial.look(), trial.playground.faults.hold(MESSAGE, method="PATCH")
        async with running(trial) as process:
            await meet(held, process)
            process.kill()
            await process.wait()
        held.release()
        assert trial.look() != before

        await trial.run()

        assert trial.look() == before
