"""Private screens that take a while."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from ui import deferred
from ui.deferred import await_screen, put
from ui.layout import Screen, screen, text
from ui.replies import GONE

ASKED = discord.InteractionResponseType.deferred_channel_message
KEPT = discord.InteractionResponseType.deferred_message_update


@dataclass
class Interaction:
    """A command, or a tap on a message for one or for all; `calls` is what it was answered with.

    Discord refuses each of the calls in `refused`, with this code.
    """

    ephemeral: bool | None
    guild_id: int = 1
    refused: Mapping[str, int] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    deferred: asyncio.Event = field(default_factory=asyncio.Event)
    type: discord.InteractionResponseType | None = None

    @property
    def message(self) -> Any:
        return None if self.ephemeral is None else SimpleNamespace(flags=SimpleNamespace(ephemeral=self.ephemeral))

    @property
    def response(self) -> Any:
        return self

    @property
    def followup(self) -> Any:
        return self

    def is_done(self) -> bool:
        return bool(self.calls)

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        assert ephemeral
        self.type = ASKED if thinking else KEPT
        self.deferred.set()
        self._call("wait" if thinking else "wait in place")

    async def send_message(self, **_: object) -> None:
        self._call("new")

    async def edit_message(self, **_: object) -> None:
        self._call("edit")

    async def edit_original_response(self, **_: object) -> None:
        self._call("edit original")

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if code := self.refused.get(name):
            answer = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(cast("Any", answer), {"code": code, "message": "no"})


async def answered(interaction: Interaction, *, soon: bool) -> list[str]:
    """The answers to an interaction whose screen is there soon, or only after Discord was asked to wait."""

    async def work() -> Screen:
        if not soon:
            await interaction.deferred.wait()
        return screen([text("Done.")]), []

    asking = cast("discord.Interaction[Any]", interaction)
    await put(asking, *await await_screen(asking, work()))
    return interaction.calls


@pytest.mark.parametrize(
    ("ephemeral", "quick", "slow"),
    [
        (None, ["new"], ["wait", "edit original"]),
        (False, ["new"], ["wait", "edit original"]),
        (True, ["edit"], ["wait in place", "edit original"]),
    ],
    ids=["a command", "a tap on a public message", "a tap on a private panel"],
)
async def test_discord_is_asked_to_wait_where_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, ephemeral: bool | None, quick: list[str], slow: list[str]
) -> None:
    assert await answered(Interaction(ephemeral), soon=True) == quick

    monkeypatch.setattr(deferred, "DEFER_AFTER", 0.01)
    assert await answered(Interaction(ephemeral), soon=False) == slow


async def test_an_error_is_raised() -> None:
    async def work() -> Screen:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await await_screen(cast("discord.Interaction[Any]", Interaction(None)), work())


@pytest.mark.parametrize(
    ("ephemeral", "call"),
    [
        (None, "new"),
        (None, "wait"),
        (None, "edit original"),
        (True, "edit"),
        (True, "wait in place"),
        (True, "edit original"),
    ],
)
async def test_a_call_that_comes_too_late_is_passed_over_and_any_other_refusal_heard(
    monkeypatch: pytest.MonkeyPatch, ephemeral: bool | None, call: str
) -> None:
    is_soon = call in {"new", "edit"}
    monkeypatch.setattr(deferred, "DEFER_AFTER", 20.0 if is_soon else 0.01)
    invalid_form = 50035

    for code in sorted(GONE):
        assert call in await answered(Interaction(ephemeral, refused={call: code}), soon=is_soon)
    with pytest.raises(discord.HTTPException):
        await answered(Interaction(ephemeral, refused={call: invalid_form}), soon=is_soon)
