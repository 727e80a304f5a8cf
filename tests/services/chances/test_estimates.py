"""Chances of winning by a real process: once for a game, stored, and without a trace where it fails."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest
import pytest_asyncio

from engine.coach.chances import TurnChoice, list_choices
from engine.coach.review import review_turn
from engine.variants import load
from services.chances import estimates
from services.chances.estimates import EstimateFailed, WinningChances
from services.chances.request import read_request, write_request
from services.chances.worker import CpuBudget
from storage.chances import ChanceStore
from storage.database import Database
from storage.games import GameStore
from tests.positions import position
from tests.recorded import every_recorded_game, recorded, turns_of
from tests.storage.tables import a_game

ROOT = Path(__file__).parents[3]
AT = position("classic", table="r4 r5 r6", racks=["k1 k2 k3", "o1 o5"])
CHOICE = TurnChoice(4, AT.state, AT.system.read(0, "draw"), AT.system.read(0, "play k1 k2 k3"), AT.state.now)
GAME = 1


@pytest_asyncio.fixture
async def database(database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    monkeypatch.setattr(estimates, "SECONDS", 0.3)
    monkeypatch.setattr(estimates, "NICENESS", 0)
    await a_game(GameStore(database, load()))
    return database


async def test_chances_are_estimated_once_and_stored(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    service = WinningChances(ChanceStore(database))
    assert await service.find_stored(GAME) is None

    one, two = await asyncio.gather(*(service.get(GAME, AT.system, [CHOICE]) for _ in range(2)))
    monkeypatch.setattr(estimates, "WORKER", "no.such.module")
    again = await WinningChances(ChanceStore(database)).get(GAME, AT.system, [CHOICE])

    assert one is two
    assert one == again == await service.find_stored(GAME)
    (chance,) = one
    assert (chance.place, chance.best) == (4, chance.samples)


async def test_a_game_without_turns_to_compare_needs_no_process(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "WORKER", "no.such.module")

    assert await WinningChances(ChanceStore(database)).get(GAME, AT.system, []) == ()


async def test_a_broken_process_leaves_nothing_behind(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    service = WinningChances(ChanceStore(database))
    for broken in ("no.such.module", "this"):  # one fails, the other prints a poem
        with monkeypatch.context() as changed:
            changed.setattr(estimates, "WORKER", broken)
            with pytest.raises(EstimateFailed):
                await service.get(GAME, AT.system, [CHOICE])
        assert await service.find_stored(GAME) is None

    assert await service.get(GAME, AT.system, [CHOICE])


async def test_a_process_is_killed_when_the_service_is_closed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "SECONDS", 10_000)
    monkeypatch.setattr(estimates, "_ask", endless := Endless())
    service = WinningChances(ChanceStore(database))
    asking = asyncio.create_task(service.get(GAME, AT.system, [CHOICE]))
    await endless.begun.wait()

    service.close()
    with pytest.raises(asyncio.CancelledError):
        await asking
    process = endless.process
    assert process is not None
    await process.wait()

    assert process.returncode
    assert await service.find_stored(GAME) is None


class Endless:
    """A question that is never answered."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.process: asyncio.subprocess.Process | None = None

    async def __call__(self, process: asyncio.subprocess.Process, _: str) -> str:
        self.process = process
        self.begun.set()
        return await asyncio.Future()


async def test_games_wait_for_each_other_so_that_one_process_runs_at_a_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, at_once, begun, may_end = 0, list[int](), asyncio.Event(), asyncio.Event()

    async def ask(_: asyncio.subprocess.Process, __: str) -> str:
        nonlocal running
        running += 1
        at_once.append(running)
        begun.set()
        await may_end.wait()
        running -= 1
        return "[]"

    monkeypatch.setattr(estimates, "_ask", ask)
    service = WinningChances(ChanceStore(database))
    asking = [asyncio.create_task(service.get(GAME + number, AT.system, [CHOICE])) for number in range(3)]
    await begun.wait()  # by then all of them have asked
    may_end.set()
    await asyncio.gather(*asking, return_exceptions=True)  # there's only one such game in the database

    assert at_once == [1, 1, 1]


async def test_the_process_is_nicer_than_the_bot_and_computes_in_one_thread(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    niceness = 5
    monkeypatch.setattr(estimates, "NICENESS", niceness)
    monkeypatch.setattr(estimates, "SECONDS", 10_000)
    seen: list[tuple[int, int]] = []

    async def ask(process: asyncio.subprocess.Process, request: str) -> str:
        assert process.stdin is not None
        process.stdin.write(f"{request}\n".encode())
        seen.append(await asyncio.to_thread(look_at_work, process.pid))
        return "[]"

    monkeypatch.setattr(estimates, "_ask", ask)
    await WinningChances(ChanceStore(database)).get(GAME, AT.system, [CHOICE] * 50)

    assert seen == [(os.nice(0) + niceness, 2)]


def look_at_work(pid: int) -> tuple[int, int]:
    """Wait until a process has read its request and watches its input; return its niceness and number of threads."""
    process = psutil.Process(pid)
    while process.num_threads() < 2:
        time.sleep(0.01)
    return process.nice(), process.num_threads()


def test_a_process_ends_with_its_input() -> None:
    command = [sys.executable, "-m", estimates.WORKER, "10000", "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  # ours
    process.communicate(f"{write_request(AT.system, [CHOICE] * 50)}\n".encode(), timeout=60)  # closes the input

    assert process.returncode == 1


async def test_the_process_gets_no_token(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(estimates.SECRET, "secret")
    given: list[dict[str, str]] = []

    async def start(*_: object, env: dict[str, str], **__: object) -> None:
        given.append(env)
        raise EstimateFailed

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    with pytest.raises(EstimateFailed):
        await WinningChances(ChanceStore(database)).get(GAME, AT.system, [CHOICE])

    assert given == [{name: value for name, value in os.environ.items() if name != estimates.SECRET}]


@every_recorded_game()
def test_turns_of_every_system_are_read_as_they_were_written(file: Path) -> None:
    variant, turns = recorded(file).variant, turns_of(file)[:25]
    choices = list_choices(turns, {place: review_turn(variant, turn) for place, turn in enumerate(turns)})

    assert choices
    assert read_request(write_request(variant, choices), load()) == (variant, choices)


def test_a_budget_keeps_time_for_the_longest_work_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([1.0, 2.0, 5.0, 6.0, 7.5, 8.0])
    monkeypatch.setattr("time.process_time", lambda: next(times))
    budget = CpuBudget(10.0)

    assert [budget.has_time() for _ in range(5)] == [True, True, True, False, False]
