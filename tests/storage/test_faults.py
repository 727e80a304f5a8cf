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

from engine.text.phrases import as_is
from storage.database import Database, StorageError, open_database
from storage.games import Game, GameStore
from storage.pseudonyms import hash_id
from tests.storage.tables import NOON, VARIANTS, a_game, a_lobby, over, url

CALLS = 13  # BEGIN, the note in the log, the game, the result and its ratings (8), COMMIT; and then nothing


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
            await games.commit(over(before), interaction_id=50, now=NOON, line="play R4 R5 R6", seat=0)
        trip.left = -1
        assert not connection.in_transaction
        after = await games.get(before.id)
        assert after == await GameStore(database, VARIANTS).get(before.id)
        sizes = [len(await database.run(sql)) for sql in ("SELECT 1 FROM log", "SELECT 1 FROM seat_result")]
        await a_lobby(games, channel=77, interaction=77)
        await database.close()
    return before, after, sizes


@pytest.mark.parametrize("call", range(1, CALLS + 1))
@pytest.mark.parametrize("happens", [cancel, break_down])
async def test_a_change_interrupted_at_any_await_is_whole_or_nothing(
    path: Path, call: int, happens: Callable[[], None]
) -> None:
    async with open_database(url(path)):
        pass

    before, after, sizes = await tripped(path, call, happens)

    whole = (replace(over(before), version=3), [3, 2])
    assert (after, sizes) in [(before, [2, 0]), whole]
    if call == CALLS:
        assert (after, sizes) == whole


async def test_a_commit_that_fails_is_not_seen(path: Path) -> None:
    """Only the last call is broken: all the rest of the change had been done."""
    async with open_database(url(path)):
        pass

    before, after, _ = await tripped(path, CALLS - 1, break_down)

    assert after == before


@pytest.mark.parametrize("turns", range(30))
async def test_a_caller_canceled_at_any_moment_loses_only_the_answer(path: Path, turns: int) -> None:
    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        game = await a_game(games)
        tap = asyncio.create_task(games.commit(replace(game, news=(as_is("Tap."),)), interaction_id=50, now=NOON))
        await asyncio.sleep(0)
        for _ in range(turns):
            await asyncio.sleep(0.000_05)
        tap.cancel()
        await asyncio.wait([tap])
        await database.run("SELECT 1")  # waits its turn

        # The change came to its end all the same, and the same tap again learns that.
        seen = [await each.in_channel(game.channel_id) for each in (games, GameStore(database, VARIANTS))]
        assert seen == [replace(game, news=(as_is("Tap."),), version=3)] * 2


async def test_a_full_disk_costs_one_move_and_no_game(games: GameStore, database: Database) -> None:
    game = await a_game(games)
    ((pages,),) = await database.run("PRAGMA page_count")
    await database.run(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(StorageError, match="full"):
        await games.commit(replace(game, news=(as_is("x" * 100_000),)), interaction_id=3, now=NOON)
    assert await games.get(game.id) == await GameStore(database, VARIANTS).get(game.id) == game

    await database.run("PRAGMA max_page_count = 1000000")
    stored = await games.commit(replace(game, news=(as_is("Again."),)), interaction_id=3, now=NOON)
    assert await games.get(game.id) == await GameStore(database, VARIANTS).get(game.id) == stored
