"""The real bot under watch: its metrics, its log in JSON, its health in every state, and feedback."""

import asyncio
import json
import random
import re
import socket
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from playground.api.messages import MESSAGES
from playground.model.errors import MISSING_ACCESS
from playground.model.starting_world import GUILD_ID, SECOND_TABLE_ID
from playground.model.values import Channel
from tests.e2e.running_bot import RACK_LINE, ROOT, RunningBot

from .looking import require_answer, require_private
from .player import Beginner
from .test_start import sentence, started

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
    "OWNER_CONTACT": "owner@example.org",
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
    ended = await asyncio.to_thread(lambda: started(folder, program=program, DATABASE_URL=database))
    return ended.returncode, (ended.stdout + ended.stderr).strip()


async def test_a_played_game_shows_in_metrics_and_log_what_was_done_and_nothing_that_is_hidden(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await require_answer(ana.command("new", room))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    players = [Beginner(ana, room, "letters"), Beginner(ben, room, "window")]
    for _ in range(8):
        await players[running_bot.state(room).turn].move()
    await require_private(ana.command("start", room))  # the game runs already
    await ana.autocomplete("play", "move", room, move="R4 R5")

    found = await until_metrics("rackety_open_games", 1)

    done = samples("rackety_interactions_total", found)
    assert sum(done.values()) > 20
    assert done[("/new", "command", "ok")] == done[("join", "tap", "ok")] == done[("start", "tap", "ok")] == 1
    assert done[("/start", "command", "refused")] == 1
    assert done.get(("text", "form", "ok"), 0) == players[1].plays
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
    words = [*people, str(GUILD_ID), TEXT, "grandmother", "owner@example.org", running_bot.playground.token]
    assert [word for word in words if word in metrics] == []
    assert [word for word in words if word in log] == []
    assert not IDS.search(metrics)
    assert not RACK_LINE.search(metrics)


async def test_feedback_reaches_the_host_s_channel_as_plain_text_and_is_kept_nowhere(
    running_bot: RunningBot, room: Channel
) -> None:
    chloe = running_bot.seat("Chloé")

    answer = await require_private(chloe.command("feedback", room, text=TEXT))

    assert answer.text == "Thank you. Your feedback has been sent to the bot's owner."
    (post,) = [each for each in chloe.messages(SECOND_TABLE_ID) if not each.ephemeral]
    assert f"```\n{TEXT}\n```" in post.text
    assert f"<@{chloe.user.id}>" in post.text
    assert f"(`{GUILD_ID}`)" in post.text
    assert post.json["mentions"] == []
    assert not post.json["mention_everyone"]
    assert all("grandmother" not in dump for dump in await dumped(running_bot))
    assert_nothing_hidden(running_bot, await asyncio.to_thread(_ask))


async def dumped(running_bot: RunningBot) -> list[str]:
    """Everything that is stored."""
    tables = [row["name"] for row in running_bot.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return [str([tuple(row) for row in running_bot.rows(f"SELECT * FROM {name}")]) for name in tables]  # noqa: S608  # our own tables


async def test_a_channel_that_takes_no_feedback_is_said_to_its_author(running_bot: RunningBot, room: Channel) -> None:
    running_bot.faults.refuse(MESSAGES, MISSING_ACCESS, method="POST")
    running_bot.expect(50001, "FEEDBACK_CHANNEL")

    answer = await require_private(running_bot.seat("Ben").command("feedback", room, text=TEXT))

    assert answer.text.startswith("Your feedback couldn't be sent. Please try again later.")
    assert answer.text.endswith("You can reach them here: owner@example.org")
    found = await until_metrics("rackety_invalid_requests", 1)
    assert samples("rackety_interactions_total", found)[("/feedback", "command", "refused")] == 1


async def test_a_rate_limit_is_counted_by_its_scope(running_bot: RunningBot, room: Channel) -> None:
    running_bot.faults.rate_limit(MESSAGES, 0.1, method="POST")
    running_bot.expect(0, "rate limited", 429)

    await require_private(running_bot.seat("Dmitri").command("feedback", room, text=TEXT))

    assert (await read_metrics())['rackety_rate_limits_total{scope="user"}'] == 1


async def test_the_log_has_the_link_to_add_the_bot(running_bot: RunningBot) -> None:
    said = [json.loads(line)["message"] for line in running_bot.log.splitlines() if line.startswith("{")]

    (link,) = [message for message in said if message.startswith("invite link: ")]
    assert link == (
        "invite link: https://discord.com/oauth2/authorize?client_id=1100000000000000100"
        "&scope=bot+applications.commands&permissions=309237681152"
    )


async def test_a_second_bot_with_the_same_port_is_refused_and_the_first_goes_on(
    running_bot: RunningBot, room: Channel, tmp_path: Path
) -> None:
    settings = {**running_bot.settings, "DATABASE_URL": f"sqlite:///{tmp_path}/rackety.db"}

    ended = await asyncio.to_thread(started, tmp_path, **settings)

    said = f"METRICS_PORT {PORT} is used by another program: choose another port, or end that program."
    assert sentence(ended) == said
    assert not await asyncio.to_thread(lambda: [*tmp_path.iterdir()])  # nothing was begun
    assert await require_private(running_bot.seat("Ana").command("help", room))
    assert await read_metrics()


async def test_health_says_what_state_the_bot_is_in(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path, METRICS_PORT="") as running_bot:
        assert await check_health(running_bot) == (0, WELL)

        running_bot.expect("can't be reached")
        running_bot.faults.refuse_gateway(times=3)
        running_bot.faults.drop_gateway()
        away = await until_health(running_bot, 1)
        assert re.fullmatch(r"The bot is running, but without a connection to Discord since [\d: -]+ UTC\.", away)
        assert await until_health(running_bot, 0) == WELL

        await running_bot.kill()
        assert running_bot.write("UPDATE alive SET seen_at = seen_at - 31") == 0  # half a minute goes by
        code, said = await check_health(running_bot)
        assert code == 1
        assert said.startswith("The bot isn't running, hasn't reached Discord or can't write to its database: ")

        await running_bot.start()  # and asking has changed nothing
        assert await until_health(running_bot, 0) == WELL
        running_bot.check()


async def until_health(running_bot: RunningBot, code: int) -> str:
    """Ask again until the exit code is this one, and return the sentence."""
    async with asyncio.timeout(60):
        while (found := await check_health(running_bot))[0] != code:  # noqa: ASYNC110  # as above
            await asyncio.sleep(0.1)
    return found[1]


async def test_the_port_is_closed_when_the_bot_has_stopped(tmp_path: Path) -> None:
    port = find_port()
    async with RunningBot.open(tmp_path, METRICS_PORT=str(port)) as running_bot:
        with closing(socket.create_connection(("127.0.0.1", port), timeout=10)):
            began = time.monotonic()
            assert await running_bot.stop() == 0  # although a reader has connected and asks nothing
        assert time.monotonic() - began < 10
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=10)
