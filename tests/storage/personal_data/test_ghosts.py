"""What is stored for the seats of deleted people."""

import json

from storage.benches import BenchState, BenchStore
from storage.database import Database
from storage.posts import BENCH, Post, PostStore, name_bench
from storage.texts import TextKind, TextStore

ANN, GHOST = {"user_id": 11, "name": "Ann"}, {"user_id": -5, "name": "deleted-0005"}
GAME = """
    INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, news, version, opened_at,
                      changed_at)
    VALUES (?, ?, ?, 11, 'classic', '{}', ?, ?, '[]', 1, 0, 5)
"""


async def test_nothing_private_is_stored_for_the_seat_of_a_deleted_person(database: Database) -> None:
    await database.run(GAME, (1, 1, 1, json.dumps([ANN, GHOST]), "playing"))
    for seat in (0, 1):
        await BenchStore(database).keep(1, seat, BenchState(color="R"))
        await TextStore(database).keep(1, seat, 1, "R6", TextKind.REFUSED)
        posts = PostStore(database)
        await posts.begin(Post(name_bench(1, seat), BENCH, 7, 9, "nonce", "waiting", 0))
        await posts.settle(name_bench(1, seat), "1")

    for table in ("bench", "text"):
        assert [row["seat"] for row in await database.run(f"SELECT seat FROM {table}")] == [0]  # noqa: S608  # ours
    assert [row["owner"] for row in await database.run("SELECT owner FROM post")] == [name_bench(1, 0)] * 2
