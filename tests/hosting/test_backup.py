"""`backup FILE`, as an owner gives it."""

import os
import stat

import pytest

from tests.hosting.conftest import Owner
from tests.storage.backups.test_copying import dump


def test_a_backup_says_what_it_has_and_needs_no_token(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    code, said = owner.run("backup", "saved.db")

    saved = owner.folder / "saved.db"
    size = saved.stat().st_size / 1e6
    assert (code, said) == (0, f"Saved 1 game in {saved} ({size:.1f} MB), and checked the copy.\n")
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert dump(saved) == dump(owner.database)


def test_a_file_is_replaced_only_if_the_owner_says_so(owner: Owner) -> None:
    saved = owner.folder / "saved.db"
    saved.write_text("mine")

    refused, _ = owner.run("backup", "saved.db")
    assert refused == f"{saved} exists already: choose another name, or add --force to replace it."
    assert saved.read_text() == "mine"

    assert owner.run("backup", "saved.db", "--force")[0] == 0
    assert dump(saved) == dump(owner.database)


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", ".lock"])
def test_the_database_itself_is_never_replaced(owner: Owner, end: str) -> None:
    before = dump(owner.database)
    (owner.folder / "link.db").symlink_to(f"rackety.db{end}")

    for name in (f"rackety.db{end}", "link.db"):
        refused, _ = owner.run("backup", name, "--force")
        assert refused == f"{owner.folder / name} is the database itself: choose another name."

    assert dump(owner.database) == before


def test_a_folder_a_device_or_what_no_file_can_be_called_is_a_sentence(owner: Owner) -> None:
    (owner.folder / "saved").mkdir()
    assert owner.run("backup", "saved")[0] == f"{owner.folder / 'saved'} is a folder: name a file in it."

    pipe = owner.folder / "pipe"
    os.mkfifo(pipe)
    assert owner.run("backup", "pipe", "--force")[0] == f"{pipe} is a device or a pipe: choose another name."
    assert pipe.is_fifo()

    name = owner.folder / ("x" * 300)
    for command in ("backup", "restore"):
        assert owner.run(command, name.name)[0] == f"{name} can't be used: File name too long."
