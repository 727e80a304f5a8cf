"""The servers that want their leaderboard posted every week: where, and up to when that is done."""

from dataclasses import dataclass

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
_ALL = "SELECT * FROM leaderboard_post ORDER BY guild_id"
_DONE = "UPDATE leaderboard_post SET week = max(week, ?), season = max(season, ?) WHERE guild_id = ?"


def find_week(at: int) -> int:
    """Return the week of a time in seconds since the epoch, as the number of Mondays since 1 January 1970, in UTC."""
    return (at // DAY + _FIRST) // _DAYS


@dataclass(frozen=True, slots=True)
class DuePost:
    """A post that is due on a server: where, its purpose, which season it shows, and whether that is over."""

    channel_id: int
    purpose: str
    season: int
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardPosts:
    """A server's channel for posts, and the week and season that are done."""

    guild_id: int
    channel_id: int
    week: int
    season: int

    def list_due(self, now: int) -> list[DuePost]:
        """Return what is due: the season that ended last, and then the season as the newest week begins."""
        season, week = find_season(now), find_week(now)
        over = DuePost(self.channel_id, f"season-{season - 1}", season - 1, is_over=True)
        newest = DuePost(self.channel_id, f"week-{week}", season)
        return [*([over] if self.season < season else []), *([newest] if self.week < week else [])]


class LeaderboardPostStore:
    """Stores which servers want their leaderboard posted, and up to when that is done."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild_id: int) -> LeaderboardPosts | None:
        """Return a server's posts; None if it wants none."""
        rows = await self._database.run(_GET, (guild_id,))
        return LeaderboardPosts(*rows[0]) if rows else None

    async def choose(self, guild_id: int, channel_id: int | None, now: int) -> None:
        """Store the channel of a server's posts, None for no posts. The first post is the next one that becomes due."""
        if channel_id is None:
            await self._database.run(_END, (guild_id,))
        else:
            await self._database.run(_CHOOSE, (guild_id, channel_id, find_week(now), find_season(now)))

    async def list_due(self, now: int) -> list[int]:
        """Return the ids of the servers with a post that is due, in order."""
        wanted = [LeaderboardPosts(*row) for row in await self._database.read(_ALL)]
        return [each.guild_id for each in wanted if each.list_due(now)]

    async def end(self, guild_id: int, now: int) -> None:
        """Store that everything that is due at this time is posted, or won't be."""
        await self._database.run(_DONE, (find_week(now), find_season(now), guild_id))
