"""A hundred tables at once, with double taps, taps of the wrong people and taps on old racks among them."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psutil  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.soak.drivers import Driver

if TYPE_CHECKING:
    from playground.client.shown import ShownMessage
    from playground.client.user import SimulatedUser
    from storage.games import Game
    from tests.e2e.running_bot import RunningBot

pytestmark = pytest.mark.soak

TABLES = 100
ROUNDS = 8
WARM = 3  # rounds that fill the caches of pictures and texts
TURNS = 8  # of every table in a round
OFTEN = 0.1
GROWTH = 8 * 2**20  # bytes between the rounds that warm up and the last


@dataclass
class Crowd(Driver):
    """Plays by drawing, while others tap what they should not. `done` counts what was tried."""

    def __post_init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.old: ShownMessage | None = None

    async def turn(self) -> None:
        """Make one move; whatever else is tapped is answered and does nothing."""
        game = self.running()
        mover, other = self._people(game)
        rack = await self._rack(mover)
        chance = self.dice.random()
        if chance < OFTEN:
            await self._stranger(other, game)
        elif chance < 2 * OFTEN:
            await self._late(mover)
        taps = 2 if self.dice.random() < OFTEN else 1
        self.done["double tap" if taps == 2 else "tap"] += 1
        self.asked[game.id, game.version + 1] = "draw"
        await asyncio.gather(*(mover.click(rack, "Draw") for _ in range(taps)))
        self._moved(game)

    def running(self) -> Game:
        game = self.newest()
        assert game
        return game

    def _people(self, game: Game) -> tuple[SimulatedUser, SimulatedUser]:
        """Who is to move, and who is not."""
        assert game.state
        seats = sorted(self.seats, key=lambda seat: seat.user.id != game.players[game.state.turn].user_id)  # type: ignore[union-attr]  # running
        return seats[0], seats[1]

    async def _rack(self, mover: SimulatedUser) -> ShownMessage:
        rack = await mover.command("rack", self.room)
        assert rack
        return rack

    async def _stranger(self, other: SimulatedUser, game: Game) -> None:
        """The player who is not to move draws."""
        self.done["wrong player"] += 1
        assert await other.command("draw", self.room)
        assert self.running().version == game.version

    async def _late(self, mover: SimulatedUser) -> None:
        """A rack of this turn stays behind in the channel and is tapped when the turn is long over."""
        if self.old is not None and mover.sees(self.running_bot.world.message(self.room.id, self.old.id)):
            self.done["stale tap"] += 1
            before = self.running().version
            assert await mover.click(self.old, "Draw")
            assert self.running().version == before
            self.old = None
        elif self.old is None:
            self.old = await self._rack(mover)

    def _moved(self, before: Game) -> None:
        assert self.running().version == before.version + 1
        rows = self.running_bot.rows(
            "SELECT line FROM log WHERE game_id = ? AND version > ?", before.id, before.version
        )
        assert [row["line"] for row in rows] == ["draw 1"]


async def begin(crowd: Crowd) -> None:
    for _ in range(3):
        await crowd.step()


async def play(crowd: Crowd) -> None:
    for _ in range(TURNS):
        await crowd.turn()


def resident(running_bot: RunningBot) -> int:
    return int(psutil.Process(running_bot.process_id).memory_info().rss)


@pytest.mark.timeout(900)
async def test_a_hundred_tables_get_an_answer_to_every_tap_and_one_effect_of_each_move(running_bot: RunningBot) -> None:
    crowds = [
        Crowd(running_bot, running_bot.room(f"table-{number}"), running_bot.seats(2), random.Random(number))
        for number in range(TABLES)
    ]
    await asyncio.gather(*map(begin, crowds))
    memory, start = [], time.monotonic()
    for _ in range(ROUNDS):
        await asyncio.gather(*map(play, crowds))
        memory.append(resident(running_bot))
        running_bot.playground.requests.clear()

    done = sum((crowd.done for crowd in crowds), Counter[str]())
    seconds = time.monotonic() - start
    sizes = ", ".join(f"{each / 2**20:.0f}" for each in memory)
    print(f"{dict(done)} in {seconds:.0f} s; memory {sizes} MiB")
    for crowd in crowds:
        crowd.check()
    assert min(done[kind] for kind in ("double tap", "wrong player", "stale tap")) > TABLES
    assert memory[-1] - memory[WARM - 1] < GROWTH
    assert running_bot.witness.leaks == []
