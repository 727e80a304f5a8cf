"""`check`: every point is a line, and what is wrong is a sentence that says what to do."""

import asyncio
import os
import re
import shutil
import socket
from collections import namedtuple
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from engine.override import override
from hosting.checks import discord_account, machine
from hosting.checks.machine import check_programs
from playground import Playground
from playground.model.starting_world import TABLE_ID
from storage.backups.daily import DailyBackups
from storage.database import open_database
from tests.hosting.conftest import TOKEN, Owner
from tests.storage.backups.test_copying import dump
from tests.storage.made_up import second_migration
from tests.storage.tables import url
from tests.storage.test_damage import damage

Usage = namedtuple("Usage", "total used free")  # noqa: PYI024  # as shutil has it
LINE = re.compile(r"(?:ok|warning|problem) +\S.*[.?]|warning .*: chmod 600 \S+")
WRONG_TOKEN = "problem  Discord does not accept DISCORD_TOKEN: copy the bot's token again from the developer portal."  # noqa: S105  # a sentence
ALL = str(1 << 10 | 1 << 11 | 1 << 15 | 1 << 35 | 1 << 38)


class Noon(datetime):
    """A clock that stands."""

    @classmethod
    @override
    def now(cls, tz: tzinfo | None = None) -> "Noon":
        return cls(2026, 11, 27, 12, tzinfo=tz)


@pytest.fixture(autouse=True)
def _backed_up(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a backup of today."""
    monkeypatch.setattr(machine, "datetime", Noon)
    make_backups(owner, 0)


def check(owner: Owner, *arguments: str) -> tuple[object, list[str]]:
    """Return the exit code and the lines, each of which is a verdict and whole sentences."""
    code, said = owner.run("check", *arguments)
    lines = said.splitlines()
    assert [each for each in lines if not LINE.fullmatch(each)] == []
    assert code == int(any(each.startswith("problem") for each in lines))
    return code, lines


def complaints(lines: list[str]) -> list[str]:
    return [each for each in lines if not each.startswith("ok")]


async def ask(owner: Owner, *arguments: str) -> list[str]:
    return (await asyncio.to_thread(check, owner, *arguments))[1]


def test_a_good_folder_is_fine(owner: Owner) -> None:
    code, lines = check(owner, "--offline")

    assert code == 0
    assert complaints(lines) == []
    assert [each.split()[1] for each in lines] == ["All", "Python", "The", "The", "The"]
    assert f"ok       The database {owner.database} is sound. It has 1 game." in lines


def test_nothing_is_changed_or_left(owner: Owner) -> None:
    before = sorted(owner.folder.rglob("*")), owner.database.read_bytes()

    check(owner, "--offline")

    assert (sorted(owner.folder.rglob("*")), owner.database.read_bytes()) == before


def test_each_problem_of_the_settings_is_a_line(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    (owner.folder / ".env").write_text("COMPUTER_PAUSE=soon\nDISCORD_GATEWAY_URL=discord\n")
    (owner.folder / ".env").chmod(0o600)
    monkeypatch.delenv("DISCORD_TOKEN")

    assert complaints(check(owner)[1]) == [
        "problem  DISCORD_TOKEN is missing: put your bot's token after DISCORD_TOKEN= in .env.",
        "problem  DISCORD_GATEWAY_URL isn't an address such as wss://gateway.discord.gg/.",
        "problem  COMPUTER_PAUSE must be a number of seconds up to 30, or two such as 1.5-4.",
        "warning  The rest can be checked when the settings can be read.",
    ]


def test_without_a_token_the_rest_is_checked(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")

    _, lines = check(owner)

    assert len(complaints(lines)) == 1
    assert any(f"The database {owner.database} is sound" in each for each in lines)


def test_files_that_others_can_read_are_reported(owner: Owner) -> None:
    settings = owner.folder / ".env"
    settings.write_text("COMPUTER_PAUSE=0\n")
    for each in (settings, owner.database):
        each.chmod(0o640)

    settings_line, racks = complaints(check(owner, "--offline")[1])
    assert settings_line == "warning  Other accounts of this machine can read the token in .env: chmod 600 .env"
    assert racks.endswith(f"can read everybody's racks in {owner.database}: chmod 600 {owner.database}")


def test_a_damaged_database_is_reported(owner: Owner) -> None:
    damage(owner.database, "log")

    (line,) = complaints(check(owner, "--offline")[1])
    assert re.fullmatch(r"problem  (The database )?\S+ (is damaged|can't be read: .*malformed)\..*", line)


def test_a_database_that_is_not_there_yet_is_made_by_the_first_start(owner: Owner) -> None:
    owner.database.unlink()

    code, lines = check(owner, "--offline")

    assert code == 0
    assert f"ok       The first start creates the database {owner.database}." in lines
    assert not owner.database.exists()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("sqlite:///nowhere/rackety.db", "The folder of the database, {folder}/nowhere, doesn't exist: create it."),
        (f"sqlite:///{'x' * 300}/rackety.db", f"{{folder}}/{'x' * 300} can't be used: File name too long."),
        (
            "postgres://user:secret@owner/db",
            "DATABASE_URL: A database address looks like sqlite:///rackety.db or sqlite:////var/lib/rackety.db.",
        ),
    ],
)
def test_an_address_that_cannot_be_used_is_told_once(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, address: str, sentence: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("BACKUP_FOLDER", str(owner.folder))

    problems = [each for each in complaints(check(owner, "--offline")[1]) if each.startswith("problem")]
    assert problems == [f"problem  {sentence.format(folder=owner.folder)}"]


def test_links_of_the_database_that_lead_in_a_circle_are_told(owner: Owner) -> None:
    owner.database.unlink()
    owner.database.symlink_to("other.db")
    (owner.folder / "other.db").symlink_to(owner.database)

    assert complaints(check(owner, "--offline")[1])[0] == (
        f"problem  The links of the database {owner.database} lead in a circle."
    )
    assert owner.run("backup", "copy.db")[0] == f"There is no database {owner.database}. DATABASE_URL says where it is."


def test_a_hard_link_to_the_database_is_told(owner: Owner) -> None:
    (owner.folder / "other.db").hardlink_to(owner.database)

    (line,) = complaints(check(owner, "--offline")[1])
    assert line.startswith(f"problem  The database {owner.database} has a second name, a hard link")


def test_a_path_that_cannot_be_written_to_is_reported(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write everywhere, so this asks for an account that mayn't."""
    backups = owner.folder / "rackety-backups"
    for forbidden, sentence in (
        (owner.folder, f"problem  The folder of the database, {owner.folder}, can't be written to by this account."),
        (owner.database, f"problem  The database {owner.database} can't be read and written by this account."),
        (backups, f"warning  {backups} can't be read and written by this account, so there are no daily backups."),
    ):
        monkeypatch.setattr(os, "access", lambda path, _, forbidden=forbidden: path != forbidden)
        (line,) = complaints(check(owner, "--offline")[1])
        assert line.startswith(sentence)


async def test_a_running_bot_is_fine(owner: Owner) -> None:
    async with open_database(url(owner.database)):
        lines = await ask(owner, "--offline")

    assert complaints(lines) == []
    assert f"ok       The database {owner.database} is sound, and a running bot uses it. It has 1 game." in lines


async def test_an_older_database_is_fine(owner: Owner) -> None:
    before = dump(owner.database)

    with second_migration():
        lines = await ask(owner, "--offline")

    assert any("The next start brings its schema from 1 to 2." in each for each in lines)
    assert dump(owner.database) == before


def test_a_full_disk_is_reported(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 10**12, 199_000_000))

    code, lines = check(owner, "--offline")

    assert code == 0
    assert complaints(lines) == [f"warning  The disk of {owner.folder} has 199 MB left: free some space."]


def about_backups(owner: Owner) -> list[str]:
    """The lines after that about the disk."""
    lines = check(owner, "--offline")[1]
    return lines[next(at for at, each in enumerate(lines) if "The disk of" in each) + 1 :]


def make_backups(owner: Owner, *ages: int) -> list[Path]:
    """Make the backups of some days ago, and remove the others."""
    daily = DailyBackups.of(url(owner.database), "")
    assert daily
    for each in daily.find().values():
        each.unlink()
    found = [daily.make_due(Noon.now(UTC) - timedelta(days=age)) for age in ages]
    return [each for each in found if each]


@pytest.mark.parametrize(("age", "made"), [(0, "today"), (2, "2 days ago"), (40, "40 days ago")])
def test_the_last_backup_and_its_age_are_reported(owner: Owner, age: int, made: str) -> None:
    make_backups(owner, age)
    day = Noon.now(UTC).date() - timedelta(days=age)

    last = f"The last good daily backup in {owner.folder / 'rackety-backups'} was made {made} ({day})"
    ending = ": start the bot, or look in its log." if age else "."
    assert about_backups(owner) == [f"{'warning ' if age else 'ok      '} {last}{ending}"]


def test_a_backup_with_a_flipped_bit_is_told_and_does_not_count(owner: Owner) -> None:
    older, newer = make_backups(owner, 2, 0)
    content = bytearray(newer.read_bytes())
    content[9_000] ^= 1
    newer.write_bytes(content)

    damaged, last = about_backups(owner)

    assert (
        damaged
        == f"warning  The backup {newer} is damaged or can't be read: delete it, and the bot soon makes another one."
    )
    assert "was made 2 days ago" in last
    assert older.exists()


def test_a_backup_of_release_1_0_0_is_told(owner: Owner) -> None:
    (last,) = make_backups(owner, 0)
    os.truncate(last, last.stat().st_size - 88)

    missing, none = about_backups(owner)

    assert missing == f"warning  The backup {last} has no checksum: release 1.0.0 made it, or its end is missing."
    assert none.startswith("warning  There's no good daily backup in ")


def test_a_backup_of_tomorrow_is_told(owner: Owner) -> None:
    today, later = make_backups(owner, 0, -400)

    future, last = about_backups(owner)

    assert future.startswith(f"warning  The date of the backup {later} is in the future")
    assert "was made today" in last
    assert today.exists()


def test_a_database_without_a_backup_is_reported(owner: Owner) -> None:
    folder = owner.folder / "rackety-backups"
    shutil.rmtree(folder)
    (line,) = about_backups(owner)
    assert line == (f"warning  There's no good daily backup in {folder}: start the bot, or look in its log.")

    owner.database.unlink()
    assert about_backups(owner) == [f"ok       Daily backups will be made in {folder}."]


def test_the_setting_of_the_backups_folder_is_checked(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKUP_FOLDER", "none")
    assert about_backups(owner) == ["warning  No daily backups are made, because BACKUP_FOLDER is none."]

    monkeypatch.setenv("BACKUP_FOLDER", "backups")
    assert about_backups(owner) == ["warning  BACKUP_FOLDER isn't a folder: create it, or there are no daily backups."]

    folder = owner.folder / "backups"
    folder.mkdir()
    none = f"warning  There's no good daily backup in {folder}: start the bot, or look in its log."
    assert about_backups(owner) == [none]


def test_an_old_sqlite_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("sqlite3.sqlite_version_info", (3, 36, 0))
        (finding,) = check_programs()

    assert re.fullmatch(r"problem .*Rackety needs 3\.37 or newer\.", str(finding))


# Discord


@asynccontextmanager
async def discord(
    monkeypatch: pytest.MonkeyPatch, answers: dict[str, Any], status: int = 200, **headers: str
) -> AsyncIterator[list[web.Request]]:
    """A server at `DISCORD_API_URL` with these answers, by path; it notes the requests."""
    asked: list[web.Request] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        asked.append(request)
        found = answers[request.path.removeprefix("/api")]
        said = found(request) if callable(found) else found
        if isinstance(said, web.Response):
            return said
        return web.json_response(said, status=status, headers=headers)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    monkeypatch.setenv("DISCORD_API_URL", f"http://127.0.0.1:{runner.addresses[0][1]}/api")
    try:
        yield asked
    finally:
        await runner.cleanup()


def answers(*servers: dict[str, Any], **application: Any) -> dict[str, Any]:
    def page(request: web.Request) -> list[dict[str, Any]]:
        later = [each for each in servers if int(each["id"]) > int(request.query["after"])]
        return later[: int(request.query["limit"])]

    return {
        "/users/@me": {"id": "5", "username": "Racke\x1b[2Jty"},
        "/applications/@me": {"id": "5", **application},
        "/users/@me/guilds": page,
    }


def a_server(number: int, permissions: str = ALL, **more: Any) -> dict[str, Any]:
    return {"id": str(number), "name": f"Den {number}", "permissions": permissions, **more}


async def test_the_playground_is_fine(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Playground.start() as playground:
        monkeypatch.setenv("DISCORD_API_URL", playground.api_url)
        monkeypatch.setenv("DISCORD_TOKEN", playground.token)
        monkeypatch.setenv("FEEDBACK_CHANNEL", str(TABLE_ID))
        lines = await ask(owner)

    assert complaints(lines) == []
    assert "ok       On 1 server, the bot's roles give it the permissions that it needs." in lines
    assert any(line.startswith("ok       /feedback goes to the channel ") for line in lines)


async def test_a_discord_that_is_not_there_is_another_sentence(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:1/api")

    assert complaints(await ask(owner)) == [
        "problem  Discord can't be reached (ClientConnectorError): check this machine's network and DISCORD_API_URL."
    ]


async def test_a_discord_that_does_not_answer_is_given_up(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_account, "TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("DISCORD_API_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        (line,) = complaints(await ask(owner))

    assert line.startswith("problem  Discord can't be reached (")


@pytest.mark.parametrize("token", [f"{TOKEN}é€", f"{TOKEN}\nX: y", f"{TOKEN}\r"])
async def test_a_token_that_no_request_can_have_is_wrong(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    async with discord(monkeypatch, answers(), status=401):
        assert complaints(await ask(owner)) == [WRONG_TOKEN]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (401, WRONG_TOKEN),
        (403, "problem  DISCORD_API_URL isn't the address of Discord's API: it answers with HTTP 403."),
        (404, "problem  DISCORD_API_URL isn't the address of Discord's API: it answers with HTTP 404."),
        (302, "problem  DISCORD_API_URL isn't the address of Discord's API: it answers with HTTP 302."),
        (429, "problem  Discord is having problems (HTTP 429): try again later."),
        (503, "problem  Discord is having problems (HTTP 503): try again later."),
    ],
)
async def test_each_refusal_has_its_sentence(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, status: int, sentence: str
) -> None:
    async with discord(monkeypatch, answers(), status=status, Location="/users/@me") as asked:
        assert complaints(await ask(owner)) == [sentence]
        assert len(asked) == 1


NOT_DISCORD = "problem  DISCORD_API_URL isn't the address of Discord's API: it doesn't answer as Discord does."


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        *(({"/users/@me": said}, NOT_DISCORD) for said in ("<html>", ["a list"], {"no": "name"}, None, 7)),
        (
            answers(a_server(1), interactions_endpoint_url="https://other.example"),
            "problem  Discord sends commands to the Interactions Endpoint URL and not to the bot",
        ),
        (answers(), "warning  The bot is on no server: invite it, as README says."),
    ],
)
async def test_the_report_says_what_discord_answers(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, said: dict[str, Any], sentence: str
) -> None:
    async with discord(monkeypatch, said):
        (line,) = complaints(await ask(owner))

    assert line.startswith(sentence)


@pytest.mark.parametrize("status", [403, 404])
async def test_a_feedback_channel_that_the_bot_cannot_see_is_told(
    owner: Owner, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setenv("FEEDBACK_CHANNEL", "77")
    refused = web.json_response({"code": 10003}, status=status)
    async with discord(monkeypatch, {**answers(a_server(1)), "/channels/77": lambda _: refused}):
        assert complaints(await ask(owner)) == [
            "warning  FEEDBACK_CHANNEL isn't a channel that the bot can see, so /feedback reaches nobody."
        ]


async def test_permissions_that_are_missing_are_named(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    servers = [
        a_server(1, str(int(ALL) - (1 << 15) - (1 << 38))),
        a_server(2, str(1 << 3)),  # an administrator
        a_server(3, "0", owner=True),
        a_server(4, "0", name="De\x1bn\n4"),
    ]
    async with discord(monkeypatch, answers(*servers)):
        lines = await ask(owner)

    assert complaints(lines) == [
        f"warning  On the server {name}: the bot lacks {missing}. Its role should give it that."
        for name, missing in (
            ("Den 1 (1)", "Send Messages in Threads, Attach Files"),
            ("Den4 (4)", "View Channel, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files"),
        )
    ]
    assert any("of Racke[2Jty (5)" in each for each in lines)


async def test_many_servers_are_counted(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    servers = [a_server(number, "0" if number <= 30 else ALL) for number in range(1, 451)]
    async with discord(monkeypatch, answers(*servers)) as asked:
        lines = complaints(await ask(owner))

    assert len(asked) == 2 + 3
    assert len(lines) == discord_account.MOST_NAMED + 1
    assert lines[-1] == "warning  The bot lacks permissions on 10 more servers."
