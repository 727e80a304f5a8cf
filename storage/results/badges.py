"""The badges that results and puzzles have earned, and those that end cards announce."""

from collections.abc import Collection
from typing import Any

import aiosqlite

from engine.coach.puzzles import Grade
from ratings.badges import LEAST_FINISH, LEAST_GAMES, LEAST_OPENING, LEAST_PLAYERS, MONTH, WEEK, Badge
from ratings.rating import DAY
from ratings.seasons import find_season
from storage.codec import encode
from storage.database import Database

_STREAKS = {WEEK: Badge.WEEK, MONTH: Badge.MONTH}

# The games that earned a person's badges, up to the game `:game_id` (NULL: all). Nothing counts in a game that the
# person left, or that ended early (`WITHOUT_PLACES`). A win is a first place in a rated game, or against computers.
_OF_RESULTS = """
    WITH played AS MATERIALIZED (
        SELECT game_id, number, variant, place, opening, largest_finish, row_number() OVER (ORDER BY number) AS games,
            place = 1 AND (pool IS NOT NULL OR EXISTS (
                SELECT 1 FROM seat_result AS other WHERE other.game_id = own.game_id AND other.level IS NOT NULL
            )) AS won
        FROM seat_result AS own JOIN finished_game USING (game_id)
        WHERE user_id = :user_id AND departure IS NULL
            AND coalesce(unrated, '') NOT IN ('void', 'agreed', 'suspended')
            AND (:game_id IS NULL OR number <= (SELECT number FROM finished_game WHERE game_id = :game_id))
    ),
    first_win AS (
        SELECT min(number) AS number FROM played
        WHERE won AND variant IN (SELECT value FROM json_each(:systems)) GROUP BY variant
    ),
    earned AS (
        SELECT 'win' AS badge, min(number) AS number FROM played WHERE won
        UNION ALL SELECT 'exit', min(number) FROM played WHERE largest_finish >= :exit
        UNION ALL SELECT 'opening', min(number) FROM played WHERE opening >= :opening
        UNION ALL SELECT level, min(number) FROM played JOIN seat_result AS other USING (game_id)
        WHERE level IN ('strong', 'master') AND other.place > played.place GROUP BY level
        UNION ALL SELECT 'systems', iif(count(*) = json_array_length(:systems), max(number), NULL) FROM first_win
        UNION ALL SELECT 'games', min(number) FROM played WHERE games = :games
    )
    SELECT badge, game_id FROM earned JOIN finished_game USING (number)
"""
# The puzzles with which a person's streaks first reached each number of days. As in `storage/puzzles.py`, a streak is a
# row of days on which they solved a grade's puzzle on its own day.
_OF_PUZZLES = """
    WITH island AS (
        SELECT grade, day, solved_at, day - row_number() OVER (PARTITION BY grade ORDER BY day) AS number
        FROM puzzle_try WHERE user_id = :user_id AND solved_at < (day + 1) * :a_day
    ),
    streak AS (
        SELECT grade, day, solved_at, row_number() OVER (PARTITION BY grade, number ORDER BY day) AS days FROM island
    )
    SELECT days, day, grade, min(solved_at) FROM streak WHERE days IN (:week, :month) GROUP BY days
"""
# The order is that of `LeaderboardStore.season`, and those who share the first place are all champions.
_IS_CHAMPION = """
    WITH total AS (
        SELECT pool, season, user_id, sum(points) AS points, sum(wins) AS wins, sum(games) AS games
        FROM season_score
        WHERE (pool, season) IN (
            SELECT pool, season FROM season_score WHERE user_id = :user_id AND pool <> 0 AND season < :season
        ) AND user_id NOT IN unlisted
        GROUP BY pool, season, user_id
    ),
    placed AS (
        SELECT user_id, points, count(*) OVER (PARTITION BY pool, season) AS players,
            rank() OVER (PARTITION BY pool, season ORDER BY points DESC, wins DESC, games) AS place
        FROM total
    )
    SELECT EXISTS (
        SELECT 1 FROM placed WHERE user_id = :user_id AND place = 1 AND points > 0 AND players >= :players
    )
"""
_NOTED = "SELECT badge FROM badge_shown WHERE user_id = ?"
_NOTE = """
    INSERT INTO badge_shown (user_id, badge, game_id, shown_at)
    SELECT user_id, ?, game_id, ? FROM seat_result WHERE user_id = ? AND game_id = ?
    ON CONFLICT DO NOTHING RETURNING badge
"""
_OF_GAME = "SELECT user_id, badge FROM badge_shown WHERE game_id = ?"
_FORGET = """
    DELETE FROM badge_shown
    WHERE user_id = ? AND game_id IN (SELECT game_id FROM finished_game WHERE number >= ?)
"""


class BadgeStore:
    """Finds people's badges on a connection that no move waits for, and notes those that end cards announce."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def earned(self, user_id: int, systems: Collection[str], now: int) -> list[Badge]:
        """Return a person's badges, in the order of `Badge`.

        `systems` are the keys of all rule systems. `now`, in seconds since the epoch, decides which seasons are over.
        """
        found = {*await self._find_games(user_id, systems), *(await self._find_puzzles(user_id))}
        asked = {"user_id": user_id, "season": find_season(now), "players": LEAST_PLAYERS}
        ((is_champion,),) = await self._database.read(_IS_CHAMPION, asked)
        return [each for each in Badge if each in found or (each is Badge.CHAMPION and is_champion)]

    async def note_new(self, user_id: int, game_id: int, systems: Collection[str], now: int) -> list[Badge]:
        """Note the badges that a finished game has earned this person, and return those that are new.

        Each is returned at most once, also by calls at the same time, and badges that an earlier game earned aren't.
        The arguments are as in `earned`. A kill afterward loses nothing: `of_game` returns them again.
        """
        found = await self._find_games(user_id, systems, game_id)
        noted = {badge for (badge,) in await self._database.read(_NOTED, (user_id,))}
        rows = [(badge, now, user_id, earned_in) for badge, earned_in in found.items() if badge not in noted]
        if not rows:
            return []

        async def work(connection: aiosqlite.Connection) -> set[Badge]:
            return {Badge(badge) for each in rows for (badge,) in await connection.execute_fetchall(_NOTE, each)}

        new = await self._database.transaction(work)
        return [each for each in Badge if each in new and found[each] == game_id]

    async def of_game(self, game_id: int) -> dict[int, list[Badge]]:
        """Return the badges that a finished game is noted to have earned, in the order of `Badge`, by user id."""
        rows = [(user_id, Badge(badge)) for user_id, badge in await self._database.read(_OF_GAME, (game_id,))]
        return {user_id: [each for each in Badge if (user_id, each) in rows] for user_id, _ in rows}

    async def of_puzzle(self, user_id: int, day: int, grade: Grade) -> list[Badge]:
        """Return the badges for solving this puzzle (days since 1970 in UTC, grade); they never change."""
        found = await self._find_puzzles(user_id)
        return [each for each in Badge if found.get(each) == (day, grade)]

    async def _find_games(self, user_id: int, systems: Collection[str], game_id: int | None = None) -> dict[Badge, int]:
        """Return the badges that games have earned, up to this one (None: all), each with the game that did."""
        rows = await self._database.read(_OF_RESULTS, _ask(user_id, systems, game_id))
        return {Badge(badge): earned_in for badge, earned_in in rows}

    async def _find_puzzles(self, user_id: int) -> dict[Badge, tuple[int, Grade]]:
        """Return the badges that streaks have earned, each with the day and grade of the puzzle that did."""
        asked = {"user_id": user_id, "a_day": DAY, "week": WEEK, "month": MONTH}
        rows = await self._database.read(_OF_PUZZLES, asked)
        return {_STREAKS[days]: (day, Grade(grade)) for days, day, grade, _ in rows}


def _ask(user_id: int, systems: Collection[str], game_id: int | None = None) -> dict[str, Any]:
    return {
        "user_id": user_id,
        "game_id": game_id,
        "systems": encode(list(systems)),
        "exit": LEAST_FINISH,
        "opening": LEAST_OPENING,
        "games": LEAST_GAMES,
    }


async def note_again(
    connection: aiosqlite.Connection, user_id: int, since: int, systems: Collection[str], now: int
) -> None:
    """Note the badges that a person has earned from the finished game of number `since` on, in place of those noted.

    Call this when the result of that game, or of later ones, has changed. The other arguments are as in
    `BadgeStore.earned`.
    """
    await connection.execute_fetchall(_FORGET, (user_id, since))
    found = list(await connection.execute_fetchall(_OF_RESULTS, _ask(user_id, systems)))
    for badge, earned_in in found:
        await connection.execute_fetchall(_NOTE, (badge, now, user_id, earned_in))
