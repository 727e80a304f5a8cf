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


async def explain_to_user(error: Exception, channel: object = None) -> str:
    asked = Interaction(channel=channel)
    await explain(cast("Any", asked), error)
    (screen,) = asked.shown
    assert screen.is_private
    return screen.text


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (UnreadableGame("Game 3 can't be read."), "I can't read this game anymore. Please tell the bot's owner."),
        (CommandNotFound("gone", []), "This command no longer exists. Discord will show the new ones in a moment."),
    ],
)
async def test_only_what_may_succeed_later_is_to_be_tried_again(error: Exception, said: str) -> None:
    assert await explain_to_user(error) == said


BROKEN = "The database could not do its work: disk I/O error."
UNSAVED = "I can't read or save games right now. Try again in a minute."
OUTAGE = "Discord isn't taking my messages right now. Your moves count, and the table will catch up."
LOST = "an answer did not arrive:"
ARCHIVED = f"<#{CHANNEL}> is archived, so I couldn't change its messages. Write something there to reopen it."


@pytest.mark.parametrize(
    ("error", "said", "logged"),
    [
        (StorageError(BROKEN), UNSAVED, f"an answer failed: {BROKEN}"),
        (refusal(0, 401), OUTAGE, f"{LOST} HTTP 401"),
        (refusal(0, 503), OUTAGE, f"{LOST} HTTP 503"),
        (aiohttp.ServerDisconnectedError(), OUTAGE, f"{LOST} ServerDisconnectedError"),
        (refusal(10003), "The table's channel was deleted.", f"{LOST} error 10003"),
        (refusal(50013), f"Discord refuses my messages in <#{CHANNEL}> (error 50013).", f"{LOST} error 50013"),
        (refusal(50083), ARCHIVED, f"{LOST} error 50083"),
    ],
)
async def test_a_failure_of_the_database_or_of_discord_is_explained_and_logged_in_one_line(
    error: Exception, said: str, logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    thread = SimpleNamespace(type=discord.ChannelType.public_thread)

    assert await explain_to_user(error, thread) == said
    assert [each.getMessage() for each in caplog.records] == [logged]
    assert caplog.records[0].exc_info is None


async def test_an_archived_thread_that_is_locked_is_for_moderators_to_unlock() -> None:
    thread = MagicMock(discord.Thread, type=discord.ChannelType.public_thread, locked=True)

    assert "Moderators can unlock it." in await explain_to_user(refusal(50083), thread)


async def test_an_unexpected_error_or_an_invalid_answer_is_logged_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    await explain_to_user(refusal(50035))
    assert "Something went wrong on my end." in await explain_to_user(LookupError())

    assert all(each.exc_info for each in caplog.records)
    assert len(caplog.records) == 2
