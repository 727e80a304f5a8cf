"""Shards, into which a bot divides its servers, and Discord's limits on their logins."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.model.values import Json

MOST_SERVERS = 2500  # on one shard
TOTAL = 1000  # logins a day
DAY_MS = 24 * 60 * 60 * 1000
BETWEEN_LOGINS = 5.0  # seconds that Discord wants between two logins of one bucket


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` shards; `number` counts from 0."""

    number: int
    count: int

    def hears(self, guild_id: int) -> bool:
        """Return whether this guild's events go to this shard. Those of no guild, which is 0, go to the first shard."""
        return (guild_id >> 22) % self.count == self.number


class Logins:
    """Discord's limits on logins (IDENTIFY); it advises `recommended` shards.

    Shards whose numbers have the same remainder by `at_once` (`max_concurrency`) share a bucket, with `pause` seconds
    between logins. `used` counts logins, `left` remain, and new ones come in `reset_after` milliseconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.recommended = 1
        self.at_once = 1
        self.pause = 0.0
        self.used = 0
        self.left = TOTAL
        self.reset_after = DAY_MS
        self._now = now
        self._last: dict[int, float] = {}  # of each bucket

    def enter(self, shard: Shard) -> bool:
        """Count a login, and return whether it's allowed now rather than too early."""
        bucket, now = shard.number % self.at_once, self._now()
        if now - self._last.get(bucket, 0.0) < self.pause:
            return False
        self.used += 1
        self.left -= 1
        self._last[bucket] = now
        return True

    def describe(self) -> Json:
        """Return Discord's session start limit object."""
        return {
            "total": TOTAL,
            "remaining": max(0, self.left),
            "reset_after": self.reset_after,
            "max_concurrency": self.at_once,
        }
