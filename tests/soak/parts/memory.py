"""People play game after game to the end, and the bot takes no more memory and no more files for it.

A trial is one bot. Pairs of people play thousands of games of all systems in the same channels: they look at racks,
the log and what is under More, move, and resign; then the end cards are shown.
"""

import asyncio
import random
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil  # type: ignore[import-untyped]  # it ships no types

from playground.client.user import SimulatedUser
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import VARIANTS, RunningBot
from tests.soak.drivers import Driver
from tests.soak.growth import Growth, Sample
from tests.soak.part import ERRORS, Control, Counts, Part

ROOMS, PAIRS = 150, 600  # so that nobody, and no channel, has too many tables in ten minutes
AT_ONCE = 4  # games
MOVES = 4  # of a game, before somebody resigns
MOST_FILES = 5  # that may be opened and not closed; requests under way come and go
MOST_GROWTH = 1.05  # a factor


@dataclass(frozen=True)
class Size:
    """How many games there are; when `warm` are over, caches are full. Growth by fewer bytes doesn't count."""

    games: int
    warm: int
    negligible: int = 0


FULL = Size(games=3_000, warm=500)
BRIEF = Size(games=120, warm=60, negligible=20 * 2**20)
PLANTED = Size(games=24, warm=8, negligible=20 * 2**20)


class Match(Driver):
    """One game from its lobby to its end."""

    async def play(self) -> None:
        """Open a table, play some moves with open racks, and resign."""
        for _ in range(3):  # open, join, start
            await self.step()
        for seat in self.seats:
            await seat.command("rack", self.room)
        for _ in range(MOVES):
            if (game := self.newest()) and game.phase is Phase.PLAYING:
                await self.step()
        await self.seats[1].command("log", self.room)
        while (game := self.newest()) and game.phase is Phase.PLAYING:
            await self._resign()

    async def _resign(self) -> None:
        asked = await self.seats[0].command("resign", self.room)
        assert asked
        await self.seats[0].click(asked, "Resign")


def run(seed: int) -> Counts:
    """Play three thousand games."""
    return asyncio.run(play(FULL, random.Random(seed)))


def run_briefly(seed: int) -> Counts:
    """Play some games."""
    return asyncio.run(play(BRIEF, random.Random(seed)))


async def play(size: Size, dice: random.Random, fault: str = "") -> Counts:
    """Have these games played, and return how many were and by how much the bot grew; `fault` is planted."""
    planted = [f"tests.soak.planted {fault}"] if fault else []
    with TemporaryDirectory() as folder:
        async with RunningBot.open(Path(folder), *planted) as running_bot:
            matches = _arrange(running_bot, size.games, dice)
            counts: Counts = Counter()
            samples: list[Sample] = []
            playing = [_play_on(running_bot, matches, counts, samples) for _ in range(AT_ONCE)]
            await asyncio.gather(*playing)
            return counts + _judge(Growth(samples, size.warm), size)


def _arrange(running_bot: RunningBot, games: int, dice: random.Random) -> Iterator[Match]:
    """Yield games; channels and pairs of people take turns, and so do systems."""
    rooms: Sequence[Channel] = [running_bot.room(f"room-{number}") for number in range(min(games, ROOMS))]
    pairs: Sequence[list[SimulatedUser]] = [
        [running_bot.stranger(), running_bot.stranger()] for _ in range(min(games, PAIRS))
    ]
    for number in range(games):
        system = {"variant": [*VARIANTS][number % len(VARIANTS)]}
        yield Match(running_bot, rooms[number % len(rooms)], pairs[number % len(pairs)], dice, options=system)


async def _play_on(running_bot: RunningBot, matches: Iterator[Match], counts: Counts, samples: list[Sample]) -> None:
    """Play one game after the other, and measure the bot after each."""
    process = psutil.Process(running_bot.process_id)
    for match in matches:
        try:
            await match.play()
            counts["games"] += 1
        except Exception:  # noqa: BLE001  # a game's failure is a result of the run
            traceback.print_exc()
            counts[ERRORS] += 1
        samples.append(Sample.take(process, counts["games"]))
        running_bot.playground.requests.clear()


def _judge(growth: Growth, size: Size) -> Counts:
    first, last = growth.files
    print(f"  files: {first:.0f} when warm, {last:.0f} at the end", flush=True)
    return Counter(
        grown=growth.exceeds(MOST_GROWTH, size.negligible),
        unclosed=int(last - first) if last - first > MOST_FILES else 0,
    )


# controls


def leak(seed: int) -> Counts:
    return asyncio.run(play(PLANTED, random.Random(seed), "leak"))


def leave_open(seed: int) -> Counts:
    return asyncio.run(play(PLANTED, random.Random(seed), "leave-open"))


PART = Part(
    name="memory",
    promise="However many games are played to the end, the bot takes no more memory and leaves no file open",
    run=run,
    run_sample=run_briefly,
    full=1,
    sample=1,
    faults=("grown", "unclosed"),
    controls=(
        Control("each move leaks a mebibyte", "grown", leak),
        Control("each move leaves a file open", "unclosed", leave_open),
    ),
)
