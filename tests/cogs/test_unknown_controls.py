"""Taps that no other cog hears."""

import discord
import pytest

from cogs.unknown_controls import UnknownControlsCog
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room

COG = UnknownControlsCog


@pytest.mark.parametrize("custom_id", ["", "rk:draw", "other", "rk:vanish:1:1"])
async def test_a_tap_on_a_button_of_nobody_s_is_answered_privately(room: Room, custom_id: str) -> None:
    tapped = Interaction(message=PUBLIC, type=discord.InteractionType.component, data={"custom_id": custom_id})

    answer = await room.hear(tapped)

    assert answer.text == "This button has expired. /table shows the current table."
    assert not answer.is_public


async def test_a_button_without_a_message_is_nobody_s(room: Room) -> None:
    tapped = Interaction(type=discord.InteractionType.component, data={"custom_id": "rk:draw:1:1"})

    assert "This button has expired." in (await room.hear(tapped)).text


async def test_commands_and_windows_are_left_to_others(room: Room) -> None:
    for kind in (discord.InteractionType.application_command, discord.InteractionType.modal_submit):
        assert (await room.hear(Interaction(type=kind))).shown == []
