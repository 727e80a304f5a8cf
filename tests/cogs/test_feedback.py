"""Feedback: it reaches the owner as it was written, notifies nobody, and comes from one server only so often."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cogs.feedback import FeedbackCog
from engine.override import override
from monitoring.owner import Owner
from storage.games import Player
from tests.storage.tables import ANN, BOB, GUILD
from tests.support.interactions import Interaction, refusal
from tests.support.panels import list_texts
from tests.support.rooms import Bot, Room, opened
from ui.messages.channels.feedback import build_feedback_post, clean_feedback

CHANNEL = 9_001
TEXT = "The timer is too short for my grandmother."
SENT = "Thank you. Your feedback has been sent to the bot's owner."
UNSENT = "Your feedback couldn't be sent. Please try again later."
HOUR = 3_600  # seconds
HERE = Owner(feedback_channel=CHANNEL)


@dataclass
class Inbox(Bot):
    """The bot, with what it posts to the owner's channel."""

    channel: int = 0
    sent: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    problem: Exception | None = None

    @override
    def get_partial_messageable(self, *channels: Any, **_: object) -> Any:
        (self.channel,) = channels
        return self

    @override
    async def send(self, text: str | None = None, **named: Any) -> Any:
        assert not text
        if self.problem:
            raise self.problem
        self.sent.append((self.channel, named))

    @property
    def texts(self) -> list[str]:
        return ["\n".join(list_texts(named["view"])) for _, named in self.sent]


@asynccontextmanager
async def hearing(tmp_path: Path, owner: Owner = HERE) -> AsyncIterator[tuple[Room, Inbox]]:
    inbox = Inbox()
    async with opened(tmp_path, FeedbackCog, inbox, owner=owner) as room:
        yield room, inbox


async def test_feedback_reaches_the_owner_s_channel_notifies_nobody_and_only_its_author_is_told(tmp_path: Path) -> None:
    async with hearing(tmp_path) as (room, inbox):
        before = await room.stored()
        answer = await room.command("feedback", text=TEXT)

        assert (answer.text, answer.is_public) == (SENT, False)
        where = f"{room.tables.server_name(GUILD)} (`{GUILD}`)"
        head = f"**Feedback** by <@{ANN.user_id}> (`{ANN.user_id}`), {where}"
        assert inbox.texts == [f"{head}\n```\n{TEXT}\n```"]
        assert await room.stored() == before

    ((channel, named),) = inbox.sent
    assert channel == CHANNEL
    assert named["allowed_mentions"].to_dict() == {"parse": []}
    assert named["suppress_embeds"]
    assert len(named["nonce"]) <= 25


async def test_outside_of_servers_no_place_is_named(tmp_path: Path) -> None:
    async with hearing(tmp_path) as (room, inbox):
        await room.command("feedback", Interaction(guild_id=None), text=TEXT)

    assert f"(`{ANN.user_id}`), outside of servers\n" in inbox.texts[0]


@given(st.text(max_size=1_000))
@example("@everyone <@11> </new:1> ``` \u202eright to left\u2066 and\nnew\r\nlines\tand\0bytes")
def test_any_text_stays_in_its_block_and_fits(text: str) -> None:
    post = "\n".join(list_texts(build_feedback_post(clean_feedback(text), 2**63, "x" * 100, 2**63)))

    _, inside, rest = post.split("```")
    assert "`" not in inside
    assert inside.strip("\n").isprintable()
    assert rest == ""
    assert len(post) <= 4_000


@pytest.mark.parametrize("name", ["@everyone", "<@11> `x`", "[a](https://evil.example)", "x\n# y", "**b**"])
def test_nothing_in_a_server_s_name_works(name: str) -> None:
    head = list_texts(build_feedback_post(TEXT, 1, name, 2))[0].partition("```")[0]

    assert "@everyone" not in head
    assert " <@11>" not in head
    assert "(https://" not in head
    assert "\n#" not in head.replace("\n\\#", "")
    assert " **b" not in head


async def test_a_server_has_ten_an_hour_whoever_writes(tmp_path: Path) -> None:
    async with hearing(tmp_path) as (room, inbox):
        for number in range(10):
            by = Interaction(by=Player(100 + number // 5, "Member"), channel_id=number)
            await room.command("feedback", by, text=TEXT)
        said = await room.refused(room.command("feedback", Interaction(by=BOB, channel_id=99), text=TEXT))

        assert said.startswith("That's been done here too often lately. Try again <t:")
        assert len(inbox.sent) == 10
        await room.command("feedback", Interaction(by=BOB, guild_id=GUILD + 1), text=TEXT)
        room.clock += HOUR + 1
        await room.command("feedback", Interaction(by=BOB), text=TEXT)


@pytest.mark.parametrize("text", ["hi", " " * 20, "\n\n\n\n\n\n\n\n\n\n\n\nx", "a         b"])
async def test_a_text_of_nearly_nothing_is_refused(tmp_path: Path, text: str) -> None:
    async with hearing(tmp_path) as (room, inbox):
        assert await room.refused(room.command("feedback", text=text)) == "Please write at least 10 characters."
        assert inbox.sent == []


async def test_discord_is_told_how_long_a_text_may_be(tmp_path: Path) -> None:
    async with hearing(tmp_path) as (room, _):
        (command,) = room.cog.get_app_commands()
        assert isinstance(command, discord.app_commands.Command)
        (option,) = command.parameters

    assert (option.min_value, option.max_value) == (10, 1_000)


async def test_without_a_channel_the_command_says_so_and_counts_nothing(tmp_path: Path) -> None:
    async with hearing(tmp_path, Owner()) as (room, inbox):
        for _ in range(20):
            said = await room.refused(room.command("feedback", text=TEXT))

        assert said == "The bot's owner has no channel for feedback."
        assert inbox.sent == []


async def test_the_owner_s_contact_is_named_where_no_channel_takes_feedback(tmp_path: Path) -> None:
    async with hearing(tmp_path, Owner(contact="owner@example.org")) as (room, _):
        said = await room.refused(room.command("feedback", text=TEXT))

    assert said.endswith("channel for feedback. You can reach them here: owner@example.org")


@pytest.mark.parametrize("problem", [refusal(10003, 404), refusal(50001, 403), refusal(50013, 403), refusal(0, 503),
                                     aiohttp.ClientError(TEXT), TimeoutError(TEXT)])  # fmt: skip
async def test_a_channel_that_cannot_be_reached_is_said_and_logged_without_the_text(
    tmp_path: Path, problem: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async with hearing(tmp_path, Owner("owner@example.org", CHANNEL)) as (room, inbox):
        inbox.problem = problem
        with caplog.at_level(logging.DEBUG):
            said = await room.refused(room.command("feedback", text=TEXT))

    assert said == f"{UNSENT} You can reach them here: owner@example.org"
    ours = [each for each in caplog.records if each.name.startswith(("ui", "cogs"))]
    assert [each.levelname for each in ours] == ["WARNING"]
    assert "FEEDBACK_CHANNEL" in caplog.text
    assert "grandmother" not in caplog.text
