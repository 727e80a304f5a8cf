"""Leaderboards of seasons, ratings, the solo ladder and daily puzzles, of a server's people or of everybody.

They're read on the connection for reading, so that no move waits for them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from sqlite3 import Row
from typing import Any, Generic, TypeVar

from engine.coach.puzzles import Grade
from ratings.rating import DAY, GROWTH, UNSURE, Rating
from storage.codec import encode
from storage.database import Database
from storage.results.writing import ALL_SYSTEMS

T = TypeVar("T")

PAGE = 10  # rows
EVERYWHERE = 0
"""In place of a server's id: all servers, and games and puzzles outside of servers."""
MOST_SIGMA = 4.5  # on the ladder
_LIMITS = {
    "size": PAGE,
    "recent": 30 * DAY,  # seconds within which people on a leaderboard of ratings have finished a rated game
    "least_games": 10,  # rated ones
    "least_opponents": 3,  # different ones, with sure ratings
    "unsure": UNSURE,
    # Against computers of two levels, a rating is then within 3 mu of the strength (1,946 games of known players).
    "least_solo_games": 20,
    "least_levels": 2,
    "most_sigma": MOST_SIGMA,
    "growth": GROWTH / DAY,
}

# The first line is read with any page, because it has the number of players.
_PAGE = """
    WITH listed AS ({listed}),
    placed AS (
        SELECT *, rank() OVER (ORDER BY {order}) AS place, count(*) OVER () AS players,
            row_number() OVER (ORDER BY {order}, user_id) - 1 AS line
        FROM listed WHERE user_id NOT IN unlisted
    )
    SELECT *, coalesce({name}, '') AS name FROM placed
    WHERE line = 0 OR line / :size = :page OR user_id = :viewer ORDER BY line
"""
# The name with which somebody last played or solved a puzzle on the server.
_NAME = "(SELECT name FROM guild_player AS known WHERE known.guild_id = :guild AND known.user_id = placed.user_id)"
# Only people who have allowed it are named worldwide, by the name of their account.
_SHOWN_NAME = """(
    SELECT json_extract(settings, '$.worldwide_name') FROM person
    WHERE person.user_id = placed.user_id
        AND iif(json_valid(settings), json_extract(settings, '$.worldwide'), false)
)"""
_SEASON = """
    SELECT user_id, points, wins, games FROM season_score
    WHERE pool = :guild AND season = :season AND variant = :variant
"""
_HAS_SEASON = f"SELECT EXISTS (SELECT 1 FROM ({_SEASON}) WHERE user_id NOT IN unlisted)"  # noqa: S608  # our own text
_RATINGS = """
    SELECT user_id, mu, sigma, games, :now - rated_at AS age, mu - 2 * grow_unsure(sigma, :now - rated_at) AS floor
    FROM rating
    WHERE pool = :guild AND variant = :variant AND rated_at > :now - :recent AND games >= :least_games
        AND grow_unsure(sigma, :now - rated_at) <= :unsure
        AND opponents >= min(:least_opponents, (
            SELECT count(*) FROM (
                SELECT 1 FROM rating
                WHERE pool = :guild AND variant = :variant AND sigma <= :unsure LIMIT :least_opponents + 1
            )
        ) - 1)
"""
_LADDER = """
    SELECT user_id, mu, sigma, games, :now - rated_at AS age, mu - 2 * sigma AS floor FROM rating
    WHERE pool = 0 AND variant = :variant AND rated_at > :now - :recent AND games >= :least_solo_games
        AND opponents >= :least_levels
        AND sigma * sigma + :growth * max(0, :now - rated_at) <= :most_sigma * :most_sigma
"""
_OF_GUILD = " AND user_id IN (SELECT user_id FROM solo_player WHERE guild_id = :guild AND variant = :variant)"
_PUZZLES = "SELECT user_id, solved, tries, 0 AS streak FROM puzzle_score WHERE pool = :guild"
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
class Page(Generic[T]):
    """A part of a leaderboard: up to ten players, best first, the viewer's own line, and how many players it has.

    `number` counts pages from 0. `own`, and the number of the page with it, `own_page`, are None if the viewer isn't on
    the leaderboard. A page after the last one has no lines.
    """

    number: int
    lines: tuple[T, ...]
    own: T | None
    own_page: int | None
    players: int

    @property
    def count(self) -> int:
        """The number of pages, at least 1."""
        return max(1, -(-self.players // PAGE))


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A player's place in a season, which equals share, points (one for each seat that placed worse) and wins.

    In these lines, a `name` is the one that somebody last played or solved a puzzle with on the server, or worldwide
    the one of their account, if they allow it. It's empty if they have none to show.
    """

    user_id: int
    name: str
    place: int
    points: int
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class RatingStanding:
    """A player's place by rating."""

    user_id: int
    name: str
    place: int
    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A player's place among solvers, which equals share: the puzzles solved, and the tries for them in total.

    `streak` is the longest current one in any grade, in days, wherever the puzzles were solved.
    """

    user_id: int
    name: str
    place: int
    solved: int
    tries: int
    streak: int


class LeaderboardStore:
    """Reads pages of leaderboards, each with the viewer's own line. Times are in seconds since the epoch."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def season(
        self, guild_id: int, season: int, variant: str | None, viewer: int, page: int = 0
    ) -> Page[SeasonStanding]:
        """Return a page of a season, in one rule system or all (None): most points, then wins, then fewest games."""
        asked = {"guild": guild_id, "season": season, "variant": variant or ALL_SYSTEMS, "viewer": viewer, "page": page}
        return await self._read(_SEASON, "points DESC, wins DESC, games", asked, _make_season_standing)

    async def has_season(self, guild_id: int, season: int) -> bool:
        """Return whether anybody is on a season's leaderboard of all rule systems together."""
        asked = {"guild": guild_id, "season": season, "variant": ALL_SYSTEMS}
        ((is_there,),) = await self._database.read(_HAS_SEASON, asked)
        return bool(is_there)

    async def ratings(self, guild_id: int, variant: str, now: int, viewer: int, page: int = 0) -> Page[RatingStanding]:
        """Return a page of the ratings in a rule system.

        It has those whose rating is sure (sigma of 6 or less), after at least ten rated games, with one in the last 30
        days, and against three different people whose ratings were sure, or all of these in the pool. So nobody gets
        there by beating new accounts of their own. The best are surely the strongest: they have the highest
        mu - 2 sigma.
        """
        asked = {"guild": guild_id, "variant": variant, "now": now, "viewer": viewer, "page": page}
        return await self._read(_RATINGS, "floor DESC, user_id", asked, _make_rating_standing)

    async def ladder(self, guild_id: int, variant: str, now: int, viewer: int, page: int = 0) -> Page[RatingStanding]:
        """Return a page of the ladder of games alone against computers, in a rule system.

        It has all people for `EVERYWHERE`, else those who have finished a rated game against computers on the server
        `guild_id`: their ratings, which are worldwide, were shown there. They're listed while their sigma is 4.5 or
        less, after at least 20 games against two levels, with one in the last 30 days. The best had the highest
        mu - 2 sigma after their last game.
        """
        asked = {"guild": guild_id, "variant": variant, "now": now, "viewer": viewer, "page": page}
        listed = _LADDER if guild_id == EVERYWHERE else _LADDER + _OF_GUILD
        return await self._read(listed, "floor DESC, user_id", asked, _make_rating_standing)

    async def puzzles(self, guild_id: int, today: int, viewer: int, page: int = 0) -> Page[PuzzleStanding]:
        """Return a page of those who have solved the most puzzles on a server or `EVERYWHERE`, then with fewest tries.

        `today` is the number of days since 1 January 1970 in UTC.
        """
        asked = {"guild": guild_id, "viewer": viewer, "page": page}
        found = await self._read(_PUZZLES, "solved DESC, tries", asked, _make_puzzle_standing)
        people = [line.user_id for line in (*found.lines, found.own) if line]
        of_people = {"people": encode(people), "grades": encode(list(Grade)), "today": today}
        streaks = dict(map(tuple, await self._database.read(_STREAKS, of_people)))
        return replace(
            found,
            lines=tuple(replace(line, streak=streaks[line.user_id]) for line in found.lines),
            own=found.own and replace(found.own, streak=streaks[viewer]),
        )

    async def _read(self, listed: str, order: str, asked: Mapping[str, Any], make: Callable[[Row], T]) -> Page[T]:
        """Return a page of the people whom the query `listed` finds, best first; equal ones share a place."""
        name = _SHOWN_NAME if asked["guild"] == EVERYWHERE else _NAME
        sql = _PAGE.format(listed=listed, order=order, name=name)
        rows = await self._database.read(sql, {**_LIMITS, **asked})
        own = next((row for row in rows if row["user_id"] == asked["viewer"]), None)
        return Page(
            asked["page"],
            tuple(make(row) for row in rows if row["line"] // PAGE == asked["page"]),
            None if own is None else make(own),
            None if own is None else own["line"] // PAGE,
            rows[0]["players"] if rows else 0,
        )


def _make_season_standing(row: Row) -> SeasonStanding:
    return SeasonStanding(*(row[key] for key in ("user_id", "name", "place", "points", "wins", "games")))


def _make_puzzle_standing(row: Row) -> PuzzleStanding:
    return PuzzleStanding(*(row[key] for key in ("user_id", "name", "place", "solved", "tries", "streak")))


def _make_rating_standing(row: Row) -> RatingStanding:
    rating = Rating(row["mu"], row["sigma"]).after(row["age"])
    return RatingStanding(row["user_id"], row["name"], row["place"], rating, row["games"])
