"""Shards: the parts into which a bot's servers are divided, each with a connection to Discord of its own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` shards; `number` counts from 0. Games outside of servers are on the first.

    Source: Discord's documentation of the gateway, "Sharding".
    """

    number: int = 0
    count: int = 1

    @classmethod
    def of(cls, guild_id: int, count: int) -> "Shard":
        """Return the shard that has this server; a server id of 0 stands for none."""
        return cls((guild_id >> 22) % count, count)


ALL_SERVERS = Shard()
