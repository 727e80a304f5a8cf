"""A bot that ends, one way or another, and comes back: every game goes on as it was."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from playground.values import Channel
from storage.rows import Phase
from tests.positions import position

from .player import Beginner, alt, rack_of

if TYPE_CHECKING:
    from playground import Seat, Shown

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

READY = 3.0  # seconds more than usual: discord.py waits for servers before it calls itself ready


async def must(answer: object) -> Shown:
    shown: Shown | None = await answer  # type: ignore[misc]  # what a seat's methods give
    assert shown is not None
    return shown


def public(seat: Seat, room: Channel) -> list[Shown]:
    return [each for each in seat.messages(room) if not each.ephemeral and each.pictures]


async def test_a_killed_bot_goes_on_where_it_was(house: House, room: Channel) -> None:
    await house.until(lambda: house.rows("SELECT at FROM alive"))
    ana, ben = house.seats(2)
    lobby = await must(ana.command("new", room, clock="60"))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    players = [Beginner(ana, room, "letters"), Beginner(ben, room, "window")]
    for _ in range(8):
        await players[house.game(room).state.turn].move()  # type: ignore[union-attr]  # being played
    racks = {seat.user.id: await must(seat.command("rack", room)) for seat in (ana, ben)}
    mover = players[house.game(room).state.turn].seat  # type: ignore[union-attr]  # being played
    await mover.click(racks[mover.user.id], "Text")
    before = house.game(room)

    await house.kill()
    house.write("UPDATE alive SET at = at - 3600")
    house.write("UPDATE game SET deadline = deadline - 3600 WHERE id = ?", (before.id,))
    await house.start()

    assert house.game(room).state.seats == before.state.seats  # type: ignore[union-attr]  # being played
    for seat in (ana, ben):
        fresh = await must(seat.command("rack", room))
        assert rack_of(fresh) == rack_of(racks[seat.user.id])
        old = await must(seat.click(racks[seat.user.id], "By colour"))
        assert old.id == racks[seat.user.id].id
    refused = await must(mover.submit(move="R1 R2"))
    assert refused.buttons == ["Edit again"]
    assert house.game(room).version == before.version
    # The hour without a bot is given back, and the picture counts down to the new moment.
    state = house.game(room).state
    assert state.turn == before.state.turn  # type: ignore[union-attr]  # being played
    deadline = state.deadline  # type: ignore[union-attr]  # it has a clock
    assert time.time() < deadline < time.time() + 60 + 10  # type: ignore[operator]  # signs of life come every ten seconds
    await ana.wait(lambda seat: f"<t:{house.game(room).state.deadline}:R>" in public(seat, room)[0].text, READY + 5)  # type: ignore[union-attr]
    assert len(public(ana, room)) == 1
    while house.game(room).phase is Phase.PLAYING and house.game(room).version < before.version + 6:
        await players[house.game(room).state.turn].move()  # type: ignore[union-attr]  # being played


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


async def test_what_was_stored_and_not_shown_is_shown_by_the_next_start(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    ana, ben = house.seats(2)
    await ana.command("table", room)
    await house.stop()
    house.write("UPDATE game SET version = 2, news = 'Something happened.' WHERE channel_id = ?", (room.id,))
    await house.start()

    await ben.wait(lambda seat: "Something happened." in public(seat, room)[0].text, READY + 5)


async def test_a_turn_that_ran_out_while_the_bot_was_away_is_not_lost(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=30)
    await house.stop()
    house.write("UPDATE alive SET at = at - 100")
    house.write("UPDATE game SET deadline = deadline - 90 WHERE channel_id = ?", (room.id,))
    await house.start()

    deadline = await house.until(lambda: (found := house.game(room).state.deadline) > time.time() and found)  # type: ignore[union-attr,operator]

    assert deadline - time.time() > 30
    assert house.game(room).version == 1


async def test_a_turn_begun_right_after_the_start_has_its_usual_time(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=30)
    await house.stop()
    house.write("UPDATE alive SET at = at - 3600")
    await house.start()
    ((begun,),) = house.rows("SELECT at FROM alive")

    await house.seat("Ana").command("draw", room)

    await house.until(lambda: house.rows("SELECT 1 FROM alive WHERE at > ?", begun))  # discord.py calls itself ready
    assert house.game(room).state.deadline < time.time() + 60 + 5  # type: ignore[union-attr,operator]  # it has a clock


async def test_a_turn_that_ran_out_before_is_ended_by_the_next_start(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=-100)
    await house.stop()
    await house.start()
    ana, ben = house.seats(2)

    await ben.wait(
        lambda seat: any(f"<@{ana.user.id}> ran out of time" in each.text for each in public(seat, room)), READY + 5
    )
    assert alt(public(ben, room)[0]).startswith("Ana 2 tiles; Ben 1 tile, to move.")


async def test_sigterm_ends_the_bot_at_once_and_cleanly(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 60}), left=60)
    await house.seat("Ana").command("draw", room)
    begun = time.monotonic()

    code = await house.stop()

    assert code == 0
    assert time.monotonic() - begun < 3
    assert house.log.rstrip().endswith("good night")
    await house.start()


async def test_sigterm_lets_answers_and_pictures_in_hand_be_finished(house: House, room: Channel) -> None:
    places = [house.room(str(number)) for number in range(20)]
    for place in places:
        house.lay(place, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    ana = house.seat("Ana")
    house.faults.slow("/channels/{channel_id}/messages", 0.3, method="POST", times=5)

    moves = [asyncio.create_task(ana.command("draw", place)) for place in places]
    await house.until(lambda: house.rows("SELECT 1 FROM log WHERE line LIKE 'draw%'"))
    code = await house.stop()

    assert code == 0
    done = await asyncio.gather(*moves, return_exceptions=True)
    answered = [place for place, answer in zip(places, done, strict=True) if not isinstance(answer, BaseException)]
    assert all(house.game(place).version == 2 for place in answered)
    await house.start()
    for place in places:
        if house.game(place).version == 2:
            await ana.wait(lambda seat, place=place: len(public(seat, place)) == 1, READY + 5)  # type: ignore[misc]  # bound now
            assert len([each for each in ana.messages(place) if ", your turn" in each.content]) <= 1
