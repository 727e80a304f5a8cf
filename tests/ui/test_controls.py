"""Taps are read as the controls that the tapped message really has, because a custom id can be forged."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from ui.controls import Control, read_tap

BUTTON: dict[str, Any] = {"type": 2, "style": 1, "custom_id": "rk:draw:1:1", "label": "Draw"}
MENU: dict[str, Any] = {"type": 3, "custom_id": "rk:draw:1:1", "options": [{"label": "R1", "value": "0"}]}
TEXT = {"type": 10, "content": "-"}
ROW = {"type": 1, "components": [BUTTON]}


def tap(custom_id: str, *components: dict[str, Any]) -> Any:
    """A tap as discord.py reads it from the gateway, on a message with these components."""
    state: Any = discord.Client(intents=discord.Intents.none())._connection  # noqa: SLF001  # it reads messages
    channel: Any = SimpleNamespace(id=2, guild=None)
    author = {"id": "3", "username": "bot", "discriminator": "0", "avatar": None}
    rest = {"embeds": [], "attachments": [], "mentions": [], "mention_roles": [], "mention_everyone": False}
    times = {"timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None}
    fixed = {"id": "1", "type": 0, "content": "", "pinned": False, "tts": False, "author": author, **rest, **times}
    payload: Any = {**fixed, "components": list(components)}
    message = discord.Message(state=state, channel=channel, data=payload)
    data = {"custom_id": custom_id, "component_type": 2}
    return SimpleNamespace(type=discord.InteractionType.component, data=data, message=message)


@pytest.mark.parametrize(
    "components",
    [
        [ROW],
        [TEXT, {"type": 1, "components": [MENU]}],
        [{"type": 17, "components": [TEXT, ROW]}],
        [{"type": 17, "components": [{"type": 9, "components": [TEXT], "accessory": BUTTON}]}],
    ],
    ids=["a button", "a menu", "in a container", "beside a text"],
)
async def test_a_tap_on_a_control_that_the_message_has_is_read(components: list[dict[str, Any]]) -> None:
    assert read_tap(tap("rk:draw:1:1", *components)) == (Control("draw", 1, 1), [])


@pytest.mark.parametrize("custom_id", ["rk:pass:1:1", "rk:draw:1:2", ""])
async def test_a_tap_on_a_control_that_the_message_lacks_is_not_read(custom_id: str) -> None:
    assert read_tap(tap(custom_id, ROW)) is None


async def test_a_tap_on_no_message_is_not_read() -> None:
    forged = tap("rk:draw:1:1", ROW)
    forged.message = None

    assert read_tap(forged) is None
