"""A restored database is the backup and nothing else, and what was there before is kept."""

import asyncio
import os
import random
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from storage.backups.checksum import Checksum
from storage.backups.copying import back_up
from storage.backups.restoring import Unverified, restore
from storage.database import Database, StorageError, open_database
from storage.errors import DatabaseBusy, DatabaseDamaged, DatabaseFull, DatabaseInUse
from storage.games import GameStore
from storage.posts import PostStore, name_table
from tests.soak.parts.disks import Player
from tests.storage.backups.test_copying import dump, file_size_limit, make
from tests.storage.made_up import second_migration
from tests.storage.tables import VARIANTS, a_game, a_lobby, url
from tests.storage.test_damage import damage, fill

NOW = datetime(2026, 11, 27, 1, 2, 3, tzinfo=UTC)
KEPT = "rackety-before-restore-2026-11-27T010203Z.db"
MOVED_ON = ("INSERT INTO sqlite_sequence", 'INSERT INTO "sqlite_sequence"', 'INSERT INTO "post"')


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup with one game."""
    (tmp_path / "other").mkdir()
    make(tmp_path / "other" / "rackety.db")
    back_up(tmp_path / "other" / "rackety.db", tmp_path / "backup.db")
    shutil.rmtree(tmp_path / "other")
    return tmp_path / "backup.db"


def rows(path: Path) -> list[str]:
    """All that a database has, except what a restore adapts to what Discord shows."""
    return [line for line in dump(path) if not line.startswith(MOVED_ON)]


def names(path: Path) -> set[str]:
    return {each.name for each in path.parent.iterdir() if not each.name.endswith((".lock", "backup.db"))}


@contextmanager
def unchanged(path: Path) -> Iterator[None]:
    """Make a database with three games, and require that it's the same afterward."""
    make(path, games=3)
    before = dump(path)
    yield
    assert dump(path) == before
    assert names(path) == {"rackety.db"}


def count_games(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ((games,),) = connection.execute("SELECT count(*) FROM game")
        return int(games)


def leave_a_journal(path: Path) -> dict[int, int]:
    """Let a process play and kill it, so that the last moves are in the journal alone; return what it had told of."""
    with Player.start(path.parent) as player:
        assert player.stores_again(60)
    assert path.with_name("rackety.db-wal").stat().st_size
    return player.told


def test_a_backup_takes_the_place_of_the_database_which_is_kept(path: Path, backup: Path) -> None:
    make(path, games=3)
    before = dump(path)

    restored = restore(backup, path, NOW)

    assert restored.kept == path.with_name(KEPT)
    assert (str(restored.contents), count_games(path), count_games(path.with_name(KEPT))) == ("1 game", 1, 3)
    assert rows(path) == rows(backup)
    assert dump(path.with_name(KEPT)) == before
    assert names(path) == {"rackety.db", KEPT}


def test_a_restored_database_is_private(path: Path, backup: Path) -> None:
    make(path)
    for each in (path, backup):
        each.chmod(0o644)

    restore(backup, path, NOW)

    assert {stat.S_IMODE(each.stat().st_mode) for each in (path, path.with_name(KEPT))} == {0o600}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_database_that_root_restores_still_belongs_to_the_bot(path: Path, backup: Path) -> None:
    make(path)
    os.chown(path, 10_001, 10_001)

    restore(backup, path, NOW)

    assert (path.stat().st_uid, path.stat().st_gid) == (10_001, 10_001)


def test_a_journal_of_the_old_database_is_kept_with_it_and_not_read_by_the_new_one(path: Path, backup: Path) -> None:
    make(path, games=3)
    told = leave_a_journal(path)

    restore(backup, path, NOW)

    assert names(path) == {"rackety.db", KEPT}
    assert rows(path) == rows(backup)
    with closing(sqlite3.connect(path.with_name(KEPT))) as kept:
        assert all(version >= told.get(game, 0) for game, version in kept.execute("SELECT id, version FROM game"))


def test_a_database_without_its_file_is_made(path: Path, backup: Path) -> None:
    path.with_name("rackety.db-wal").write_bytes(b"of a file that is gone")

    restored = restore(backup, path, NOW)

    assert restored.kept is None
    assert names(path) == {"rackety.db"}
    assert rows(path) == rows(backup)


@pytest.mark.parametrize("is_damaged", [True, False])
def test_a_database_that_can_not_be_read_is_kept_as_it_is(path: Path, backup: Path, *, is_damaged: bool) -> None:
    asyncio.run(fill(path))
    if is_damaged:
        damage(path)
    else:
        path.write_bytes(b"My diary. " * 500)
        path.with_name("rackety.db-wal").write_bytes(b"more of it")
    before = path.read_bytes()

    restore(backup, path, NOW)

    assert path.with_name(KEPT).read_bytes() == before
    if not is_damaged:
        assert path.with_name(f"{KEPT}-wal").read_bytes() == b"more of it"
    assert rows(path) == rows(backup)


def test_each_restore_keeps_what_was_there(path: Path, backup: Path) -> None:
    make(path, games=3)
    kept = [restore(backup, path, NOW).kept for _ in range(3)]

    assert len({*kept}) == 3
    assert [count_games(each) for each in kept if each] == [3, 1, 1]


def test_a_link_to_the_database_stays_a_link(path: Path, backup: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    real = tmp_path / "disk" / "real.db"
    make(real, games=3)
    path.symlink_to(real)

    restore(backup, path, NOW)

    assert path.is_symlink()
    assert count_games(real) == 1


async def test_nothing_is_restored_while_the_bot_runs(database: Database, path: Path, backup: Path) -> None:
    await a_game(GameStore(database, VARIANTS))
    before = dump(path)

    with pytest.raises(DatabaseInUse):
        restore(backup, path, NOW)

    assert dump(path) == before
    assert await a_lobby(GameStore(database, VARIANTS), channel=5, interaction=5)


def test_nothing_is_restored_while_another_program_reads_the_database(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(path, games=3)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0.1))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM game").fetchall()
        with closing(sqlite3.connect(path)) as writer, writer:
            writer.execute("INSERT INTO command_upload VALUES (1, 'color')")

        with pytest.raises(DatabaseBusy, match="perhaps a backup: let it finish"):
            restore(backup, path, NOW)

    assert count_games(path) == 3


def strip(path: Path) -> None:
    """Remove the last line, which has the checksum."""
    content = path.read_bytes()
    path.write_bytes(content[: content.rindex(b"\nRackety backup")])


def flip(content: bytes, *bits: int) -> bytes:
    changed = bytearray(content)
    for bit in bits:
        changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_a_backup_with_flipped_bits_is_refused_wherever_they_are(path: Path, backup: Path) -> None:
    dice, whole = random.Random(34), backup.read_bytes()  # noqa: S311  # no secret
    line, end = whole.rindex(b"\nRackety backup") * 8, len(whole) * 8
    parts = [range(end)] * 200 + [range(800)] * 50 + [range(line, end)] * 50  # all, SQLite's header, and the checksum
    with unchanged(path):
        for bits in parts:
            backup.write_bytes(flip(whole, *dice.sample(bits, dice.choice([1, 1, 2, 9]))))
            with pytest.raises(Unverified):
                restore(backup, path, NOW)

    backup.write_bytes(whole)
    assert restore(backup, path, NOW)


def change_a_name(path: Path) -> None:
    """Change what SQLite doesn't notice."""
    content = path.read_bytes()
    path.write_bytes(flip(content, 8 * content.index(b'"Ann"') + 8))


@pytest.mark.parametrize(("spoil", "checksum"), [(change_a_name, Checksum.WRONG), (strip, Checksum.MISSING)])
def test_a_backup_without_the_right_checksum_is_restored_only_if_the_owner_insists(
    path: Path, backup: Path, spoil: Callable[[Path], None], checksum: Checksum
) -> None:
    spoil(backup)
    with pytest.raises(Unverified) as refused:
        restore(backup, path, NOW)
    assert refused.value.checksum is checksum
    assert not path.exists()

    assert str(restore(backup, path, NOW, is_unverified=True).contents) == "1 game"
    assert rows(path) == rows(backup)


def test_a_backup_is_restored_as_it_was_made_without_the_journal_that_a_reader_left(path: Path, backup: Path) -> None:
    expected = rows(backup)
    shutil.copyfile(backup, backup.with_name("used.db"))
    with closing(sqlite3.connect(backup.with_name("used.db"))) as used, used:
        used.execute("PRAGMA journal_mode = WAL")
        used.execute("DELETE FROM log")
        used.commit()
        shutil.copyfile(backup.with_name("used.db-wal"), backup.with_name("backup.db-wal"))

    restore(backup, path, NOW)

    assert rows(path) == expected


def change(script: str) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(script)

    return run


def test_a_row_that_refers_to_nothing_is_damage(path: Path, backup: Path) -> None:
    strip(backup)
    change("DELETE FROM game")(backup)

    with pytest.raises(DatabaseDamaged):
        restore(backup, path, NOW, is_unverified=True)


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def make_anothers(path: Path) -> None:
    path.unlink()
    change("CREATE TABLE recipe (name TEXT)")(path)


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "newer": (
        change("PRAGMA user_version = 999"),
        r"was written by a newer Rackety: its schema is 999, this one knows up to \d+\.",
    ),
    "another program's": (make_anothers, r"backup\.db isn't a database of Rackety\."),
    "no database": (lambda path: path.write_text("My diary. " * 500), "can't be read: file is not a database"),
    "empty": (lambda path: path.write_bytes(b""), r"backup\.db isn't a database of Rackety\."),
    "cut off": (lambda path: os.truncate(path, path.stat().st_size // 2), "can't be read: .*malformed"),
    "damaged": (lambda path: damage(path, "log"), r"backup\.db (is damaged|can't be read)"),
    "incomplete": (change("DROP TABLE log"), "lacks the column"),
    "missing": (lambda path: path.unlink(), r"There is no file .*backup\.db\."),
    "a folder": (make_folder, r"There is no file .*backup\.db\."),
}


@pytest.mark.parametrize(("spoil", "sentence"), REFUSED.values(), ids=REFUSED)
def test_an_unusable_backup_is_refused_and_nothing_changes(
    path: Path, backup: Path, spoil: Callable[[Path], object], sentence: str
) -> None:
    strip(backup)
    spoil(backup)

    with unchanged(path), pytest.raises(StorageError, match=sentence):
        restore(backup, path, NOW, is_unverified=True)


def test_the_database_itself_is_not_a_backup(path: Path) -> None:
    make(path)

    with pytest.raises(StorageError, match="is the database itself"):
        restore(path, path, NOW)


@pytest.mark.parametrize("room", [0, 100_000, 200_000])
def test_a_full_disk_changes_nothing(path: Path, backup: Path, room: int) -> None:
    with unchanged(path), file_size_limit(room), pytest.raises(DatabaseFull):
        restore(backup, path, NOW)


def test_a_copy_made_by_hand_is_restored_with_its_journal(path: Path, tmp_path: Path) -> None:
    copied = tmp_path / "copied"
    copied.mkdir()
    make(copied / "rackety.db", games=3)
    told = leave_a_journal(copied / "rackety.db")

    restore(copied / "rackety.db", path, NOW, is_unverified=True)

    with closing(sqlite3.connect(path)) as restored:
        assert all(version >= told.get(game, 0) for game, version in restored.execute("SELECT id, version FROM game"))


async def test_an_older_backup_is_restored_and_brought_up_to_date(path: Path, backup: Path) -> None:
    with second_migration():
        restored = restore(backup, path, NOW)
        assert restored.contents.schema == 1
        assert rows(path) == rows(backup)

        async with open_database(url(path)) as database:
            assert [tuple(row) for row in await database.run("SELECT id, made_up FROM game")] == [(1, 10)]


async def test_ids_that_the_backup_does_not_know_are_not_used_again(path: Path, tmp_path: Path) -> None:
    """Old messages have buttons with them."""
    saved = tmp_path / "saved.db"
    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        await a_game(games)
        await asyncio.to_thread(back_up, path, saved)
        lost = await a_game(games, channel=5, interaction=5)

    restore(saved, path, NOW)

    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        assert await games.get(lost.id) is None
        assert (await a_lobby(games, channel=6, interaction=6)).id > lost.id


async def test_tables_of_open_games_are_shown_again(path: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    async with open_database(url(path)) as database:
        game = await a_game(GameStore(database, VARIANTS))
        await PostStore(database).settle(name_table(game.id), f"{game.version} ")

    await asyncio.to_thread(back_up, path, saved)
    restore(saved, path, NOW)

    with closing(sqlite3.connect(path)) as restored:
        assert restored.execute("SELECT shown FROM post").fetchall() == [("",)]
