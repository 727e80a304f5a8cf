"""Discord is away in ways in which it has been: in simulated time for hours, and for seconds under the real bot.

A trial is one outage of `tests/soak/outages.py`. The bot's connections live through it in simulated time, and so does a
start of the bot; then people play at two tables of the real bot while it's away.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import discord

from playground import Playground
from services.concurrency.supervise import Backoff
from storage.games import Phase
from tests.e2e.running_bot import RunningBot, has_emojis
from tests.soak.drivers import look, stop_all, wait
from tests.soak.names import DOWN, use_names
from tests.soak.outages import (
    BACK_WITHIN,
    MOST_LOGINS,
    OUTAGES,
    SHARDS,
    Keep,
    Outage,
    World,
    end,
    find_outage,
    is_whole,
    keep_connected,
    simulate,
)
from tests.soak.part import Control, Counts, Part
from tests.soak.parts.faults import ANSWERED_WITHIN, Player, list_faults, list_wrong
from ui.gateway import connection
from ui.gateway.connection import Shards, log_in

TABLES = 2
SHORTEST, LONGEST = 5.0, 30.0  # seconds of an outage under the real bot
SHOWN_WITHIN = 60.0  # seconds until a table is right after nobody plays anymore, or Discord is back
DOUBLED_FOR = 65.0  # seconds for which a message may be there twice: a minute, and the look itself


def run(seed: int) -> Counts:
    """Live through the seed's outage."""
    dice = random.Random(seed)
    outage = OUTAGES[seed % len(OUTAGES)]
    counts = judge(outage) + judge(outage, at_start=True)
    return counts + asyncio.run(replay(outage, dice.uniform(SHORTEST, LONGEST), dice))


def judge(outage: Outage, *, at_start: bool = False, keep: Keep = keep_connected) -> Counts:
    """Live through an outage in simulated time, and return what was found."""
    logging.disable(logging.ERROR)  # of each try
    try:
        found = simulate(outage, at_start=at_start, keep=keep)
    except Exception as error:  # noqa: BLE001  # whatever ends the bot is found
        print(f"{outage.name}: the bot ended: {error!r}")
        return Counter(outages=1, ended=1)
    finally:
        logging.disable(logging.NOTSET)
    away, logins = found["away"] > BACK_WITHIN, found["logins"] > MOST_LOGINS
    print(f"{outage.name}{', at the start' * at_start}: back after {found['away']:.0f} s, {found['logins']:.0f} logins")
    return Counter(outages=1, hours=round(outage.hours), away=int(away), spent=int(logins))


@asynccontextmanager
async def _running(outage: Outage, *installed: str) -> AsyncIterator[RunningBot]:
    """The real bot on all shards, which finds Discord by its name."""
    with TemporaryDirectory() as folder:
        async with Playground.start(shards=SHARDS, global_limit=False, answer_within=ANSWERED_WITHIN) as playground:
            has_emojis(playground)
            playground.gateway.resume_url = use_names(playground.gateway.resume_url)
            playground.faults.limit_logins(outage.logins)
            running_bot = RunningBot(playground, Path(folder))
            running_bot.installed = ("tests.soak.names", "tests.soak.usual_pace", *installed)
            try:
                await running_bot.start()
                yield running_bot
            finally:
                await running_bot.kill()


async def replay(outage: Outage, seconds: float, dice: random.Random, *installed: str) -> Counts:
    """Let people play at two tables of the real bot while an outage lasts, and return what was found."""
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # of connections that are cut
    async with _running(outage, *installed) as running_bot:
        players = Player.seat(running_bot, TABLES, dice)
        playing = [asyncio.create_task(player.play()) for player in players]
        await running_bot.until(lambda: all(_is_running(player) for player in players))
        gateway, down = running_bot.playground.gateway, Path(running_bot.database).with_name(DOWN)
        world = World(
            running_bot.faults, lambda broken: down.touch() if broken else down.unlink(missing_ok=True), seconds
        )
        used = gateway.logins.used
        outage.begin(world)
        await asyncio.sleep(seconds)
        if outage.is_away or outage.stops_api:  # else the tables needn't wait for its end
            end(world)
        back = await wait(lambda: is_whole(running_bot.playground), BACK_WITHIN)
        answered = [len(player.answered) for player in players]
        await running_bot.until(lambda: all(len(each.answered) > n for each, n in zip(players, answered, strict=True)))
        await stop_all(playing)
        shown = await wait(lambda: not _list_frozen(running_bot, players), SHOWN_WITHIN)
        frozen = _list_frozen(running_bot, players)
        print(f"{outage.name}: back after {back:.1f} s, and right after {shown:.1f} s", *frozen, sep="\n  ")
        end(world)
        found = await look(lambda: list_faults(running_bot, players), DOUBLED_FOR)
        counts = Counter(played=1, answered=sum(len(player.answered) for player in players))
        is_back, logins = is_whole(running_bot.playground), gateway.logins.used - used
        counts += Counter(away=int(not is_back), frozen=len(frozen), spent=int(logins > MOST_LOGINS))
        return counts + Counter(unsettled=found.total())


def _is_running(player: Player) -> bool:
    game = player.newest()
    return game is not None and game.phase is Phase.PLAYING


def _list_frozen(running_bot: RunningBot, players: Sequence[Player]) -> list[str]:
    return [each for player in players for each in list_wrong(running_bot, player, may_double=True)]


# controls


async def resume_for_ever(client: discord.AutoShardedClient, token: str) -> None:
    with mock.patch.object(connection, "RESUMES", 1_000_000):
        await keep_connected(client, token)


async def log_in_at_once(client: discord.AutoShardedClient, token: str) -> None:
    await log_in(client, token)
    await Shards(client, losses=Backoff(longest=1.0)).keep()


async def give_up(client: discord.AutoShardedClient, token: str) -> None:
    await client.login(token)
    await Shards(client).keep()


def _judge(outage: str, keep: Keep, _: int, *, at_start: bool = False) -> Counts:
    return judge(find_outage(outage), at_start=at_start, keep=keep)


def _replay_history(fault: str, seed: int) -> Counts:
    outage = find_outage("the history answers 500")
    return asyncio.run(replay(outage, SHORTEST, random.Random(seed), f"tests.soak.planted_faults {fault}"))


PART = Part(
    name="outages",
    promise="After Discord's outages the bot is back in 2 minutes, its tables in 1, and few logins are spent",
    run=run,
    full=2 * len(OUTAGES),
    sample=len(OUTAGES) // 2,
    faults=("away", "spent", "ended", "frozen", "unsettled"),
    controls=(
        Control(
            "the bot resumes at a dead host for ever",
            "away",
            partial(_judge, "the resume host is dead", resume_for_ever),
        ),
        Control(
            "the bot logs in every second", "spent", partial(_judge, "half of the shards are dead", log_in_at_once)
        ),
        Control(
            "the bot doesn't repeat a login that fails",
            "ended",
            partial(_judge, "names aren't found", give_up, at_start=True),
        ),
        Control(
            "the bot lets discord.py repeat requests of the history",
            "frozen",
            partial(_replay_history, "wait-for-history"),
        ),
        Control(
            "the bot never looks again for a message that is there twice",
            "unsettled",
            partial(_replay_history, "look-once"),
        ),
    ),
)
