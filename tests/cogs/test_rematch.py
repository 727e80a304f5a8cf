"""Playing again: the same people, with the same rule system or another, by one tap of each."""

from dataclasses import replace

import pytest

from cogs.lobby import LobbyCog
from engine.game.actions import Resign
from engine.game.goals import Level
from storage.games import Game, Phase
from tests.storage.tables import ANN, BOB, CLEO, GUILD
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room
from ui.messages.limits import CALL_AGAIN

COG = LobbyCog


async def three_played(room: Room) -> Game:
    """A game of three that is over."""
    game = await room.playing("R6", "O2", "K3", players=(ANN, BOB, CLEO))
    for seat in (1, 2):
        game = (await room.tables.make_move(game, Resign(seat), None)).game
    return game


async def test_a_rematch_has_the_same_rules_and_asks_the_other_players_who_join_by_a_tap(room: Room) -> None:
    old = await room.over()

    answer = await room.tap("rematch", old, Interaction(BOB, PUBLIC))

    _, game = await room.games()
    assert answer.screen.called == (ANN.user_id,)
    assert (game.phase, game.players, game.options) == (Phase.LOBBY, (BOB,), old.options)
    assert "<@11>, tap **Join** to play again. The game starts when all of you are in." in answer.text
    joined = await room.tap("rematch", old, Interaction(ANN, PUBLIC))
    assert not joined.is_public
    assert "Your rack" in joined.text
    begun = (await room.games())[1]
    assert (begun.phase, begun.players) == (Phase.PLAYING, (BOB, ANN))


@pytest.mark.parametrize("join", ["rematch", "join"])
async def test_a_rematch_of_three_waits_for_the_third_and_needs_no_start(room: Room, join: str) -> None:
    old = await three_played(room)
    await room.tap("rematch", old, Interaction(CLEO, PUBLIC))
    lobby = (await room.games())[1]

    asked = lobby if join == "join" else old
    await room.tap(join, asked, Interaction(ANN, PUBLIC))
    assert (await room.games())[1].phase is Phase.LOBBY
    await room.tap(join, asked, Interaction(BOB, PUBLIC))

    assert (await room.games())[1].phase is Phase.PLAYING


@pytest.mark.parametrize("guild_id", [GUILD, None])
async def test_a_rematch_against_computers_begins_at_the_first_tap(room: Room, guild_id: int | None) -> None:
    await room.command("new", Interaction(guild_id=guild_id), start=True)
    old = (await room.tables.make_move(await room.game(), Resign(0), None)).game

    answer = await room.tap("rematch", old, Interaction(guild_id=guild_id))

    begun = (await room.games())[1]
    assert begun.phase is Phase.PLAYING
    assert [each.computer for each in begun.players] == [None, Level.FAIR]
    assert "Your rack" in answer.text


async def test_another_system_is_tried_with_the_same_people_and_clock(room: Room) -> None:
    old = await room.over()
    old = await room.tables.commit(replace(old, options={"clock": 60, "box": "large"}, has_chosen_clock=True), None)

    answer = await room.tap("rematch", old, Interaction(BOB, PUBLIC), argument="rummykruss")

    lobby = (await room.games())[1]
    assert (lobby.variant, lobby.options, lobby.has_chosen_clock) == ("rummykruss", {"clock": 60}, True)
    assert answer.screen.called == (ANN.user_id,)
    assert await room.refused(room.tap("rematch", old, Interaction(ANN, PUBLIC), argument="packkub")) == (
        "This channel already has an open table. /table shows it. Use another channel or a thread."
    )
    await room.tap("rematch", old, Interaction(ANN, PUBLIC))
    assert (await room.games())[1].phase is Phase.PLAYING


@pytest.mark.parametrize("key", ["chess", "rummykruss"])
async def test_a_system_that_is_not_there_or_has_too_few_seats_is_not_tried(room: Room, key: str) -> None:
    old = await three_played(room)

    assert await room.refused(room.tap("rematch", old, Interaction(ANN, PUBLIC), argument=key))


async def test_a_rematch_asks_nobody_whose_data_is_deleted(room: Room) -> None:
    old = await room.over()
    await room.services.personal_data.delete_person(ANN.user_id or 0)

    answer = await room.tap("rematch", old, Interaction(BOB, PUBLIC))

    assert answer.screen.called == ()
    assert "Rematch" not in answer.text
    assert (await room.games())[1].players == (BOB,)


async def test_a_rematch_that_is_asked_for_again_notifies_nobody_again_for_ten_minutes(room: Room) -> None:
    old = await room.over()
    called = []
    for wait in (0, 0, CALL_AGAIN + 1):
        room.clock += wait
        called.append((await room.tap("rematch", old, Interaction(BOB, PUBLIC))).screen.called)
        await room.command("leave", Interaction(BOB))

    assert called == [(ANN.user_id,), (), (ANN.user_id,)]
