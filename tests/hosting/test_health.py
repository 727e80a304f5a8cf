"""`bot.py health`: one sentence and an exit code for each state of the bot, and nothing is changed by asking."""

import asyncio
import time
from pathlib import Path

import pytest

import bot
from hosting.command import OwnerError
from hosting.health import FRESH, judge
from storage.alive import Heartbeat, HeartbeatStore, read_heartbeat
from storage.database import StorageError, open_database
from tests.storage.made_up import second_migration
from tests.storage.tables import NOON, url


def beat(seen_at: int, *, connected: int = 1, shards: int = 1, connected_at: int | None = None) -> Heartbeat:
    return Heartbeat(seen_at if connected_at is None else connected_at, seen_at, shards, connected)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rackety.db"


async def store(path: Path, found: Heartbeat) -> None:
    async with open_database(url(path)) as database:
        await HeartbeatStore(database).touch(found)


async def unreadable(path: Path) -> str:
    with pytest.raises(StorageError) as refused:
        await read_heartbeat(url(path))
    return str(refused.value)


@pytest.mark.parametrize("age", [0, 1, FRESH, -FRESH])
def test_a_fresh_sign_of_life_of_a_connected_bot_is_well(age: int) -> None:
    said = judge(beat(NOON - age), NOON)

    assert said == "The bot is running, and 1 of 1 shards are connected to Discord."


def test_one_connected_shard_is_enough_and_all_are_counted() -> None:
    assert "1 of 25 shards" in judge(beat(NOON, connected=1, shards=25), NOON)


LOST = "The bot isn't running, hasn't reached Discord or can't write to its database:"
NONE_YET = "The bot isn't running: it has given no sign of life yet."


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (beat(NOON - FRESH - 1), f"{LOST} its last sign of life was at 2027-01-15 07:59:29 UTC."),
        (
            beat(NOON, connected=0, connected_at=NOON - 3_600),
            "The bot is running, but without a connection to Discord since 2027-01-15 07:00:00 UTC.",
        ),
        (beat(NOON + FRESH + 1), "2027-01-15 08:00:31 UTC: check the system clock."),
        (None, NONE_YET),
        (Heartbeat(NOON, 0, 0, 0), NONE_YET),
    ],
)
def test_a_sign_of_life_that_is_old_unconnected_or_of_the_future_is_not_well_and_neither_is_none(
    found: Heartbeat | None, sentence: str
) -> None:
    with pytest.raises(OwnerError) as unwell:
        judge(found, NOON)

    assert str(unwell.value).endswith(sentence)


async def test_a_running_bot_s_database_is_read_and_the_bot_goes_on(path: Path) -> None:
    async with open_database(url(path)) as database:
        signs = HeartbeatStore(database)
        for now in (NOON, NOON + 10):
            await signs.touch(beat(now))
            assert await read_heartbeat(url(path)) == beat(now)

        async def work(_: object) -> None:
            assert await read_heartbeat(url(path)) == beat(NOON + 10)  # in the middle of a transaction

        await database.transaction(work)


async def test_asking_changes_no_file(path: Path) -> None:
    await store(path, beat(NOON))
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}

    assert await read_heartbeat(url(path)) == beat(NOON)

    after = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    assert {name: content for name, content in after.items() if not name.endswith(("-wal", "-shm"))} == before
    assert all(not content for name, content in after.items() if name.endswith("-wal"))


async def test_a_missing_database_is_not_made(path: Path) -> None:
    assert await unreadable(path) == f"The database {path} doesn't exist: the bot has never run with it."
    assert list(path.parent.iterdir()) == []


def test_a_file_that_is_not_a_database_is_named(path: Path) -> None:
    path.write_bytes(b"My diary. " * 500)

    said = asyncio.run(unreadable(path))
    assert said.startswith(f"The database {path} can't be read: file is not a database.")


async def test_an_older_database_is_left_to_the_bot(path: Path) -> None:
    await store(path, beat(NOON))

    with second_migration():
        said = await unreadable(path)

    assert said == f"The database {path} is of an older Rackety: start the bot, which updates it."


@pytest.fixture
def _here(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without a token, and with the settings of this database."""
    monkeypatch.chdir(path.parent)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DATABASE_URL", url(path))


@pytest.mark.usefixtures("_here")
def test_the_command_says_one_sentence_and_its_exit_code_is_0_if_all_is_well(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(store(path, beat(int(time.time()))))

    with pytest.raises(SystemExit) as ended:
        bot.main(["health"])

    assert ended.value.code == 0
    assert capsys.readouterr() == ("The bot is running, and 1 of 1 shards are connected to Discord.\n", "")


@pytest.mark.usefixtures("_here")
def test_the_command_fails_with_a_sentence_if_not(path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main(["health"])

    assert ended.value.code == f"The database {path} doesn't exist: the bot has never run with it."
