"""A bot that ends, one way or another, and comes back: every game goes on as it was."""

import asyncio
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from engine.text.phrases import as_is
from playground import ShownMessage, SimulatedUser
from playground.api.faults import CALLBACK
from playground.model.components import walk
from playground.model.values import Channel
from storage.codec import encode
from storage.games import Phase
from tests.e2e.running_bot import ROOT, RunningBot
from tests.positions import position

from .messages import (
    choose,
    confirm_of,
    find_pings,
    find_public,
    find_showing,
    read_alt,
    read_rack,
    require_answer,
    require_private,
    wait_to_see,
)
from .player import Reader, begin, edit_as_text
from .test_start import start_and_wait

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEALT = position("classic", racks=["r4 r5", "o1"], pool="b1 b2 b3 b4 b5 b6", options={"clock": 0})


async def test_a_killed_bot_goes_on_where_it_was(running_bot: RunningBot, room: Channel) -> None:
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM alive"))
    ana, ben = running_bot.seats(2)
    await begin(room, [ana, ben], clock="200")
    players = [Reader(ana, room), Reader(ben, room, uses_form=True)]
    for _ in range(8):
        await players[running_bot.state(room).turn].move()
    racks = {seat.user.id: await require_answer(seat.command("rack", room)) for seat in (ana, ben)}
    mover = players[running_bot.state(room).turn].seat
    await edit_as_text(mover, racks[mover.user.id])
    before, standing = running_bot.game(room), running_bot.state(room)

    await running_bot.kill()
    running_bot.write("UPDATE game SET deadline = deadline - 3600 WHERE id = ?", (before.id,))
    await running_bot.start()

    assert running_bot.state(room).seats == standing.seats
    for seat in (ana, ben):
        fresh = await require_answer(seat.command("rack", room))
        assert read_rack(fresh) == read_rack(racks[seat.user.id])
        old = await require_answer(seat.click(racks[seat.user.id], "My rack" if seat is mover else "Sort"))
        assert old.id == racks[seat.user.id].id
    refused = await require_answer(mover.submit(move="R1 R1 R1"))  # no box has three of them
    assert refused.buttons == ["Edit again"]
    assert running_bot.game(room).version == before.version
    # There is time left of the turn again, and the picture counts down to the new moment.
    assert running_bot.state(room).turn == standing.turn
    left = (running_bot.state(room).deadline or 0) - time.time()
    assert 0 < left <= 100
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


async def test_a_draft_survives_its_message_a_kill_and_other_turns(running_bot: RunningBot, room: Channel) -> None:
    running_bot.deal(room, position("classic", table="r4 r5 r6 r7", racks=["b4 r8", "o1 k9"], turn=1))
    ana, ben = running_bot.seats(2)
    shown = await choose(ana, await require_private(ana.command("rack", room)), "pick", "R8")
    ana.dismiss(shown)
    await running_bot.kill()
    await running_bot.start()
    await ben.command("draw", room)

    again = await require_private(ana.command("rack", room))
    await ana.click(again, confirm_of(again))

    assert [each.written for each in running_bot.state(room).sets] == ["R4 R5 R6 R7 R8"]


async def test_old_racks_bring_themselves_up_to_date_and_do_nothing_else(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.deal(room, DEALT)
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    rack = await require_answer(ana.command("rack", room))
    await running_bot.kill()  # so that nothing edits the rack
    await running_bot.start()
    await ana.command("draw", room)
    await ben.command("draw", room)

    shown = await require_answer(ana.click(rack, "Draw"))

    assert shown.id == rack.id
    assert "**Your turn**" in shown.text
    assert (len(read_rack(shown)), running_bot.game(room).version) == (3, 3)
    await running_bot.kill()
    await running_bot.start()
    await ben.click(await require_answer(ben.command("resign", room)), "Resign")
    over = await require_answer(ana.click(shown, "Draw"))
    assert over.id == rack.id
    assert over.text.startswith(f"## <@{ana.user.id}> wins")


async def test_a_reminder_survives_a_kill_and_is_not_sent_again(running_bot: RunningBot, room: Channel) -> None:
    racks = ["r4 r5", "o1 o2", "k1 k2"]
    dealt = position("classic", racks=racks, pool="b1 b2 b3 b4", options={"clock": 120})
    ana, ben = running_bot.seats(2)
    game = running_bot.deal(room, dealt, left=120)
    await require_answer(ben.command("table", room))
    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)
    await running_bot.kill()
    running_bot.write("UPDATE game SET remind_at = 1 WHERE id = ?", (game.id,))
    await running_bot.start()
    (reminder,) = await wait_to_see(ana, lambda seat: find_reminders(seat, room))
    await running_bot.until(
        lambda: running_bot.rows(
            "SELECT 1 FROM post WHERE purpose LIKE 'reminder%' AND message_id AND owner = ?", f"table {game.id}"
        )
    )

    await running_bot.kill()
    await running_bot.start()

    assert reminder.mentions_you
    assert "message_reference" not in reminder.json  # replies need Read Message History
    assert (await require_private(ana.click(reminder, "My rack"))).pictures
    await ana.command("draw", room)
    await ben.wait(lambda seat: len(find_pings(seat, room)) == 1 and not find_reminders(seat, room))


def find_reminders(seat: SimulatedUser, room: Channel) -> list[ShownMessage]:
    return [each for each in seat.messages(room) if "half your time is gone" in each.content]


async def test_the_next_start_shows_what_was_not_shown_and_ends_turns_that_had_run_out(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.deal(room, DEALT)
    late = running_bot.room("late")
    running_bot.deal(late, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 60}), left=-100)
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    await running_bot.stop()
    news = str(encode((as_is("Something happened."),)))
    running_bot.write("UPDATE game SET version = 2, news = ? WHERE channel_id = ?", (news, room.id))
    await running_bot.start()

    await wait_to_see(ben, find_showing("Something happened.", room))
    ended = await wait_to_see(ben, find_showing(f"<@{ana.user.id}> ran out of time", late))
    assert read_alt(ended).startswith("Ana 2 tiles; Ben 1 tile, to play.")


async def test_sigterm_lets_answers_and_pictures_in_hand_be_finished(running_bot: RunningBot) -> None:
    rooms = [running_bot.room(str(number)) for number in range(20)]
    for where in rooms:
        running_bot.deal(where, DEALT)
    ana = running_bot.seat("Ana")
    pictures = running_bot.faults.hold("/channels/{channel_id}/messages", method="POST", times=5)

    moves = [asyncio.create_task(ana.command("draw", where)) for where in rooms]
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM log WHERE line LIKE 'draw%'"))
    stopping = asyncio.create_task(running_bot.stop())
    await asyncio.sleep(0)  # the signal is sent
    pictures.release()

    assert await stopping == 0
    assert running_bot.log.rstrip().endswith("good night")
    answered = [where for where, move in zip(rooms, moves, strict=True) if move.done()]
    assert all(running_bot.game(where).version == 2 for where in answered)
    for move in moves:
        move.cancel()
    await asyncio.gather(*moves, return_exceptions=True)
    await running_bot.start()
    for where in rooms:
        if running_bot.game(where).version == 2:
            await ana.wait(lambda seat, where=where: len(find_public(seat, where)) == 1)  # type: ignore[misc]  # bound now
            assert len(find_pings(ana, where)) <= 1


async def test_an_answer_that_discord_never_takes_is_given_up_without_a_traceback(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.deal(room, DEALT)
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


# backups


async def give(running_bot: RunningBot, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = [str(ROOT / "bot.py"), *arguments]
    return await asyncio.to_thread(lambda: start_and_wait(folder, program=program, **running_bot.settings))


async def test_a_game_goes_on_beside_backups_and_comes_back_from_one(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path, BACKUP_FOLDER="") as running_bot:
        await running_bot.until(lambda: "made the daily backup" in running_bot.log)
        (daily,) = (tmp_path / "rackety-backups").glob("*.db")
        assert f"made the daily backup {daily}" in running_bot.log
        room, (ana, ben) = running_bot.room(), running_bot.seats(2)
        await ben.click(await require_answer(ana.command("new", room)), "Join")

        done = await give(running_bot, tmp_path, "backup", "saved.db")
        assert (done.returncode, done.stdout[:12]) == (0, "Saved 1 game"), done.stderr

        await ben.command("leave", room)
        await running_bot.stop()
        restored = await give(running_bot, tmp_path, "restore", "saved.db")
        assert (restored.returncode, restored.stdout[:15]) == (0, "Restored 1 game"), restored.stderr
        await running_bot.start()
        assert [each.name for each in running_bot.game(room).players] == ["Ana", "Ben"]
        running_bot.check()

    with closing(sqlite3.connect(daily)) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchall() == [(0,)]
