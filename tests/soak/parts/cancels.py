"""Every command and every tap is canceled at each of its awaits, as happens to all tasks when the bot ends.

A trial is one ask of one person. A fresh bot is asked, and canceled at its first await; another at its second; and so
on. Each time no transaction may stay open, every game must be a whole one, and the same ask, delivered again, must
lead to what it would have led to.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

import aiosqlite

from storage.codec import encode
from storage.database import Database, StorageError
from storage.games import AlreadyDone, Game, GameStore, statements
from storage.games.rows import log_columns
from tests.soak.asking.asks import Ask, list_asks
from tests.soak.asking.cancel import Cancel
from tests.soak.asking.tables import Cell, lay_out
from tests.soak.fuzzing.open_bot import Failed, FreshBots, OpenBot
from tests.soak.part import Control, Counts, Part
from tests.support.rooms import REFUSALS
from ui.messages.error_replies import explain

CELLS = (Cell("to move", "playing"), Cell("host", "lobby"), Cell("stranger", "lobby"), Cell("host", "over"))
DRAWING = Cell("to move", "claims")  # somebody without a draft, who isn't asked
ELSEWHERE = {"claimed": "claims", "/claim": "claims", "reopen": "closed", "/new": "none"}  # states
HANGS = 5  # seconds
MOST_AWAITS = 1_000


@dataclass
class Watch:
    """How the games were, and how they were to be stored: whatever is found in the database must be one of these."""

    first: Sequence[Game]
    known: set[str] = field(default_factory=set)

    def is_whole(self, game: Game) -> bool:
        """Return whether the game is as it was, or as it was to be stored; a new table is what `open` made."""
        is_new = game.version == 1 and game.id not in {each.id for each in self.first}
        return is_new or game in self.first or _describe(game) in self.known

    @contextmanager
    def commits(self) -> Iterator[None]:
        """Note every game that is given to the store."""
        with swapped(*((GameStore, name, self._noting(getattr(GameStore, name))) for name in ("commit", "reopen"))):
            yield

    def _noting(self, original: Any) -> Any:
        async def store(games: GameStore, game: Game, **named: Any) -> Game:
            self.known.add(_describe(replace(game, version=game.version + 1)))
            stored: Game = await original(games, game, **named)
            return stored

        return store


@contextmanager
def swapped(*methods: tuple[type, str, Any]) -> Iterator[None]:
    """Have other methods in the places of these."""
    originals = [(owner, name, getattr(owner, name)) for owner, name, _ in methods]
    for owner, name, other in methods:
        setattr(owner, name, other)
    try:
        yield
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)


def _describe(game: Game) -> str:
    state = encode(game.state) if game.state else None
    return f"{game.id} {game.version} {game.phase} {game.channel_id} {game.players} {game.options} {state}"


@dataclass(frozen=True)
class Found:
    """What a canceled ask and the same ask again led to."""

    awaits: int
    counts: Counts
    games: tuple[tuple[object, ...], ...]


def run(seed: int) -> Counts:
    """Cancel the ask of this number at each of its awaits."""
    name, cell = list_cases()[(seed - 1) % len(list_cases())]
    return cancel_everywhere(name, cell)


def run_sample(seed: int) -> Counts:
    """Cancel one of the asks that change games."""
    return cancel_everywhere(*(("/play", CELLS[0]), ("join", CELLS[2]), ("/new", Cell("host", "none")))[(seed - 1) % 3])


@cache
def _bots() -> FreshBots:
    return FreshBots(lay_out)


@cache
def _asks() -> dict[str, Ask]:
    return {each.name: each for each in _bots().run(list_asks)}


@cache
def list_cases() -> list[tuple[str, Cell]]:
    """Return every ask with everybody who may ask it, elsewhere if it's about tables in another state."""
    return [
        (name, replace(cell, state=ELSEWHERE.get(name, cell.state)) if cell == CELLS[0] else cell)
        for name in _asks()
        for cell in CELLS
    ]


def cancel_everywhere(name: str, cell: Cell) -> Counts:
    """Cancel this ask at each of its awaits; return what was done and found."""
    whole = _try(name, cell, at=0)
    counts: Counts = Counter({"asks": 1, "canceled": 0}) + whole.counts
    for at in range(1, min(whole.awaits, MOST_AWAITS) + 1):
        found = _try(name, cell, at)
        counts += found.counts + Counter({"canceled": 1})
        if found.games != whole.games and not found.counts:
            counts["unlike"] += 1
        if found.counts or found.games != whole.games:
            print(f"{name} of {cell}, canceled at await {at} of {whole.awaits}: {dict(found.counts)}", flush=True)
    return counts


def _try(name: str, cell: Cell, at: int) -> Found:
    try:
        return _bots().run(partial(_ask_twice, ask=_asks()[name], cell=cell, at=at))
    except Failed as failed:
        print(f"{name} of {cell}, canceled at await {at}: {failed!r}", flush=True)
        return Found(0, Counter(crashed=1), ())


async def _ask_twice(bot: OpenBot, ask: Ask, cell: Cell, at: int) -> Found:
    """Ask, and cancel that; look at what is stored; ask again."""
    watch, cancel = Watch(await _read_games(bot)), Cancel(at)
    game = await cell.find_game(bot)
    with watch.commits():
        task = asyncio.create_task(cancel.run(_send(bot, ask, cell, game)))
        with suppress(asyncio.CancelledError):
            await task
        counts = await _look(bot, watch)
        try:
            async with asyncio.timeout(HANGS):
                await _send(bot, ask, cell, game)
        except TimeoutError:
            return Found(cancel.awaits, counts + Counter(stuck=1), ())
        counts += await _look(bot, watch)
    return Found(cancel.awaits, counts, await _summarize(bot))


async def _send(bot: OpenBot, ask: Ask, cell: Cell, game: Game | None) -> None:
    asked = cell.ask()
    try:
        await ask.send(bot, asked, game)
    except (*REFUSALS, StorageError) as refusal:
        await explain(asked, refusal)  # type: ignore[arg-type]  # walks and quacks


async def _look(bot: OpenBot, watch: Watch) -> Counts:
    """Return how many transactions are open, and how many games aren't as anybody has wanted them to be."""
    await bot.database.run("SELECT 1")  # waits its turn
    is_open = bot.database._connection.in_transaction  # noqa: SLF001  # what no part of the bot should see
    torn = [game for game in await _read_games(bot) if not watch.is_whole(game)]
    gaps = await bot.database.run(
        """SELECT game.id FROM game JOIN log ON log.game_id = game.id
        GROUP BY game.id HAVING max(log.version) <> game.version OR count(*) <> game.version"""
    )
    return +Counter({"open": int(is_open), "torn": len(torn) + len(gaps)})


async def _read_games(bot: OpenBot) -> list[Game]:
    """Return all games, as another process would read them."""
    store = GameStore(bot.database, bot.tables.variants)
    rows = await bot.database.run("SELECT id FROM game ORDER BY id")
    return [game for row in rows if (game := await store.get(row["id"]))]


async def _summarize(bot: OpenBot) -> tuple[tuple[object, ...], ...]:
    """Return what was done in the games; how new ones are shuffled may differ."""
    sql = "SELECT id, version, phase, channel_id, players FROM game ORDER BY id"
    logged = "SELECT game_id, version, seat, line FROM log ORDER BY game_id, version"
    return tuple([tuple(row) for each in (sql, logged) for row in await bot.database.run(each)])


# controls


def leave_open(_seed: int) -> Counts:
    """Plant transactions that end with their caller, and aren't rolled back."""

    async def attempt(database: Any, work: Any) -> Any:
        await database._connection.execute_fetchall("BEGIN IMMEDIATE")  # noqa: SLF001  # the planted fault is a part of it
        answer = await work(database._connection)  # noqa: SLF001  # as above
        await database._connection.commit()  # noqa: SLF001  # as above
        return answer

    async def finish(database: Any, attempt: Any, committed: Any) -> Any:
        return await database._run_and_report(attempt, committed)  # noqa: SLF001  # as above

    return _plant("/draw", DRAWING, (Database, "_attempt", attempt), (Database, "_finish", finish))


def store_apart(_seed: int) -> Counts:
    """Plant a store that notes a move in one transaction, and changes the game in another."""

    async def commit(store: Any, game: Game, **named: Any) -> Game:
        stored = replace(game, version=game.version + 1, changed_at=named["now"])
        entry = log_columns(stored, named["interaction_id"], named.get("line"), named.get("seat"))

        async def note(connection: aiosqlite.Connection) -> None:
            await connection.execute_fetchall(statements.NOTE, entry)

        async def change(connection: aiosqlite.Connection) -> Game:
            await store._change(connection, stored)  # noqa: SLF001  # as above
            return stored

        await store._database.transaction(note)  # noqa: SLF001  # as above
        done: Game = await store._database.transaction(change, committed=store._keep)  # noqa: SLF001  # as above
        return done

    return _plant("/draw", DRAWING, (GameStore, "commit", commit))


def hold_lock(_seed: int) -> Counts:
    """Plant a lock that isn't released by whoever is canceled."""
    locks: dict[GameStore, asyncio.Lock] = {}
    original = GameStore.get

    async def get(store: GameStore, number: int) -> Game | None:
        await locks.setdefault(store, asyncio.Lock()).acquire()
        await asyncio.sleep(0)
        game = await original(store, number)
        locks[store].release()
        return game

    return _plant("rack", CELLS[0], (GameStore, "get", get))


def _plant(name: str, cell: Cell, *faults: tuple[type, str, Any]) -> Counts:
    _asks()  # they are listed without the fault
    with swapped(*faults):
        return cancel_everywhere(name, cell)


def remember_first(_seed: int) -> Counts:
    """Plant a store that remembers an interaction before its change is stored."""
    seen: set[tuple[GameStore, int]] = set()
    original = GameStore.commit

    async def commit(store: GameStore, game: Game, **named: Any) -> Game:
        if (store, named["interaction_id"]) in seen:
            raise AlreadyDone(game)
        seen.add((store, named["interaction_id"]))
        await asyncio.sleep(0)
        return await original(store, game, **named)

    return _plant("/draw", DRAWING, (GameStore, "commit", commit))


def keep_errors(_seed: int) -> Counts:
    """Plant transactions whose errors nobody retrieves when their callers are gone."""

    def forget(database: Any, task: asyncio.Task[Any]) -> None:
        database._running.discard(task)  # noqa: SLF001  # as above

    return _plant("/new", CELLS[1], (Database, "_forget", forget))


PART = Part(
    name="cancels",
    promise="A command or tap that is canceled at any await leaves nothing open and no half of a move",
    run=run,
    run_sample=run_sample,
    full=508,
    sample=3,
    faults=("open", "torn", "unlike", "stuck", "crashed"),
    controls=(
        Control("a transaction ends with its caller", "open", leave_open, tries=1),
        Control("a move is stored in two transactions", "torn", store_apart, tries=1),
        Control("whoever is canceled keeps a lock", "stuck", hold_lock, tries=1),
        Control("an interaction counts as done before it is", "unlike", remember_first, tries=1),
        Control("an error stays with a task that nobody awaits", "crashed", keep_errors, tries=1),
    ),
)
