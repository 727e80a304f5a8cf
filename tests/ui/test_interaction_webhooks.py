"""Public messages are posted, edited and deleted by interactions where that's possible, and else by the bot itself."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from cogs.play import PlayCog
from engine.game.actions import Draw
from storage.games import Game
from storage.posts import Post, name_table
from tests.storage.tables import BOB, CHANNEL, NOON
from tests.support.interactions import Interaction, refusal
from tests.support.rooms import Room, opened
from tests.support.tables import listen
from tests.support.waiting import until_done
from ui import interaction_webhooks
from ui.interaction_webhooks import EDITABLE_TIME, InteractionWebhooks
from ui.network import request_budget

COG = PlayCog
CALL = f"<@22>, it's your turn. Ends <t:{NOON + 120}:R>"


@pytest.fixture
def room(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(request_budget, "PAUSE", 0)
    listen(room.tables, room.services.public_table.on_change)
    return room


async def read_ping(room: Room, game: Game) -> Post | None:
    """The ping of this game's turn, once its messages are up to date."""
    await until_done(f"messages-{name_table(game.id)}")
    posts = await room.tables.posts.of(name_table(game.id))
    return next((each for each in posts if each.purpose.startswith("ping")), None)


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


async def test_the_next_player_is_called_in_a_follow_up_to_the_last_player_s_move(room: Room) -> None:
    asked = Interaction()
    game = await drawn(room, await show_game(room), asked)
    ping = await read_ping(room, game)

    assert [(each.words, each.called, each.is_private) for each in asked.shown] == [(CALL, (22,), False)]
    assert ping
    assert (ping.message_id, room.bot.posts) == (asked.posted[0], [])


async def test_a_follow_up_is_deleted_by_the_interaction_that_posted_it(room: Room) -> None:
    first = Interaction()
    game = await drawn(room, await show_game(room), first)
    await read_ping(room, game)
    room.bot.deleted.clear()
    game = await drawn(room, game, Interaction(BOB))
    await read_ping(room, game)

    assert first.deleted == first.posted
    assert room.bot.deleted == []


async def test_the_call_waits_for_the_answer_to_the_move(room: Room) -> None:
    game, asked = await show_game(room), begin_answer(room, Interaction())
    game = (await room.tables.make_move(game, Draw(0), asked.id)).game
    await asyncio.sleep(0.05)
    assert (asked.shown, room.bot.posts) == ([], [])

    await end_answer(room, asked)
    await read_ping(room, game)
    assert [each.words for each in asked.shown] == [CALL]


async def test_a_move_that_is_not_answered_in_time_is_followed_by_a_message_of_the_bot(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interaction_webhooks, "ANSWERING_TIME", 0.01)
    game, asked = await show_game(room), begin_answer(room, Interaction())
    game = (await room.tables.make_move(game, Draw(0), asked.id)).game
    await read_ping(room, game)

    assert (asked.shown, room.bot.posts) == ([], [CALL])


@pytest.mark.parametrize("asked", [Interaction(channel_id=CHANNEL + 1), Interaction(BOB), Interaction(guild_id=None)])
async def test_an_interaction_elsewhere_or_of_somebody_else_posts_nothing_here(room: Room, asked: Interaction) -> None:
    game = await show_game(room)
    await end_answer(room, begin_answer(room, asked))
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_ping(room, game)

    assert (asked.shown, room.bot.posts) == ([], [CALL])


async def test_an_interaction_without_an_answer_posts_nothing(room: Room) -> None:
    game, asked = await show_game(room), begin_answer(room, Interaction())
    webhooks(room).note_end(asked)
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_ping(room, game)

    assert (asked.shown, room.bot.posts) == ([], [CALL])


async def test_a_follow_up_that_discord_refuses_becomes_a_message_of_the_bot(room: Room) -> None:
    asked = Interaction(refuses_follow_ups=[refusal(10015, 404)])
    game = await drawn(room, await show_game(room), asked)
    ping = await read_ping(room, game)

    assert ping
    assert (asked.shown, room.bot.posts, ping.message_id) == ([], [CALL], 1)


async def test_a_table_that_an_interaction_has_posted_is_edited_and_deleted_by_it(room: Room) -> None:
    game, asked = await show_game(room), Interaction()
    room.bot.deleted.clear()
    await room.services.public_table.answer(begin_answer(room, asked), game)
    await read_ping(room, game)
    assert room.bot.deleted == [1]  # the table that the bot had posted
    edits = room.bot.edited
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_ping(room, game)

    assert (room.bot.edited, len(asked.shown)) == (edits, 3)  # the table, its edit, and the call


@pytest.mark.parametrize("seconds", [EDITABLE_TIME - 1, EDITABLE_TIME])
async def test_a_token_is_used_for_fourteen_minutes(room: Room, seconds: int) -> None:
    game, asked = await show_game(room), Interaction()
    await end_answer(room, begin_answer(room, asked))
    room.clock += seconds
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_ping(room, game)

    assert len(asked.shown) == (1 if seconds < EDITABLE_TIME else 0)
    assert len(room.bot.posts) == (0 if seconds < EDITABLE_TIME else 1)


async def test_an_expired_webhook_leaves_the_edit_to_the_bot(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = await show_game(room), Interaction()
    await room.services.public_table.answer(begin_answer(room, asked), game)
    await read_ping(room, game)
    monkeypatch.setattr(interaction_webhooks.InteractionWebhook, "edit", _refuse)
    edits = room.bot.edited
    game = (await room.tables.make_move(game, Draw(0), None)).game
    await read_ping(room, game)

    assert room.bot.edited == edits + 1


async def _refuse(*_: object) -> None:
    raise refusal(50027, 401)


async def test_without_webhooks_the_bot_posts_everything(tmp_path: Path) -> None:
    async with opened(tmp_path, PlayCog, uses_webhooks=False) as room:
        listen(room.tables, room.services.public_table.on_change)
        asked = Interaction()
        game = await drawn(room, await show_game(room), asked)
        await read_ping(room, game)

    assert (asked.shown, room.bot.posts) == ([], [CALL])


def test_a_webhook_s_token_is_not_written() -> None:
    webhook = interaction_webhooks.InteractionWebhook.of(cast("Any", Interaction()))
    assert "ebhook=" not in repr(webhook)
