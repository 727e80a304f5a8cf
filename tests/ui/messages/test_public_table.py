"""A table's public message, and the reminder below it, which goes with its turn."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest
from discord import InteractionResponseType

from cogs.clock import ClockCog
from engine.game.actions import Action, Draw, Resign
from engine.game.goals import Level
from services.deadlines import DAY
from services.seats import agree_to_end, cancel_ending, replace_absent
from storage.games import Game, Player
from storage.posts import list_tables, name_table
from tests.storage.tables import ANN, BOB, CLEO, NOON
from tests.support.interactions import PRIVATE, Interaction
from tests.support.rooms import Room
from tests.support.tables import listen
from tests.support.waiting import until_done
from ui.messages.private.live_responses import Kind as LiveKind
from ui.messages.public_table import MOST_TURNS
from ui.network import request_budget
from ui.network.request_budget import PER_SECOND, Urgency

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
    await until_done("reminder")
    await until_done(f"messages-{name_table(game.id)}")


async def read_version(room: Room, game: Game) -> int:
    """The version of this game that its table shows."""
    return int(list_tables(await room.tables.posts.of(name_table(game.id)))[-1].shown.split()[0])


async def test_the_player_to_move_is_called_and_reminded(room: Room) -> None:
    game = await room.playing()
    assert game.state
    timed = await room.tables.commit(replace(game, state=replace(game.state, deadline=NOON + 60), grace=64), None)

    assert await remind(room, timed) == ["<@11>, it's your turn. Ends", "<@11>, half your time is gone. Your turn ends"]


async def test_a_deadline_that_moves_before_its_player_is_called_is_shown_everywhere(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await room.playing()
    assert game.state
    timed = await room.tables.commit(replace(game, state=replace(game.state, deadline=NOON + 60), grace=64), None)

    async def extend(_channel_id: int) -> bool:
        await room.tables.games.extend_deadlines(NOON)
        return True

    monkeypatch.setattr(room.services.webhooks, "wait_for_answers", extend)
    await room.services.public_table.post(timed)
    await finish_updates(timed)

    assert room.bot.posts == ["", f"<@11>, it's your turn. Ends <t:{NOON + 64}:R>"]
    assert (room.bot.edited, await room.tables.posts.list_stale_tables()) == (1, [])


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


@asynccontextmanager
async def waiting(room: Room) -> AsyncIterator[Game]:
    """A game after a move, whose table and ping wait behind the turns of a second."""
    game = await room.playing(pool="k1 " * 9)
    await room.services.public_table.post(game)
    listen(room.tables, room.services.public_table.on_change)
    async with asyncio.timeout(30):
        others = [asyncio.create_task(room.services.budget.take_turn(Urgency.PING)) for _ in range(PER_SECOND)]
        game = (await room.tables.make_move(game, Draw(0), None)).game
        yield game
        for each in others:
            each.cancel()


async def test_a_table_that_waits_for_its_request_shows_the_game_as_it_is_later(room: Room) -> None:
    async with waiting(room) as before:
        game = (await room.tables.make_move(before, Draw(1), None)).game
        edited = room.bot.edited
    await finish_updates(game)

    assert (edited, room.bot.edited, await read_version(room, game)) == (0, 1, game.version)


async def test_a_table_that_waits_for_its_request_can_be_asked_for(room: Room) -> None:
    async with waiting(room) as game:
        await room.services.public_table.answer(cast("Any", Interaction()), game)
    await finish_updates(game)

    assert (room.bot.edited, await read_version(room, game)) == (0, game.version)


async def test_a_vote_is_posted_once_edited_as_people_agree_and_deleted_when_it_is_over(room: Room) -> None:
    game = await room.playing("R6", "O2", "K4", players=(ANN, BOB, CLEO))
    public = room.services.public_table
    await public.post(game)
    vote = len(room.bot.posts) + 1
    edits, deleted = [], []
    for change in (partial(agree_to_end, seat=0), partial(agree_to_end, seat=2), cancel_ending):
        game = await room.tables.commit(change(game), None)
        await public.post(game)
        edits.append(room.bot.edited)
        deleted.append([*room.bot.deleted])

    assert len(room.bot.posts) == vote
    assert edits == [1, 3, 4]  # the table, and once the vote
    assert deleted == [[], [], [vote]]


@pytest.mark.parametrize(("seconds", "said"), [(119, []), (121, ["<@11>, it's your turn. Ends"])])
async def test_nobody_is_called_in_a_turn_that_begins_within_two_minutes_of_a_tap_on_their_rack(
    room: Room, seconds: int, said: list[str]
) -> None:
    game = await room.playing(turn=1)
    response: Any = Interaction(message=PRIVATE, first=InteractionResponseType.message_update)
    room.services.responses.note_shown(response, game, LiveKind.RACK)
    room.clock += seconds
    await room.tables.make_move(game, Draw(1), None)

    await room.services.public_table.post(game)
    await finish_updates(game)
    room.clock += 60  # later in the turn, nothing changes
    await room.services.public_table.post(game)
    await finish_updates(game)

    assert [text.partition(" <t:")[0] for text in room.bot.posts if text] == said
