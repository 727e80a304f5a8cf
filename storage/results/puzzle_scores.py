"""The leaderboards of daily puzzles: of a server, and of everybody."""

from dataclasses import dataclass
from sqlite3 import Row
from typing import Any

from engine.coach.puzzles import Grade
from storage.codec import encode
from storage.database import Database
from storage.results.pages import PAGE, Page, find_names, make_page

_LINES = """
    SELECT user_id, solved, tries FROM listed_puzzle_score WHERE pool = :pool
    ORDER BY solved DESC, tries, user_id LIMIT :most OFFSET :first
"""
_OWN = "SELECT user_id, solved, tries FROM listed_puzzle_score WHERE pool = :pool AND user_id = :viewer"
_PLAYERS = "SELECT count(*) FROM listed_puzzle_score WHERE pool = :pool"
# The players who are better than this score, and those who are equal to it and listed before this one.
_BETTER = """
    SELECT (SELECT count(*) FROM listed_puzzle_score WHERE pool = :pool AND solved > :solved)
        + (SELECT count(*) FROM listed_puzzle_score WHERE pool = :pool AND solved = :solved AND tries < :tries),
        (SELECT count(*) FROM listed_puzzle_score
            WHERE pool = :pool AND solved = :solved AND tries = :tries AND user_id < :user_id)
"""
# As in `storage/puzzles.py`, but it looks at no day before the last gap: each step goes back by a day, if its puzzle
# was solved on that day. Today's needn't be, but it mustn't be given up.
_STREAKS = """
    WITH RECURSIVE walk (user_id, grade, day, days) AS (
        SELECT people.value, grades.value, :today, 0
        FROM json_each(:people) AS people CROSS JOIN json_each(:grades) AS grades
        UNION ALL
        SELECT walk.user_id, walk.grade, walk.day - 1, days + coalesce(solved_at < (walk.day + 1) * 86400, 0)
        FROM walk LEFT JOIN puzzle_try AS made
            ON made.user_id = walk.user_id AND made.day = walk.day AND made.grade = walk.grade
        WHERE solved_at < (walk.day + 1) * 86400 OR (walk.day = :today AND gave_up_at IS NULL)
    )
    SELECT user_id, max(days) FROM walk GROUP BY user_id
"""


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A player's place among solvers: the puzzles solved, and the tries for them in total.

    Players with equal figures share a place. `name` is as in `find_names`. `streak` is the longest current one in any
    grade, in days, wherever the puzzles were solved.
    """

    user_id: int
    name: str
    place: int
    solved: int
    tries: int
    streak: int


class PuzzleScoreStore:
    """Reads the leaderboards of puzzles, on the connection for reading, so that no move waits for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, guild_id: int, today: int, viewer: int, page: int = 0) -> Page[PuzzleStanding]:
        """Return a page of the leaderboard, with the viewer's own line.

        It counts the puzzles solved on the server `guild_id`, or all for `EVERYWHERE`. The best have solved the most
        puzzles, then with the fewest tries. `today` is the number of days since 1 January 1970 in UTC.
        """
        asked = {"pool": guild_id, "viewer": viewer, "most": PAGE, "first": page * PAGE}
        rows = dict(enumerate(await self._database.read(_LINES, asked), page * PAGE))
        places = {line: (await self._find_better(guild_id, row))[0] + 1 for line, row in list(rows.items())[:1]}
        own = await self._database.read(_OWN, asked)
        if own:
            better, before = await self._find_better(guild_id, own[0])
            rows[better + before] = own[0]
            places[better + before] = better + 1
        people = [row["user_id"] for row in rows.values()]
        names = await find_names(self._database, guild_id, people)
        of_people = {"people": encode(people), "grades": encode(list(Grade)), "today": today}
        streaks: dict[int, int] = dict(map(tuple, await self._database.read(_STREAKS, of_people)))
        lines: dict[int, PuzzleStanding] = {}
        for line, (user_id, solved, tries) in rows.items():
            place = places.get(line) or _find_place(lines, line, (solved, tries))
            lines[line] = PuzzleStanding(user_id, names[user_id], place, solved, tries, streaks[user_id])
        ((players,),) = await self._database.read(_PLAYERS, asked)
        return make_page(lines, viewer, page, players)

    async def _find_better(self, guild_id: int, row: Row) -> tuple[int, int]:
        """Return how many players are better than this one, and how many equal ones are listed before."""
        user_id, solved, tries = row
        asked: dict[str, Any] = {"pool": guild_id, "user_id": user_id, "solved": solved, "tries": tries}
        ((better, before),) = await self._database.read(_BETTER, asked)
        return better, before


def _find_place(above: dict[int, PuzzleStanding], line: int, figures: tuple[int, int]) -> int:
    """Return the place of a line below the line that was added to `above` last, which is the one before it."""
    last = above[line - 1]
    return last.place if (last.solved, last.tries) == figures else line + 1
