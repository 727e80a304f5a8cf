"""A table's public message, and the reminder below it, which goes with its turn."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import pytest

from cogs.clock import ClockCog
from engine.game.actions import Action, Draw, Resign
from engine.game.goals import Level
from services.deadlines import DAY
from services.seats import replace_absent
from storage.games import Game, Player
from storage.public_messages import PublicMessage, PublicMessageStore
from tests.storage.tables import ANN, BOB, CHANNEL, NOON
from tests.support.interactions import Interaction
from tests.support.rooms import Room
from tests.support.tables import listen
from tests.support.waiting import until, until_done
from ui.messages.table_message import MOST_TURNS
from ui.network import request_budget
from ui.network.request_budget import AHEAD, PER_SECOND, Urgency, urgent

COG = ClockCog
ADA, BIX = (Player(None, name, Level.FAIR) for name in ("Ada", "Bix"))


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_budget, "PAUSE", 0)


async def remind(room: Room, game: Game) -> list[str]:
    """Remind who is to move in this game; returns what was posted below the table, up to the time in it."""
    room.services.public_table.remind(game)
    await finish_updates(game)
    return [text.partition(" <t:")[0] for text in room.bot.posts if text]


async def finish_updates(game: Game) -> None:
    """Wait until this game's messages are up to date."""
    await until_done(f"public message-{game.id}")


async def test_the_player_to_move_is_called_and_reminded(room: Room) -> None:
    game = await room.playing()
    assert game.state
    timed = await room.tables.commit(replace(game, state=replace(game.state, deadline=NOON + 60), grace=64), None)

    assert await remind(room, timed) == ["<@11>, it's your turn. Ends", "<@11>, half your time is gone. Your turn ends"]


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bool, bool]]:
    """Whether there was a ping, and whether the table needed work, at each save of its record.

    A kill may follow any save, and the next start updates what needs work alone.
    """
    save, seen = PublicMessageStore.save, []

    async def watch(stored_messages: PublicMessageStore, messages: PublicMessage) -> None:
        await save(stored_messages, messages)
        seen.append((messages.ping_id is not None, messages.game_id in await stored_messages.stale()))

    monkeypatch.setattr(PublicMessageStore, "save", watch)
    return seen


async def test_a_table_that_is_posted_or_asked_for_needs_work_until_its_player_is_called(
    room: Room, saved: list[tuple[bool, bool]]
) -> None:
    await room.services.public_table.post(await room.playing())
    assert saved == [*[(False, True)] * 3, (True, False)]  # before and after the table, before and after the ping

    saved.clear()
    game = await room.playing(channel=CHANNEL + 1)
    await room.services.public_table.answer(cast("Any", Interaction(channel_id=CHANNEL + 1)), game)
    await finish_updates(game)
    assert saved == [*[(False, True)] * 2, (True, False)]  # the answer, before and after the ping


async def test_a_table_needs_work_if_its_deadline_was_extended_before_its_player_was_called(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await room.playing()
    assert game.state
    timed = await room.tables.commit(replace(game, state=replace(game.state, deadline=NOON + 60), grace=64), None)

    async def extend(_channel_id: int) -> None:
        await room.tables.games.extend_deadlines(NOON)
        room.tables.public_messages.clear_cache()

    monkeypatch.setattr(room.services.webhooks, "wait_for_answers", extend)
    await room.services.public_table.post(timed)

    assert room.bot.posts == ["", f"<@11>, it's your turn. Ends <t:{NOON + 64}:R>"]
    assert await room.tables.public_messages.stale() == [game.id]


async def test_a_game_s_record_leaves_the_cache_when_its_result_is_shown(room: Room) -> None:
    game = await room.playing()
    await room.services.public_table.post(game)
    stored_messages, stored = room.tables.public_messages, PublicMessageStore(room.database)
    messages = await stored_messages.get(game.id)
    assert messages

    await stored.save(replace(messages, posted_at=1))
    assert await stored_messages.get(game.id) == messages  # from the cache: what another bot stores isn't seen

    await stored_messages.save(messages)
    await room.services.public_table.post((await room.tables.make_move(game, Resign(0), None)).game)
    await stored.save(replace(messages, posted_at=2))
    assert await stored_messages.get(game.id) == replace(messages, posted_at=2)


WAITING = "<@11>, it's still your turn. A computer takes over"


async def test_without_a_clock_a_reminder_goes_when_its_player_shows_up(room: Room) -> None:
    game = await room.tables.commit(await room.playing(), None)
    room.clock += DAY
    await room.tables.games.retime(game, replace(game, remind_at=NOON + 2 * DAY))  # as the clock does
    assert await remind(room, game) == ["<@11>, it's your turn.", WAITING]

    listen(room.tables, room.services.public_table.on_change)
    await room.tables.note_activity(await room.game(), 11)
    await finish_updates(game)

    assert room.bot.deleted == [3]  # the table, the ping, the reminder


async def test_nobody_is_reminded_of_a_wait_that_has_ended_in_the_same_turn(room: Room) -> None:
    game = await room.tables.commit(await room.playing(), None)
    await room.tables.commit(replace_absent(game, 1), None)

    assert await remind(room, game) == ["<@11>, it's your turn."]


@pytest.mark.parametrize(("action", "words"), [(Draw(0), ["<@22>, it's your turn. Ends"]), (Resign(0), [])])
async def test_nobody_is_reminded_of_a_turn_that_has_ended_with_or_without_the_game(
    room: Room, action: Action, words: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    game = await room.playing()
    await room.tables.make_move(game, action, None)

    assert await remind(room, game) == words
    assert "failed" not in caplog.text


@pytest.mark.parametrize(("late", "called"), [(0, []), (1, ["<@11>, it's your turn. Ends"])])
async def test_a_person_against_computers_is_called_only_after_a_timeout(
    room: Room, late: int, called: list[str]
) -> None:
    game = await room.playing(players=(replace(ANN, missed_turns=late), ADA), turn=1)
    await room.tables.make_move(game, Draw(1), None)

    assert await remind(room, game) == called


@pytest.mark.parametrize(("players", "posts"), [((ANN, BOB), 2), ((ANN, ADA), 1)])
async def test_the_table_is_posted_again_unless_one_person_plays_computers(
    room: Room, players: tuple[Player, ...], posts: int
) -> None:
    await room.playing(players=players, pool="k1 " * 20)
    for turn in range(MOST_TURNS + 1):
        await room.services.public_table.post(await room.game())
        await room.tables.make_move(await room.game(), Draw(turn % 2), None)

    assert room.bot.posts.count("") == posts


@pytest.mark.parametrize(("minutes", "posts"), [(49, 1), (51, 2)])
async def test_an_old_message_of_a_table_is_posted_again(room: Room, minutes: int, posts: int) -> None:
    game = await room.playing()
    await room.services.public_table.post(game)
    room.clock += minutes * 60

    await room.services.public_table.post((await room.tables.make_move(game, Draw(0), None)).game)

    assert room.bot.posts.count("") == posts


async def test_computers_that_move_in_turn_are_shown_together_and_a_person_s_turn_at_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_budget, "LONGER_PAUSE", 1_000)
    game = await room.playing("R6", "O2", "K4", players=(ANN, ADA, BIX), pool="k1 " * 9)
    await room.services.public_table.post(game)
    listen(room.tables, room.services.public_table.on_change)

    edits = []
    for seat in (0, 1, 2, 0):
        game = (await room.tables.make_move(game, Draw(seat), None)).game
        await finish_updates(game)
        edits.append(room.bot.edited)

    assert edits == [1, 1, 2, 3]  # Ann's move, none for Ada's, and Bix's


async def test_while_requests_are_scarce_a_table_is_shown_less_often(room: Room) -> None:
    public = room.services.public_table
    pauses = [public._updates._pause()]  # noqa: SLF001  # nothing tells how long it waits
    requests = [asyncio.create_task(public._budget.start()) for _ in range(PER_SECOND + 1)]  # noqa: SLF001  # as above
    await asyncio.sleep(0)
    pauses.append(public._updates._pause())  # noqa: SLF001  # as above
    requests[-1].cancel()

    assert pauses == [0, request_budget.LONGER_PAUSE]


@asynccontextmanager
async def waiting(room: Room) -> AsyncIterator[Game]:
    """A game after a move, whose table waits behind as many others as are prepared ahead; its player is called."""
    game = await room.playing(pool="k1 " * 9)
    await room.services.public_table.post(game)
    listen(room.tables, room.services.public_table.on_change)
    async with AsyncExitStack() as others, asyncio.timeout(30):
        with urgent(Urgency.TABLE):
            for _ in range(AHEAD):
                await others.enter_async_context(room.services.public_table._budget.preparing())  # noqa: SLF001  # as above
        game = (await room.tables.make_move(game, Draw(0), None)).game
        await until(lambda: sum(bool(text) for text in room.bot.posts) >= 2)  # each turn's player
        yield game


async def test_a_table_that_waits_for_its_request_calls_its_player_at_once_and_shows_the_game_as_it_is_later(
    room: Room,
) -> None:
    async with waiting(room) as before:
        game = (await room.tables.make_move(before, Draw(1), None)).game
        edited = room.bot.edited
    await finish_updates(game)
    messages = await room.tables.public_messages.get(game.id)

    assert messages
    assert (edited, room.bot.edited, messages.shown_version) == (0, 1, game.version)
    assert sum(bool(text) for text in room.bot.posts) == 3  # each turn's player


async def test_a_table_that_waits_for_its_request_can_be_asked_for(room: Room) -> None:
    async with waiting(room) as game:
        await room.services.public_table.answer(cast("Any", Interaction()), game)
    await finish_updates(game)
    messages = await room.tables.public_messages.get(game.id)

    assert messages
    assert (room.bot.edited, messages.shown_version) == (0, game.version)
