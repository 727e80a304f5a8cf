"""Computers at real tables: seated, playing, through a kill -9, and in the seats of people who are away."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.game.goals import Level
from engine.variants import load
from playground.model.components import walk
from services.seen import news
from storage.games import Phase, Player
from tests.positions import position

from .looking import must, pings, private, seen, showing
from .player import Beginner
from .test_systems import chosen, over, said

if TYPE_CHECKING:
    from engine.game.variant import Variant
    from playground import ShownMessage, SimulatedUser
    from playground.model.values import Channel

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = load()
ADA = Player(None, "Ada", Level.STRONG)
MOST = 200  # turns of one person


def seating(house: House, room: Channel) -> list[tuple[str, Level | None]]:
    return [(player.name, player.computer) for player in house.game(room).players]


async def opened(seat: SimulatedUser, room: Channel, **options: str | int) -> ShownMessage:
    return await must(seat.command("new", room, options))


def menu(shown: ShownMessage) -> str:
    (found,) = [each for part in walk(shown.json["components"]) if "rk:level" in (each := str(part.get("custom_id")))]
    return found


# in the lobby


async def test_new_seats_computers_of_a_level(house: House, room: Channel) -> None:
    lobby = await opened(house.seat("Ana"), room, computers=3, level="strong")

    assert seating(house, room) == [("Ana", None), *((name, Level.STRONG) for name in ("Ada", "Bix", "Cleo"))]
    assert "2. Computer **Ada** (strong)\n3. Computer **Bix** (strong)" in lobby.text
    assert "Add a computer" not in lobby.buttons  # no seat is left


@pytest.mark.parametrize(
    ("options", "levels"), [({"computers": 1}, [Level.FAIR]), ({"level": "master"}, [Level.MASTER]), ({}, [])]
)
async def test_new_says_how_many_and_how_good(
    house: House, room: Channel, options: dict[str, Any], levels: list[Level]
) -> None:
    await opened(house.seat("Ana"), room, **options)

    assert [level for _, level in seating(house, room)[1:]] == levels


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"computers": 4}, "So many computers find no seat: this table is for 2 to 4 players."),
        ({"computers": 2, "variant": "rummykruss"}, "So many computers find no seat: this table is for 2 players."),
    ],
)
async def test_new_refuses_computers_that_find_no_seat(
    house: House, room: Channel, options: dict[str, Any], words: str
) -> None:
    refused = await private(house.seat("Ana").command("new", room, options))

    assert refused.text == words
    assert house.rows("SELECT 1 FROM game WHERE channel_id = ?", room.id) == []


async def test_the_host_adds_changes_and_sends_away_computers(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)
    lobby = await opened(ana, room)

    await ana.click(lobby, "Add a computer")
    assert seating(house, room) == [("Ana", None), ("Ada", Level.FAIR)]
    lobby = await must(ana.command("table", room))
    await ana.select(lobby, menu(lobby), ["Ada-master"])
    await ana.click(lobby, "Add a computer")
    lobby = await must(ana.command("table", room))
    assert "2. Computer **Ada** (master)\n3. Computer **Bix** (master)" in lobby.text
    for refused in (ben.click(lobby, "Add a computer"), ben.select(lobby, menu(lobby), ["Bix-away"])):
        assert (await private(refused)).text == f"Only the host, <@{ana.user.id}>, gives computers their seats."
    await ana.select(lobby, menu(lobby), ["Ada-away"])

    assert (await private(ana.select(lobby, menu(lobby), ["Ada-fair"]))).text.startswith("The table has moved on")
    assert seating(house, room) == [("Ana", None), ("Bix", Level.MASTER)]


async def test_who_joins_a_full_table_takes_the_place_of_a_computer(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)
    lobby = await opened(ana, room, computers=3)

    await ben.click(lobby, "Join")

    assert [name for name, _ in seating(house, room)] == ["Ana", "Ada", "Bix", "Ben"]
    await ana.click(lobby, "Leave")
    assert house.game(room).host_id == ben.user.id
    await ben.click(lobby, "Leave")
    assert house.game(room).phase is Phase.CLOSED  # computers need no table


# at play


async def test_a_person_plays_a_whole_game_against_three_computers(house: House, room: Channel) -> None:
    ana = house.seat("Ana")
    lobby = await opened(ana, room, clock="0", computers=3, level="fair")
    await ana.click(lobby, "Start")
    player = Beginner(ana, room, "letters")

    for _ in range(MOST):
        if not await my_turn(house, room):
            break
        await player.move()
        assert len(pings(ana, room)) == called(ana, room)

    game = house.game(room)
    assert game.phase is Phase.OVER
    final = await seen(ana, lambda seat: over(seat, room))
    assert "**Ada** **" in final.text
    assert "With a computer, so it does not count on the leaderboard." in final.text
    kept = house.rows("SELECT user_id, rated FROM result WHERE game_id = ?", game.id)
    assert [tuple(row) for row in kept] == [(ana.user.id, 0)]
    board = await private(ana.command("leaderboard", room))
    assert "Nobody has finished a game yet." in board.text
    assert "computer" in board.text


async def my_turn(house: House, room: Channel) -> bool:
    """Wait until it is the first seat's turn, or the game is over."""

    def settled() -> Phase | None:
        game = house.game(room)
        mine = game.state is not None and game.state.turn == 0
        return game.phase if mine or game.phase is Phase.OVER else None

    return await house.until(settled) is Phase.PLAYING


@pytest.mark.parametrize("key", SYSTEMS)
async def test_computers_play_every_system_and_go_on_without_people(house: House, room: Channel, key: str) -> None:
    ana = house.seat("Ana")
    _, most = SYSTEMS[key].seats({})
    lobby = await opened(ana, room, variant=key, clock="0", computers=min(most - 1, 2), level="strong")
    await ana.click(lobby, "Start")

    await moved(house, room, SYSTEMS[key], ana, turns=4)
    if await my_turn(house, room):
        await ana.click(await must(ana.command("resign", room)), "Resign")

    await house.until(lambda: house.game(room).phase is Phase.OVER)
    before = seating(house, room)
    final = await seen(ana, lambda seat: over(seat, room))
    assert "does not count" in final.text
    await ana.click(final, "Rematch")
    assert seating(house, room) == before
    assert house.game(room).phase is Phase.LOBBY


async def moved(house: House, room: Channel, variant: Variant[Any], seat: SimulatedUser, *, turns: int) -> None:
    """Let the person, by some idea of what is legal, make so many moves."""
    dice = random.Random(7)  # noqa: S311  # the same person each time
    for _ in range(turns):
        if not await my_turn(house, room):
            return
        state = house.game(room).state
        assert state is not None
        await said(seat, room, chosen(variant, state, dice))


async def test_a_computer_s_turn_survives_a_kill(house: House, room: Channel) -> None:
    ana = house.seat("Ana")
    laid = house.lay(
        room, position("classic", racks=["r4", "o1 o2"], pool="b1 b2", turn=1, options={"clock": 0}), computers=[ADA]
    )
    shown = await must(ana.command("table", room))
    assert shown.text.startswith("**Ada is to move**")
    assert "Draw" not in shown.buttons  # there is nobody to tap it
    await house.until(lambda: house.rows("SELECT 1 FROM board WHERE game_id = ?", laid.id))
    await house.kill()
    await house.start()

    await house.until(lambda: house.game(room).version > laid.version)

    assert house.state(room).turn == 0
    await seen(ana, showing("**Ada** drew 1 tile.", room))
    await seen(ana, lambda seat: len(pings(seat, room)) == 1)


# away


async def test_a_computer_keeps_the_seat_of_who_is_away_until_one_tap(house: House, room: Channel) -> None:
    ana, ben, chloe = house.seats(3)
    pool = "b1 b2 b3 b4 b5 b6 b7 b8 b9"
    house.lay(room, position("classic", racks=["r4", "o1", "k1"], pool=pool, options={"clock": 60}), left=1)
    await chloe.click(await must(chloe.command("resign", room)), "Resign")  # the clock looks up
    await house.until(lambda: house.game(room).players[0].late == 1)
    await ben.command("draw", room)
    await house.kill()
    house.write("UPDATE game SET deadline = 1 WHERE channel_id = ?", (room.id,))
    house.write("UPDATE alive SET at = unixepoch()")
    await house.start()

    await house.until(lambda: house.game(room).players[0].away)
    assert not house.game(room).rated
    await ben.command("draw", room)
    await house.until(lambda: house.rows("SELECT 1 FROM log WHERE seat = 0 AND line = 'draw 1'"))
    shown = await must(ben.command("table", room))
    assert f"A computer keeps the seat of <@{ana.user.id}>, who is away." in shown.text
    await ana.wait(lambda seat: not called(seat, room))

    rack = await private(ana.click(shown, "I'm back"))

    assert "The seat is yours again." in rack.text
    game = house.game(room)
    assert (game.players[0], news(game), game.rated) == (Player(ana.user.id, "Ana"), f"<@{ana.user.id}> is back.", True)
    await ben.command("draw", room)
    await ana.wait(lambda seat: called(seat, room))
    assert house.state(room).turn == 0
    assert "I'm back" not in (await must(ben.command("table", room))).buttons


def called(seat: SimulatedUser, room: Channel) -> int:
    """How many messages call this person to move."""
    return sum(f"<@{seat.user.id}>" in each.content for each in pings(seat, room))


@pytest.mark.parametrize("sign", ["rack", "table", "draw"])
async def test_any_sign_of_life_brings_somebody_back(house: House, room: Channel, sign: str) -> None:
    away(house, room)
    ana, ben = house.seats(2)
    await ben.command("table", room)

    await must(ana.command(sign, room))

    assert house.game(room).players[0] == Player(ana.user.id, "Ana")


async def test_others_bring_nobody_back(house: House, room: Channel) -> None:
    away(house, room)
    ben = house.seat("Ben")
    shown = await must(ben.command("table", room))

    assert (await private(house.seat("Chloé").click(shown, "I'm back"))).text == "You don't sit at this table."
    await must(ben.click(shown, "I'm back"))

    assert house.game(room).players[0].away


def away(house: House, room: Channel) -> None:
    """Ben is to move, and a computer keeps Ana's seat."""
    house.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", turn=1, options={"clock": 0}))
    seats = "json_set(players, '$[0].late', 2, '$[0].away', json('true'))"
    house.write(f"UPDATE game SET players = {seats} WHERE channel_id = ?", (room.id,))  # noqa: S608  # our own words
