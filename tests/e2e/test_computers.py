"""Computers at real tables: seated, playing, through a kill -9, and in the seats of people who are away."""

import random
from typing import Any

import pytest

from engine.game.goals import Level
from engine.game.variant import Variant
from engine.variants import load
from playground import ShownMessage, SimulatedUser
from playground.model.components import walk
from playground.model.values import Channel
from services.game_view import write_news
from storage.games import Phase, Player
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from tests.support.sampled import sampled

from .looking import find_pings, find_showing, require_answer, require_private, wait_to_see
from .player import Beginner
from .test_systems import chosen, over, said

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = load()
ADA = Player(None, "Ada", Level.STRONG)
MOST = 200  # turns of one person


def seating(running_bot: RunningBot, room: Channel) -> list[tuple[str, Level | None]]:
    return [(player.name, player.computer) for player in running_bot.game(room).players]


async def opened(seat: SimulatedUser, room: Channel, **options: str | int) -> ShownMessage:
    return await require_answer(seat.command("new", room, options))


def menu(shown: ShownMessage) -> str:
    (found,) = [each for part in walk(shown.json["components"]) if "rk:level" in (each := str(part.get("custom_id")))]
    return found


# in the lobby


async def test_new_seats_computers_of_a_level(running_bot: RunningBot, room: Channel) -> None:
    lobby = await opened(running_bot.seat("Ana"), room, computers=3, level="strong")

    assert seating(running_bot, room) == [("Ana", None), *((name, Level.STRONG) for name in ("Ada", "Bix", "Cleo"))]
    assert "2. Computer **Ada** (strong)\n3. Computer **Bix** (strong)" in lobby.text
    options = await require_private(running_bot.seat("Ana").click(lobby, "Options"))
    assert "Add a computer" not in str(options.json)  # no seat is left


@pytest.mark.parametrize(
    ("options", "levels"), [({"computers": 1}, [Level.FAIR]), ({"level": "master"}, [Level.MASTER]), ({}, [])]
)
async def test_new_says_how_many_and_how_good(
    running_bot: RunningBot, room: Channel, options: dict[str, Any], levels: list[Level]
) -> None:
    await opened(running_bot.seat("Ana"), room, **options)

    assert [level for _, level in seating(running_bot, room)[1:]] == levels


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"computers": 4}, "Too many computers: this table seats 2 to 4."),
        ({"computers": 2, "variant": "rummykruss"}, "Too many computers: this table seats 2."),
    ],
)
async def test_new_refuses_computers_that_find_no_seat(
    running_bot: RunningBot, room: Channel, options: dict[str, Any], words: str
) -> None:
    refused = await require_private(running_bot.seat("Ana").command("new", room, options))

    assert refused.text == words
    assert running_bot.rows("SELECT 1 FROM game WHERE channel_id = ?", room.id) == []


async def test_the_host_adds_changes_and_sends_away_computers(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    lobby = await opened(ana, room)

    options = await require_private(ana.click(lobby, "Options"))
    options = await require_private(ana.select(options, menu(options), ["add-fair"]))
    assert seating(running_bot, room) == [("Ana", None), ("Ada", Level.FAIR)]
    options = await require_private(ana.select(options, menu(options), ["Ada-master"]))
    options = await require_private(ana.select(options, menu(options), ["add-master"]))
    lobby = await require_answer(ana.command("table", room))
    assert "2. Computer **Ada** (master)\n3. Computer **Bix** (master)" in lobby.text
    await ana.select(options, menu(options), ["Ada-away"])

    assert seating(running_bot, room) == [("Ana", None), ("Bix", Level.MASTER)]


async def test_who_joins_a_full_table_takes_the_place_of_a_computer(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room, computers=3)

    await ben.click(lobby, "Join")

    assert [name for name, _ in seating(running_bot, room)] == ["Ana", "Ada", "Bix", "Ben"]
    await ana.click(lobby, "Leave")
    assert running_bot.game(room).host_id == ben.user.id
    await ben.click(lobby, "Leave")
    assert running_bot.game(room).phase is Phase.CLOSED  # computers need no table


# at play


async def test_a_person_plays_a_whole_game_against_three_computers(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    lobby = await opened(ana, room, clock="0", computers=3, level="fair")
    await ana.click(lobby, "Start")
    player = Beginner(ana, room, "letters")

    for _ in range(MOST):
        if not await my_turn(running_bot, room):
            break
        await player.move()
        assert not find_pings(ana, room)  # who plays computers is here, with a rack that a ping would push up

    game = running_bot.game(room)
    assert game.phase is Phase.OVER
    final = await wait_to_see(ana, lambda seat: over(seat, room))
    assert "**Ada** **" in final.text
    assert "Not rated: the table has computers." in final.text
    kept = running_bot.rows("SELECT unrated FROM finished_game WHERE game_id = ?", game.id)
    assert [tuple(row) for row in kept] == [("computers",)]
    seats = running_bot.rows("SELECT user_id, level FROM seat_result WHERE game_id = ? ORDER BY seat", game.id)
    assert [tuple(row) for row in seats] == [(player.user_id, player.computer) for player in game.players]
    board = await require_private(ana.command("leaderboard", room))
    assert "Nobody has finished a rated game this season." in board.text


async def my_turn(running_bot: RunningBot, room: Channel) -> bool:
    """Wait until it is the first seat's turn, or the game is over."""

    def settled() -> Phase | None:
        game = running_bot.game(room)
        mine = game.state is not None and game.state.turn == 0
        return game.phase if mine or game.phase is Phase.OVER else None

    return await running_bot.until(settled) is Phase.PLAYING


@pytest.mark.parametrize("key", sampled(SYSTEMS, 4))
async def test_computers_play_every_system_and_go_on_without_people(
    running_bot: RunningBot, room: Channel, key: str
) -> None:
    ana = running_bot.seat("Ana")
    _, most = SYSTEMS[key].seats({})
    lobby = await opened(ana, room, variant=key, clock="0", computers=min(most - 1, 2), level="strong")
    await ana.click(lobby, "Start")

    await moved(running_bot, room, SYSTEMS[key], ana, turns=4)
    if await my_turn(running_bot, room):
        await ana.click(await require_answer(ana.command("resign", room)), "Resign")

    await running_bot.until(lambda: running_bot.game(room).phase is Phase.OVER)
    before = seating(running_bot, room)
    final = await wait_to_see(ana, lambda seat: over(seat, room))
    assert "Not rated: the table has computers." in final.text
    await ana.click(final, "Rematch")
    assert seating(running_bot, room) == before
    assert running_bot.game(room).phase is Phase.LOBBY


async def moved(
    running_bot: RunningBot, room: Channel, variant: Variant[Any], seat: SimulatedUser, *, turns: int
) -> None:
    """Let the person, by some idea of what is legal, make so many moves."""
    dice = random.Random(7)  # noqa: S311  # the same person each time
    for _ in range(turns):
        if not await my_turn(running_bot, room):
            return
        state = running_bot.game(room).state
        assert state is not None
        await said(seat, room, chosen(variant, state, dice))


async def test_a_computer_s_turn_survives_a_kill(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    laid = running_bot.lay(
        room, position("classic", racks=["r4", "o1 o2"], pool="b1 b2", turn=1, options={"clock": 0}), computers=[ADA]
    )
    shown = await require_answer(ana.command("table", room))
    assert shown.text.startswith("**Ada to play**")
    assert "Draw" not in shown.buttons  # there is nobody to tap it
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM public_messages WHERE game_id = ?", laid.id))
    await running_bot.kill()
    await running_bot.start()

    await running_bot.until(lambda: running_bot.game(room).version > laid.version)

    assert running_bot.state(room).turn == 0
    await wait_to_see(ana, find_showing("**Ada** drew 1 tile", room))


# away


async def test_a_computer_keeps_the_seat_of_who_is_away_until_one_tap(running_bot: RunningBot, room: Channel) -> None:
    ana, ben, chloe = running_bot.seats(3)
    pool = "b1 b2 b3 b4 b5 b6 b7 b8 b9"
    running_bot.lay(room, position("classic", racks=["r4", "o1", "k1"], pool=pool, options={"clock": 60}), left=1)
    await chloe.click(await require_answer(chloe.command("resign", room)), "Resign")  # the clock looks up
    await running_bot.until(lambda: running_bot.game(room).players[0].missed_turns == 1)
    await ben.command("draw", room)
    await running_bot.kill()
    running_bot.write("UPDATE game SET deadline = 1 WHERE channel_id = ?", (room.id,))
    running_bot.write("UPDATE alive SET at = unixepoch()")
    await running_bot.start()

    await running_bot.until(lambda: running_bot.game(room).players[0].away)
    await ben.command("draw", room)
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM log WHERE seat = 0 AND line = 'draw 1'"))
    shown = await require_answer(ben.command("table", room))
    assert f"A computer plays for <@{ana.user.id}>, who is away." in shown.text
    await ana.wait(lambda seat: not called(seat, room))

    rack = await require_private(ana.click(shown, "I'm back"))

    assert "You're back in your seat." in rack.text
    game = running_bot.game(room)
    assert game.players[0] == Player(ana.user.id, "Ana")
    assert write_news(game).endswith(f"\n<@{ana.user.id}> is back.")
    await ben.command("draw", room)
    await ana.wait(lambda seat: called(seat, room))
    assert running_bot.state(room).turn == 0
    assert "I'm back" not in (await require_answer(ben.command("table", room))).buttons


def called(seat: SimulatedUser, room: Channel) -> int:
    """How many messages call this person to move."""
    return sum(f"<@{seat.user.id}>" in each.content for each in find_pings(seat, room))


@pytest.mark.parametrize("sign", ["rack", "table", "draw"])
async def test_any_sign_of_life_brings_somebody_back(running_bot: RunningBot, room: Channel, sign: str) -> None:
    away(running_bot, room)
    ana, ben = running_bot.seats(2)
    await ben.command("table", room)

    await require_answer(ana.command(sign, room))

    assert running_bot.game(room).players[0] == Player(ana.user.id, "Ana")


async def test_others_bring_nobody_back(running_bot: RunningBot, room: Channel) -> None:
    away(running_bot, room)
    ben = running_bot.seat("Ben")
    shown = await require_answer(ben.command("table", room))

    assert (
        await require_private(running_bot.seat("Chloé").click(shown, "I'm back"))
    ).text == "You're not in this game."
    await require_answer(ben.click(shown, "I'm back"))

    assert running_bot.game(room).players[0].away


def away(running_bot: RunningBot, room: Channel) -> None:
    """Ben is to move, and a computer keeps Ana's seat."""
    laid = position("classic", racks=["r4", "o1"], pool="b1 b2", turn=1, options={"clock": 0})
    running_bot.lay(room, laid, away={0})
