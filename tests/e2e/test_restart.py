"""A bot that ends, one way or another, and comes back: every game goes on as it was."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from engine.text.phrases import as_is
from storage.codec import encode
from storage.games import Phase
from tests.positions import position

from .looking import alt, must, pings, public, rack_of, seen, showing
from .player import Beginner

if TYPE_CHECKING:
    from playground.model.values import Channel

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_killed_bot_goes_on_where_it_was(house: House, room: Channel) -> None:
    await house.until(lambda: house.rows("SELECT at FROM alive"))
    ana, ben = house.seats(2)
    lobby = await must(ana.command("new", room, clock="200"))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    players = [Beginner(ana, room, "letters"), Beginner(ben, room, "window")]
    for _ in range(8):
        await players[house.state(room).turn].move()
    racks = {seat.user.id: await must(seat.command("rack", room)) for seat in (ana, ben)}
    mover = players[house.state(room).turn].seat
    await mover.click(racks[mover.user.id], "Text")
    before, standing = house.game(room), house.state(room)

    await house.kill()
    house.write("UPDATE alive SET at = at - 3600")
    house.write("UPDATE game SET deadline = deadline - 3600 WHERE id = ?", (before.id,))
    await house.start()

    assert house.state(room).seats == standing.seats
    for seat in (ana, ben):
        fresh = await must(seat.command("rack", room))
        assert rack_of(fresh) == rack_of(racks[seat.user.id])
        old = await must(seat.click(racks[seat.user.id], "By number"))
        assert old.id == racks[seat.user.id].id
    refused = await must(mover.submit(move="R1 R2"))
    assert refused.buttons == ["Edit again"]
    assert house.game(room).version == before.version
    # The hour without a bot is given back, and the picture counts down to the new moment.
    assert house.state(room).turn == standing.turn
    left = (house.state(room).deadline or 0) - time.time()
    assert 0 < left < 200 + 10  # signs of life come every ten seconds
    await ana.wait(lambda seat: f"<t:{house.state(room).deadline}:R>" in public(seat, room)[0].text)
    assert len(public(ana, room)) == 1
    while house.game(room).phase is Phase.PLAYING and house.game(room).version < before.version + 6:
        await players[house.state(room).turn].move()


async def test_a_lobby_survives_too(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)
    lobby = await must(ana.command("new", room))
    panel = await must(ana.click(lobby, "Rules"))
    menu = next(part for part in panel.json["components"][0]["components"] if "games" in str(part))
    await house.kill()
    await house.start()

    await ben.click(lobby, "Join")
    await ana.select(panel, menu["components"][0]["custom_id"], ["1"])
    await ben.click(lobby, "Rules")
    await ana.click(lobby, "Start")

    game = house.game(room)
    assert [each.name for each in game.players] == ["Ana", "Ben"]
    assert game.options["games"] == 2
    assert game.phase is Phase.PLAYING


async def test_a_message_that_was_posted_just_before_a_kill_is_not_posted_twice(house: House, room: Channel) -> None:
    house.expect(500)
    house.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    house.faults.lose_reply("/channels/{channel_id}/messages", method="POST")
    ana = house.seat("Ana")
    await ana.command("draw", room)
    await house.until(lambda: 500 in house.codes)
    await house.kill()
    await house.start()

    await ana.wait(lambda seat: len(pings(seat, room)) == 1)

    (shown,) = public(ana, room)
    assert house.rows("SELECT message_id FROM board WHERE game_id = ?", house.game(room).id)[0][0] == shown.id


async def test_a_turn_that_ran_out_while_the_bot_was_away_is_not_lost(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=300)
    await house.stop()
    house.write("UPDATE alive SET at = at - 1000")
    house.write("UPDATE game SET deadline = deadline - 900 WHERE channel_id = ?", (room.id,))
    await house.start()

    await house.until(lambda: (house.state(room).deadline or 0) > time.time() + 30)

    assert house.game(room).version == 1


async def test_a_turn_begun_right_after_the_start_has_its_usual_time(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=300)
    await house.stop()
    house.write("UPDATE alive SET at = at - 3600")
    await house.start(ready=2)
    ((begun,),) = house.rows("SELECT at FROM alive")

    await house.seat("Ana").command("draw", room)

    await house.until(lambda: house.rows("SELECT 1 FROM alive WHERE at > ?", begun))  # discord.py calls itself ready
    assert (house.state(room).deadline or 0) < time.time() + 60 + 5


async def test_the_next_start_shows_what_was_not_shown_and_ends_turns_that_had_run_out(
    house: House, room: Channel
) -> None:
    house.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    late = house.room("late")
    house.lay(late, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=-100)
    ana, ben = house.seats(2)
    await ana.command("table", room)
    await house.stop()
    news = str(encode((as_is("Something happened."),)))
    house.write("UPDATE game SET version = 2, news = ? WHERE channel_id = ?", (news, room.id))
    await house.start()

    await seen(ben, showing("Something happened.", room))
    ended = await seen(ben, showing(f"<@{ana.user.id}> ran out of time", late))
    assert alt(ended).startswith("Ana 2 tiles; Ben 1 tile, to move.")


async def test_sigterm_ends_the_bot_at_once_and_cleanly(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 60}), left=60)
    await house.seat("Ana").command("draw", room)

    code = await house.stop()

    assert code == 0
    assert house.log.rstrip().endswith("good night")
    await house.start()


async def test_sigterm_lets_answers_and_pictures_in_hand_be_finished(house: House) -> None:
    places = [house.room(str(number)) for number in range(20)]
    for place in places:
        house.lay(place, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    ana = house.seat("Ana")
    pictures = house.faults.hold("/channels/{channel_id}/messages", method="POST", times=5)

    moves = [asyncio.create_task(ana.command("draw", place)) for place in places]
    await house.until(lambda: house.rows("SELECT 1 FROM log WHERE line LIKE 'draw%'"))
    stopping = asyncio.create_task(house.stop())
    await asyncio.sleep(0)  # the signal is sent
    pictures.release()

    assert await stopping == 0
    answered = [place for place, move in zip(places, moves, strict=True) if move.done()]
    assert all(house.game(place).version == 2 for place in answered)
    for move in moves:
        move.cancel()
    await asyncio.gather(*moves, return_exceptions=True)
    await house.start()
    for place in places:
        if house.game(place).version == 2:
            await ana.wait(lambda seat, place=place: len(public(seat, place)) == 1)  # type: ignore[misc]  # bound now
            assert len(pings(ana, place)) <= 1
