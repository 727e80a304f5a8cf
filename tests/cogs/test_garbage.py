"""Garbage collections that wait until nobody waits for the bot."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from cogs import garbage
from cogs.garbage import GarbageCog
from tests.support.waiting import until


class Loop:
    """An object that only a garbage collection removes."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _thaw() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def collecting(monkeypatch: pytest.MonkeyPatch, *, is_answering: bool) -> tuple[GarbageCog, Any]:
    for name in ("_EVERY", "_POLL"):
        monkeypatch.setattr(garbage, name, 0)
    gc.disable()
    client = SimpleNamespace(is_answering=is_answering)
    services: Any = SimpleNamespace(client=client)
    return GarbageCog(services), client


async def test_garbage_is_collected_and_what_is_left_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    cog, _ = collecting(monkeypatch, is_answering=False)
    gone = weakref.ref(Loop())
    gc.unfreeze()

    await cog.cog_load()
    await until(lambda: not gone() and gc.get_freeze_count() > 0)
    await cog.cog_unload()


async def test_frozen_objects_that_became_garbage_are_collected_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "_TIMES", 2)
    cog, _ = collecting(monkeypatch, is_answering=False)
    kept = [Loop()]
    gone = weakref.ref(kept[0])
    gc.freeze()

    await cog.cog_load()
    kept.clear()
    await until(lambda: not gone())
    await cog.cog_unload()


async def test_nothing_is_collected_while_somebody_waits_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    cog, client = collecting(monkeypatch, is_answering=True)
    kept = weakref.ref(Loop())

    await cog.cog_load()
    for _ in range(20):
        await asyncio.sleep(0)
    assert kept()

    client.is_answering = False
    await until(lambda: not kept())
    await cog.cog_unload()
