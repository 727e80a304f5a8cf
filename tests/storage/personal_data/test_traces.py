"""How much is about a person or a server: no table is forgotten, and no number of something else counts."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.watch import WatchCog
from storage.personal_data.traces import _KINDS, Subject, count_traces, find_copies
from storage.schema import COLUMNS, UNRELEASED
from tests.storage.tables import GUILD
from tests.support.filled import ME, fill
from tests.support.rooms import opened
from tests.support.tournaments import Discord

DERIVED = {"seat"}  # triggers make it from the players of a game


async def test_every_table_with_an_id_of_theirs_is_counted(tmp_path: Path) -> None:
    async with opened(tmp_path, WatchCog, Discord()) as room:
        columns = [(row[0], row[1]) for row in await room.database.read(COLUMNS)]

    named = {table for table, column in columns for subject in Subject if column in subject.value[0]}
    assert named - DERIVED <= _KINDS.keys()
    assert {column for subject in Subject for part in subject.value for column in part} <= {each for _, each in columns}


async def test_traces_are_counted_by_kind(tmp_path: Path) -> None:
    async with opened(tmp_path, WatchCog, Discord()) as room:
        await fill(room)

        assert dict(await count_traces(room.database, Subject.PERSON, ME.user_id or 0)) == {
            "games": 6,
            "results": 4,
            "ratings": 2,
            "seasons": 4,
            "opponents": 4,
            "badges": 1,
            "tournaments": 2,
            "puzzles": 1,
            "puzzle scores": 2,
            "names": 1,
            "games against computers": 1,
            "settings": 1,
        }
        assert (await count_traces(room.database, Subject.SERVER, GUILD))["games"] == 6


@pytest.mark.parametrize("number", [1, 7, 12, 123, 770_077])
@pytest.mark.parametrize("subject", Subject)
async def test_a_number_of_something_else_is_about_nobody(tmp_path: Path, subject: Subject, number: int) -> None:
    async with opened(tmp_path, WatchCog, Discord()) as room:
        await fill(room)

        assert await count_traces(room.database, subject, number) == {}


async def test_a_person_who_is_only_mentioned_is_found(tmp_path: Path) -> None:
    async with opened(tmp_path, WatchCog, Discord()) as room:
        await fill(room)
        await room.database.run("UPDATE game SET news = '[\"Rematch: <@99123>\"]' WHERE id = 1")

        assert await count_traces(room.database, Subject.PERSON, 99_123) == {"games": 1}


@pytest.mark.parametrize(("program", "is_named"), [(UNRELEASED, True), (UNRELEASED + 1, False)])
async def test_a_file_of_before_the_first_release_is_named_and_a_stranger_s_is_not(
    tmp_path: Path, program: int, *, is_named: bool
) -> None:
    async with opened(tmp_path, WatchCog, Discord()) as room:
        await fill(room)
        await room.database.run("VACUUM INTO :copy", {"copy": str(tmp_path / "old.db")})
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        old.execute(f"PRAGMA application_id = {program}")
    current = tmp_path / "new.db"
    shutil.copy(tmp_path / "old.db", current)

    found = find_copies(current, [tmp_path], Subject.PERSON, ME.user_id or 0)

    assert (tmp_path / "old.db" in found) is is_named
