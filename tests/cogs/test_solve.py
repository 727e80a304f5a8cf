"""The best turn of any position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from cogs.solve import SolveCog
from storage.settings import Person
from tests.storage.tables import ANN
from tests.support.interactions import Interaction
from tests.support.rooms import Room, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened(tmp_path, SolveCog) as here:
        yield here


async def test_the_best_turn_is_shown_with_the_table_after_it_to_who_asks(room: Room) -> None:
    answer = await room.command("solve", Interaction(guild_id=None), rack="R6 B9", table="R3 R4 R5")

    assert "R3 R4 R5 R6" in answer.screen.pictures[0].alt
    assert not answer.is_public


async def test_who_has_opened_may_lay_what_is_no_opening(room: Room) -> None:
    closed = await room.command("solve", rack="R1 R2 R3")
    opened_before = await room.command("solve", rack="R1 R2 R3", opened=True)
    not_yet = await room.command("solve", rack="R6", table="R3 R4 R5", opened=False)

    assert "If you've already opened" in closed.text
    assert "R1 R2 R3" in opened_before.screen.pictures[0].alt
    assert "R3 R4 R5 R6" not in not_yet.screen.pictures[0].alt


async def test_a_position_on_a_grid_is_solved_too(room: Room) -> None:
    answer = await room.command("solve", rack="R7", table="H8=R4 I8=R5 J8=R6", variant="rummykruss")

    assert "R7" in answer.text


async def test_the_table_comes_in_words_for_who_wants_that(room: Room) -> None:
    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(text=True))

    answer = await room.command("solve", rack="R6", table="R3 R4 R5")

    assert "A: red 3, red 4, red 5, red 6." in answer.text


@pytest.mark.parametrize(
    "options",
    [
        {"rack": "X9"},
        {"rack": "R6", "table": "R3 B9 K1"},
        {"rack": "R6", "table": "what?"},
        {"rack": "R6 R6 R6"},
        {"rack": "R6", "variant": "chess"},
    ],
)
async def test_a_position_that_can_t_be_is_refused(room: Room, options: dict[str, object]) -> None:
    assert await room.refused(room.command("solve", **options))
