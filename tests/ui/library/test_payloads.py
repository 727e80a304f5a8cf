"""Payloads of Discord that are shortened before discord.py reads them."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from services.concurrency.answer_queue import AT_ONCE, AnswerQueue
from ui.controls import Control, read_tap
from ui.library.payloads import CARRIED, ShortConfirmations, shorten_tap

BUTTON = {"type": 2, "custom_id": "rk:draw:1:1"}


def tapped(custom_id: str, *components: dict[str, Any]) -> dict[str, Any]:
    return {"data": {"custom_id": custom_id}, "message": {"id": "5", "components": [*components]}}


class Interaction:
    """A tap, as far as the controls ask."""

    type = discord.InteractionType.component

    def __init__(self, payload: dict[str, Any]) -> None:
        self.data = payload["data"]


@pytest.mark.parametrize(
    "components",
    [
        [BUTTON],
        [{"type": 17, "components": [{"type": 10, "content": "-"}, {"type": 1, "components": [BUTTON]}]}],
        [{"type": 9, "components": [{"type": 10, "content": "-"}], "accessory": BUTTON}],
    ],
    ids=["alone", "in a row", "beside a text"],
)
def test_a_tap_on_a_control_that_the_message_has_is_read(components: list[dict[str, Any]]) -> None:
    payload = tapped("rk:draw:1:1", *components)

    shorten_tap(payload)

    interaction: Any = Interaction(payload)
    assert payload["message"]["components"] == []
    assert read_tap(interaction) == Control("draw", 1, 1)


@pytest.mark.parametrize("custom_id", ["rk:pass:1:1", ""])
def test_a_tap_on_a_control_that_the_message_lacks_is_not_read(custom_id: str) -> None:
    payload = tapped(custom_id, BUTTON)

    shorten_tap(payload)

    interaction: Any = Interaction(payload)
    assert read_tap(interaction) is None


@pytest.mark.parametrize(
    "payload",
    [
        {"type": 1},
        {"data": {"name": "draw"}},
        {"data": {"custom_id": "rk:draw:1:1"}},
        {"data": {"id": "1", "name": "draw"}, "message": {"id": "5"}},
    ],
    ids=["a ping", "a command", "a form of no message", "nothing tapped"],
)
def test_other_payloads_stay_as_they_are(payload: dict[str, Any]) -> None:
    before = repr(payload)

    shorten_tap(payload)

    assert repr(payload) == before
    assert CARRIED not in payload.get("data", {})


async def test_a_confirmation_keeps_the_id_of_the_message_and_not_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    confirmed = {"interaction": {"id": "1", "response_message_id": "5"}, "resource": {"type": 4, "message": {}}}

    async def create(*_: object, **__: object) -> Any:
        return dict(confirmed)

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", create)

    assert await ShortConfirmations().create_interaction_response(1, "token") == {  # type: ignore[no-untyped-call]
        "interaction": confirmed["interaction"]
    }


async def test_while_a_response_is_sent_the_next_interaction_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    queue, begun = AnswerQueue(), []

    async def create(*_: Any, **__: Any) -> dict[str, Any]:
        await asyncio.sleep(0.01)
        return {}

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", create)

    async def answer(number: int) -> None:
        task = asyncio.current_task()
        assert task
        await queue.enter(task)
        begun.append(number)
        if number == 0:
            await ShortConfirmations().create_interaction_response(1, "token")  # type: ignore[no-untyped-call]
        else:
            await asyncio.sleep(3600)

    tasks = [asyncio.create_task(answer(number)) for number in range(AT_ONCE + 2)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    assert begun == [*range(AT_ONCE + 1)]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
