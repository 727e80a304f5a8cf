"""Pictures are drawn beside the event loop, and no player waits for the tables of others."""

from __future__ import annotations

import asyncio
import time
from contextlib import closing
from typing import TYPE_CHECKING, cast

import render
from cogs._house import Seen
from cogs._pictures import Pictures
from tests.positions import Position, position
from tests.storage.tables import KEY, VARIANTS

if TYPE_CHECKING:
    import pytest

    from storage.games import Game


class Numbered:
    """As much of a game as a picture's name wants."""

    version = 1

    def __init__(self, number: int) -> None:
        self.id = number


def seen(game: Position, number: int) -> Seen:
    return Seen(cast("Game", Numbered(number)), VARIANTS[KEY], game.view())


def slowly(*_: object) -> bytes:
    time.sleep(0.02)
    return b""


async def test_a_rack_overtakes_the_tables_that_wait_to_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "png", slowly)
    game = position(KEY, racks=["r9 j", "o1"])
    with closing(Pictures()) as pictures:
        tables = [asyncio.create_task(pictures.table(seen(game, number), ["Ann", "Bob"])) for number in range(20)]
        await asyncio.sleep(0)

        await pictures.rack(game.view(0), render.Order.COLOR, render.Look())

        assert sum(table.done() for table in tables) < 10
        await asyncio.gather(*tables)
