"""Whatever breaks in the middle of a change: it is stored as a whole or not at all, and nobody sees more than that."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from storage.database import Database, StorageError, open_database
from storage.games import Game, GameStore
from storage.pseudonyms import hash_id
from tests.storage.tables import VARIANTS, a_game, a_lobby, finish, over, url

CALLS = 14  # BEGIN, the note in the log, the game, the result and its ratings (9), COMMIT; and then nothing


class Trip:
    """A connection on which something happens at the call that was chosen."""

    def __init__(self, connection: aiosqlite.Connection, happens: Callable[[], None]) -> None:
        self._connection = connection
        self._happens = happens
        self.left = -1  # calls until it happens; below 0: it does not

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._connection, name)
        if not callable(method):
            return method

        async def call(*arguments: object) -> object:
            self.left -= 1
            if self.left == 0:
                self._happens()
            return await method(*arguments)

        return call


def cancel() -> None:
    """As asyncio does with every task when the program ends: the next await is interrupted, its SQL is not."""
    task = asyncio.current_task()
    assert task
    task.cancel()


def break_down() -> None:
    raise sqlite3.OperationalError("disk I/O error")


async def tripped(path: Path, call: int, happens: Callable[[], None]) -> tuple[Game, Game | None, list[int]]:
    """End a game while something happens at this call: the game before, the game seen after, and what is stored."""
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        connection.row_factory = sqlite3.Row
        await connection.create_function(hash_id.__name__, 2, hash_id)
        trip = Trip(connection, happens)
        database = Database(trip, connection)  # type: ignore[arg-type]  # walks and quacks
        games = GameStore(database, VARIANTS)
        before = await a_game(games)
        trip.left = call
        with suppress(asyncio.CancelledError, StorageError):
            await finish(games, before, interaction_id=50, line="play R4 R5 R6", seat=0)
        trip.left = -1
        assert not connection.in_transaction
        after = await games.get(before.id)
        assert after == await GameStore(database, VARIANTS).get(before.id)
        sizes = [len(await database.run(sql)) for sql in ("SELECT 1 FROM log", "SELECT 1 FROM seat_result")]
        await a_lobby(games, channel=77, interaction=77)
        await database.close()
    return before, after, sizes


@pytest.mark.parametrize("happens", [cancel, break_down])
async def test_a_change_interrupted_at_any_await_is_whole_or_nothing(
    tmp_path: Path, happens: Callable[[], None]
) -> None:
    for call in range(1, CALLS + 1):
        async with open_database(url(tmp_path / f"{call}.db")):
            pass

        before, after, sizes = await tripped(tmp_path / f"{call}.db", call, happens)

        nothing, whole = (before, [2, 0]), (replace(over(before), version=3), [3, 2])
        assert (after, sizes) in [nothing, whole]
        if call == CALLS:
            assert (after, sizes) == whole
        elif happens is break_down:
            assert (after, sizes) == nothing
