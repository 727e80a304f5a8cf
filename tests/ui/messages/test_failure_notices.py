"""Notices to players whose table can't be shown: once for each problem, and again if it comes back."""

from typing import Any, cast

import aiohttp
import discord
import pytest

from cogs.play import PlayCog
from storage.games import Game, Player
from storage.posts import name_table
from tests.storage.tables import ANN, BOB, CHANNEL
from tests.support.interactions import Interaction, refusal
from tests.support.rooms import Room

COG = PlayCog
FORBIDDEN, DOWN, BANNED = refusal(50013, 403), refusal(0, 503), refusal(0, 429)
STILL = "Your moves still count. The host or a server manager can move the table with /move-table."
OUTAGE = "Discord isn't taking my messages right now. Your moves count, and the table will catch up."


def fail(room: Room, game: Game, error: Exception) -> None:
    room.services.outbox.failures.note(name_table(game.id), game.guild_id, game.channel_id, error, began=0)


async def read(room: Room, by: Player = ANN, **more: Any) -> str:
    """What somebody reads below an answer."""
    asked = Interaction(by, first=discord.InteractionResponseType.channel_message, **more)
    await room.services.failure_notices.tell(cast("Any", asked))
    assert not asked.is_public
    return asked.text


async def test_each_player_is_told_once_what_is_missing(room: Room) -> None:
    fail(room, await room.playing(), FORBIDDEN)
    missing = f"To show a table in <#{CHANNEL}>, I need the Attach Files permission. {STILL}"

    assert [await read(room, each, lacking=["attach_files"]) for each in (ANN, BOB, ANN)] == [missing, missing, ""]
    assert await read(room, Player(33, "Cleo"), lacking=["attach_files"]) == ""


async def test_another_problem_of_the_same_table_is_told_too(room: Room) -> None:
    fail(room, await room.playing(), FORBIDDEN)

    said = [await read(room, lacking=[each]) for each in ("attach_files", "send_messages", "attach_files")]

    assert ["Attach Files" in said[0], "Send Messages" in said[1], said[2]] == [True, True, ""]


async def test_a_problem_that_comes_back_is_told_again(room: Room) -> None:
    game = await room.playing()
    fail(room, game, FORBIDDEN)
    assert await read(room)

    room.services.outbox.failures.clear(name_table(game.id))
    assert await read(room) == ""
    fail(room, game, FORBIDDEN)

    assert await read(room)


@pytest.mark.parametrize("error", [DOWN, aiohttp.ClientError()])
async def test_an_outage_is_told_when_it_lasts(room: Room, error: Exception) -> None:
    game = await room.playing()
    fail(room, game, error)
    assert await read(room) == ""

    fail(room, game, error)

    assert [await read(room), await read(room)] == [OUTAGE, ""]


async def test_nothing_is_told_of_a_table_that_is_being_tried_again(room: Room) -> None:
    game = await room.playing()
    fail(room, game, FORBIDDEN)
    failures = room.services.outbox.failures
    failures.hurry(guild_id=game.guild_id)
    assert failures.pick_due() == [name_table(game.id)]

    assert await read(room) == ""
    fail(room, game, FORBIDDEN)
    assert await read(room)


async def test_an_outage_of_several_tables_is_told_once(room: Room) -> None:
    for game in (await room.playing(), await room.playing(channel=2001)):
        fail(room, game, BANNED)

    assert [await read(room), await read(room)] == [OUTAGE, ""]


async def test_a_lost_channel_is_told_in_another_one(room: Room) -> None:
    fail(room, await room.playing(), refusal(10003, 404))

    assert await read(room, channel_id=2001) == f"The table's channel was deleted. {STILL}"


async def test_nothing_is_told_before_an_answer_or_below_a_form(room: Room) -> None:
    fail(room, await room.playing(), FORBIDDEN)
    for first in (None, discord.InteractionResponseType.modal):
        asked = Interaction(first=first)
        await room.services.failure_notices.tell(cast("Any", asked))
        assert not asked.shown

    assert await read(room)


async def test_a_notice_that_did_not_arrive_is_repeated(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(room, await room.playing(), FORBIDDEN)

    async def fails(*_: object, **__: object) -> None:
        raise DOWN

    with monkeypatch.context() as patched:
        patched.setattr("tests.support.interactions.Followup.send", fails)
        assert await read(room) == ""

    assert await read(room)
