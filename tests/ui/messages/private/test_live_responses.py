"""Responses follow their game for as long as that makes sense, and what was kept for that is then forgotten."""

import gc
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast
from weakref import ref

import pytest
from discord import InteractionResponseType

from cogs.watch import WatchCog
from engine.game.actions import Draw, Resign
from engine.override import override
from services.seats import hand_over_seat
from services.tables import Tables
from storage.games import Game
from tests.storage.tables import ANN, BOB, CLEO, NOON, a_game
from tests.support.interactions import PRIVATE, PUBLIC, Interaction, Message, refusal
from tests.support.rooms import Room
from tests.support.tables import listen
from tests.support.waiting import until_done
from ui.interaction_webhooks import EDITABLE_TIME
from ui.layout import Screen, screen, text
from ui.messages.private import live_responses
from ui.messages.private.live_responses import Kind, LiveResponses

COG = WatchCog


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
class Tapped(Interaction):
    """Ann's tap, whose webhook doesn't hold it."""

    webhook: Followup = field(default_factory=Followup)

    @property
    @override
    def followup(self) -> Any:
        return self.webhook


def tapped(message: Any = PRIVATE, first: InteractionResponseType = InteractionResponseType.message_update) -> Any:
    return Tapped(message=message, first=first)


async def show_something(*_: object) -> Screen:
    return screen([text("something")]), []


def make(tables: Tables) -> LiveResponses:
    responses = LiveResponses(tables)
    responses.screens = dict.fromkeys(Kind, show_something)
    return responses


async def idle() -> None:
    await until_done("responses-")


@pytest.fixture(scope="module", autouse=True)
def without_older_objects() -> None:
    """So that `gc.collect` looks at little more than what a test has made."""
    gc.collect()
    gc.freeze()


@pytest.mark.parametrize("kind", Kind)
async def test_a_game_s_end_is_the_end_of_what_is_kept(tables: Tables, kind: Kind) -> None:
    responses, tap, game = make(tables), tapped(), await a_game(tables.games)
    whole, kept = ref(tap), ref(tap.followup)
    responses.note_shown(tap, game, kind)
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
    responses, tap = make(tables), tapped()
    over = (await tables.make_move(await a_game(tables.games), Resign(0), None)).game

    responses.note_shown(tap, over, Kind.RACK)
    await idle()

    assert not responses.find_kind(tap, over.id)
    assert tap.followup.edits == 0


async def test_a_response_that_was_being_made_when_the_game_ended_shows_the_end(tables: Tables) -> None:
    responses, tap, game = make(tables), tapped(), await a_game(tables.games)
    responses.on_change((await tables.make_move(game, Resign(0), None)).game)

    responses.note_shown(tap, game, Kind.COPY)
    await idle()

    assert tap.followup.edits == 1


async def test_only_the_newest_responses_are_kept(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_responses, "MOST_RESPONSES", 2)
    responses, game = make(tables), await a_game(tables.games)
    taps = [tapped(replace(PRIVATE, id=number)) for number in range(3)]

    for tap in (taps[0], taps[1], taps[0], taps[2]):
        responses.note_shown(tap, game, Kind.COPY)

    assert [responses.find_kind(tap, game.id) for tap in taps] == [Kind.COPY, None, Kind.COPY]


@pytest.mark.parametrize("message", [PUBLIC, PRIVATE])
async def test_a_message_that_others_see_is_never_edited(tables: Tables, message: Message) -> None:
    responses, tap, game = make(tables), tapped(message), await a_game(tables.games)
    responses.note_shown(tap, game, Kind.COPY)

    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == (1 if message is PRIVATE else 0)


async def test_a_new_message_follows_its_game_beside_the_tapped_one(tables: Tables) -> None:
    responses, game = make(tables), await a_game(tables.games)
    tap = tapped(PRIVATE, InteractionResponseType.channel_message)
    responses.note_shown(tap, game, Kind.COPY)

    assert not responses.find_kind(tap, game.id)
    shown = SimpleNamespace(id=9, flags=PRIVATE, interaction_metadata=SimpleNamespace(id=tap.id))
    assert responses.find_kind(tapped(shown), game.id)


async def test_a_panel_in_place_of_a_rack_gives_way_to_it_when_the_turn_ends(tables: Tables) -> None:
    responses, tap, game = make(tables), tapped(), await a_game(tables.games)

    for kind in (Kind.RACK, Kind.PANEL):
        responses.note_shown(tap, game, kind)
    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == 1


async def test_a_screen_is_not_shown_if_the_user_taps_while_it_is_made(tables: Tables) -> None:
    tap, game = tapped(), await a_game(tables.games)

    async def be_tapped(*_: object) -> Screen:
        responses.drop(tap, game.id)
        return await show_something()

    responses = make(tables)
    responses.screens[Kind.COPY] = be_tapped
    responses.note_shown(tap, game, Kind.COPY)

    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == 0


async def test_a_response_that_is_tapped_while_an_edit_is_refused_is_kept(tables: Tables) -> None:
    responses, earlier, tap, game = make(tables), tapped(), tapped(), await a_game(tables.games)
    responses.note_shown(earlier, game, Kind.COPY)

    def be_tapped() -> None:
        responses.note_shown(tap, game, Kind.COPY)
        raise refusal(10008, 404)

    earlier.followup.refuse = be_tapped
    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == 1


@pytest.mark.parametrize("seconds", [EDITABLE_TIME - 1, EDITABLE_TIME])
async def test_a_response_is_edited_for_fourteen_minutes(tables: Tables, seconds: int) -> None:
    responses, tap, game = make(tables), tapped(), await a_game(tables.games)
    tap.created_at = datetime.fromtimestamp(NOON - seconds, UTC)
    responses.note_shown(tap, game, Kind.COPY)

    responses.on_change((await tables.make_move(game, Draw(1), None)).game)
    await idle()

    assert tap.followup.edits == (1 if seconds < EDITABLE_TIME else 0)


async def test_only_another_edit_of_the_same_response_waits(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    responses, early, late, game = make(tables), tapped(), tapped(replace(PRIVATE, id=8)), await a_game(tables.games)
    early.user.id, late.user.id = 1, 2
    monkeypatch.setattr(live_responses, "PAUSE", 60)
    for tap, seat in ((early, 1), (late, 0)):
        responses.note_shown(tap, game, Kind.COPY)
        game = (await tables.make_move(game, Draw(seat), None)).game
        responses.on_change(game)
        await idle()

    assert (early.followup.edits, late.followup.edits) == (1, 1)
    monkeypatch.setattr(live_responses, "PAUSE", 0)
    responses.on_change(game)
    await idle()
    assert (early.followup.edits, late.followup.edits) == (2, 1)
    await responses.close()


# private messages that end with their game


@pytest.fixture
def room(room: Room) -> Room:
    listen(room.tables, room.services.responses.on_change)
    return room


async def started(room: Room) -> Game:
    """A running game of three, with a log."""
    return await room.playing("R6", "O2", "K4", players=(ANN, BOB, CLEO))


async def test_every_users_open_message_shows_the_end_and_no_dead_button(room: Room) -> None:
    game = await room.started()
    asked = [("log", ANN), ("more", BOB), ("more", CLEO)]
    panels = [await room.tap(verb, game, Interaction(person)) for verb, person in asked]
    assert "Latest" in panels[0].screen.controls

    await room.tables.make_move(game, Resign(1), None)
    await room.until(lambda: all(len(each.shown) > 1 for each in panels))

    for each in panels:
        assert "## <@11> wins" in each.screen.text
        assert set(each.screen.controls) == {"Rematch", "Try Rummy Cube", "Review", "Log"}


async def test_only_the_newest_of_a_users_messages_shows_the_end(room: Room) -> None:
    game = await room.started()
    older, old, newest = [await room.tap(verb, game, Interaction(ANN, PUBLIC)) for verb in ("more", "log", "more")]

    await room.tables.make_move(game, Resign(1), None)

    await room.until(lambda: "Rematch" in newest.screen.controls)
    await room.until(lambda: old.is_deleted and older.is_deleted)
    assert not newest.is_deleted
    assert not {"Rematch", "Review"} & {*old.screen.controls, *older.screen.controls}


async def test_in_direct_messages_nothing_is_deleted(room: Room) -> None:
    game = await room.started()
    panels = [
        await room.tap("more", game, Interaction(guild_id=None, message=Message(ephemeral=False, id=number)))
        for number in (7, 8)
    ]

    await room.tables.make_move(game, Resign(1), None)

    await room.until(lambda: all("Rematch" in each.screen.controls for each in panels))
    assert not any(each.is_deleted for each in panels)


async def test_a_player_who_resigns_from_a_running_game_loses_the_rack(room: Room) -> None:
    game = await started(room)
    mine, theirs = await room.tap("more", game, Interaction(CLEO)), await room.tap("more", game)

    game = (await room.tables.make_move(game, Resign(2), None)).game
    await room.until(lambda: len(mine.shown) > 1)
    await room.tables.make_move(game, Draw(0), None)
    await until_done("responses-")

    assert mine.screen.text.startswith("You've resigned. The game goes on without you.")
    assert set(mine.screen.controls) == {"Follow", "Log"}
    assert (len(mine.shown), len(theirs.shown)) == (2, 1)


async def test_a_solo_games_own_screen_is_not_a_panel(room: Room) -> None:
    game, asked = await room.started(), Interaction(message=PRIVATE)
    await asked.response.defer()
    room.services.responses.note_panel(cast("Any", asked), replace(game, guild_id=0))

    await room.tables.make_move(game, Resign(1), None)
    await until_done("responses-")

    assert asked.is_silent


async def test_a_player_who_resigns_is_told_once_however_many_messages_they_have(room: Room) -> None:
    game = await started(room)
    older, newest = [await room.tap("more", game, Interaction(CLEO, PUBLIC)) for _ in range(2)]

    game = (await room.tables.make_move(game, Resign(2), None)).game
    await room.until(lambda: len(newest.shown) > 1)
    await room.tables.make_move(game, Resign(1), None)
    await room.until(lambda: "Rematch" in newest.screen.controls)

    assert older.is_deleted
    assert len(older.shown) == 1


async def test_a_player_who_leaves_is_offered_the_way_back(room: Room) -> None:
    game = await started(room)
    mine = await room.tap("more", game)

    await room.tables.commit(hand_over_seat(game, 0), None)
    await room.until(lambda: len(mine.shown) > 1)

    assert set(mine.screen.controls) == {"I'm back", "Follow", "Log"}
