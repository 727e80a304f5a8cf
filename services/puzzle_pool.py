"""Where puzzles come from: the database, or a thread of its own that makes them."""

import logging
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Self

from engine.coach.puzzle_generator import search
from engine.coach.puzzles import Grade, Puzzle
from engine.table.game import TableGame
from engine.text.phrases import later, say
from services.jobs.single_flight import SingleFlight
from services.jobs.worker_threads import WorkerThreads
from services.refusals import Refusal
from storage.puzzles import PuzzleStore

log = logging.getLogger(__name__)

LONGEST = 120.0  # seconds; usually it is less than one


GRADES = {Grade.EASY: later("Easy"), Grade.MEDIUM: later("Medium"), Grade.HARD: later("Hard")}
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class PuzzleKey:
    """A puzzle by its day, counted from 1 January 1970 in UTC, and its grade; custom ids carry it as a name."""

    day: int
    grade: Grade

    @property
    def date(self) -> str:
        """As 2026-11-20."""
        return date.fromordinal(_EPOCH + self.day).isoformat()

    @property
    def name(self) -> str:
        """As 2026-11-20-easy."""
        return f"{self.date}-{self.grade}"

    @property
    def title(self) -> str:
        """A heading."""
        return "## " + say("Puzzle of {date} · {grade}", date=self.date, grade=GRADES[self.grade])

    @classmethod
    def of(cls, puzzle: Puzzle) -> Self:
        """Name a puzzle."""
        return cls(puzzle.day, puzzle.grade)

    @classmethod
    def read(cls, name: str) -> Self:
        """Read a name, which is untrusted.

        Raises:
            Refusal: it is none.
        """
        day, _, grade = name.rpartition("-")
        try:
            return cls(date.fromisoformat(day).toordinal() - _EPOCH, Grade(grade))
        except ValueError:
            raise Refusal(say("There is no such puzzle. /puzzle shows today's.")) from None


class PuzzlePool:
    """Hands puzzles out, and makes each one once: all of today and tomorrow, as soon as anybody wants one."""

    def __init__(self, store: PuzzleStore, game: TableGame) -> None:
        self.store = store
        self.game = game
        self._threads = WorkerThreads("puzzles", LONGEST)
        self._making: SingleFlight[Puzzle] = SingleFlight()
        self._prepared = 0
        self._is_closed = False

    async def find_stored(self, key: PuzzleKey, today: int) -> Puzzle | None:
        """The puzzle if it was made before.

        Raises:
            Refusal: it is not out yet, or it is old and nobody has ever seen it.
        """
        puzzle = await self.store.get(key.day, key.grade) if key.day <= today else None
        if puzzle is None and not today - 1 <= key.day <= today:
            raise Refusal(say("That puzzle is not here. /puzzle shows today's."))
        return puzzle

    async def get(self, key: PuzzleKey, today: int) -> Puzzle:
        """The puzzle; it takes a second or more where it must be made first.

        Raises:
            Refusal: as `at_hand`.
        """
        puzzle = await self.find_stored(key, today) or await self._making.run(key, partial(self._make, key))
        if self._prepared < today:
            self._prepared = today
            for wanted in (PuzzleKey(day, grade) for day in (today, today + 1) for grade in Grade):
                self._making.start(wanted, partial(self._make, wanted))
        return puzzle

    async def _make(self, key: PuzzleKey) -> Puzzle:
        """Storage keeps the one that was there first."""
        try:
            known = await self.store.get(key.day, key.grade)
            return known or await self.store.keep(await self._threads.run(partial(self._search, key)))
        except Exception:
            log.exception("puzzle %s could not be made", key.name)
            raise

    def _search(self, key: PuzzleKey) -> Puzzle:
        """Search, until the bot ends."""
        for puzzle in search(self.game, key.day, key.grade):
            if puzzle:
                return puzzle
            if self._is_closed:
                break
        raise LookupError(key)

    def close(self) -> None:
        """Drop what is being made."""
        self._is_closed = True
        self._making.close()
