"""Channels that are lost in unusual ways: players are told of those, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .looking import find_public, require_private, wait_to_see
from .test_channels import laid, mended, notice, show, unsendable

if TYPE_CHECKING:
    from playground.model.values import Channel
    from tests.e2e.running_bot import RunningBot

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_submitted_form_is_followed_by_what_is_missing(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(50013, "could not be shown")
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    await show(running_bot, ana, room)
    await ana.click(await require_private(ana.command("rack", room)), "Edit as text")
    unsendable(running_bot.world, room)
    await ben.command("end", room)
    await running_bot.until(lambda: 50013 in running_bot.codes)

    await ana.submit()

    assert await notice(ana, room) == f"To show a table in <#{room.id}>, I need the permission Send Messages."
    mended(running_bot.world, room)
    await wait_to_see(ana, lambda seat: [each for each in find_public(seat, room) if "Play on" in each.buttons])
