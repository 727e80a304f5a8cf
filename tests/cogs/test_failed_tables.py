"""Failed tables are tried again as soon as Discord reports a change that may end the cause."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
import pytest_asyncio

from cogs.failed_tables import FailedTablesCog
from tests.support.interactions import refusal
from tests.support.rooms import Room, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened(tmp_path, FailedTablesCog) as here:
        yield here


@pytest.mark.parametrize("change", ["updated", "deleted"])
async def test_a_changed_or_deleted_role_hurries_the_tables_of_its_server(room: Room, change: str) -> None:
    cog, failures = cast("FailedTablesCog", room.cog), room.services.public_table.failures
    game = await room.playing()
    failures.note(game, refusal(50013, 403))
    assert failures.pick_due() == []
    role = cast("Any", SimpleNamespace(guild=SimpleNamespace(id=game.guild_id)))

    await (cog.on_guild_role_update(role, role) if change == "updated" else cog.on_guild_role_delete(role))

    assert failures.pick_due() == [game.id]
