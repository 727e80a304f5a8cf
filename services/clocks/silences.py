"""Discord's silences: which shards hear nothing from it, and since when."""

from collections.abc import Iterable, Mapping


class Silences:
    """The last sign of life on each shard, and the beginning of each shard's silence, in seconds since the epoch.

    While its shard is silent, nobody can play on a server. A shard is silent from `start` to its first connection.
    """

    def __init__(self, start: int) -> None:
        self._start = start
        self._heard: dict[int, int] = {}  # of the connected shards
        self._began: dict[int, int] = {}  # of the others, except those that were never connected
        self._latencies: dict[int, float] = {}  # of the latest heartbeats at the last call of `listen`

    @property
    def connected(self) -> frozenset[int]:
        """The shards that aren't silent."""
        return frozenset(self._heard)

    def hear(self, shard: int, now: int) -> None:
        """Note a sign of life on a shard, unless it's silent."""
        if shard in self._heard:
            self._heard[shard] = now

    def listen(self, latencies: Mapping[int, float], now: int) -> None:
        """Note a sign of life on the shards whose latencies have changed: Discord has answered their heartbeats."""
        for shard in [each for each, latency in latencies.items() if latency != self._latencies.get(each)]:
            self.hear(shard, now)
        self._latencies = dict(latencies)

    def begin(self, shard: int, now: int) -> bool:
        """Begin a shard's silence, which counts from its last sign of life; return False if it was silent already."""
        heard = self._heard.pop(shard, None)
        if heard is not None:
            self._began[shard] = min(heard, now)
        return heard is not None

    def end(self, shard: int, now: int) -> int:
        """End a shard's silence, and return its length in seconds; 0 if it wasn't silent."""
        began = now if shard in self._heard else self._began.pop(shard, self._start)
        self._heard[shard] = now
        return max(0, now - began)

    def find_earliest(self, shards: Iterable[int]) -> int | None:
        """Return when the longest silence on these shards began; None if none of them is silent."""
        silent = (each for each in shards if each not in self._heard)
        return min((self._began.get(each, self._start) for each in silent), default=None)

    def leave_out(self, seconds: int, now: int) -> None:
        """Count the last seconds to no silence, because they are given back to everybody."""
        self._shift(seconds)
        self._heard = dict.fromkeys(self._heard, now)

    def set_back(self, seconds: int) -> None:
        """Move all times back, because the system clock was set back by these seconds."""
        self._shift(-seconds)
        self._heard = {shard: at - seconds for shard, at in self._heard.items()}

    def _shift(self, seconds: int) -> None:
        self._start += seconds
        self._began = {shard: at + seconds for shard, at in self._began.items()}
