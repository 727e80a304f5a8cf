"""A bot that ends, one way or another, and comes back: every game goes on as it was."""

import asyncio
import time
from pathlib import Path

import pytest

from engine.text.phrases import as_is
from playground import ShownMessage
from playground.api.faults import CALLBACK
from playground.api.interaction_callbacks import MESSAGE as WEBHOOK_MESSAGE
from playground.model.components import walk
from playground.model.values import Channel
from storage.codec import encode
from storage.games import Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_pings, find_public, find_showing, read_alt, read_rack, require_answer, wait_to_see
from .player import Beginner

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_killed_bot_goes_on_where_it_was(running_bot: RunningBot, room: Channel) -> None:
    await running_bot.until(lambda: running_bot.rows("SELECT at FROM alive"))
    ana, ben = running_bot.seats(2)
    lobby = await require_answer(ana.command("new", room, clock="200"))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    players = [Beginner(ana, room, "letters"), Beginner(ben, room, "window")]
    for _ in range(8):
        await players[running_bot.state(room).turn].move()
    racks = {seat.user.id: await require_answer(seat.command("rack", room)) for seat in (ana, ben)}
    mover = players[running_bot.state(room).turn].seat
    await mover.click(racks[mover.user.id], "Edit as text")
    before, standing = running_bot.game(room), running_bot.state(room)

    await running_bot.kill()
    running_bot.write("UPDATE alive SET at = at - 3600")
    running_bot.write("UPDATE game SET deadline = deadline - 3600 WHERE id = ?", (before.id,))
    await running_bot.start()

    assert running_bot.state(room).seats == standing.seats
    for seat in (ana, ben):
        fresh = await require_answer(seat.command("rack", room))
        assert read_rack(fresh) == read_rack(racks[seat.user.id])
        old = await require_answer(seat.click(racks[seat.user.id], "Sort by number"))
        assert old.id == racks[seat.user.id].id
    refused = await require_answer(mover.submit(move="R1 R1 R1"))  # no box has three of them
    assert refused.buttons == ["Edit again"]
    assert running_bot.game(room).version == before.version
    # The hour without a bot is given back, and the picture counts down to the new moment.
    assert running_bot.state(room).turn == standing.turn
    left = (running_bot.state(room).deadline or 0) - time.time()
    assert 0 < left < 200 + 10  # signs of life come every ten seconds
    await ana.wait(lambda seat: f"<t:{running_bot.state(room).deadline}:R>" in find_public(seat, room)[0].text)
    assert len(find_public(ana, room)) == 1
    while running_bot.game(room).phase is Phase.PLAYING and running_bot.game(room).version < before.version + 6:
        await players[running_bot.state(room).turn].move()


async def test_a_lobby_survives_too(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await require_answer(ana.command("new", room))
    panel = await require_answer(ana.click(lobby, "Options"))
    menu = next(part for part in panel.json["components"][0]["components"] if ":assistance" in str(part))
    await running_bot.kill()
    await running_bot.start()

    await ben.click(lobby, "Join")
    await ana.select(panel, menu["components"][0]["custom_id"], ["1"])
    await ben.click(lobby, "Options")
    await running_bot.until(lambda: can_start(running_bot, lobby))  # the restart shows each lobby again, too
    await ana.click(lobby, "Start")

    game = running_bot.game(room)
    assert [each.name for each in game.players] == ["Ana", "Ben"]
    assert game.options["assistance"] == "off"
    assert game.phase is Phase.PLAYING


def can_start(running_bot: RunningBot, lobby: ShownMessage) -> bool:
    message = running_bot.world.message(lobby.channel_id, lobby.id)
    return any(part.get("label") == "Start" and not part.get("disabled") for part in walk(message.components))


async def test_a_message_that_was_posted_just_before_a_kill_is_not_posted_twice(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.expect(500)
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    running_bot.faults.lose_reply("/channels/{channel_id}/messages", method="POST")
    ana = running_bot.seat("Ana")
    await ana.command("draw", room)
    await running_bot.until(lambda: 500 in running_bot.codes)
    await running_bot.kill()
    await running_bot.start()

    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)

    (shown,) = find_public(ana, room)
    assert (
        running_bot.rows("SELECT message_id FROM public_messages WHERE game_id = ?", running_bot.game(room).id)[0][0]
        == shown.id
    )


async def test_a_table_that_was_asked_for_during_an_update_is_not_left_behind_by_a_kill(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    await running_bot.shown(room)
    update = running_bot.faults.hold(WEBHOOK_MESSAGE, method="PATCH")
    await ana.command("draw", room)
    await update.met.wait()

    newer = await require_answer(ben.command("table", room))
    await running_bot.kill()
    update.release()
    await running_bot.start()

    await ana.wait(lambda seat: [each.id for each in find_public(seat, room)] == [newer.id])
    await running_bot.shown(room)
    (record,) = running_bot.rows("SELECT * FROM public_messages WHERE game_id = ?", running_bot.game(room).id)
    assert (record["message_id"], record["pending"], record["leftovers"]) == (newer.id, "[]", "[]")
    assert len(find_pings(ana, room)) == 1


async def test_a_turn_that_ran_out_while_the_bot_was_away_is_not_lost(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=300)
    await running_bot.stop()
    running_bot.write("UPDATE alive SET at = at - 1000")
    running_bot.write("UPDATE game SET deadline = deadline - 900 WHERE channel_id = ?", (room.id,))
    await running_bot.start()

    await running_bot.until(lambda: (running_bot.state(room).deadline or 0) > time.time() + 30)

    assert running_bot.game(room).version == 1


async def test_a_turn_begun_right_after_the_start_has_its_usual_time(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=300)
    await running_bot.stop()
    running_bot.write("UPDATE alive SET at = at - 3600")
    await running_bot.start(ready=2)
    ((begun,),) = running_bot.rows("SELECT at FROM alive")

    await running_bot.seat("Ana").command("draw", room)

    await running_bot.until(
        lambda: running_bot.rows("SELECT 1 FROM alive WHERE at > ?", begun)
    )  # discord.py calls itself ready
    assert (running_bot.state(room).deadline or 0) < time.time() + 60 + 5


async def test_the_next_start_shows_what_was_not_shown_and_ends_turns_that_had_run_out(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    late = running_bot.room("late")
    running_bot.lay(late, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=-100)
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    await running_bot.stop()
    news = str(encode((as_is("Something happened."),)))
    running_bot.write("UPDATE game SET version = 2, news = ? WHERE channel_id = ?", (news, room.id))
    await running_bot.start()

    await wait_to_see(ben, find_showing("Something happened.", room))
    ended = await wait_to_see(ben, find_showing(f"<@{ana.user.id}> ran out of time", late))
    assert read_alt(ended).startswith("Ana 2 tiles; Ben 1 tile, to play.")


async def test_sigterm_ends_the_bot_at_once_and_cleanly(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 60}), left=60)
    await running_bot.seat("Ana").command("draw", room)

    code = await running_bot.stop()

    assert code == 0
    assert running_bot.log.rstrip().endswith("good night")
    await running_bot.start()


async def test_sigterm_lets_answers_and_pictures_in_hand_be_finished(running_bot: RunningBot) -> None:
    places = [running_bot.room(str(number)) for number in range(20)]
    for place in places:
        running_bot.lay(place, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    ana = running_bot.seat("Ana")
    pictures = running_bot.faults.hold("/channels/{channel_id}/messages", method="POST", times=5)

    moves = [asyncio.create_task(ana.command("draw", place)) for place in places]
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM log WHERE line LIKE 'draw%'"))
    stopping = asyncio.create_task(running_bot.stop())
    await asyncio.sleep(0)  # the signal is sent
    pictures.release()

    assert await stopping == 0
    answered = [place for place, move in zip(places, moves, strict=True) if move.done()]
    assert all(running_bot.game(place).version == 2 for place in answered)
    for move in moves:
        move.cancel()
    await asyncio.gather(*moves, return_exceptions=True)
    await running_bot.start()
    for place in places:
        if running_bot.game(place).version == 2:
            await ana.wait(lambda seat, place=place: len(find_public(seat, place)) == 1)  # type: ignore[misc]  # bound now
            assert len(find_pings(ana, place)) <= 1


async def test_an_answer_that_discord_never_takes_is_given_up_without_a_traceback(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], options={"clock": 0}))
    held = running_bot.faults.hold(CALLBACK, times=2)
    move = asyncio.create_task(running_bot.seat("Ana").command("draw", room))
    await running_bot.until(lambda: running_bot.game(room).version == 2)

    assert await running_bot.stop() == 0

    held.release()
    move.cancel()
    await asyncio.gather(move, return_exceptions=True)
    assert "Traceback" not in running_bot.log
    await running_bot.start()
    assert running_bot.game(room).version == 2


async def test_a_clock_that_is_set_back_by_a_day_ends_the_turn_in_its_time(
    running_bot: RunningBot, room: Channel, tmp_path: Path
) -> None:
    running_bot.expect("the system clock was set back by 86400 s")
    back = tmp_path / "back"
    back.write_text("0", "utf-8")
    await running_bot.stop()
    running_bot.installed = (f"tests.e2e.wrong_clock {back}",)
    running_bot.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=5)
    await running_bot.start()
    ana = running_bot.seat("Ana")

    back.write_text("86400", "utf-8")

    await wait_to_see(ana, find_showing(f"<@{ana.user.id}> ran out of time", room))
    await running_bot.until(lambda: "the system clock was set back" in running_bot.log)
    assert (running_bot.state(room).deadline or 0) < time.time() - 86_400 + 60 + 5
    await running_bot.stop()
    running_bot.installed = ()
    await running_bot.start()
