"""A process that plays the games of a database on and on, and says which version of which game is stored.

`python -m tests.storage.player URL` ends only when it's killed; with the word `open` after it, as soon as the database
is open. With `second`, a made-up second migration brings it up to date. With `patient`, it tries again what failed;
with `sulky`, it doesn't, and stays. With `early`, it says that a game is stored before it is; with `half`, it leaves
out the game's news. Other words change how it stores: see `WAYS`.
"""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

import aiosqlite

from engine.game.actions import Draw
from engine.text.errors import GameError
from engine.text.phrases import as_is
from storage import database as storage_database
from storage.database import Database, StorageError, open_database
from storage.games import Game, GameStore
from storage.schema import migrations, schema_version
from tests.storage.made_up import second_migration
from tests.storage.tables import NOON, VARIANTS, dealt

MODES = ("FULL", "NORMAL", "OFF")  # of `PRAGMA synchronous`, of which FULL is the product's
WAYS = (*MODES, "open", "second", "piecemeal", "patient", "sulky", "early", "half")
change = GameStore._change  # noqa: SLF001  # what `half` plants is a part of it
AGAIN = 0.02  # seconds until what failed is tried again


async def play(games: GameStore, number: int, ways: Sequence[str]) -> None:
    while True:
        try:
            await move(games, number, is_early="early" in ways)
        except StorageError:
            if "sulky" in ways:
                await asyncio.Event().wait()
            if "patient" not in ways:
                raise
            await asyncio.sleep(AGAIN)


async def move(games: GameStore, number: int, *, is_early: bool) -> None:
    game = await games.get(number)
    assert game
    assert game.state
    try:
        state = VARIANTS[game.variant].apply(game.state, Draw(game.state.turn), now=NOON).state
    except GameError:
        state = dealt()
    news = f"Change {game.version + 1}."
    if is_early:
        print(number, game.version + 1, flush=True)  # noqa: T201  # as below
    changed = replace(game, state=state, news=(as_is(news),))
    game = await games.commit(changed, interaction_id=None, now=NOON, line=news)
    if not is_early:
        print(number, game.version, flush=True)  # noqa: T201  # to whoever kills it


async def migrate_piecemeal(connection: aiosqlite.Connection, scripts: Sequence[str]) -> None:
    """Apply migrations without a transaction."""
    seen = await schema_version(connection)
    for number, script in enumerate(scripts[seen:], seen + 1):
        await connection.executescript(f"{script}\nPRAGMA user_version = {number};")


async def store_half(games: GameStore, connection: aiosqlite.Connection, game: Game) -> None:
    """Store the game without its news."""
    await change(games, connection, replace(game, news=()))


async def main(url: str, ways: Sequence[str]) -> None:
    assert set(ways) <= set(WAYS)
    if "piecemeal" in ways:
        assert migrations()
        storage_database.migrate = migrate_piecemeal  # type: ignore[attr-defined]  # it imports the name
    if "half" in ways:
        GameStore._change = store_half  # type: ignore[method-assign, assignment]  # noqa: SLF001  # as above
    async with AsyncExitStack() as stack:
        if "second" in ways:
            stack.enter_context(second_migration())
        database = await stack.enter_async_context(open_database(url))
        await _set_synchronous(database, ways)
        if "open" not in ways:
            games = GameStore(database, VARIANTS)
            rows = await database.run("SELECT id FROM game WHERE phase IN ('lobby', 'playing')")
            await asyncio.gather(*(play(games, row["id"], ways) for row in rows))


async def _set_synchronous(database: Database, ways: Sequence[str]) -> None:
    for mode in {"NORMAL", "OFF"} & set(ways):
        await database.run(f"PRAGMA synchronous = {mode}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
