"""The search for a message that was perhaps posted: a history that fails, in whatever way, is asked once."""

from collections.abc import AsyncIterator, Callable

import discord
import pytest

from playground import Playground
from playground.api.faults import Faults
from playground.model.starting_world import APPLICATION_ID, TABLE_ID
from tests.support.playing_discord import point_discord_at
from ui.messages.channels import history
from ui.messages.channels.history import find_posted

MESSAGES = "/channels/{channel_id}/messages"
OFTEN = 100


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        point_discord_at(running, monkeypatch)
        yield running


async def look(playground: Playground) -> list[str] | None:
    """Return the bot's own messages, as they are found."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(playground.token)
        channel = client.get_partial_messageable(TABLE_ID)
        first = await channel.send("0")
        for number in "123":
            await channel.send(number)
        found = await find_posted(channel, discord.Object(first.id), lambda each: each.author.id == APPLICATION_ID)
        return None if found is None else [each.content for each in found]


async def test_messages_are_found_after_another_one_the_oldest_first(playground: Playground) -> None:
    assert await look(playground) == ["1", "2", "3"]


@pytest.mark.parametrize(
    "strike",
    [
        lambda faults: faults.server_error(MESSAGES, 500, method="GET", times=OFTEN),
        lambda faults: faults.server_error(MESSAGES, 503, method="GET", times=OFTEN),
        lambda faults: faults.bad_gateway(MESSAGES, method="GET", times=OFTEN),
        lambda faults: faults.ban(MESSAGES, method="GET", times=OFTEN),
        lambda faults: faults.rate_limit(MESSAGES, 3_600, method="GET", times=OFTEN),
        lambda faults: faults.delay(MESSAGES, 10, method="GET", times=OFTEN),
    ],
    ids=["500", "503", "HTML", "ban", "limit", "slow"],
)
async def test_a_history_that_fails_is_asked_once(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, strike: Callable[[Faults], object]
) -> None:
    monkeypatch.setattr(history, "LOOKING_TIME", 0.3)  # discord.py repeats a request after a second
    strike(playground.faults)

    assert await look(playground) is None
    assert sum(each.method == "GET" and each.route == MESSAGES for each in playground.requests) <= 1
