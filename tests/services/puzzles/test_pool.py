"""Puzzles are made beside the event loop, each once, and none before its day."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from engine.coach import puzzles
from engine.coach.puzzle_generator import search
from engine.coach.puzzles import Grade, Puzzle
from engine.table.game import TableGame
from engine.variants import load
from services.puzzles.pool import PuzzleKey, PuzzlePool
from services.refusals import Refusal
from storage.database import Database
from storage.puzzles import PuzzleStore
from tests.ui.screens.test_puzzle import LARGEST

LONG = 30  # seconds, which only a loop that is held up would take


async def test_a_puzzle_is_made_once_for_all_who_ask_and_nobody_else_waits(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search goes on only when the event loop, which must be free for it, says so."""
    key = PuzzleKey(20_781, Grade.EASY)
    begun, loop_is_free = threading.Event(), threading.Event()
    made: list[PuzzleKey] = []

    def waiting(game: TableGame, day: int, grade: Grade) -> Iterator[Puzzle | None]:
        made.append(PuzzleKey(day, grade))
        begun.set()
        assert loop_is_free.wait(LONG)
        yield from search(game, day, grade)

    monkeypatch.setattr("services.puzzles.pool.search", waiting)
    with closing(PuzzlePool(PuzzleStore(database), puzzles.choose_system(load()))) as pool:
        asked = [asyncio.create_task(pool.get(key, key.day)) for _ in range(5)]
        assert await asyncio.to_thread(begun.wait, LONG)
        loop_is_free.set()
        first, *others = await asyncio.gather(*asked)

        assert all(each is first for each in others)
        assert made.count(key) == 1
        assert await pool.find_stored(key, key.day) == first
        assert len(await database.run("SELECT * FROM puzzle WHERE day = ? AND grade = 'easy'", (key.day,))) == 1


async def test_only_puzzles_that_are_out_are_made_and_old_ones_that_were_shown_stay(database: Database) -> None:
    store = PuzzleStore(database)
    await store.keep(LARGEST)
    with closing(PuzzlePool(store, puzzles.choose_system(load()))) as pool:
        assert await pool.find_stored(PuzzleKey.of(LARGEST), LARGEST.day + 1000) == LARGEST
        for day in (LARGEST.day + 1, LARGEST.day - 2):
            with pytest.raises(Refusal):
                await pool.find_stored(PuzzleKey(day, Grade.MEDIUM), LARGEST.day)
        with pytest.raises(Refusal):
            await pool.find_stored(PuzzleKey.of(LARGEST), LARGEST.day - 1)
        assert await pool.find_stored(PuzzleKey(LARGEST.day - 1, Grade.MEDIUM), LARGEST.day) is None


async def test_the_bot_ends_in_the_midst_of_a_search(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, over = threading.Event(), threading.Event()

    def endless(*_: object) -> Iterator[Puzzle | None]:
        begun.set()
        try:
            while True:
                yield None
        finally:
            over.set()

    monkeypatch.setattr("services.puzzles.pool.search", endless)
    pool = PuzzlePool(PuzzleStore(database), puzzles.choose_system(load()))
    asked = asyncio.create_task(pool.get(PuzzleKey(20_777, Grade.HARD), 20_777))
    assert await asyncio.to_thread(begun.wait, LONG)

    pool.close()

    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await asyncio.to_thread(over.wait, LONG)
