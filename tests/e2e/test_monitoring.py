"""The real bot under watch: its metrics, its log in JSON, its health in every state, and feedback."""

import asyncio
import json
import random
import re
import socket
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from playground.model.starting_world import GUILD_ID, SECOND_TABLE_ID
from playground.model.values import Channel
from tests.e2e.running_bot import RACK_LINE, ROOT, VARIANTS, RunningBot

from .messages import require_private
from .player import begin, play_on
from .test_start import start_and_wait

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = "My grandmother wants larger tiles @everyone"
IDS = re.compile(r"(?<![.\d])\d{15,}")  # Discord's; a sum of seconds has as many digits after its point
WELL = "The bot is running, and 1 of 1 shards are connected to Discord."


def find_port() -> int:
    """A free port, outside the range from which the system takes ports by itself."""
    for port in random.sample(range(10_000, 30_000), 100):
        with closing(socket.socket()) as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise LookupError


PORT = find_port()
SETTINGS = {
    "METRICS_PORT": str(PORT),
    "LOG_FORMAT": "json",
    "LOG_LEVEL": "debug",
    "FEEDBACK_CHANNEL": str(SECOND_TABLE_ID),
}


def _ask() -> str:
    with urlopen(f"http://127.0.0.1:{PORT}/metrics", timeout=10) as answer:  # our own address
        return str(answer.read().decode())


async def read_metrics() -> dict[str, float]:
    """The samples by their names and labels."""
    lines = (await asyncio.to_thread(_ask)).splitlines()
    samples = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in samples}


async def until_metrics(name: str, least: float) -> dict[str, float]:
    async with asyncio.timeout(30):
        while (found := await read_metrics()).get(name, -1) < least:  # noqa: ASYNC110  # the bot tells nobody
            await asyncio.sleep(0.1)
    return found


async def check_health(running_bot: RunningBot) -> tuple[int, str]:
    """The exit code of `bot.py health`, without the token, and what it says."""
    folder, program = running_bot.database.parent, (str(ROOT / "bot.py"), "health")
    database = running_bot.settings["DATABASE_URL"]
    ended = await asyncio.to_thread(lambda: start_and_wait(folder, program=program, DATABASE_URL=database))
    return ended.returncode, (ended.stdout + ended.stderr).strip()


async def test_a_played_game_shows_in_metrics_and_log_what_was_done_and_nothing_that_is_hidden(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)
    await begin(room, [ana, ben])
    await play_on(running_bot, room, VARIANTS["classic"], [ana, ben], moves=8)
    await require_private(ana.command("start", room))  # the game runs already
    await ana.autocomplete("play", "move", room, move="R4 R5")

    found = await until_metrics("rackety_open_games", 1)

    done = samples("rackety_interactions_total", found)
    assert sum(done.values()) > 10
    assert done[("/new", "command", "ok")] == done[("join", "tap", "ok")] == done[("start", "tap", "ok")] == 1
    assert done[("/start", "command", "refused")] == 1
    assert {outcome for _, _, outcome in done} <= {"ok", "refused"}
    assert found["rackety_commit_duration_seconds_count"] > 10
    assert found["rackety_event_loop_lag_seconds_count"] > 0
    assert found["rackety_counted_requests_total"] > 0
    assert found["rackety_connected_shards"] == found["rackety_shards"] == 1
    assert found["rackety_database_size_bytes"] > 100_000
    assert_nothing_hidden(running_bot, await asyncio.to_thread(_ask))


def samples(name: str, found: Mapping[str, float]) -> dict[tuple[str, ...], float]:
    """The samples of a metric by the values of their labels, in the order of the labels' names."""
    return {tuple(re.findall(r'="([^"]*)"', key)): value for key, value in found.items() if key.startswith(f"{name}{{")}


def assert_nothing_hidden(running_bot: RunningBot, metrics: str) -> None:
    """The labels are from closed sets, the log is JSON; neither names a person, an id or a text."""
    labels = set(re.findall(r'(\w+)="([^"]*)"', metrics))
    verbs = {f"/{each['name']}" for each in running_bot.world.commands.values()}
    known = {"kind": {"tap", "command", "form"}, "outcome": {"ok", "refused", "failed"}}
    assert {value for name, value in labels if name in known and value not in known[name]} == set()
    assert {value for name, value in labels if name == "action" and value.startswith("/")} <= verbs
    assert all(re.fullmatch(r"/?[a-z-]{1,20}", value) for name, value in labels if name == "action")
    log = running_bot.log
    for line in log.splitlines():
        if line != "ready":  # which the test itself prints
            assert set(json.loads(line)) <= {"time", "level", "logger", "message", "error"}
    people = [each.user.name for each in running_bot.seats(4)] + [str(each.user.id) for each in running_bot.seats(4)]
    words = [*people, str(GUILD_ID), TEXT, "grandmother", running_bot.playground.token]
    assert [word for word in words if word in metrics] == []
    assert [word for word in words if word in log] == []
    assert not IDS.search(metrics)
    assert not RACK_LINE.search(metrics)


async def test_health_says_what_state_the_bot_is_in(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path, "tests.e2e.hurry", METRICS_PORT="") as running_bot:
        assert await check_health(running_bot) == (0, WELL)

        running_bot.expect("can't be reached")
        running_bot.faults.refuse_gateway(times=1_000)
        running_bot.faults.drop_gateway()
        await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM alive WHERE connected = 0"))
        code, said = await check_health(running_bot)
        assert code == 1
        assert re.fullmatch(r"The bot is running, but without a connection to Discord since [\d: -]+ UTC\.", said)

        await running_bot.kill()
        running_bot.write("UPDATE alive SET seen_at = seen_at - 31")  # half a minute goes by
        code, said = await check_health(running_bot)
        assert code == 1
        assert said.startswith("The bot isn't running, hasn't reached Discord or can't write to its database: ")
        running_bot.check()
