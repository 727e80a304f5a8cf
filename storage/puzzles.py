"""Daily puzzles, users' attempts at them, and the statistics that follow from these."""

from dataclasses import astuple, dataclass, field
from sqlite3 import Row

import aiosqlite

from engine.coach.puzzles import Grade, Puzzle
from storage.benches import BenchState, decode_bench, encode_bench
from storage.codec import HiddenText
from storage.database import Database

_GET = "SELECT day, sets AS 'table', rack, best, taken_apart, answer FROM puzzle WHERE day = ? AND grade = ?"
_KEEP = """
    INSERT INTO puzzle (day, grade, sets, rack, best, taken_apart, answer) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
"""
_RECORD = """
    SELECT tries, text, solved_at, gave_up_at, bench, is_shared FROM puzzle_try
    WHERE user_id = :user_id AND day = :day AND grade = :grade
"""
# An attempt goes on where the person was when they deleted their data, if that was today.
_EARLIER = """
    SELECT coalesce(max(json_extract(puzzles, '$.' || :grade || '.tries')), 0) AS tries,
        max(json_extract(puzzles, '$.' || :grade || '.gave_up_at')) AS gave_up_at
    FROM deleted_today WHERE day = :day AND hash = hash_id(key, :user_id)
"""
_NEW_RECORD = f"SELECT tries, '' AS text, NULL AS solved_at, gave_up_at, '' AS bench, 0 FROM ({_EARLIER})"  # noqa: S608  # our own text
_BEGIN = f"""
    INSERT INTO puzzle_try (user_id, day, grade, tries, gave_up_at)
    SELECT :user_id, :day, :grade, tries, gave_up_at FROM ({_EARLIER}) WHERE true ON CONFLICT DO NOTHING
"""  # noqa: S608  # our own text
_OPEN = """
    UPDATE puzzle_try SET {change}
    WHERE user_id = :user_id AND day = :day AND grade = :grade AND solved_at IS NULL AND gave_up_at IS NULL
"""
_REFUSED = _OPEN.format(change="text = :text")
_TRIED = _OPEN.format(
    change="tries = tries + (interaction_id IS NOT :interaction_id), text = :text, interaction_id = :interaction_id"
)
_SOLVED = _OPEN.format(
    change="""
        tries = tries + 1, text = '', bench = '',
        interaction_id = :interaction_id, guild_id = :guild_id, solved_at = :now
    """
)
_NAMED = """
    INSERT INTO guild_player (guild_id, user_id, name) VALUES (?, ?, ?)
    ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name
"""
_GAVE_UP = _OPEN.format(change="text = '', bench = '', gave_up_at = :now")
_KEEP_BENCH = _OPEN.format(change="bench = :bench, text = CASE WHEN :is_edited THEN '' ELSE text END")

_SHARE = """
    UPDATE puzzle_try SET is_shared = 1
    WHERE user_id = ? AND day = ? AND grade = ? AND solved_at IS NOT NULL AND NOT is_shared RETURNING 1
"""

# A streak is a row of days on which a user solved a grade's puzzle on its own day. The last one is current ("stands")
# if it ends today, or if it ends yesterday and today's puzzle hasn't been given up.
_FIGURES = """
    WITH island AS (
        SELECT grade, day, day - row_number() OVER (PARTITION BY grade ORDER BY day) AS number
        FROM puzzle_try
        WHERE user_id = :user_id AND solved_at < (day + 1) * 86400
    ),
    streak AS (
        SELECT grade, count(*) AS days, max(day) >= :today - 1 AND NOT EXISTS (
            SELECT 1 FROM puzzle_try AS given
            WHERE given.user_id = :user_id AND given.grade = island.grade
                AND given.day = :today AND given.gave_up_at IS NOT NULL
        ) AS stands
        FROM island
        GROUP BY grade, number
    )
    SELECT grade, count(*) AS solved, sum(tries) AS tries,
        coalesce((SELECT max(days) FROM streak WHERE streak.grade = puzzle_try.grade AND stands), 0) AS streak,
        coalesce((SELECT max(days) FROM streak WHERE streak.grade = puzzle_try.grade), 0) AS longest
    FROM puzzle_try
    WHERE user_id = :user_id AND solved_at IS NOT NULL
    GROUP BY grade
"""


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A user's attempt at a puzzle; times are in seconds since the epoch, None if it hasn't happened.

    `tries` counts the legal answers, including the one that solved it. `bench` has the answer as arranged so far.
    `text` is what the user typed last, if it couldn't be put on the bench; else it's empty. `is_shared`: they have told
    a channel that they solved it.
    """

    tries: int = 0
    text: str = ""
    solved_at: int | None = None
    gave_up_at: int | None = None
    bench: BenchState = field(default_factory=BenchState)
    is_shared: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the puzzle is neither solved nor given up."""
        return self.solved_at is None and self.gave_up_at is None


@dataclass(frozen=True, slots=True)
class PuzzleFigures:
    """A user's statistics for one grade: how many puzzles were solved, and in how many tries in total.

    `streak` and `longest` count days in a row on which that day's puzzle was solved: up to now, and ever.
    """

    grade: Grade
    solved: int
    tries: int
    streak: int
    longest: int


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A user's answer to a puzzle, with the interaction that gave it and the time, in seconds since the epoch.

    `guild_id` is None outside servers; `name` is the user's name on the server, empty if it's unknown.
    """

    user_id: int
    puzzle: Puzzle
    text: str
    interaction_id: int
    guild_id: int | None
    now: int
    name: str = ""


class PuzzleStore:
    """Stores the daily puzzles and users' attempts, which end when they solve the puzzle or give up, and statistics."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, day: int, grade: Grade) -> Puzzle | None:
        """Return the puzzle of this grade and day (days since 1970 in UTC); None if it hasn't been made."""
        rows = await self._database.run(_GET, (day, grade.value))
        return Puzzle(grade=grade, **dict(rows[0])) if rows else None

    async def keep(self, puzzle: Puzzle) -> Puzzle:
        """Store a new puzzle unless its day and grade have one already, and return the stored one."""
        day, grade, table, rack, best, taken_apart, answer = astuple(puzzle)
        hidden = (HiddenText(table), HiddenText(rack), best, taken_apart, HiddenText(answer))
        await self._database.run(_KEEP, (day, grade.value, *hidden))
        return await self.get(day, grade) or puzzle

    async def record(self, user_id: int, day: int, grade: Grade) -> PuzzleRecord:
        """Return this user's attempt at the puzzle of this day and grade; one without tries if there is none."""
        key = {"user_id": user_id, "day": day, "grade": grade.value}
        rows = await self._database.run(_RECORD, key) or await self._database.run(_NEW_RECORD, key)
        return _read_record(rows[0])

    async def keep_bench(self, user_id: int, day: int, grade: Grade, bench: BenchState, *, is_edited: bool) -> None:
        """Store the bench on which the user arranges an answer; if it `is_edited`, forget what was typed."""
        key = {"user_id": user_id, "day": day, "grade": grade.value}

        async def work(connection: aiosqlite.Connection) -> None:
            await connection.execute_fetchall(_BEGIN, key)
            kept = {"bench": HiddenText(encode_bench(bench)), "is_edited": is_edited}
            await connection.execute_fetchall(_KEEP_BENCH, {**key, **kept})

        await self._database.transaction(work)

    async def refused(self, answer: PuzzleAnswer) -> PuzzleRecord:
        """Store the text of an unreadable answer, without counting it as a try; return the user's updated attempt."""
        return await self._changed(_REFUSED, answer)

    async def tried(self, answer: PuzzleAnswer) -> PuzzleRecord:
        """Store and count a legal but not optimal answer, once for an interaction; return the updated attempt."""
        return await self._changed(_TRIED, answer)

    async def solved(self, answer: PuzzleAnswer) -> PuzzleRecord:
        """Count an optimal answer as a try, and mark the puzzle as solved; return the user's updated attempt.

        Nothing changes if the puzzle is solved or given up, except the user's name on the server's leaderboards.
        """
        return await self._changed(_SOLVED, answer)

    async def give_up(self, answer: PuzzleAnswer) -> PuzzleRecord:
        """Mark the puzzle as given up, without the answer's text; return the user's updated attempt."""
        return await self._changed(_GAVE_UP, answer)

    async def share(self, user_id: int, day: int, grade: Grade) -> bool:
        """Note that a user shares that they solved a puzzle; return False if they have, or haven't solved it."""
        return bool(await self._database.run(_SHARE, (user_id, day, grade.value)))

    async def _changed(self, change: str, answer: PuzzleAnswer) -> PuzzleRecord:
        key = {"user_id": answer.user_id, "day": answer.puzzle.day, "grade": answer.puzzle.grade.value}
        said = {"interaction_id": answer.interaction_id, "guild_id": answer.guild_id or 0, "now": answer.now}

        async def work(connection: aiosqlite.Connection) -> PuzzleRecord:
            await connection.execute_fetchall(_BEGIN, key)
            await connection.execute_fetchall(change, {**key, **said, "text": HiddenText(answer.text)})
            if change is _SOLVED and answer.guild_id and answer.name:
                await connection.execute_fetchall(_NAMED, (answer.guild_id, answer.user_id, answer.name))
            (row,) = await connection.execute_fetchall(_RECORD, key)
            return _read_record(row)

        return await self._database.transaction(work)

    async def figures(self, user_id: int, today: int) -> list[PuzzleFigures]:
        """Return the user's statistics by grade, easiest first; `today` is in days since 1970 in UTC."""
        rows = await self._database.read(_FIGURES, {"user_id": user_id, "today": today})
        found = {row["grade"]: PuzzleFigures(Grade(row["grade"]), *tuple(row)[1:]) for row in rows}
        return [found[grade] for grade in Grade if grade in found]


def _read_record(row: Row) -> PuzzleRecord:
    tries, text, solved_at, gave_up_at, bench, is_shared = row
    state = decode_bench(bench) if bench else BenchState()
    return PuzzleRecord(tries, text, solved_at, gave_up_at, state, bool(is_shared))
