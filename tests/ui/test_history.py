"""The search for a message that was perhaps posted: a history that fails, in whatever way, is asked once."""

import time
from collections.abc import AsyncIterator, Callable

import discord
import pytest

from playground import Playground
from playground.api.faults import Faults
from playground.model.starting_world import TABLE_ID
from storage.posts import Post
from tests.support.playing_discord import point_discord_at
from ui import history
from ui.history import find_posted, mark
from ui.layout import screen, text

MESSAGES = "/channels/{channel_id}/messages"
OFTEN = 100


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        point_discord_at(running, monkeypatch)
        yield running


async def look(playground: Playground) -> list[int] | None:
    """Post three messages, and look for the first and the third; return which ones are found, from 0."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(playground.token)
        channel = client.get_partial_messageable(TABLE_ID)
        posted = [(await channel.send(view=mark(screen([text(nonce)]), nonce))).id for nonce in ("ours", "its", "ours")]
        found = await find_posted(channel, Post("table 1", "table 1", TABLE_ID, None, "ours", "", int(time.time())))
        return None if found is None else [posted.index(each) for each in found]


async def test_messages_are_found_by_their_mark_the_oldest_first(playground: Playground) -> None:
    assert await look(playground) == [0, 2]


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
