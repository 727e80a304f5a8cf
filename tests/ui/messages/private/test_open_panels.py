"""Private messages about a game, which end with it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from cogs.watch import WatchCog
from engine.game.actions import Draw, Resign
from services.refusals import AlreadyOver
from services.seats import hand_over_seat
from storage.games import Game
from tests.storage.tables import ANN, BOB, CLEO
from tests.support.interactions import PRIVATE, PUBLIC, Interaction, Message
from tests.support.rooms import Room
from tests.support.tables import listen
from tests.support.waiting import until_done
from ui.controls import Control

COG = WatchCog


@pytest.fixture
def room(room: Room) -> Room:
    listen(room.tables, room.services.open_panels.on_change)
    return room


async def started(room: Room) -> Game:
    """A running game of three, with a log."""
    return await room.playing("R6", "O2", "K4", players=(ANN, BOB, CLEO))


async def test_a_log_that_is_open_shows_the_end_and_no_dead_button(room: Room) -> None:
    game = await room.started()
    asked = await room.tap("log", game)
    assert "Latest" in asked.screen.controls

    await room.tables.make_move(game, Resign(1), None)
    await room.until(lambda: len(asked.shown) > 1)

    assert "## <@11> wins" in asked.screen.text
    assert set(asked.screen.controls) == {"Rematch", "Review", "Log"}


async def test_every_open_message_of_every_user_ends(room: Room) -> None:
    game = await room.started()
    panels = [await room.tap("more", game, Interaction(person)) for person in (ANN, BOB, CLEO)]

    await room.tables.make_move(game, Resign(1), None)

    await room.until(lambda: all("Rematch" in each.screen.controls for each in panels))


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
    await until_done("panels-")

    assert mine.screen.text.startswith("You've resigned. The game goes on without you.")
    assert set(mine.screen.controls) == {"Follow", "Log"}
    assert (len(mine.shown), len(theirs.shown)) == (2, 1)


async def test_a_solo_games_own_screen_is_not_a_panel(room: Room) -> None:
    game, asked = await room.started(), Interaction(message=PRIVATE)
    await asked.response.defer()
    room.services.open_panels.note_shown(cast("Any", asked), replace(game, guild_id=0))

    await room.tables.make_move(game, Resign(1), None)
    await until_done("panels-")

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


async def tap_old_button(room: Room, game: Game) -> Interaction:
    """Tap a button whose handler finds that the game has ended."""

    async def refuse(_interaction: object, _control: Control, _values: Sequence[str]) -> None:
        raise AlreadyOver(game)

    asked = Interaction()
    guarded = room.services.open_panels.guard({"confirm": refuse})
    await guarded["confirm"](cast("Any", asked), Control.of("confirm", game), ())
    return asked


async def test_an_old_button_of_a_finished_game_answers_with_the_end(room: Room) -> None:
    asked = await tap_old_button(room, await room.over())

    assert "<@11> wins" in asked.screen.text
    assert set(asked.screen.controls) == {"Rematch", "Review", "Log"}


async def test_a_lobby_that_was_given_up_has_no_end_to_show(room: Room) -> None:
    with pytest.raises(AlreadyOver):
        await tap_old_button(room, await room.lobby())
