"""Pictures are drawn beside the event loop, and no player waits for the tables of others."""

import asyncio
import threading
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import cast

import pytest

import render
from services.game_view import GameView, prepare_game_view
from tests.positions import Position, position
from tests.storage.tables import KEY, VARIANTS
from tests.ui.screens.test_hints import game_of
from ui.pictures import THREADS, Pictures


def make_game_view(game: Position, number: int) -> GameView:
    return prepare_game_view(replace(game_of(game.state), id=number), VARIANTS[KEY], game.view(), "here")


async def test_a_private_picture_overtakes_the_tables_that_wait_to_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    may = threading.Event()
    drawn: list[str] = []

    def draw(name: str, *_: object) -> bytes:
        may.wait(30)
        drawn.append(name)
        return b""

    monkeypatch.setattr(render, "png", partial(draw, "table"))
    monkeypatch.setattr(render, "profile_png", partial(draw, "profile"))
    game = position(KEY, racks=["r9 j", "o1"])
    with closing(Pictures()) as pictures:
        tables = [asyncio.create_task(pictures.draw_table(make_game_view(game, number))) for number in range(20)]
        profile = asyncio.create_task(pictures.draw_profile(cast("render.ProfileCard", None), "", render.Look()))
        await asyncio.sleep(0)

        may.set()
        await asyncio.gather(profile, *tables)

    assert "profile" in drawn[: THREADS + 1]  # after the tables in hand
    assert len(drawn) == 21
