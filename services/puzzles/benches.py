"""Benches for puzzles: a puzzle's position as a user sees it, with the answer arranged so far."""

import asyncio
from dataclasses import dataclass, replace

from engine.coach.puzzles import Puzzle, pose_puzzle
from engine.game.views import Assistance
from engine.table.game import TableGame
from services.benches import BenchScreenData, prepare_bench
from services.concurrency.locks import KeyedLocks
from services.game_view import GameView, prepare_lone_view
from services.puzzles.pool import PuzzleKey
from storage.benches import BenchState
from storage.puzzles import PuzzleRecord, PuzzleStore
from storage.settings import SettingsStore


@dataclass(frozen=True, slots=True)
class PuzzleBench:
    """A user's bench for a puzzle that is still open to them: the puzzle, their tries so far, and the bench."""

    puzzle: Puzzle
    record: PuzzleRecord
    bench: BenchScreenData


class PuzzleBenches:
    """The benches on which users arrange their answers to puzzles, which are positions of the rule system `game`."""

    def __init__(self, store: PuzzleStore, settings: SettingsStore, game: TableGame) -> None:
        self._store = store
        self._settings = settings
        self._game = game
        self._locks = KeyedLocks()

    def lock(self, user_id: int, puzzle: Puzzle) -> asyncio.Lock:
        """Return the lock of a user's bench; hold it from reading the bench until the changed bench is stored."""
        return self._locks.get((user_id, PuzzleKey.of(puzzle)))

    async def read(self, user_id: int, puzzle: Puzzle) -> PuzzleBench | None:
        """Return a user's bench for this puzzle; None if they solved it or gave it up."""
        record = await self._store.record(user_id, puzzle.day, puzzle.grade)
        return await self.prepare(user_id, puzzle, record) if record.is_open else None

    async def prepare(self, user_id: int, puzzle: Puzzle, record: PuzzleRecord, note: str = "") -> PuzzleBench:
        """Return the bench of a user's `record`, which must be open, with `note` to show on it."""
        bench = prepare_bench(view_puzzle(self._game, puzzle), record.bench, await self._settings.person(user_id))
        return PuzzleBench(puzzle, record, replace(bench, note=note))

    async def keep(self, user_id: int, before: PuzzleBench, state: BenchState) -> None:
        """Store the state that a user's bench has after a tap; `before` is the bench before it."""
        puzzle = before.puzzle
        is_edited = state.draft != before.record.bench.draft
        await self._store.keep_bench(user_id, puzzle.day, puzzle.grade, state, is_edited=is_edited)


def view_puzzle(game: TableGame, puzzle: Puzzle) -> GameView:
    """Return the puzzle as a game of one seat without help, whose id is the puzzle's number."""
    view = replace(game.view(pose_puzzle(game, puzzle), 0), assistance=Assistance.OFF)
    return prepare_lone_view(PuzzleKey.of(puzzle).number, game, view)
