"""What an unmodified discord.py makes of the faults that the playground can be told to have."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import aiohttp
import discord
import pytest

from playground import InteractionFailed, Playground
from playground.api.faults import CALLBACK
from playground.api.ratelimits import LIMITS
from playground.model.errors import UNKNOWN_CHANNEL, Refused
from playground.model.starting_world import TABLE_ID
from tests.playground.bots import Bot, running
from tests.playground.raw import PATIENCE, Caller
from tests.support.playing_discord import point_discord_at

MESSAGES = "/channels/{channel_id}/messages"


class Answering(Bot):
    """Answers /rack, and remembers what went wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.happened: asyncio.Queue[None] = asyncio.Queue()
        self.refusals: list[int] = []
        self.resumes = 0
        self.readies = 0

        @self.tree.command(description="Show my rack")
        async def rack(interaction: discord.Interaction) -> None:
            try:
                await interaction.response.send_message("red 1", ephemeral=True)
            except discord.HTTPException as refused:
                self.refusals.append(refused.code)
                self.happened.put_nowait(None)

    async def on_resumed(self) -> None:
        self.resumes += 1
        self.happened.put_nowait(None)

    async def on_ready(self) -> None:
        self.readies += 1
        self.happened.put_nowait(None)

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self.happened.get()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the five seconds that discord.py waits before it identifies anew."""

    def table(self) -> discord.TextChannel:
        channel = self.get_channel(TABLE_ID)
        assert isinstance(channel, discord.TextChannel)
        return channel


async def test_a_lost_reply_is_tried_again_and_meets_40060_though_the_user_saw_the_answer(
    redirected: Playground,
) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.lose_reply(CALLBACK)

        answer = await redirected.seat("Ana").command("rack")
        await bot.until(lambda: bot.refusals)

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
        await bot.until(lambda: bot.refusals)

        assert bot.refusals == [10062]


async def test_a_delayed_request_is_carried_out_when_its_time_is_over(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.delay(MESSAGES, 0.001)
        await bot.table().send("first")
        late = redirected.faults.delay(MESSAGES, 3_600)
        slow = asyncio.create_task(bot.table().send("second"))
        async with asyncio.timeout(PATIENCE):
            await late.met.wait()
        slow.cancel()

    assert [each.content for each in redirected.world.messages(TABLE_ID)] == ["first"]


async def test_a_429_is_waited_for_and_the_message_sent_once(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.rate_limit(MESSAGES, 0.1, method="POST")

        await bot.table().send("hello")

        assert [each.content for each in redirected.seat("Ana").messages()] == ["hello"]
        assert [each.status for each in redirected.requests if each.route == MESSAGES] == [429, 200]


async def test_a_reply_lost_with_503_is_not_tried_again_though_the_message_is_there(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.lose_reply(MESSAGES, 503)

        with pytest.raises(discord.DiscordServerError):
            await bot.table().send("hello")

        assert [each.content for each in redirected.seat("Ana").messages()] == ["hello"]


async def test_a_request_is_carried_out_in_a_changed_form_or_refused(redirected: Playground, call: Caller) -> None:
    def refuse(_: object) -> object:
        raise Refused(UNKNOWN_CHANNEL)

    path = f"/channels/{TABLE_ID}/messages"
    redirected.faults.change_request(MESSAGES, lambda body: body | {"content": "y"})
    redirected.faults.change_request(MESSAGES, refuse)

    changed, refused = [await call("POST", path, {"content": "x"}) for _ in range(2)]

    assert (changed.status, changed.body["content"], refused.code) == (200, "y", 10003)
    assert [each.content for each in redirected.seat("Ana").messages()] == ["y"]


async def test_an_answer_is_changed_and_not_what_happened(redirected: Playground, call: Caller) -> None:
    redirected.faults.change_reply(MESSAGES, lambda body: body | {"content": "y"})

    answer = await call("POST", f"/channels/{TABLE_ID}/messages", {"content": "x"})

    assert answer.body["content"] == "y"
    assert [each.content for each in redirected.seat("Ana").messages()] == ["x"]


async def test_proxies_answer_in_html(redirected: Playground, call: Caller) -> None:
    redirected.faults.bad_gateway(MESSAGES)
    redirected.faults.bad_gateway(MESSAGES, 200)
    redirected.faults.ban(MESSAGES)
    path, headers = f"/channels/{TABLE_ID}/messages", {"Authorization": call.authorization}

    answers = [await call.session.post(redirected.api_url + path, headers=headers) for _ in range(3)]

    assert [(each.status, each.content_type, "Via" in each.headers) for each in answers] == [
        (502, "text/html", True),
        (200, "text/html", True),
        (429, "text/html", False),
    ]


async def test_an_interaction_that_is_delivered_twice_is_answered_once(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.deliver_twice()

        assert await redirected.seat("Ana").command("rack") is not None
        await bot.until(lambda: bot.refusals)
        assert await redirected.seat("Ana").command("rack") is not None

        assert bot.refusals == [40060]


async def test_a_cut_connection_does_nothing(redirected: Playground, call: Caller) -> None:
    redirected.faults.hang_up(MESSAGES)

    with pytest.raises(aiohttp.ServerDisconnectedError):
        await call("POST", f"/channels/{TABLE_ID}/messages", {"content": "x"})

    assert redirected.seat("Ana").messages() == []


async def test_a_dropped_socket_is_resumed_and_a_command_from_meanwhile_is_answered(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        session = next(iter(redirected.gateway.sessions))
        redirected.faults.drop_gateway()
        await redirected.seat("Ana").wait(lambda _: not redirected.world.bot_online)

        answer = await redirected.seat("Ana").command("rack")
        await bot.until(lambda: bot.resumes)

        assert answer is not None
        assert list(redirected.gateway.sessions) == [session]


async def test_a_bot_told_to_reconnect_resumes(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.ask_reconnect()
        await bot.until(lambda: bot.resumes)

        assert await redirected.seat("Ana").command("rack") is not None


async def test_a_refused_resume_begins_anew(redirected: Playground) -> None:
    async with running(Answering(), redirected) as bot:
        redirected.faults.refuse_resumes()
        redirected.faults.drop_gateway()
        await bot.until(lambda: bot.readies == 2)

        assert await redirected.seat("Ana").command("rack") is not None


async def test_with_rate_limits_discord_py_spaces_its_messages_and_meets_no_429(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LIMITS, ("POST", MESSAGES), replace(LIMITS["POST", MESSAGES], seconds=0.5))
    async with Playground.start(rate_limits=True) as playground:
        point_discord_at(playground, monkeypatch)
        async with running(Answering(), playground) as bot:
            await asyncio.gather(*(bot.table().send(str(number)) for number in range(6)))

            assert [each.status for each in playground.requests if each.route == MESSAGES] == [200] * 6


async def test_with_rate_limits_a_hasty_bot_gets_429_until_the_window_ends() -> None:
    async with Playground.start(rate_limits=True) as playground, aiohttp.ClientSession() as session:
        call = Caller(playground, session)
        path = f"/channels/{TABLE_ID}/messages"

        statuses = [(await call("POST", path, {"content": "x"})).status for _ in range(6)]
        playground.world.skip(6)

        assert statuses == [200] * 5 + [429]
        assert (await call("POST", path, {"content": "x"})).status == 200
