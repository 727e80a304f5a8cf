"""Responses follow their game for as long as that makes sense, and what was kept for that is then forgotten."""

import asyncio
import gc
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from weakref import ref

import discord
import pytest
from discord import InteractionResponseType

from engine.game.actions import Draw, Resign
from services.tables import Tables
from tests.storage.tables import ANN, GUILD, NOON, a_game
from tests.support.interactions import PRIVATE, PUBLIC, Message, refusal
from tests.support.waiting import until, until_done
from ui.interaction_webhooks import EDITABLE_TIME
from ui.layout import Screen, screen, text
from ui.messages.private import live_responses
from ui.messages.private.live_responses import Change, LiveResponses


@dataclass(eq=False)
class Followup:
    """By which the answer to a tap is edited; `refuse` is called at an edit."""

    edits: int = 0
    refuse: Callable[[], None] = lambda: None

    async def edit_message(self, _name: str, **_: object) -> None:
        self.edits += 1
        self.refuse()

    async def delete_message(self, _name: str) -> None:
        pass


@dataclass(eq=False)
class Tapped:
    """Ann's tap, which was answered by an edit of the tapped message or in another kind of way."""

    message: Message = PRIVATE
    kind: InteractionResponseType = InteractionResponseType.message_update
    id: int = 7
    guild_id: int = GUILD
    locale: discord.Locale = discord.Locale.british_english
    user: Any = field(default_factory=lambda: SimpleNamespace(id=ANN.user_id))
    created_at: datetime = field(default_factory=lambda: datetime.fromtimestamp(NOON, UTC))
    followup: Followup = field(default_factory=Followup)

    @property
    def response(self) -> Any:
        return SimpleNamespace(is_done=lambda: True, type=self.kind)


def tapped(*given: Any) -> Any:
    return Tapped(*given)


async def show_something(*_: object) -> Screen:
    return screen([text("something")]), []


def make(tables: Tables, change: Change | None = Change.EDIT) -> LiveResponses:
    """Responses with each of which this is done whenever their game has changed."""
    return LiveResponses(tables, "racks", lambda *_: change, show_something, pause=0)


async def idle() -> None:
    await until_done("racks-")


@pytest.fixture(scope="module", autouse=True)
def without_older_objects() -> None:
    """So that `gc.collect` looks at little more than what a test has made."""
    gc.collect()
    gc.freeze()


@pytest.mark.parametrize("change", [None, *Change])
async def test_a_game_s_end_is_the_end_of_what_is_kept(tables: Tables, change: Change | None) -> None:
    responses, tap, game = make(tables, change), tapped(), await a_game(tables.games)
    whole, kept = ref(tap), ref(tap.followup)
    responses.note_shown(tap, game)
    await idle()
    del tap
    gc.collect()
    assert kept() is not None
    assert whole() is None  # of an interaction, only its webhook is kept

    responses.on_change((await tables.make_move(game, Resign(0), None)).game)
    await idle()

    gc.collect()
    assert kept() is None


async def test_a_response_about_a_game_that_has_ended_is_not_kept(tables: Tables) -> None:
    responses, tap = make(tables, None), tapped()
    over = (await tables.make_move(await a_game(tables.games), Resign(0), None)).game

    responses.note_shown(tap, over)
    await idle()

    assert not responses.is_on(tap, over.id)
    assert tap.followup.edits == 0


async def test_a_response_that_was_being_made_when_the_game_ended_shows_the_end(tables: Tables) -> None:
    responses, tap, game = make(tables), tapped(), await a_game(tables.games)
    responses.on_change((await tables.make_move(game, Resign(0), None)).game)

    responses.note_shown(tap, game)
    await idle()

    assert tap.followup.edits == 1


async def test_only_the_newest_responses_are_kept(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_responses, "MOST_RESPONSES", 2)
    responses, game = make(tables), await a_game(tables.games)
    taps = [tapped(replace(PRIVATE, id=number)) for number in range(3)]

    for tap in (taps[0], taps[1], taps[0], taps[2]):
        responses.note_shown(tap, game)

    assert [responses.is_on(tap, game.id) for tap in taps] == [True, False, True]


@pytest.mark.parametrize("message", [PUBLIC, PRIVATE])
async def test_a_message_that_others_see_is_never_edited(tables: Tables, message: Message) -> None:
    responses, tap, game = make(tables), tapped(message), await a_game(tables.games)
    responses.note_shown(tap, game)

    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == (1 if message is PRIVATE else 0)


async def test_a_new_message_follows_its_game_beside_the_tapped_one(tables: Tables) -> None:
    responses, game = make(tables), await a_game(tables.games)
    tap = tapped(PRIVATE, InteractionResponseType.channel_message)
    responses.note_shown(tap, game)

    assert not responses.is_on(tap, game.id)
    shown = SimpleNamespace(id=9, flags=PRIVATE, interaction_metadata=SimpleNamespace(id=tap.id))
    assert responses.is_on(tapped(shown), game.id)


async def test_a_screen_is_not_shown_if_the_user_taps_while_it_is_made(tables: Tables) -> None:
    tap, game = tapped(), await a_game(tables.games)

    async def be_tapped(*_: object) -> Screen:
        responses.drop(tap, game.id)
        return await show_something()

    responses = LiveResponses(tables, "racks", lambda *_: Change.EDIT, be_tapped, pause=0)
    responses.note_shown(tap, game)

    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == 0


async def test_a_response_that_is_tapped_while_an_edit_is_refused_is_kept(tables: Tables) -> None:
    responses, earlier, tap, game = make(tables), tapped(), tapped(), await a_game(tables.games)
    responses.note_shown(earlier, game)

    def be_tapped() -> None:
        responses.note_shown(tap, game)
        raise refusal(10008, 404)

    earlier.followup.refuse = be_tapped
    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == 1


@pytest.mark.parametrize("change", [Change.DELETE, Change.FORGET])
async def test_what_is_deleted_or_forgotten_is_not_kept(tables: Tables, change: Change) -> None:
    responses, tap, game = make(tables, change), tapped(), await a_game(tables.games)
    responses.note_shown(tap, game)

    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert not responses.is_on(tap, game.id)


@pytest.mark.parametrize("seconds", [EDITABLE_TIME - 1, EDITABLE_TIME])
async def test_a_response_is_edited_for_fourteen_minutes(tables: Tables, seconds: int) -> None:
    responses, tap, game = make(tables), tapped(), await a_game(tables.games)
    tap.created_at = datetime.fromtimestamp(NOON - seconds, UTC)
    responses.note_shown(tap, game)

    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == (1 if seconds < EDITABLE_TIME else 0)


async def test_only_an_edit_is_followed_by_a_pause(tables: Tables) -> None:
    tap, game = tapped(), await a_game(tables.games)
    responses = LiveResponses(tables, "racks", lambda *_: Change.EDIT, show_something, pause=60)
    responses.note_shown(tap, game)
    await idle()

    for seat in (1, 0):
        game = (await tables.make_move(game, Draw(seat), None)).game
        responses.on_change(game)
        await until(lambda: tap.followup.edits)
    await asyncio.sleep(0.02)

    assert tap.followup.edits == 1
    await responses.close()
