"""The database on a bad day: busy, full, damaged. Taps are answered, the log says it once, and no move is lost."""

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from engine.game.goals import Level
from playground import SimulatedUser
from playground.model.values import Channel
from storage.games import Player
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .messages import read_rack, require_answer

pytestmark = pytest.mark.asyncio(loop_scope="module")

DISCORDS_PATIENCE = 3.0  # seconds
BUSY = "Another program is using my database, so I couldn't save that. Nothing is lost. Try again in a moment."
FULL = "My disk is full, so I couldn't save that. Nothing else is lost. Please tell the bot's owner."
DAMAGED = "My database is damaged, so I couldn't do that. Please tell the bot's owner."
WORKS = "The database works again."


def dealt(running_bot: RunningBot, room: Channel, clock: int = 0) -> tuple[SimulatedUser, SimulatedUser]:
    """A table of Ana, whose turn it is, and Ben."""
    dealt = position("classic", racks=["r4 r5", "o1"], pool="b1 b2 b3 b4 b5 b6", options={"clock": clock})
    running_bot.deal(room, dealt, left=clock or None)
    ana, ben = running_bot.seats(2)
    return ana, ben


@contextmanager
def writing(database: Path) -> Iterator[None]:
    """Another program that begins to write, and takes its time."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def files_limited(running_bot: RunningBot) -> Iterator[None]:
    """The bot's files can't grow anymore."""
    usual = resource.prlimit(running_bot.process_id, resource.RLIMIT_FSIZE)
    journal = running_bot.database.with_name("rackety.db-wal")
    resource.prlimit(running_bot.process_id, resource.RLIMIT_FSIZE, (journal.stat().st_size, usual[1]))
    yield
    resource.prlimit(running_bot.process_id, resource.RLIMIT_FSIZE, usual)


async def read_answer(user: SimulatedUser, command: str, room: Channel) -> str:
    return (await require_answer(user.command(command, room))).text


async def test_a_file_that_another_program_writes_to_stops_no_game_for_long(
    running_bot: RunningBot, room: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    running_bot.expect("database is locked")
    timed_room = running_bot.room("timed")
    timed = position("classic", racks=["r4 r5", "o1"], pool="b1 b2 b3", options={"clock": 60})
    running_bot.deal(timed_room, timed, left=2, computers=[Player(None, "Ada", Level.FAIR)])
    ana, ben = dealt(running_bot, room, clock=60)
    await ana.command("draw", room)  # which wakes the clock
    rack = await require_answer(ana.command("rack", room))
    monkeypatch.setattr(running_bot.playground.interactions, "answer_within", DISCORDS_PATIENCE)
    before = len(running_bot.log)

    with writing(running_bot.database):
        answers = await asyncio.gather(*(read_answer(ben, "draw", room) for _ in range(10)))
        assert read_rack(await require_answer(ana.command("rack", room))) == read_rack(rack)  # reading goes on
        await asyncio.sleep(2)  # until Ana's turn at the other table should have ended, and couldn't
        assert running_bot.state(timed_room).turns == 1

    assert answers == [BUSY] * 10
    assert read_rack(await require_answer(ben.command("draw", room))) == ["B5", "O1"]
    assert running_bot.game(room).version == 3
    await running_bot.until(lambda: running_bot.state(timed_room).turns == 3)  # Ada has moved, too
    await running_bot.until(lambda: WORKS in running_bot.log[before:])
    assert running_bot.log[before:].count("database is locked") == 1


async def test_a_file_that_cannot_grow_costs_no_acknowledged_move(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect("disk I/O error")
    ana, ben = dealt(running_bot, room)
    drawn = await require_answer(ana.command("draw", room))
    await running_bot.wait_until_shown(room)
    before = len(running_bot.log)

    with files_limited(running_bot):
        answers = [await read_answer(ben, "draw", room) for _ in range(5)]
        assert await ben.autocomplete("play", "move", room, move="o1 " * 40) == []  # a text that has to be stored
        assert read_rack(await require_answer(ana.command("rack", room))) == read_rack(drawn)

    assert answers == [FULL] * 5
    assert running_bot.game(room).version == 2
    assert read_rack(await require_answer(ben.command("draw", room))) == ["B5", "O1"]
    await running_bot.until(lambda: WORKS in running_bot.log[before:])
    assert running_bot.log[before:].count("disk I/O error") == 1


async def test_damage_is_said_and_ends_the_next_start(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path) as running_bot:
        room = running_bot.room()
        ana, _ = dealt(running_bot, room)
        with closing(sqlite3.connect(running_bot.database)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sound = running_bot.database.read_bytes()

        running_bot.database.write_bytes(sound[:4096] + b"\xa5" * (len(sound) - 4096))

        assert [await read_answer(ana, "draw", room) for _ in range(3)] == [DAMAGED] * 3
        assert await ana.autocomplete("move-table", "table", room, table="", channel=str(room.id)) == []
        assert running_bot.log.count("database disk image is malformed. Restore a backup") == 1
        await running_bot.kill()
        running_bot.database.with_name("rackety.db-wal").unlink()
        await running_bot.run()
        await running_bot.until(lambda: running_bot.has_ended)
        last_words = running_bot.log.splitlines()[-1]
        assert last_words.startswith(
            f"The database {running_bot.database} can't be used: database disk image is malformed."
        )
        assert "Traceback" not in running_bot.log

        await running_bot.kill()
        running_bot.database.write_bytes(sound)
        await running_bot.start()
        assert read_rack(await require_answer(ana.command("draw", room))) == ["R4", "R5", "B6"]


async def test_a_value_that_cannot_be_read_is_said_without_quoting_it(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect("a value that can't be read", "Could not decode to UTF-8")
    spoilt = running_bot.room("spoilt")
    ana, ben = dealt(running_bot, room)
    dealt(running_bot, spoilt)
    await running_bot.stop()
    running_bot.write("INSERT OR REPLACE INTO person VALUES (?, '{\"dm\": tru')", (ana.user.id,))
    game = running_bot.game(spoilt)
    running_bot.write("UPDATE game SET state = CAST(x'52345234ff' AS TEXT) WHERE id = ?", (game.id,))
    before = len(running_bot.log)
    await running_bot.start()

    assert [await read_answer(ana, "rack", room) for _ in range(2)] == [DAMAGED] * 2
    assert [await read_answer(ben, "rack", spoilt) for _ in range(2)] == [DAMAGED] * 2

    log = running_bot.log[before:]
    assert log.count("Restore a backup") == 1
    assert "R4R4" not in log
    assert "Traceback" not in log
    running_bot.write("DELETE FROM person WHERE user_id = ?", (ana.user.id,))
    running_bot.write("DELETE FROM game WHERE id = ?", (game.id,))
