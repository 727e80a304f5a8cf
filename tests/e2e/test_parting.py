"""Leaving a running game to a computer, resigning from the menu, and ending a game that all want to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game.goals import Level
from storage.games import Phase, Player
from tests.positions import position

from .looking import alt, must, private, public, seen, showing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import ShownMessage, SimulatedUser
    from playground.model.values import Channel

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

POOL = "b1 b2 b3 b4 b5 b6 b7 b8 b9"
ADA = Player(None, "Ada", Level.FAIR)


def laid(house: House, room: Channel, people: int = 3, *, computers: int = 0) -> None:
    """Ana is to move and host."""
    racks = ["r4 r5", "o1 o2", "k1 k2"][: people + computers]
    laying = position("classic", racks=racks, pool=POOL, options={"clock": 0})
    house.lay(room, laying, computers=[ADA] * computers)


async def said(answer: Awaitable[ShownMessage | None]) -> str:
    return (await private(answer)).text


def among(words: str, room: Channel) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `seen`: one of several public messages, with these words."""
    return lambda seat: next((each for each in public(seat, room) if words in each.text), None)


async def menu(seat: SimulatedUser, room: Channel) -> ShownMessage:
    """What is under More."""
    shown = public(seat, room)[-1] if public(seat, room) else await must(seat.command("table", room))
    return await private(seat.click(shown, "More"))


# leaving


async def test_who_leaves_is_asked_and_a_computer_plays_on_until_they_want_the_seat_back(
    house: House, room: Channel
) -> None:
    laid(house, room)
    ana, ben, chloe = house.seats(3)
    question = await private(ana.command("leave", room))
    assert question.text.startswith("A computer plays on in your seat")
    assert house.game(room).players[0] == Player(ana.user.id, "Ana")

    done = await must(ana.click(question, "Leave"))

    assert done.id == question.id
    assert done.text.startswith("You have left.")
    await house.until(lambda: house.rows("SELECT 1 FROM log WHERE seat = 0 AND line LIKE 'draw%'"))
    shown = await must(ben.command("table", room))
    assert f"A computer keeps the seat of <@{ana.user.id}>, who has left." in shown.text
    assert house.game(room).host_id == ben.user.id
    assert not house.game(room).rated
    for refused in (ana.command("rack", room), ana.click(shown, "My rack"), ana.command("resign", room)):
        assert (await said(refused)).startswith("You have left this game")
    assert house.game(room).players[0].away  # looking on is no wish to come back
    rack = await private(ana.click(shown, "I'm back"))
    assert "The seat is yours again." in rack.text
    game = house.game(room)
    assert (game.players[0], game.host_id, game.rated) == (Player(ana.user.id, "Ana"), ben.user.id, True)
    await ben.command("draw", room)
    await chloe.command("draw", room)
    assert house.state(room).turn == 0


async def test_the_last_person_is_told_that_computers_finish_the_game(house: House, room: Channel) -> None:
    laid(house, room, 1, computers=1)
    ana = house.seat("Ana")

    question = await private(ana.command("leave", room))
    assert question.text.startswith("Nobody else plays here: computers play this game to its end")
    await ana.click(question, "Leave")

    await house.until(lambda: house.game(room).phase is Phase.OVER)
    final = await seen(ana, showing("does not count on the leaderboard", room))
    assert "Rematch" in final.buttons


async def test_the_menu_leaves_and_resigns_too_and_asks_first(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben, _ = house.seats(3)
    more = await menu(ana, room)
    assert more.buttons == ["Log", "Follow", "Rules", "Leave", "Resign", "End the game"]

    question = await must(ana.click(more, "Resign"))
    assert question.id == more.id
    await ana.click(question, "Resign")

    assert house.state(room).seats[0].resigned
    assert house.game(room).host_id == ben.user.id
    assert (await menu(ana, room)).buttons == ["Log", "Follow", "Rules", "End the game"]  # the server is hers
    assert await said(ana.command("leave", room)) == "You have resigned from this game."
    question = await must(ben.click(await menu(ben, room), "Leave"))
    assert "A computer plays on in your seat" in question.text


async def test_strangers_leave_and_end_nothing(house: House, room: Channel) -> None:
    laid(house, room)
    eve = house.stranger()

    assert (await menu(eve, room)).buttons == ["Log", "Follow", "Rules"]
    assert await said(eve.command("leave", room)) == "You don't sit at this table."
    assert await said(eve.command("end", room)) == "You don't sit at this table."
    question = await must(house.seat("Ana").command("end", room))
    assert await said(eve.click(question, "End the game")) == "You don't sit at this table."
    assert await said(eve.click(question, "Play on")) == "You don't sit at this table."
    assert house.game(room).players[0].stops


# ending


async def test_a_game_ends_when_everybody_who_plays_agrees(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben, chloe = house.seats(3)
    await must(ana.command("table", room))

    question = await must(ana.command("end", room))

    assert not question.ephemeral
    assert question.buttons == ["End the game", "Play on"]
    assert f"<@{ana.user.id}> would end it here." in question.text
    assert f"<@{ben.user.id}> and <@{chloe.user.id}>" in question.text
    called = [next(each for each in seat.messages(room) if each.id == question.id) for seat in (ana, ben, chloe)]
    assert [each.mentions_you for each in called] == [False, True, True]
    await seen(ben, among("Somebody asked to end this game.", room))
    await ben.click(question, "End the game")
    assert house.game(room).phase is Phase.PLAYING
    ended = await must(chloe.click(question, "End the game"))
    assert ended.text == "The game was ended early. Nobody wins."
    assert ended.buttons == []

    game = house.game(room)
    assert game.phase is Phase.OVER
    assert not game.rated
    assert [tuple(row) for row in house.rows("SELECT won, rated FROM result WHERE game_id = ?", game.id)] == [
        (0, 0)
    ] * 3
    final = await seen(ana, among("## Nobody wins", room))
    assert "It does not count on the leaderboard." in final.text
    assert final.buttons == ["Rematch", "Review"]
    assert "R4 R5" in final.text  # the racks are open
    assert alt(final)
    await must(ben.command("new", room))  # there is room for another table


async def test_one_who_plays_on_keeps_the_game_going_for_all(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben, _ = house.seats(3)
    question = await must(ana.command("end", room))

    over = await must(ben.click(question, "Play on"))

    assert over.text == f"<@{ben.user.id}> plays on, and so does everybody."
    assert not any(player.stops for player in house.game(room).players)
    assert house.game(room).phase is Phase.PLAYING


async def test_who_is_away_or_gone_is_not_waited_for(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben, chloe = house.seats(3)
    await must(ana.command("end", room))
    question = await must(ben.command("end", room))
    assert house.game(room).phase is Phase.PLAYING

    await chloe.click(await private(chloe.command("leave", room)), "Leave")

    await house.until(lambda: house.game(room).phase is Phase.OVER)
    late = await must(ben.click(question, "Play on"))
    assert late.text == "The game was ended early. Nobody wins."


async def test_the_only_person_is_asked_alone(house: House, room: Channel) -> None:
    laid(house, room, 1, computers=1)
    ana = house.seat("Ana")

    question = await private(ana.command("end", room))
    assert house.game(room).phase is Phase.PLAYING
    ended = await must(ana.click(question, "End the game"))

    assert ended.text == "The game was ended early. Nobody wins."
    assert house.game(room).phase is Phase.OVER


async def test_who_manages_the_server_ends_a_game_at_which_nobody_answers(house: House, room: Channel) -> None:
    laid(house, room)
    ana, _, chloe = house.seats(3)
    dmitri = house.seat("Dmitri")
    house.world.owner_id = dmitri.user.id
    more = await menu(dmitri, room)
    assert more.buttons == ["Log", "Follow", "Rules", "End the game"]
    question = await must(dmitri.click(more, "End the game"))
    assert question.text.startswith("You manage this server")

    house.world.owner_id = ana.user.id
    refused = await private(dmitri.click(question, "End for everybody"))
    assert refused.text.startswith("Only members with the permission Manage Server")
    assert house.game(room).phase is Phase.PLAYING
    await must(ana.command("end", room))  # who plays asks the others first

    again = await private(ana.command("end", room))
    ended = await must(ana.click(again, "End for everybody"))

    assert not ended.ephemeral
    assert ended.text == f"<@{ana.user.id}>, who manages this server, has ended the game."
    assert house.game(room).phase is Phase.OVER
    await seen(chloe, among("## Nobody wins", room))


async def test_a_vote_survives_a_kill(house: House, room: Channel) -> None:
    laid(house, room, 2)
    ana, ben = house.seats(2)
    question = await must(ana.command("end", room))
    await house.kill()
    await house.start()

    await ben.click(question, "End the game")

    assert house.game(room).phase is Phase.OVER
