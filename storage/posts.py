"""The bot's messages that stay true: which were posted for what, and which are perhaps on their way."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from sqlite3 import Row

from storage.database import Database, Parameters
from storage.recent import LruCache
from storage.shards import ALL_SERVERS, Shard

TABLE = "table"  # the kind of a table's messages, and how the purpose of the table itself begins
BENCH = "bench"  # the kind of a seat's direct messages
SERVER = "server"  # the kind of what is posted on a server by itself
TOURNAMENT = "tournament"  # the kind of a tournament's messages

_AT_HAND = 2_000  # owners in the cache

_OF = "SELECT * FROM post WHERE owner = ? ORDER BY number"
_BEGIN = """
    INSERT INTO post (owner, purpose, channel_id, message_id, nonce, shown, posted_at)
    VALUES (:owner, :purpose, :channel_id, :message_id, :nonce, :shown, :posted_at) ON CONFLICT DO NOTHING
"""
_NOTE = "UPDATE post SET message_id = ?, shown = ? WHERE owner = ? AND nonce = ?"
_FORGET = "DELETE FROM post WHERE owner = ? AND nonce = ?"
_SETTLE = """
    INSERT INTO post (owner, purpose, channel_id, message_id, nonce, shown, posted_at) VALUES (?, '', 0, 0, '', ?, 0)
    ON CONFLICT (owner, nonce) DO UPDATE SET shown = excluded.shown
"""
_DOUBT = "UPDATE post SET shown = '' WHERE owner = :owner AND (purpose = '' OR purpose GLOB :purpose || '*')"
_ON_THEIR_WAY = "SELECT DISTINCT owner FROM post WHERE message_id IS NULL AND owner GLOB ? || ' *' ORDER BY owner"
# The `Game.shown_version` of open and of ended tables. The first conditions are those of two indices: most games have
# ended, and their rows are large.
_STALE_TABLES = """
    SELECT id, changed_at FROM game LEFT JOIN post ON owner = 'table ' || id AND nonce = ''
    WHERE phase IN ('lobby', 'playing') AND guild_id <> 0 AND (guild_id >> 22) % :shards = :shard
      AND shown IS NOT version || ' ' || coalesce(suspended_until, deadline, waits_until, '')
    UNION
    SELECT id, changed_at FROM game JOIN post ON owner = 'table ' || id AND nonce = ''
    WHERE phase IN ('over', 'closed') AND (guild_id >> 22) % :shards = :shard AND shown <> version || ' '
    UNION
    SELECT id, changed_at FROM post JOIN game ON id = CAST(substr(owner, length('table ') + 1) AS INTEGER)
    WHERE message_id IS NULL AND owner GLOB 'table *' AND (guild_id >> 22) % :shards = :shard
    ORDER BY changed_at DESC, id
"""
# The direct messages of benches that are on their way, or aren't true for this version of the game; a player to move
# may need a first one: `CROSS JOIN` begins with the few who want them. `CAST` stops before the seat.
_STALE_BENCHES = """
    WITH bench AS (
        SELECT owner, CAST(substr(owner, length('bench ') + 1) AS INTEGER) AS game_id, message_id IS NULL AS is_sent
        FROM post WHERE owner GLOB 'bench *' AND purpose <> ''
        UNION
        SELECT 'bench ' || game_id || ' ' || player.key, game_id, FALSE
        FROM has_direct_racks CROSS JOIN seat USING (user_id) CROSS JOIN game ON game.id = game_id
            JOIN json_each(players) AS player
        WHERE json_extract(player.value, '$.user_id') = user_id AND json_extract(state, '$.turn') = player.key
    )
    SELECT DISTINCT bench.owner FROM bench JOIN game ON game.id = game_id
        LEFT JOIN post AS settled ON settled.owner = bench.owner AND settled.nonce = ''
    WHERE (guild_id >> 22) % ? = ? AND (is_sent OR settled.shown IS NOT version || ' '
        || iif(phase IN ('over', 'closed'), '', coalesce(suspended_until, deadline, waits_until, '')))
    ORDER BY bench.owner
"""


@dataclass(frozen=True, slots=True)
class Post:
    """A message of the bot, for one `purpose` of its `owner`, such as the ping of `table 12`.

    It was begun at `posted_at`, in seconds since the epoch. `message_id` is None from then until Discord's answer is
    stored, and 0 if Discord refused the message, or it's gone and mustn't come back, or it's there for good. `nonce` is
    random, and its own; it begins with `@` if an interaction posts the message. `shown` names the content; it's empty
    if that isn't known, or if what goes with the message has failed.
    """

    owner: str
    purpose: str
    channel_id: int
    message_id: int | None
    nonce: str
    shown: str
    posted_at: int

    @property
    def interaction_id(self) -> int | None:
        """The id of the interaction that posts the message; None if the bot does."""
        number = self.nonce.removeprefix("@").partition(" ")[0]
        return int(number) if self.nonce.startswith("@") else None


_COLUMNS = [each.name for each in fields(Post)]


class PostStore:
    """Stores the posts, in the order in which they were begun, and caches those of recently used owners."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent: LruCache[tuple[Post, ...]] = LruCache(_AT_HAND)  # by owner, with what all showed when it was true

    def clear_cache(self) -> None:
        """Forget all posts that are cached, because something else has changed them."""
        self._recent.clear()

    async def of(self, owner: str) -> list[Post]:
        """Return the posts of an owner, the oldest first."""
        return [each for each in await self._read(owner) if each.purpose]

    async def _read(self, owner: str) -> tuple[Post, ...]:
        known = self._recent.get(owner)
        if known is None:
            rows = await self._database.run(_OF, (owner,), committed=lambda rows: self._keep(owner, _read_posts(rows)))
            known = _read_posts(rows)
        return known

    def _keep(self, owner: str, posts: Iterable[Post]) -> None:
        self._recent.keep(owner, tuple(posts))

    async def _write(
        self, owner: str, sql: str, facts: Parameters, change: Callable[[tuple[Post, ...]], Iterable[Post]]
    ) -> None:
        """Change an owner's posts, and those in the cache in the same way and in the same order."""

        def keep(_: object) -> None:
            if (known := self._recent.get(owner)) is not None:
                self._keep(owner, change(known))

        await self._database.run(sql, facts, committed=keep)

    async def begin(self, post: Post) -> None:
        """Store a post before it's sent, or one that was found; one with the same nonce stays as it is."""
        facts = {name: getattr(post, name) for name in _COLUMNS}
        await self._write(post.owner, _BEGIN, facts, lambda known: _with(post, known))

    async def note(self, post: Post, message_id: int | None, shown: str) -> None:
        """Store a post's message, None while it isn't known, and what it shows."""
        noted = replace(post, message_id=message_id, shown=shown)
        facts = message_id, shown, post.owner, post.nonce
        await self._write(
            post.owner, _NOTE, facts, lambda known: (noted if each.nonce == post.nonce else each for each in known)
        )

    async def forget(self, post: Post) -> None:
        """Delete the record of a post: its message is gone, or nobody's business anymore."""
        facts = post.owner, post.nonce
        await self._write(
            post.owner, _FORGET, facts, lambda known: (each for each in known if each.nonce != post.nonce)
        )

    async def settle(self, owner: str, version: str) -> None:
        """Store that all messages of this owner are true for this version of it."""
        settled = Post(owner, "", 0, 0, "", version, 0)
        if settled not in await self._read(owner):
            await self._write(
                owner, _SETTLE, (owner, version), lambda known: (*(each for each in known if each.purpose), settled)
            )

    async def doubt(self, owner: str, purpose: str) -> None:
        """Let the messages of this owner be edited again whose purposes begin so, also after a restart."""

        def change(known: tuple[Post, ...]) -> Iterable[Post]:
            for each in known:
                is_doubted = not each.purpose or each.purpose.startswith(purpose)
                yield replace(each, shown="") if is_doubted else each

        await self._write(owner, _DOUBT, {"owner": owner, "purpose": purpose}, change)

    async def list_unsent(self, kind: str) -> list[str]:
        """Return the owners of a kind, such as `tournament`, with posts that are perhaps on their way."""
        return [row["owner"] for row in await self._database.run(_ON_THEIR_WAY, (kind,))]

    async def list_stale_tables(self, shard: Shard = ALL_SERVERS) -> list[int]:
        """Return the ids of a shard's games whose messages aren't true, the latest changed first."""
        facts = {"shards": shard.count, "shard": shard.number}
        return [row["id"] for row in await self._database.run(_STALE_TABLES, facts)]

    async def list_stale_benches(self, shard: Shard = ALL_SERVERS) -> list[str]:
        """Return the owners of direct messages with benches in a shard's games that may not be true, in order."""
        return [row["owner"] for row in await self._database.run(_STALE_BENCHES, (shard.count, shard.number))]


def _with(post: Post, known: tuple[Post, ...]) -> tuple[Post, ...]:
    return known if any(each.nonce == post.nonce for each in known) else (*known, post)


def _read_posts(rows: Sequence[Row]) -> tuple[Post, ...]:
    return tuple(Post(*(row[name] for name in _COLUMNS)) for row in rows)


def name_table(game_id: int) -> str:
    """Return the owner of a table's messages."""
    return f"{TABLE} {game_id}"


def name_bench(game_id: int, seat: int) -> str:
    """Return the owner of the direct message that shows a seat's bench."""
    return f"{BENCH} {game_id} {seat}"


def name_server(guild_id: int) -> str:
    """Return the owner of what is posted on a server by itself."""
    return f"{SERVER} {guild_id}"


def name_tournament(tournament_id: int) -> str:
    """Return the owner of a tournament's messages."""
    return f"{TOURNAMENT} {tournament_id}"


def read_tournament(owner: str) -> int:
    """Return the id of the tournament that owns messages."""
    return int(owner.removeprefix(TOURNAMENT))


def list_tables(posts: Sequence[Post]) -> list[Post]:
    """Return those of a table's posts that show the table, the oldest first."""
    return [each for each in posts if each.purpose.startswith(f"{TABLE} ")]
