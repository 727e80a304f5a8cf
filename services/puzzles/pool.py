"""Puzzles by day and grade: read from the database, or made in a thread."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Self

from engine.coach.puzzle_generator import search
from engine.coach.puzzles import DAY, Grade, Puzzle, gives_away
from engine.table.game import TableGame
from engine.text.phrases import later, say
from engine.tiles.tiles import Tile
from services.concurrency.single_flight import SingleFlight
from services.concurrency.supervise import log_error
from services.concurrency.worker_threads import WorkerThreads
from services.refusals import Refusal
from storage.puzzles import PuzzleStore

LONGEST = 120.0  # seconds to make a puzzle; usually it takes less than one
GRADES = {Grade.EASY: later("Easy"), Grade.MEDIUM: later("Medium"), Grade.HARD: later("Hard")}
_EPOCH = date(1970, 1, 1).toordinal()
_LAST_DAY = date.max.toordinal() - _EPOCH


@dataclass(frozen=True, slots=True)
class PuzzleKey:
    """A puzzle's day, as days since 1 January 1970 in UTC, and its grade. Buttons carry both in the form of `name`."""

    day: int
    grade: Grade = Grade.EASY

    @property
    def date(self) -> str:
        """The date as buttons carry it, such as 2026-11-20."""
        return date.fromordinal(_EPOCH + self.day).isoformat()

    @property
    def name(self) -> str:
        """The day and grade as text, such as 2026-11-20-easy."""
        return f"{self.date}-{self.grade}"

    @property
    def number(self) -> int:
        """The puzzle's number, which the buttons and menus of its bench carry in place of a game's id."""
        return self.day * len(Grade) + list(Grade).index(self.grade)

    @property
    def written_date(self) -> str:
        """The date in Discord's markup, which each reader's Discord writes in their own way."""
        # The same date in all time zones from Hawaii to New Zealand in summer.
        return f"<t:{self.day * DAY + 10 * 60 * 60}:D>"

    @property
    def title(self) -> str:
        """The puzzle's heading in Discord's markup, in the reader's language."""
        return "## " + say("Puzzle of {date} · {grade}", date=self.written_date, grade=GRADES[self.grade])

    @classmethod
    def of(cls, puzzle: Puzzle) -> Self:
        """Return the key of this puzzle."""
        return cls(puzzle.day, puzzle.grade)

    @classmethod
    def numbered(cls, number: int) -> Self:
        """Return the key of the puzzle with this `number`, untrusted. Raises: Refusal if it's too large for a day."""
        day, index = divmod(number, len(Grade))
        if day > _LAST_DAY:
            raise Refusal(say("There's no such puzzle. /puzzle shows today's."))
        return cls(day, list(Grade)[index])

    @classmethod
    def read(cls, name: str) -> Self:
        """Read a key from its `name`, which is untrusted. Raises: Refusal if it isn't a puzzle's name."""
        day, _, grade = name.rpartition("-")
        try:
            return cls(date.fromisoformat(day).toordinal() - _EPOCH, Grade(grade))
        except ValueError:
            raise Refusal(say("There's no such puzzle. /puzzle shows today's.")) from None


class PuzzlePool:
    """The source of daily puzzles, each of which is made in a thread once and then stored in `store`.

    Puzzles are positions of the rule system `game`. The first request on a day also starts making the rest of that
    day's puzzles and all of the next day's.
    """

    def __init__(self, store: PuzzleStore, game: TableGame) -> None:
        self.store = store
        self.game = game
        self._threads = WorkerThreads("puzzles", LONGEST)
        self._making: SingleFlight[Puzzle] = SingleFlight()
        self._prepared = 0
        self._is_closed = False

    async def find_stored(self, key: PuzzleKey, today: int) -> Puzzle | None:
        """Return the puzzle if it's stored; None if it can be made, because its day is today or yesterday.

        `today` is a day number, as in `PuzzleKey`. Raises: Refusal if the puzzle's day is in the future, or the puzzle
        is older and was never made.
        """
        puzzle = await self.store.get(key.day, key.grade) if key.day <= today else None
        if puzzle is None and not today - 1 <= key.day <= today:
            raise Refusal(say("That puzzle isn't available. /puzzle shows today's."))
        return puzzle

    async def get(self, key: PuzzleKey, today: int) -> Puzzle:
        """Return the puzzle; making it takes about a second. Raises: as `find_stored`, or TimeoutError."""
        puzzle = await self.find_stored(key, today) or await self._making.run(key, partial(self._make, key))
        if self._prepared < today:
            self._prepared = today
            for wanted in (PuzzleKey(day, grade) for day in (today, today + 1) for grade in Grade):
                self._making.start(wanted, partial(self._make, wanted))
        return puzzle

    async def is_given_away(self, rack: Sequence[Tile], table: Sequence[Tile], today: int) -> bool:
        """Return whether the best turn of this position is, or nearly is, the answer to one of today's puzzles."""
        known = [await self.store.get(today, grade) for grade in Grade]
        return any(gives_away(self.game, each, rack, table) for each in known if each)

    async def _make(self, key: PuzzleKey) -> Puzzle:
        try:
            known = await self.store.get(key.day, key.grade)
            return known or await self.store.keep(await self._threads.run(partial(self._search, key)))
        except Exception as error:
            log_error(f"making puzzle {key.name}", error)
            raise

    def _search(self, key: PuzzleKey) -> Puzzle:
        """Return a new puzzle, searching until one is found. Raises: LookupError if `close` is called before."""
        for puzzle in search(self.game, key.day, key.grade):
            if puzzle:
                return puzzle
            if self._is_closed:
                break
        raise LookupError(key)

    def close(self) -> None:
        """Stop making puzzles: cancel the waiting requests, and let running searches end at the next try."""
        self._is_closed = True
        self._making.close()
