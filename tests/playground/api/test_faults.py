"""What becomes of requests and sessions under the faults that the playground can be told to have."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest

from playground import InteractionFailed, Playground
from playground.api.faults import CALLBACK, Faults
from playground.model.errors import UNKNOWN_CHANNEL, Refused
from playground.model.starting_world import TABLE_ID
from tests.playground.bots import Bot, running
from tests.playground.raw import PATIENCE, Caller, Json

MESSAGES = "/channels/{channel_id}/messages"
HTML, JSON = "text/html", "application/json"


def refuse(_: object) -> object:
    raise Refused(UNKNOWN_CHANNEL)


def say_y(body: Json) -> Json:
    return body | {"content": "y"}


@pytest.mark.parametrize(
    ("strike", "answer", "posted"),
    [
        (lambda faults: faults.rate_limit(MESSAGES, 0.1), (429, JSON, True), []),
        (lambda faults: faults.server_error(MESSAGES), (503, JSON, False), []),
        (lambda faults: faults.refuse(MESSAGES, UNKNOWN_CHANNEL), (404, JSON, False), []),
        (lambda faults: faults.refuse_token(MESSAGES), (401, JSON, False), []),
        (lambda faults: faults.bad_gateway(MESSAGES), (502, HTML, True), []),
        (lambda faults: faults.bad_gateway(MESSAGES, 200), (200, HTML, True), []),
        (lambda faults: faults.ban(MESSAGES), (429, HTML, False), []),
        (lambda faults: faults.lose_reply(MESSAGES, 503), (503, JSON, False), ["x"]),
        (lambda faults: faults.delay(MESSAGES, 0.001), (200, JSON, False), ["x"]),
        (lambda faults: faults.change_request(MESSAGES, say_y), (200, JSON, False), ["y"]),
        (lambda faults: faults.change_request(MESSAGES, refuse), (404, JSON, False), []),
        (lambda faults: faults.change_reply(MESSAGES, refuse), (404, JSON, False), ["x"]),
    ],
)
async def test_a_fault_strikes_one_request(
    call: Caller, strike: Callable[[Faults], Any], answer: tuple[int, str, bool], posted: list[str]
) -> None:
    """The answer is its status, its content type, and whether it has the `Via` header."""
    strike(call.playground.faults)
    path, headers = f"/channels/{TABLE_ID}/messages", {"Authorization": call.authorization}
    async with call.session.post(call.playground.api_url + path, json={"content": "x"}, headers=headers) as got:
        assert (got.status, got.content_type, "Via" in got.headers) == answer

    assert [each.content for each in call.playground.seat("Ana").messages()] == posted
    assert (await call("POST", path, {"content": "x"})).status == 200


async def test_an_answer_is_changed_and_not_what_happened(playground: Playground, call: Caller) -> None:
    playground.faults.change_reply(MESSAGES, say_y)

    answer = await call("POST", f"/channels/{TABLE_ID}/messages", {"content": "x"})

    assert answer.body["content"] == "y"
    assert [each.content for each in playground.seat("Ana").messages()] == ["x"]


async def test_a_cut_connection_does_nothing(playground: Playground, call: Caller) -> None:
    playground.faults.hang_up(MESSAGES)

    with pytest.raises(aiohttp.ServerDisconnectedError):
        await call("POST", f"/channels/{TABLE_ID}/messages", {"content": "x"})

    assert playground.seat("Ana").messages() == []


class Answering(Bot):
    """Answers /rack, and remembers what went wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.happened: asyncio.Queue[None] = asyncio.Queue()
        self.refusals: list[int] = []

        @self.tree.command(description="Show my rack")
        async def rack(interaction: discord.Interaction) -> None:
            try:
                await interaction.response.send_message("red 1", ephemeral=True)
            except discord.HTTPException as refused:
                self.refusals.append(refused.code)
                self.happened.put_nowait(None)

    async def on_resumed(self) -> None:
        self.happened.put_nowait(None)

    async def happen(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.happened.get()


async def test_a_lost_reply_is_tried_again_and_meets_40060_though_the_user_saw_the_answer(
    redirected: Playground,
) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.lose_reply(CALLBACK)

        answer = await redirected.seat("Ana").command("rack")
        await bot.happen()

        assert answer is not None
        assert answer.content == "red 1"
        assert bot.refusals == [40060]


async def test_a_slow_answer_comes_too_late_and_meets_10062(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        late = redirected.faults.hold(CALLBACK)
        command = asyncio.create_task(redirected.seat("Ana").command("rack"))
        async with asyncio.timeout(PATIENCE):
            await late.met.wait()

        redirected.interactions.time_out()
        with pytest.raises(InteractionFailed):
            await command
        late.release()
        await bot.happen()

        assert bot.refusals == [10062]


async def test_an_interaction_that_is_delivered_twice_is_answered_once(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.deliver_twice()

        assert await redirected.seat("Ana").command("rack") is not None
        await bot.happen()
        assert await redirected.seat("Ana").command("rack") is not None

        assert bot.refusals == [40060]


async def test_a_bot_told_to_reconnect_resumes(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.ask_reconnect()
        await bot.happen()

        assert await redirected.seat("Ana").command("rack") is not None


async def test_with_rate_limits_a_hasty_bot_gets_429_until_the_window_ends() -> None:
    async with Playground.start(rate_limits=True) as playground, aiohttp.ClientSession() as session:
        call = Caller(playground, session)
        path = f"/channels/{TABLE_ID}/messages"

        statuses = [(await call("POST", path, {"content": "x"})).status for _ in range(6)]
        playground.world.skip(6)

        assert statuses == [200] * 5 + [429]
        assert (await call("POST", path, {"content": "x"})).status == 200
