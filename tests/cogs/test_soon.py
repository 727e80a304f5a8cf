"""Work that changes ask for is done soon, and once for all that come meanwhile."""

from __future__ import annotations

import asyncio

import pytest

from engine.text.phrases import ENGLISH, language, speaking
from services.jobs.coalesce import Soon
from tests.support.accents import Accented


async def until_idle(soon: Soon) -> None:
    async with asyncio.timeout(30):
        while soon._running:  # noqa: ASYNC110, SLF001  # it tells nobody
            await asyncio.sleep(0)


async def test_what_becomes_due_meanwhile_is_done_once_more() -> None:
    done: list[int] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work(game_id: int) -> None:
        done.append(game_id)
        begun.set()
        await go_on.wait()

    soon = Soon("test", work)
    soon.due(7)
    await begun.wait()
    for _ in range(5):
        soon.due(7)
    go_on.set()
    await until_idle(soon)

    assert done == [7, 7]


async def test_games_do_not_wait_for_one_another() -> None:
    here: set[int] = set()
    both = asyncio.Event()

    async def work(game_id: int) -> None:
        here.add(game_id)
        if here == {1, 2}:
            both.set()
        await both.wait()

    soon = Soon("test", work)
    soon.due(1)
    soon.due(2)
    await until_idle(soon)

    assert here == {1, 2}


async def test_after_a_failure_the_next_change_begins_anew() -> None:
    done: list[int] = []

    async def work(game_id: int) -> None:
        done.append(game_id)
        if len(done) == 1:
            raise RuntimeError("as it happens")

    soon = Soon("test", work)
    soon.due(3)
    (task,) = soon._running.values()  # noqa: SLF001  # whose failure is the point
    with pytest.raises(RuntimeError):
        await task
    soon.due(3)
    await until_idle(soon)

    assert done == [3, 3]


async def test_what_is_being_done_can_be_broken_off() -> None:
    async def work(_: int) -> None:
        await asyncio.Event().wait()

    soon = Soon("test", work)
    soon.due(1)
    await asyncio.sleep(0)
    await soon.close()

    assert not soon._running  # noqa: SLF001  # nothing is left


async def test_the_work_does_not_speak_the_language_of_who_asked() -> None:
    spoken = []

    async def work(_: int) -> None:
        spoken.append(language())

    soon = Soon("test", work)
    with speaking(Accented()):
        soon.due(1)
    await until_idle(soon)

    assert spoken == [ENGLISH]
