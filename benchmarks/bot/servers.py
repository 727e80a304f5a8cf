"""Memory of the real bot on many servers, beside that of a discord.py bot with the usual caches.

Each server has 40 channels, 15 roles and 20 emojis.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.bot.processes import Process, run_bot
from benchmarks.measure.figures import Alternative, Figure
from playground import Playground

SOME, MANY = 2_500, 25_000
ON_A_SHARD = 1_000  # servers, as Discord advises
BARE = ("-m", "benchmarks.bot.bare")
PATIENCE = 600.0  # seconds until all shards are ready, at most
ANSWER = 60.0  # seconds that a busy bot may take to answer
POLL = 0.1
REST = 1.0  # seconds in which a bot that has read everything uses hardly any CPU
IDLE = 0.05  # seconds of CPU in that time
KIB, MIB = 2**10, 2**20
SHARE = 0.2  # of plain discord.py's memory for a server; with 2,500, free memory between objects makes it vary
MOST = 200.0  # MiB with many servers


@dataclass(frozen=True, slots=True)
class Load:
    """A bot on `servers` servers: bytes of `resident` memory, seconds until `ready`, and seconds of `cpu` in all."""

    servers: int
    resident: int
    ready: float
    cpu: float


async def _load(folder: Path, servers: int, *command: str) -> Load:
    shards = max(1, servers // ON_A_SHARD)
    settings = {"shards": shards, "logins_at_once": shards, "other_servers": servers, "answer_within": ANSWER}
    async with Playground.start(record=False, **settings) as playground:  # type: ignore[arg-type]  # mypy sees one type
        begin = perf_counter()
        async with run_bot(playground, folder / f"{servers}.db", *command, patience=PATIENCE) as bot:
            async with asyncio.timeout(PATIENCE):
                await _wait_until_told(playground, shards)
                await playground.seat("Ana").command("ok" if command else "help")
                ready = perf_counter() - begin
                await _wait_until_idle(bot)
            return Load(servers, bot.resident(), ready, bot.cpu())


async def _wait_until_told(playground: Playground, shards: int) -> None:
    """Wait until every shard has been sent all of its servers."""
    while True:
        sockets = [each.socket for each in playground.gateway.sessions.values() if each.socket]
        if len(sockets) == shards and not any(each.unsent for each in sockets):
            return
        await asyncio.sleep(POLL)


async def _wait_until_idle(bot: Process) -> None:
    spent = -1.0
    while bot.cpu() - spent > IDLE:
        spent = bot.cpu()
        await asyncio.sleep(REST)


def _take_per_server(load: Load, empty: Load) -> float:
    """Return the KiB that each server takes."""
    return (load.resident - empty.resident) / (load.servers - empty.servers) / KIB


def _print(name: str, load: Load, empty: Load) -> None:
    each = f"{_take_per_server(load, empty):6.1f} KiB each" if load.servers else " " * 15
    cpu = f"{load.ready:6.1f} s until ready, {load.cpu:5.1f} s of CPU"
    print(f"  {name:12} {load.servers:6,} servers {load.resident / MIB:8.1f} MiB {each} {cpu}")


async def _measure(folder: Path) -> tuple[list[Load], list[Load]]:
    own = [await _load(folder, servers) for servers in (0, SOME, MANY)]
    plain = [await _load(folder, servers, *BARE) for servers in (0, SOME)]
    return own, plain


def run() -> Sequence[Figure]:
    """Measure the memory, print it, and return the figures (measured values and bounds)."""
    with TemporaryDirectory() as name:
        own, plain = asyncio.run(_measure(Path(name)))
    print("Servers with 40 channels, 15 roles and 20 emojis: resident memory, and the start")
    for load in own:
        _print("the bot", load, own[0])
    for load in plain:
        _print("discord.py", load, plain[0])
    each = _take_per_server(own[1], own[0])
    share = each / _take_per_server(plain[1], plain[0])
    beside = Alternative("plain discord.py", plain[1].resident / MIB, " MiB")
    return [
        Figure(
            f"memory for each of {SOME:,} servers, as a share of plain discord.py's",
            share,
            SHARE,
            short="share",
            beside=Alternative("plain discord.py", _take_per_server(plain[1], plain[0]), " KiB", each),
        ),
        Figure(f"resident memory on {SOME:,} servers", own[1].resident / MIB, unit=" MiB", short="some", beside=beside),
        Figure(f"resident memory on {MANY:,} servers", own[2].resident / MIB, MOST, " MiB", short="many"),
    ]


if __name__ == "__main__":
    print(*run(), sep="\n")
