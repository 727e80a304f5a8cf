"""The servers that want their leaderboard posted every week: where, and what was posted last."""

from dataclasses import dataclass
from sqlite3 import Row

from ratings.rating import DAY
from ratings.seasons import find_season
from storage.database import Database

_DAYS, _FIRST = 7, 3  # a week's, and those from Monday, 29 December 1969 to 1 January 1970

_GET = "SELECT * FROM leaderboard_post WHERE guild_id = ?"
_CHOOSE = """
    INSERT INTO leaderboard_post (guild_id, channel_id, week, season) VALUES (?, ?, ?, ?)
    ON CONFLICT (guild_id) DO UPDATE SET channel_id = excluded.channel_id
"""
_END = "DELETE FROM leaderboard_post WHERE guild_id = ?"
_DUE = "SELECT * FROM leaderboard_post WHERE week < ? OR season < ? OR purpose <> '' ORDER BY guild_id"
_BEGIN = "UPDATE leaderboard_post SET purpose = ?, nonce = ?, begun_at = ? WHERE guild_id = ?"
_DONE = """
    UPDATE leaderboard_post
    SET week = max(week, ?), season = max(season, ?), purpose = iif(?, purpose, '')
    WHERE guild_id = ?
"""


def find_week(at: int) -> int:
    """Return the week of a time in seconds since the epoch, as the number of Mondays since 1 January 1970, in UTC."""
    return (at // DAY + _FIRST) // _DAYS


@dataclass(frozen=True, slots=True)
class PostAttempt:
    """A post that was begun at `at`, in seconds since the epoch, with this nonce; it perhaps reached the channel."""

    purpose: str
    nonce: str
    at: int


@dataclass(frozen=True, slots=True)
class LeaderboardPosts:
    """A server's channel for posts, the week and season that are done, and a post `attempt`, perhaps twice."""

    guild_id: int
    channel_id: int
    week: int
    season: int
    attempt: PostAttempt | None = None


class LeaderboardPostStore:
    """Stores which servers want their leaderboard posted, and what was posted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild_id: int) -> LeaderboardPosts | None:
        """Return a server's posts; None if it wants none."""
        rows = await self._database.run(_GET, (guild_id,))
        return _read_posts(rows[0]) if rows else None

    async def choose(self, guild_id: int, channel_id: int | None, now: int) -> None:
        """Store the channel of a server's posts, None for no posts. The first post is the next one that becomes due."""
        if channel_id is None:
            await self._database.run(_END, (guild_id,))
        else:
            await self._database.run(_CHOOSE, (guild_id, channel_id, find_week(now), find_season(now)))

    async def due(self, now: int) -> list[LeaderboardPosts]:
        """Return the servers with a post that is due, or that is there perhaps twice."""
        rows = await self._database.read(_DUE, (find_week(now), find_season(now)))
        return [_read_posts(row) for row in rows]

    async def begin(self, guild_id: int, post: PostAttempt) -> None:
        """Store that a post is on its way, before it's sent."""
        await self._database.run(_BEGIN, (post.purpose, post.nonce, post.at, guild_id))

    async def end(self, guild_id: int, *, week: int, season: int, is_unsure: bool = False) -> None:
        """Store that everything up to this week and this season is posted, or won't be; the last perhaps twice."""
        await self._database.run(_DONE, (week, season, is_unsure, guild_id))


def _read_posts(row: Row) -> LeaderboardPosts:
    guild_id, channel_id, week, season, purpose, nonce, begun_at = row
    return LeaderboardPosts(
        guild_id, channel_id, week, season, PostAttempt(purpose, nonce, begun_at) if purpose else None
    )
