"""What keeps the bot from starting is one sentence on standard error, and an exit code."""

import asyncio
import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from pathlib import Path

import pytest

from bot_settings import BotSettings
from hosting.version import write_versions
from playground import Playground
from storage.schema import migrations
from tests.e2e.running_bot import ROOT, RunningBot, has_emojis
from tests.support.spoilt_env_files import SPOILT, TOKEN

from .looking import require_answer

PATIENCE = 60  # seconds
ANY = "any"  # the bot ends before it needs a token
MISSING = "DISCORD_TOKEN is missing: copy .env.example to .env and put your bot's token there."
NOT_OURS = "DATABASE_URL: A database address looks like sqlite:///rackety.db or sqlite:////var/lib/rackety.db."
# The bot's own start, in one folder after the other with the settings of each, and what ends it.
EACH_FOLDER = """
import json, os, sys
root, starts = sys.argv[1], json.loads(sys.argv[2])
sys.path.insert(0, root)
import bot
for folder, settings in starts.items():
    os.environ.update(settings)
    os.chdir(folder)
    try:
        bot.main()
    except SystemExit as end:
        print(json.dumps([folder, str(end)]))
    os.chdir("..")
    for name in settings:
        del os.environ[name]
"""


@dataclass(frozen=True)
class Refused:
    """A start in a folder of its own that ends with this sentence, in which paths begin at the folder."""

    sentence: str
    files: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)


def with_token(sentence: str, **settings: str) -> Refused:
    return Refused(sentence, settings={"DISCORD_TOKEN": ANY, **settings})


REFUSED = {
    "no token": Refused(MISSING),
    "an empty token": Refused(
        "DISCORD_TOKEN is missing: put your bot's token after DISCORD_TOKEN= in .env.", {".env": "DISCORD_TOKEN=\n"}
    ),
    "a name that is unknown, in the file": Refused(
        "Line 2 of .env: DATABASE_URI isn't a setting of Rackety; did you mean DATABASE_URL?",
        {".env": "DISCORD_TOKEN=x\nDATABASE_URI=red\n"},
    ),
    "a name that is unknown, in the environment": with_token(
        "DATABASE_URI isn't a setting of Rackety; did you mean DATABASE_URL?", DATABASE_URI="y"
    ),
    "a pause": with_token(
        "COMPUTER_PAUSE must be a number of seconds up to 30, or two such as 1.5-4.", COMPUTER_PAUSE="soon"
    ),
    "another kind of database": with_token(NOT_OURS, DATABASE_URL="postgres://user:secret@host/db"),
    "a bare path": with_token(NOT_OURS, DATABASE_URL="rackety.db"),
    "a folder that is not there": with_token(
        "The database nowhere/rackety.db can't be opened: No such file or directory.",
        DATABASE_URL="sqlite:///nowhere/rackety.db",
    ),
    "an upload": with_token("UPLOAD_COMMANDS must be changed or always.", UPLOAD_COMMANDS="never"),
    "a server": with_token(
        "DISCORD_API_URL isn't an address such as https://discord.com/api/v10.", DISCORD_API_URL="discord"
    ),
    "a server without a name": with_token(
        "DISCORD_API_URL isn't an address such as https://discord.com/api/v10.", DISCORD_API_URL="https://"
    ),
    "a gateway with an impossible port": with_token(
        "DISCORD_GATEWAY_URL isn't an address such as wss://gateway.discord.gg/.",
        DISCORD_GATEWAY_URL="wss://discord.example:99999/",
    ),
    "a server without encryption": with_token(
        "DISCORD_API_URL would send your token unencrypted: use https://, or set UNENCRYPTED_DISCORD=allowed.",
        DISCORD_API_URL="http://discord.example/api/v10",
    ),
    "a gateway without encryption": with_token(
        "DISCORD_GATEWAY_URL would send your token unencrypted: use wss://, or set UNENCRYPTED_DISCORD=allowed.",
        DISCORD_GATEWAY_URL="ws://127.0.0.1.example/",
    ),
    "encryption": with_token("UNENCRYPTED_DISCORD must be refused or allowed.", UNENCRYPTED_DISCORD="yes"),
    "a token's file": Refused(
        "DISCORD_TOKEN_FILE can't be read: No such file or directory.", settings={"DISCORD_TOKEN_FILE": "secret"}
    ),
    "two tokens": with_token(
        "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: choose one of them.", DISCORD_TOKEN_FILE=ANY
    ),
    "a level": with_token("LOG_LEVEL must be debug, info, warning or error.", LOG_LEVEL="loud"),
    "a format": with_token("LOG_FORMAT must be text or json.", LOG_FORMAT="xml"),
    "a port": with_token(
        "METRICS_PORT must be a number from 1 to 65535; leave it empty for no metrics.", METRICS_PORT="http"
    ),
    "an address of another machine": with_token(
        "METRICS_HOST isn't an address of this machine: Cannot assign requested address.",
        METRICS_PORT="9464",
        METRICS_HOST="192.0.2.1",
    ),
    "a contact": with_token("OWNER_CONTACT must be one line of at most 200 characters.", OWNER_CONTACT="x" * 201),
    "a channel": with_token(
        "FEEDBACK_CHANNEL must be a channel's id, which is a number: copy it in Discord's developer mode.",
        FEEDBACK_CHANNEL="#bugs",
    ),
}


def started(
    folder: Path, *, program: Sequence[str] = (str(ROOT / "bot.py"),), **settings: str
) -> subprocess.CompletedProcess[str]:
    """The bot's end, in a folder of its own; without further settings it has none at all."""
    known = tuple(each.name.upper() for each in fields(BotSettings))
    clean = {name: value for name, value in os.environ.items() if not name.startswith(known)}
    return subprocess.run(  # noqa: S603  # our own program
        [sys.executable, *program],
        cwd=folder,
        env=clean | settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def sentence(ended: subprocess.CompletedProcess[str]) -> str:
    """The last line of standard error, the only one that is no log."""
    assert ended.returncode != 0
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    *log, last = ended.stderr.strip().splitlines()
    assert all("INFO" in line for line in log), ended.stderr
    return last


def start_in_turn(folder: Path, starts: Mapping[str, Refused]) -> dict[str, str]:
    """Return how each of these starts ends. One process makes them all, for starting Python takes most of the time."""
    for name, each in starts.items():
        (folder / name).mkdir(exist_ok=True)
        for file, content in each.files.items():
            (folder / name / file).write_text(content)
    settings = json.dumps({name: dict(each.settings) for name, each in starts.items()})
    ended = started(folder, program=["-c", EACH_FOLDER, str(ROOT), settings])
    assert [line for line in ended.stderr.splitlines() if "INFO" not in line] == []
    said = (ended.stdout + ended.stderr).lower()
    assert [secret for secret in ("secret", *TOKEN.split(".")) if secret.lower() in said] == []
    ends = dict(json.loads(line) for line in ended.stdout.splitlines())
    assert list(ends) == list(starts)
    return {name: end.replace(f"{folder / name}/", "") for name, end in ends.items()}


def test_a_missing_token_is_named(tmp_path: Path) -> None:
    assert sentence(started(tmp_path)).startswith("DISCORD_TOKEN is missing: copy .env.example to .env")


def test_what_is_wrong_is_one_sentence(tmp_path: Path) -> None:
    assert start_in_turn(tmp_path, REFUSED) == {name: each.sentence for name, each in REFUSED.items()}


def test_no_way_to_put_a_token_in_the_file_prints_it(tmp_path: Path) -> None:
    starts = {name: Refused(meant, {".env": content}) for name, (content, meant) in SPOILT.items()}

    ends = start_in_turn(tmp_path, starts)

    assert [end[: len(starts[name].sentence)] for name, end in ends.items()] == [meant for _, meant in SPOILT.values()]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_database_without_permission_is_named(tmp_path: Path) -> None:
    (tmp_path / "rackety.db").touch()
    (tmp_path / "rackety.db").chmod(0)

    assert "can't be opened" in sentence(started(tmp_path, DISCORD_TOKEN=ANY))


def test_a_file_that_is_not_our_database_is_left_alone(tmp_path: Path) -> None:
    diary, other = tmp_path / "diary" / "rackety.db", tmp_path / "other" / "rackety.db"
    for file in (diary, other):
        file.parent.mkdir()
    diary.write_bytes(b"My diary. " * 500)
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE diary (day TEXT)")

    ends = start_in_turn(tmp_path, {"diary": with_token("rackety.db"), "other": with_token("another program")})

    assert "rackety.db" in ends["diary"]
    assert ends["other"] == "The database rackety.db isn't a database of Rackety."
    assert diary.read_bytes() == b"My diary. " * 500
    with closing(sqlite3.connect(other)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("diary",)]


@pytest.mark.asyncio
async def test_a_server_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        port = playground.port
    running_bot = RunningBot(playground, tmp_path)  # which nobody serves anymore
    try:
        await running_bot.run()
        await running_bot.until(
            lambda: "Discord can't be reached (ClientConnectorError); the next try is in 2 s" in running_bot.log
        )
        async with Playground.start(port) as back:
            await running_bot.until(lambda: back.world.bot_online and back.world.commands)
            assert await running_bot.stop() == 0
        assert "Traceback" not in running_bot.log
    finally:
        await running_bot.kill()


@pytest.mark.asyncio
async def test_a_bot_that_waits_for_discord_ends_at_once_and_cleanly(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        playground.faults.server_error("/users/@me", 503, times=1_000)
        running_bot = RunningBot(playground, tmp_path)
        try:
            await running_bot.run()
            await running_bot.until(
                lambda: "Discord can't be reached (HTTP 503); the next try is in 2 s" in running_bot.log
            )

            assert await running_bot.stop() == 0
        finally:
            await running_bot.kill()
        first, second, *_ = running_bot.log.splitlines()
        assert first.endswith(write_versions())
        assert second.endswith(f"database: {running_bot.database}; schema: {len(migrations())}; open games: 0")
        assert running_bot.log.rstrip().endswith("good night")
        assert "Traceback" not in running_bot.log


@pytest.mark.asyncio
async def test_a_start_survives_a_discord_that_fails_everywhere_at_first(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        has_emojis(playground)
        playground.faults.server_error("/users/@me", 503)
        playground.faults.server_error("/applications/{application_id}/commands", 503, method="PUT")
        playground.faults.refuse_gateway()
        running_bot = RunningBot(playground, tmp_path)
        try:
            await running_bot.start()

            running_bot.expect(503, "can't be reached", "could not be uploaded")
            assert running_bot.world.commands
            assert await require_answer(running_bot.seat("Ana").command("help", running_bot.room()))
            running_bot.check()
        finally:
            await running_bot.kill()


@pytest.mark.asyncio
async def test_an_hour_of_rate_limits_is_waited_for_with_a_sentence(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        limited = playground.faults.rate_limit("/users/@me", 3600)
        running_bot = RunningBot(playground, tmp_path)
        try:
            await running_bot.run()
            await running_bot.until(lambda: "Retrying in 3600.00 seconds" in running_bot.log)
            assert limited.times == 0
            assert await running_bot.stop() == 0
        finally:
            await running_bot.kill()
        assert "Traceback" not in running_bot.log


@pytest.mark.asyncio
async def test_a_ban_is_waited_out(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        has_emojis(playground)
        playground.faults.ban("/users/@me")
        running_bot = RunningBot(playground, tmp_path)
        try:
            await running_bot.start()
        finally:
            await running_bot.kill()
        assert "Discord can't be reached (HTTP 429); the next try is in 1 s" in running_bot.log
        assert "Traceback" not in running_bot.log


@pytest.mark.asyncio
async def test_a_token_that_is_reset_while_the_bot_runs_ends_it_with_a_sentence(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path) as running_bot:
        running_bot.faults.drop_gateway(4004)

        assert await running_bot.until(lambda: running_bot.has_ended)
        assert "Discord does not accept DISCORD_TOKEN: copy the bot's token again" in running_bot.log
        assert "Traceback" not in running_bot.log


@pytest.mark.asyncio
async def test_commands_that_discord_refuses_end_no_start(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        has_emojis(playground)
        refusal = playground.faults.server_error("/applications/{application_id}/commands", 400, method="PUT")
        running_bot = RunningBot(playground, tmp_path)
        try:
            await running_bot.run()
            await running_bot.until(
                lambda: running_bot.world.bot_online and "Discord refuses the commands" in running_bot.log
            )
            assert refusal.times == 0
            assert await running_bot.stop() == 0
            assert "Traceback" not in running_bot.log

            await running_bot.start()  # and the next one uploads them
            assert running_bot.world.commands
        finally:
            await running_bot.kill()


@pytest.mark.asyncio
async def test_commands_are_uploaded_again_only_if_the_host_wants_that(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        has_emojis(playground)
        running_bot = RunningBot(playground, tmp_path)
        try:
            for forced in ("changed", "changed", "always"):
                (tmp_path / ".env").write_text(f"UPLOAD_COMMANDS={forced}\n")
                await running_bot.start()
                await running_bot.stop()
        finally:
            await running_bot.kill()

        assert sum(each.method == "PUT" for each in playground.requests) == 2


@pytest.mark.asyncio
async def test_a_token_that_discord_does_not_know_is_explained(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        unknown = "not.the.token"
        settings = {"DISCORD_API_URL": playground.api_url, "DISCORD_GATEWAY_URL": playground.gateway_url}

        ended = await asyncio.to_thread(started, tmp_path, DISCORD_TOKEN=unknown, **settings)

    said = sentence(ended)
    assert said.startswith("Discord does not accept DISCORD_TOKEN")
    assert unknown not in ended.stderr


def test_all_settings_that_are_wrong_are_named_at_once(tmp_path: Path) -> None:
    ended = started(tmp_path, DISCORD_TOKEN="x", FEEDBACK_CHANNEL="words", METRICS_PORT="x", RETAIN_GAMES="x")  # noqa: S106  # nobody's

    assert ended.returncode == 1
    assert [line.split()[0] for line in ended.stderr.splitlines()] == [
        "RETAIN_GAMES",
        "FEEDBACK_CHANNEL",
        "METRICS_PORT",
    ]
    assert not [*tmp_path.iterdir()]


@pytest.mark.asyncio
async def test_a_second_bot_on_the_same_database_is_refused(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path) as running_bot:
        ended = await asyncio.to_thread(started, tmp_path, **running_bot.settings)

        assert sentence(ended) == f"The database {running_bot.database} is used by another process."
        assert stat.S_IMODE(running_bot.database.stat().st_mode) == 0o600
        running_bot.check()


@pytest.mark.asyncio
async def test_the_bot_reads_its_settings_from_the_file(tmp_path: Path) -> None:
    async with Playground.start() as playground:
        running_bot = RunningBot(playground, tmp_path)
        (tmp_path / ".env").write_text("".join(f"{name}={value}\n" for name, value in running_bot.settings.items()))
        try:
            await running_bot.start()
            assert {each["name"] for each in running_bot.world.commands.values()} == {
                "new", "join", "leave", "start", "table", "rack", "draw", "play", "pass", "resign", "leaderboard",
                "profile", "tournament", "data", "privacy",
                "rules", "help", "claim", "fit", "hint", "review", "puzzle", "puzzle-board",
                "settings", "setup", "solve", "games", "log", "end", "move-table", "feedback",
            }  # fmt: skip
            assert all(
                part["description"].strip(" …")
                for each in running_bot.world.commands.values()
                for part in [each, *each.get("options", [])]
            )
            running_bot.check()
        finally:
            await running_bot.kill()
