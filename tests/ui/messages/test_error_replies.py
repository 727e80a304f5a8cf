"""What people are told when their request fails, and what the log says."""

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import aiohttp
import discord
import pytest
from discord.app_commands import CommandNotFound

from storage.errors import StorageError, UnreadableGame
from tests.storage.tables import CHANNEL
from tests.support.interactions import Interaction, refusal
from ui.messages.error_replies import explain


async def told(error: Exception, channel: object = None) -> str:
    asked = Interaction(channel=channel)
    await explain(cast("Any", asked), error)
    (screen,) = asked.shown
    assert screen.is_private
    return screen.text


async def test_a_failing_database_is_said_privately_and_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    said = await told(StorageError("The database could not do its work: disk I/O error."))

    assert said == "I can't read or save games right now. Try again in a minute."
    assert [each.getMessage() for each in caplog.records] == [
        "an answer failed: The database could not do its work: disk I/O error."
    ]
    assert caplog.records[0].exc_info is None


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (UnreadableGame("Game 3 can't be read."), "I can't read this game anymore. Please tell the bot's owner."),
        (CommandNotFound("gone", []), "This command no longer exists. Discord will show the new ones in a moment."),
    ],
)
async def test_nobody_is_told_to_try_again_what_stays_impossible(error: Exception, said: str) -> None:
    assert await told(error) == said


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (refusal(0, 401), "HTTP 401"),
        (refusal(0, 503), "HTTP 503"),
        (aiohttp.ServerDisconnectedError(), "ServerDisconnectedError"),
    ],
)
async def test_an_outage_of_discord_is_said_and_logged_in_one_line(
    error: Exception, logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    said = await told(error)

    assert said == "Discord isn't taking my messages right now. Your moves count, and the table will catch up."
    assert [each.getMessage() for each in caplog.records] == [f"an answer did not arrive: {logged}"]
    assert caplog.records[0].exc_info is None


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (10003, "The table's channel was deleted."),
        (50013, f"Discord refuses my messages in <#{CHANNEL}> (error 50013)."),
        (50083, f"<#{CHANNEL}> is archived, so I couldn't change its messages. Write something there to reopen it."),
    ],
)
async def test_a_refusal_of_discord_is_explained_and_logged_in_one_line(
    code: int, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    thread = SimpleNamespace(type=discord.ChannelType.public_thread)

    assert await told(refusal(code), thread) == why
    assert [each.getMessage() for each in caplog.records] == [f"an answer did not arrive: error {code}"]
    assert caplog.records[0].exc_info is None


async def test_an_archived_thread_that_is_locked_is_for_moderators_to_unlock() -> None:
    thread = MagicMock(discord.Thread, type=discord.ChannelType.public_thread, locked=True)

    assert "Moderators can unlock it." in await told(refusal(50083), thread)


async def test_an_answer_that_discord_finds_invalid_is_logged_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    await told(refusal(50035))

    assert caplog.records[0].exc_info


async def test_an_unexpected_error_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    """The control."""
    assert "Something went wrong on my end." in await told(LookupError())
    assert caplog.records[0].exc_info
