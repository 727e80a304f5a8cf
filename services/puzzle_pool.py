"""Where puzzles come from: the database, or a thread of its own that makes them."""

import logging
from functools import partial

from engine.coach.puzzle_generator import search
from engine.coach.puzzles import Grade, Puzzle
from engine.table.game import TableGame
from engine.text.phrases import say
from services.jobs.single_flight import Once
from services.jobs.worker_threads import Beside
from storage.puzzles import Puzzles
from ui.replies import Refusal
from ui.screens.puzzle import Which

log = logging.getLogger(__name__)

LONGEST = 120.0  # seconds; usually it is less than one


class PuzzleDesk:
    """Hands puzzles out, and makes each one once: all of today and tomorrow, as soon as anybody wants one."""

    def __init__(self, store: Puzzles, game: TableGame) -> None:
        self.store = store
        self.game = game
        self._maker = Beside("puzzles", LONGEST)
        self._making: Once[Puzzle] = Once()
        self._prepared = 0
        self._is_closed = False

    async def at_hand(self, which: Which, today: int) -> Puzzle | None:
        """The puzzle if it was made before.

        Raises:
            Refusal: it is not out yet, or it is old and nobody has ever seen it.
        """
        puzzle = await self.store.get(which.day, which.grade) if which.day <= today else None
        if puzzle is None and not today - 1 <= which.day <= today:
            raise Refusal(say("That puzzle is not here. /puzzle shows today's."))
        return puzzle

    async def puzzle(self, which: Which, today: int) -> Puzzle:
        """The puzzle; it takes a second or more where it must be made first.

        Raises:
            Refusal: as `at_hand`.
        """
        puzzle = await self.at_hand(which, today) or await self._making.done(which, partial(self._make, which))
        if self._prepared < today:
            self._prepared = today
            for wanted in (Which(day, grade) for day in (today, today + 1) for grade in Grade):
                self._making.begun(wanted, partial(self._make, wanted))
        return puzzle

    async def _make(self, which: Which) -> Puzzle:
        """Storage keeps the one that was there first."""
        try:
            known = await self.store.get(which.day, which.grade)
            return known or await self.store.keep(await self._maker.do(partial(self._found, which)))
        except Exception:
            log.exception("puzzle %s could not be made", which.name)
            raise

    def _found(self, which: Which) -> Puzzle:
        """Search, until the bot ends."""
        for puzzle in search(self.game, which.day, which.grade):
            if puzzle:
                return puzzle
            if self._is_closed:
                break
        raise LookupError(which)

    def close(self) -> None:
        """Drop what is being made."""
        self._is_closed = True
        self._making.close()
