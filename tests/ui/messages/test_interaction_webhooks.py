"""Public messages are posted, edited and deleted by interactions where that's possible, and else by the bot itself."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from cogs.play import PlayCog
from engine.game.actions import Draw
from storage.games import Game
from storage.public_messages import PendingPost, PublicMessage, Slot
from tests.storage.tables import BOB, CHANNEL, NOON
from tests.support.interactions import Interaction, refusal
from tests.support.rooms import Room, opened
from tests.support.tables import listen
from tests.support.waiting import until_done
from ui.messages import interaction_webhooks
from ui.messages.channels import history
from ui.messages.interaction_webhooks import InteractionWebhooks
from ui.messages.responses import EDITABLE_TIME
from ui.network import request_budget

COG = PlayCog
CALL = f"<@22>, it's your turn. Ends <t:{NOON + 120}:R>"


@pytest.fixture
def room(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(request_budget, "PAUSE", 0)
    listen(room.tables, room.services.public_table.on_change)
    return room


async def read_record(room: Room, game: Game) -> PublicMessage:
    """The record of this game's messages, once they are up to date."""
    await until_done(f"public message-{game.id}")
    messages = await room.tables.public_messages.get(game.id)
    assert messages
    return messages


def webhooks(room: Room) -> InteractionWebhooks:
    return room.services.webhooks


def begin_answer(room: Room, asked: Interaction) -> Any:
    """This interaction, which is being answered."""
    webhooks(room).note_begin(cast("Any", asked))
    return asked


async def end_answer(room: Room, asked: Any) -> None:
    await asked.response.defer()
    webhooks(room).note_end(asked)


async def show_game(room: Room) -> Game:
    """A game whose table is shown, at Ann's turn."""
    game = await room.playing()
    await room.services.public_table.post(game)
    room.bot.posts.clear()
    return game


async def drawn(room: Room, game: Game, asked: Interaction) -> Game:
    """The game after a player has drawn a tile with this interaction."""
    asked = begin_answer(room, asked)
    assert game.state
    game = (await room.tables.make_move(game, Draw(game.state.turn), asked.id)).game
    await end_answer(room, asked)
    return game


async def tried_again(room: Room, game: Game) -> PublicMessage:
    room.services.public_table.failures.clear(game.id)
    room.services.public_table.refresh(game.id)
    return await read_record(room, game)


async def test_the_next_player_is_called_in_a_follow_up_to_the_last_player_s_move(room: Room) -> None:
    asked = Interaction()
    game = await drawn(room, await show_game(room), asked)
    messages = await read_record(room, game)

    assert [(each.words, each.called, each.is_private) for each in asked.shown] == [(CALL, (22,), False)]
    assert messages.ping_id == asked.posted[0]
    assert (messages.pending, room.bot.posts) == ((), [])


async def test_a_follow_up_is_deleted_by_the_interaction_that_posted_it(room: Room) -> None:
    first = Interaction()
    game = await drawn(room, await show_game(room), first)
    await read_record(room, game)
    room.bot.deleted.clear()
    game = await drawn(room, game, Interaction(BOB))
    await read_record(room, game)

    assert first.deleted == first.posted
    assert room.bot.deleted == []


async def test_the_call_waits_for_the_answer_to_the_move(room: Room) -> None:
    game, asked = await show_game(room), begin_answer(room, Interaction())
    game = (await room.tables.make_move(game, Draw(0), asked.id)).game
    await asyncio.sleep(0.05)
    assert (asked.shown, room.bot.posts) == ([], [])

    await end_answer(room, asked)
    await read_record(room, game)
    assert [each.words for each in asked.shown] == [CALL]


async def test_a_channel_that_is_deleted_before_the_call_is_noticed(room: Room) -> None:
    game, asked = await show_game(room), begin_answer(room, Interaction())
    game = (await room.tables.make_move(game, Draw(0), asked.id)).game
    while not room.bot.edited:  # noqa: ASYNC110  # it tells nobody
        await asyncio.sleep(0.01)  # until the table is shown
    await room.services.public_table.note_deleted(game.channel_id)
    await end_answer(room, asked)
    messages = await read_record(room, game)

    assert (room.bot.edited, messages.shown_version) == (2, game.version)


async def test_a_move_that_is_not_answered_in_time_is_followed_by_a_message_of_the_bot(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interaction_webhooks, "ANSWERING_TIME", 0.01)
    game, asked = await show_game(room), begin_answer(room, Interaction())
    game = (await room.tables.make_move(game, Draw(0), asked.id)).game
    await read_record(room, game)

    assert (asked.shown, room.bot.posts) == ([], [CALL])


@pytest.mark.parametrize("asked", [Interaction(channel_id=CHANNEL + 1), Interaction(BOB), Interaction(guild_id=None)])
async def test_an_interaction_elsewhere_or_of_somebody_else_posts_nothing_here(room: Room, asked: Interaction) -> None:
    game = await show_game(room)
    await end_answer(room, begin_answer(room, asked))
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_record(room, game)

    assert (asked.shown, room.bot.posts) == ([], [CALL])


async def test_an_interaction_without_an_answer_posts_nothing(room: Room) -> None:
    game, asked = await show_game(room), begin_answer(room, Interaction())
    webhooks(room).note_end(asked)
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_record(room, game)

    assert (asked.shown, room.bot.posts) == ([], [CALL])


async def test_a_follow_up_that_discord_refuses_becomes_a_message_of_the_bot(room: Room) -> None:
    asked = Interaction(refuses_follow_ups=[refusal(10015, 404)])
    game = await drawn(room, await show_game(room), asked)
    messages = await read_record(room, game)

    assert (asked.shown, room.bot.posts, messages.pending) == ([], [CALL], ())
    assert messages.ping_id == 1


async def test_a_follow_up_that_perhaps_came_through_is_looked_for_before_another_is_posted(room: Room) -> None:
    asked = Interaction(refuses_follow_ups=[refusal(0, 502)])
    game = await drawn(room, await show_game(room), asked)
    messages = await read_record(room, game)
    assert (asked.shown, room.bot.posts, messages.ping_id) == ([], [], None)
    assert game.state
    turn = str(game.state.turns)
    assert messages.pending == (PendingPost(Slot.PING, turn, "", NOON, asked.id),)

    room.bot.past = [(7, asked.id, 5), (6, asked.id, None), (5, asked.id + 1, 5)]
    messages = await tried_again(room, game)

    assert (messages.ping_id, messages.ping_for, messages.pending) == (7, turn, ())
    assert (asked.shown, room.bot.posts) == ([], [])


async def test_a_double_is_looked_for_even_if_nothing_happens_at_the_table(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "LOOK_EVERY", 0)
    asked = Interaction(refuses_follow_ups=[refusal(0, 502)])
    game = await drawn(room, await show_game(room), asked)
    await read_record(room, game)
    room.bot.past, room.bot.history_fails = [(7, asked.id, 5)], True
    room.bot.deleted.clear()
    room.services.public_table.failures.clear(game.id)
    room.services.public_table.refresh(game.id)
    async with asyncio.timeout(30):
        while not asked.shown:  # noqa: ASYNC110  # it tells nobody
            await asyncio.sleep(0.001)
        room.bot.history_fails = False
        while not room.bot.deleted:  # noqa: ASYNC110  # as above
            await asyncio.sleep(0.001)

    assert room.bot.deleted == [7]


async def test_a_follow_up_that_did_not_come_through_is_posted_by_the_bot(room: Room) -> None:
    asked = Interaction(refuses_follow_ups=[refusal(0, 502)])
    game = await drawn(room, await show_game(room), asked)
    await read_record(room, game)
    room.clock += EDITABLE_TIME + 1
    messages = await tried_again(room, game)

    assert (asked.shown, room.bot.posts, messages.pending) == ([], [CALL], ())


async def test_a_table_that_an_interaction_has_posted_is_edited_and_deleted_by_it(room: Room) -> None:
    game, asked = await show_game(room), Interaction()
    room.bot.deleted.clear()
    await room.services.public_table.answer(begin_answer(room, asked), game)
    await read_record(room, game)
    assert room.bot.deleted == [1]  # the table that the bot had posted
    edits = room.bot.edited
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_record(room, game)

    assert (room.bot.edited, len(asked.shown)) == (edits, 3)  # the table, its edit, and the call


@pytest.mark.parametrize("seconds", [EDITABLE_TIME - 1, EDITABLE_TIME])
async def test_a_token_is_used_for_fourteen_minutes(room: Room, seconds: int) -> None:
    game, asked = await show_game(room), Interaction()
    await end_answer(room, begin_answer(room, asked))
    room.clock += seconds
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_record(room, game)

    assert len(asked.shown) == (1 if seconds < EDITABLE_TIME else 0)
    assert len(room.bot.posts) == (0 if seconds < EDITABLE_TIME else 1)


async def test_an_expired_webhook_leaves_the_edit_to_the_bot(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = await show_game(room), Interaction()
    await room.services.public_table.answer(begin_answer(room, asked), game)
    await read_record(room, game)
    monkeypatch.setattr(interaction_webhooks.InteractionWebhook, "edit", _refuse)
    edits = room.bot.edited
    game = (await room.tables.make_move(game, Draw(0), None)).game
    messages = await read_record(room, game)

    assert (room.bot.edited, messages.shown_version) == (edits + 1, game.version)


async def _refuse(*_: object) -> None:
    raise refusal(50027, 401)


async def test_without_webhooks_the_bot_posts_everything(tmp_path: Path) -> None:
    async with opened(tmp_path, PlayCog, uses_webhooks=False) as room:
        listen(room.tables, room.services.public_table.on_change)
        asked = Interaction()
        game = await drawn(room, await show_game(room), asked)
        await read_record(room, game)

    assert (asked.shown, room.bot.posts) == ([], [CALL])


def test_a_webhook_s_token_is_not_written() -> None:
    webhook = interaction_webhooks.InteractionWebhook.of(cast("Any", Interaction()))
    assert "ebhook=" not in repr(webhook)
