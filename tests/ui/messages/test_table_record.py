"""A table's messages are posted once, wherever the bot is killed or a response is lost."""

from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.play import PlayCog
from storage.games import Game
from storage.public_messages import PendingPost, PublicMessage, Slot
from tests.storage.tables import CHANNEL
from tests.support.breaking import Killed
from tests.support.interactions import refusal
from tests.support.rooms import Room
from ui.messages.channels.history import LOOK_EVERY, LOOKED_FOR, LOOKED_THROUGH
from ui.messages.table_record import NONCE_LIFE, TableRecord

COG = PlayCog
THERE = 2_001
ASKED = 70  # an interaction


class Channel:
    """Discord's part: it keeps one message for each nonce, and can kill the bot once it has posted one."""

    def __init__(self) -> None:
        self.messages: dict[int, str] = {}
        self.nonces: dict[str, int] = {}
        self.kills = False
        self.trouble: discord.HTTPException | None = None  # when messages are deleted
        self.asked: list[int] = []  # the channels of all requests
        self.answers: list[int] = []  # the ids of the follow-ups to `ASKED`
        self.history_fails = False

    def get_partial_messageable(self, number: int, **_: object) -> "Channel":
        self.asked.append(number)
        return self

    def get_partial_message(self, number: int) -> "Message":
        return Message(self, number)

    async def history(self, *, limit: int, after: discord.Object, oldest_first: bool) -> AsyncIterator[Any]:
        assert (limit, after.id, oldest_first) == (LOOKED_THROUGH, ASKED, True)
        if self.history_fails:
            raise refusal(0, 500)
        asked = SimpleNamespace(id=ASKED, original_response_message_id=1)
        for number in self.answers:
            yield SimpleNamespace(id=number, interaction_metadata=asked)
        yield SimpleNamespace(id=999, interaction_metadata=None)

    async def send(self, words: str, *, nonce: str, **_: object) -> discord.Message:
        number = self.nonces.setdefault(nonce, len(self.nonces) + 1)
        self.messages.setdefault(number, words)
        if self.kills:
            raise Killed
        return cast("discord.Message", Message(self, number))


class Message:
    def __init__(self, channel: Channel, number: int) -> None:
        self.channel, self.id = channel, number

    async def delete(self) -> None:
        if self.channel.trouble:
            raise self.channel.trouble
        if self.channel.messages.pop(self.id, None) is None:
            raise refusal(10008)


async def loaded(room: Room, channel: Channel, game: Game) -> TableRecord:
    """The record as the next process finds it."""
    return await TableRecord.load(cast("Any", channel), room.tables, room.services.webhooks, game)


async def post(record: TableRecord, channel: Channel, words: str) -> None:
    await record.post(Slot.PING, words, lambda nonce: channel.send(words, nonce=nonce))


async def killed_while_posting(room: Room, channel: Channel, game: Game) -> None:
    channel.kills = True
    with pytest.raises(Killed):
        await post(await loaded(room, channel, game), channel, "turn 1")
    channel.kills = False


async def restarted(room: Room, after: int = 0) -> tuple[Channel, TableRecord]:
    """The record of a game in a process that began so many seconds after a kill while posting."""
    channel, game = Channel(), await room.playing()
    await killed_while_posting(room, channel, game)
    room.clock += after
    return channel, await loaded(room, channel, game)


async def test_a_post_is_repeated_after_a_kill_and_there_is_one_message(room: Room) -> None:
    channel, record = await restarted(room)

    await post(record, channel, "turn 1")
    await record.save()

    assert channel.messages == {1: "turn 1"}
    messages = (await loaded(room, channel, await room.game())).messages
    assert (messages.ping_id, messages.pending) == (1, ())


@pytest.mark.parametrize(("words", "left", "ping_id"), [("turn 2", {2: "turn 2"}, 2), ("", {}, None)])
async def test_a_message_for_what_is_over_is_found_by_its_nonce_and_deleted(
    room: Room, words: str, left: dict[int, str], ping_id: int | None
) -> None:
    channel, record = await restarted(room)

    if words:
        await post(record, channel, words)
    await record.finish_posts()
    await record.delete_leftovers()

    assert channel.messages == left
    assert (record.messages.ping_id, record.messages.pending, record.messages.leftovers) == (ping_id, (), ())


async def test_after_a_long_outage_nothing_is_posted_to_find_what_discord_has_forgotten(room: Room) -> None:
    channel, record = await restarted(room, after=NONCE_LIFE + 1)

    await record.finish_posts()

    assert channel.messages == {1: "turn 1"}
    assert record.messages.pending == ()


async def test_a_message_that_gives_way_is_deleted_after_a_kill_too(room: Room) -> None:
    channel, game = Channel(), await room.playing()
    record = await loaded(room, channel, game)
    await post(record, channel, "turn 1")
    await post(record, channel, "turn 2")
    await record.save()

    again = await loaded(room, channel, game)
    assert again.messages.leftovers == (1,)
    assert game.id in await room.tables.public_messages.stale()
    await again.delete_leftovers()
    await again.save()

    assert channel.messages == {2: "turn 2"}
    assert (await loaded(room, channel, game)).messages.leftovers == ()


async def test_a_response_on_its_way_is_kept_by_an_update_that_began_before(room: Room) -> None:
    channel, game = Channel(), await room.playing()
    update = await loaded(room, channel, game)
    response = PendingPost(Slot.TABLE, "", "", room.clock, interaction_id=7)
    await room.tables.public_messages.note_response(game.id, game.channel_id, response)

    await post(update, channel, "turn 1")
    await update.save()
    assert (await loaded(room, channel, game)).messages.pending == (response,)

    room.tables.public_messages.end_response(game.id, response)
    record = await loaded(room, channel, game)
    record.forget(response)
    await record.save()
    assert (await loaded(room, channel, game)).messages.pending == ()


async def test_without_a_stored_nonce_there_would_be_two(room: Room) -> None:
    """The control: what the other tests prove depends on the record."""
    channel, game = Channel(), await room.playing()
    await killed_while_posting(room, channel, game)
    await room.database.run("UPDATE public_messages SET pending = '[]'")
    room.tables.public_messages._recent.clear()  # noqa: SLF001  # as in a new process

    await post(await loaded(room, channel, game), channel, "turn 1")

    assert len(channel.messages) == 2


async def moved(room: Room, channel: Channel) -> TableRecord:
    """The record of a game that has moved since a message was posted and another was perhaps."""
    game = await room.playing()
    record = await loaded(room, channel, game)
    await post(record, channel, "turn 1")
    record.change(shown_version=2, ping_for="1")
    await record.save()
    await killed_while_posting(room, channel, game)
    return await loaded(room, channel, replace(game, channel_id=THERE))


async def test_the_messages_of_a_table_that_moved_are_deleted_where_they_are(room: Room) -> None:
    channel = Channel()
    record = await moved(room, channel)

    await record.follow_game()

    assert channel.messages == {}
    assert set(channel.asked) == {CHANNEL}
    assert record.messages == PublicMessage(record.messages.game_id, channel_id=THERE)
    assert await room.tables.public_messages.get(record.messages.game_id) == record.messages


async def test_messages_that_discord_does_not_let_go_stay_behind(room: Room) -> None:
    channel = Channel()
    record = await moved(room, channel)
    channel.trouble = refusal(50001, 403)

    await record.follow_game()

    assert channel.messages
    assert record.messages == PublicMessage(record.messages.game_id, channel_id=THERE)


async def test_messages_that_an_outage_keeps_are_deleted_later(room: Room) -> None:
    channel = Channel()
    record = await moved(room, channel)
    channel.trouble = refusal(0, 503)
    with pytest.raises(discord.HTTPException):
        await record.follow_game()
    await record.save()

    channel.trouble = None
    game = replace(await room.game(), channel_id=THERE)
    await (await loaded(room, channel, game)).follow_game()

    assert channel.messages == {}


# follow-ups, which have no nonce


async def lost(room: Room, channel: Channel) -> TableRecord:
    """The record of a game that may have been called in a follow-up, of which the channel's history can't tell."""
    game = await room.playing()
    record = await loaded(room, channel, game)
    record.change(pending=(PendingPost(Slot.PING, "turn 1", "", room.clock, ASKED),))
    channel.answers, channel.history_fails = [80], True
    await record.find_answers()
    return record


async def test_a_follow_up_that_the_history_shows_takes_its_slot(room: Room) -> None:
    channel = Channel()
    record = await lost(room, channel)
    record.change(pending=(replace(record.messages.pending[0], looked_at=0),))
    channel.answers, channel.history_fails = [80, 81], False

    await record.find_answers()

    assert (record.messages.ping_id, record.messages.ping_for, record.messages.leftovers) == (80, "turn 1", (81,))
    assert (record.messages.pending, record.next_look) == ((), None)


def read(record: TableRecord) -> tuple[int | None, str, tuple[int, ...], int | None]:
    """The call, its turn, what is to be deleted, and when to look for a double."""
    return record.messages.ping_id, record.messages.ping_for, record.messages.leftovers, record.next_look


async def test_a_follow_up_of_which_a_failing_history_can_not_tell_is_posted_again_and_deleted_later(
    room: Room,
) -> None:
    channel = Channel()
    record = await lost(room, channel)

    channel.history_fails = False
    await record.find_answers()  # only once: the table waits for it
    await post(record, channel, "turn 1")
    record.change(ping_for="turn 1")
    await record.finish_posts()
    assert read(record) == (1, "turn 1", (), room.clock + LOOK_EVERY)
    room.clock += LOOK_EVERY
    await record.finish_posts()

    assert read(record) == (1, "turn 1", (80,), None)


async def test_a_call_that_is_over_no_longer_counts_when_it_turns_up(room: Room) -> None:
    channel = Channel()
    record = await lost(room, channel)
    record.change(ping_for="turn 2")  # whose player isn't called
    channel.history_fails, room.clock = False, room.clock + LOOK_EVERY

    await record.finish_posts()

    assert (record.messages.ping_id, record.messages.ping_for, record.messages.leftovers) == (None, "turn 2", (80,))


async def test_a_failing_history_is_asked_more_and_more_seldom_for_a_day(room: Room) -> None:
    channel, begun = Channel(), room.clock
    record = await lost(room, channel)
    looks: list[int] = []
    while (look := record.next_look) is not None:
        looks.append(look - begun)
        room.clock = look - 1
        await record.finish_posts()
        assert record.next_look == look
        room.clock = look
        await record.finish_posts()

    assert looks == [60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 30720, 61440, 122880]
    assert looks[-2] < LOOKED_FOR <= looks[-1]
    assert record.messages.pending == ()


async def test_a_follow_up_that_discord_py_repeated_is_deleted_when_the_history_can_be_read(room: Room) -> None:
    channel = Channel()
    record = await lost(room, channel)
    record.change(ping_id=81)
    channel.answers = [80, 81]
    channel.history_fails, room.clock = False, room.clock + LOOK_EVERY

    await record.finish_posts()

    assert (record.messages.ping_id, record.messages.leftovers) == (81, (80,))
