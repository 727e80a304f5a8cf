"""Restarts of the real bot with a thousand open games: seconds until it answers, and memory."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time

from benchmarks.bot.processes import run_bot
from benchmarks.measure.figures import Figure
from engine.game.actions import Draw
from engine.text.phrases import as_is
from engine.variants import load
from playground import Playground
from playground.model.starting_world import GUILD_ID
from storage.database import Database, open_database
from storage.games import GameStore, Phase, Player

GAMES = 1_000
TURNS = 20  # draws in each game
STARTS = 3
MOST = 5.0  # seconds until the first answer, at most
PATIENCE = 120.0  # seconds until every table is shown, at most
POLL = 0.05
POSTED, EDITED = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
MIB = 2**20


async def _fill(database: Database, playground: Playground) -> None:
    """Store `GAMES` open games of four players, each in a channel of its own."""
    games, variants = GameStore(database, load()), load()
    variant = next(iter(variants.values()))
    players = tuple(Player(user.id, user.name) for user in playground.world.users.values())
    now = int(time())
    for number in range(GAMES):
        lobby = await games.open(
            guild_id=GUILD_ID,
            channel_id=playground.world.add_channel(f"table-{number}").id,
            host=players[0],
            variant=variant.info.key,
            options={},
            now=now,
            interaction_id=2 * number + 1,
        )
        state = variant.setup(len(players), number.to_bytes(32), now, {}).state
        for _ in range(TURNS):
            state = variant.apply(state, Draw(state.turn), now=now).state
        begun = replace(lobby, players=players, phase=Phase.PLAYING, state=state, news=(as_is("A tile was drawn."),))
        await games.commit(begun, interaction_id=2 * number + 2, now=now)


@dataclass(frozen=True, slots=True)
class Start:
    """One start of the bot: seconds until it's `online`, has `answered` with a rack, and has `shown` every table.

    Every table is shown again, because its deadline was postponed by the time that the bot was away. Meanwhile a player
    asks for a rack over and over; `slowest` is the longest wait in seconds. `resident` is the memory at the end, in
    bytes.
    """

    online: float
    answered: float
    shown: float
    slowest: float
    resident: int


async def _start(playground: Playground, database: Path) -> Start:
    """Start the bot, wait until it has shown every table, kill it, and return what was measured."""
    since, begin = len(playground.requests), perf_counter()
    async with run_bot(playground, database) as bot:
        online = perf_counter() - begin
        await _rack(playground)
        answered = perf_counter() - begin
        showing = asyncio.create_task(_wait_until_shown(playground, since))
        slowest = max([await _rack(playground) async for _ in _until(showing)])
        start = Start(online, answered, perf_counter() - begin, slowest, bot.resident())
        bot.kill()
        return start


async def _rack(playground: Playground) -> float:
    """Send /rack and return the seconds until its answer. Raises: LookupError if the answer has no picture."""
    begin = perf_counter()
    answer = await playground.seat("Ana").command("rack", list(playground.world.channels)[-1])
    if answer is None or not answer.pictures:
        raise LookupError(answer and answer.text)
    return perf_counter() - begin


async def _until(ready: asyncio.Task[None]) -> AsyncIterator[None]:
    """Yield None every `POLL` seconds until the task is done. Raises: the task's exception."""
    while not ready.done():
        yield
        await asyncio.sleep(POLL)
    ready.result()


async def _wait_until_shown(playground: Playground, since: int) -> None:
    """Wait until the bot's requests from index `since` on have posted or edited every table. Raises: TimeoutError."""
    shown: set[str] = set()
    async with asyncio.timeout(PATIENCE):
        while len(shown) < GAMES:
            await asyncio.sleep(POLL)
            new = playground.requests[since:]
            since += len(new)
            shown |= {each.response["channel_id"] for each in new if each.route in (POSTED, EDITED) and each.response}


async def _measure(path: Path) -> Sequence[Start]:
    async with Playground.start(answer_within=MOST) as playground:
        async with open_database(f"sqlite:///{path}") as database:
            await _fill(database, playground)
        await _start(playground, path)  # the first start posts the tables
        return [await _start(playground, path) for _ in range(STARTS)]


def run() -> Sequence[Figure]:
    """Measure the restarts, print their times and memory, and return the figure (measured value and bound)."""
    with TemporaryDirectory() as name:
        starts = asyncio.run(_measure(Path(name) / "rackety.db"))
        empty = asyncio.run(_empty(Path(name) / "empty.db"))
    print(f"Restart: the real bot on {GAMES:,} open games of four, after kill -9, median of {STARTS}")
    print(f"  from start to online           {median(each.online for each in starts):7.2f} s")
    print(f"  from start to the first rack   {median(each.answered for each in starts):7.2f} s")
    print(f"  until every table shows it     {median(each.shown for each in starts):7.2f} s")
    print(f"  slowest rack meanwhile         {max(each.slowest for each in starts):7.2f} s")
    print(f"  resident memory then           {median(each.resident for each in starts) / MIB:7.1f} MiB")
    print(f"  the same without any game      {empty / MIB:7.1f} MiB")
    slowest = max(each.answered for each in starts)
    return [Figure(f"restart to the first answer with {GAMES:,} open games, slowest", slowest, MOST, " s")]


async def _empty(database: Path) -> int:
    """Start a bot without any game, and return its resident memory in bytes."""
    async with Playground.start() as playground, run_bot(playground, database) as bot:
        await playground.seat("Ana").command("help")
        return bot.resident()


if __name__ == "__main__":
    run()
