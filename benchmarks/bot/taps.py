"""Seconds from a tap on a bench to its new picture, compared with a bare command that answers with a text."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, time

from benchmarks.bot.processes import run_bot
from benchmarks.measure.figures import Figure
from engine.game.goals import Level
from engine.game.self_play import derive_seed
from engine.text.phrases import as_is
from engine.variants import load
from playground import Playground, ShownMessage, SimulatedUser
from playground.model.starting_world import GUILD_ID
from storage.database import Database, open_database
from storage.games import GameStore, Phase, Player

PLAYERS = 32
TURNS = 24  # turns in each game
TAPS = 1_200  # taps in total for each entry of LOADS
LOADS = {8: 0.3, 32: 1.0}  # users who tap at the same time, and the seconds within which 99 of 100 taps are answered
PATIENCE = 30.0  # seconds for an answer, at most


async def _fill(database: Database, playground: Playground) -> None:
    """Store `PLAYERS` games of two in the middle of play, each in a channel of its own and with a new user to move."""
    games, variants = GameStore(database, load()), load()
    variant = next(iter(variants.values()))
    now = int(time())
    for number in range(PLAYERS):
        user = playground.world.add_user(f"Player {number}")
        other = playground.world.add_user(f"Other {number}")
        lobby = await games.open(
            guild_id=GUILD_ID,
            channel_id=playground.world.add_channel(f"table-{number}").id,
            host=Player(user.id, user.name),
            variant=variant.info.key,
            options={},
            now=now,
            interaction_id=2 * number + 1,
        )
        state = variant.setup(2, derive_seed(1, number), now, {"clock": 0}).state
        for _ in range(TURNS + 1):
            action = variant.choose(variant.view(state, state.turn), Level.FAIR, derive_seed(2, number))
            after = variant.apply(state, action, now=now).state
            if after.outcome or (state.turns >= TURNS and state.turn == 0):
                break
            state = after
        players = (Player(user.id, user.name), Player(other.id, other.name))
        begun = replace(lobby, players=players, phase=Phase.PLAYING, state=state, news=(as_is("A tile was drawn."),))
        await games.commit(begun, interaction_id=2 * number + 2, now=now)


@dataclass
class BenchTapper:
    """A player who taps on a bench: picks a tile, has it arranged, undoes that, sorts the rack, and so on.

    `shown` is the bench's newest message; `steps` yields the names of the controls to tap, one after another.
    """

    seat: SimulatedUser
    shown: ShownMessage
    steps: Iterator[str] = field(default_factory=lambda: cycle(["pick", "fit", "step", "sort"]))

    async def tap(self) -> float:
        """Tap the next control; return the seconds until the answer. Raises: LookupError if that has no picture."""
        verb = next(self.steps)
        control = re.findall(rf"rk:{verb}:[\w:.-]+", str(self.shown.json))[0]
        values = [self.shown.component(control)["options"][0]["value"]] if verb == "pick" else []
        begin = perf_counter()
        if values:
            answer = await self.seat.select(self.shown, control, values)
        else:
            answer = await self.seat.forge(self.shown, control)
        took = perf_counter() - begin
        if answer is None or not answer.pictures:
            raise LookupError(answer and answer.text)
        self.shown = answer
        return took


async def _time_taps(benches: Sequence[BenchTapper], in_flight: int) -> list[float]:
    """Return the seconds until the answer for every tap, when `in_flight` users tap at the same time."""

    async def taps(bench: BenchTapper) -> list[float]:
        return [await bench.tap() for _ in range(TAPS // in_flight)]

    return [each for one in await asyncio.gather(*map(taps, islice(benches, in_flight))) for each in one]


async def _bare(playground: Playground, in_flight: int) -> list[float]:
    """Return the seconds until the answer for every bare command, when `in_flight` users send them at the same time."""

    async def one(seat: SimulatedUser) -> list[float]:
        took = []
        for _ in range(TAPS // in_flight):
            begin = perf_counter()
            await seat.command("ok")
            took.append(perf_counter() - begin)
        return took

    seats = [playground.seat(user) for user in list(playground.world.users.values())[:in_flight]]
    return [each for took in await asyncio.gather(*map(one, seats)) for each in took]


@dataclass(frozen=True, slots=True)
class Waits:
    """The seconds within which half (`median`) and 99 of 100 (`most`) of the taps or commands were answered."""

    median: float
    most: float


def _waits(took: Sequence[float]) -> Waits:
    cuts = quantiles(took, n=100)
    return Waits(cuts[49], cuts[98])


async def _measure(folder: Path) -> dict[int, tuple[Waits, Waits]]:
    """Return (waits for taps, waits for bare commands) by the number of users who tap or send at the same time."""
    async with AsyncExitStack() as stack:
        real = await stack.enter_async_context(Playground.start(answer_within=PATIENCE))
        async with open_database(f"sqlite:///{folder / 'rackety.db'}") as database:
            await _fill(database, real)
        bare = await stack.enter_async_context(Playground.start(answer_within=PATIENCE))
        for number in range(PLAYERS):
            bare.world.add_user(f"Player {number}")
        async with run_bot(real, folder / "rackety.db"):
            benches = []
            for number in range(PLAYERS):
                seat = real.seat(f"Player {number}")
                channel = next(each for each in real.world.channels.values() if each.name == f"table-{number}")
                shown = await seat.command("rack", channel)
                if shown is None:
                    raise LookupError(channel.name)
                benches.append(BenchTapper(seat, shown))
            await _time_taps(benches, PLAYERS)  # warm-up
            taps = {many: _waits(await _time_taps(benches, many)) for many in LOADS}
        async with run_bot(bare, folder / "none.db", "-m", "benchmarks.bot.bare"):
            commands = {many: _waits(await _bare(bare, many)) for many in LOADS}
    return {many: (taps[many], commands[many]) for many in LOADS}


def run() -> Sequence[Figure]:
    """Measure the waits, print them, and return the figures (measured values with their bounds)."""
    with TemporaryDirectory() as name:
        found = asyncio.run(_measure(Path(name)))
    print("Taps: from the tap to the answer with its picture, bot and playground on this machine")
    figures = []
    for many, (taps, bare) in found.items():
        print(f"  {many:2} in flight      median {1000 * taps.median:6.0f} ms, p99 {1000 * taps.most:6.0f} ms")
        print(f"   bare command    median {1000 * bare.median:6.0f} ms, p99 {1000 * bare.most:6.0f} ms")
        figures.append(
            Figure(f"tap on a bench, p99 with {many} in flight", 1000 * taps.most, 1000 * LOADS[many], " ms")
        )
    return figures


if __name__ == "__main__":
    run()
