"""The disk that knows what was synced, and a few cuts of it."""

import errno
import random
import shutil
import signal
import subprocess
import sys

import pytest

from tests.soak.disk import Cut, Disk

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler"
)


def run(disk: Disk, script: str, cut: Cut | None = None) -> int:
    """Run a script in the folder of a disk whose name it has in `folder`, and return its exit code."""
    command = [sys.executable, "-c", f"import os\nfolder = {str(disk.written)!r}\n{script}"]
    return subprocess.run(command, env=disk.environment(cut or Cut(0)), check=False).returncode  # noqa: S603  # our own


def synced(disk: Disk) -> dict[str, bytes]:
    return disk.states(random.Random(1))["cuts"]


WRITE = """
file = os.open(folder + "/a", os.O_RDWR | os.O_CREAT)
os.pwrite(file, b"one", 0)
os.fsync(file)
os.pwrite(file, b"two", 3)
"""


def test_synced_data_is_kept_and_the_rest_is_not() -> None:
    with Disk.open({}) as disk:
        run(disk, WRITE)

        assert synced(disk) == {"a": b"one"}
        assert disk.states(random.Random(1))["kills"] == {"a": b"onetwo"}


def test_a_new_length_is_kept_with_the_next_sync() -> None:
    with Disk.open({"a": b"123456"}) as disk:
        run(disk, "file = os.open(folder + '/a', os.O_RDWR)\nos.ftruncate(file, 4)")
        assert synced(disk) == {"a": b"123456"}

        run(disk, "file = os.open(folder + '/a', os.O_RDWR)\nos.ftruncate(file, 2)\nos.fsync(file)")
        assert synced(disk) == {"a": b"12"}


def test_a_file_is_renamed_or_gone_at_once() -> None:
    with Disk.open({"a": b"1", "b": b"2", "c": b"3"}) as disk:
        run(disk, "os.unlink(folder + '/a')\nos.rename(folder + '/b', folder + '/c')")

        assert synced(disk) == {"c": b"2"}


def test_sectors_that_were_not_synced_may_survive_one_by_one() -> None:
    with Disk.open({"a": b"0" * 8 * 512}) as disk:
        run(disk, f"file = os.open(folder + '/a', os.O_RDWR)\nos.pwrite(file, b'1' * {8 * 512}, 0)")

        stray = [disk.states(random.Random(seed))["strays"]["a"] for seed in range(8)]

    sectors = [{content[at : at + 512] for at in range(0, len(content), 512)} for content in stray]
    assert {b"0" * 512, b"1" * 512} in sectors
    assert set.union(*sectors) == {b"0" * 512, b"1" * 512}


@pytest.mark.parametrize(("at", "left"), [(1, b""), (2, b"one"), (3, b"one"), (4, b"onetwo")])
def test_the_power_is_cut_just_before_a_call(at: int, left: bytes) -> None:
    with Disk.open({"other": b""}) as disk:
        code = run(disk, "os.unlink(folder + '/other')" + WRITE, Cut(at, "a"))

        assert code == (0 if at == 4 else -signal.SIGKILL)
        assert disk.states(random.Random(1))["kills"] == {"a": left}


def test_writes_and_syncs_fail_while_the_disk_does() -> None:
    script = """
import errno
file = os.open(folder + "/a", os.O_RDWR)
failed = []
for call in (lambda: os.pwrite(file, b"2", 0), lambda: os.fsync(file), lambda: os.ftruncate(file, 0)):
    try:
        call()
    except OSError as error:
        failed.append(error.errno)
raise SystemExit(0 if not failed else 1 if failed == [errno.EROFS] * 3 else 2)
"""
    with Disk.open({"a": b"1"}) as disk:
        with disk.failing(errno.EROFS):
            assert run(disk, script) == 1
        assert disk.states(random.Random(1))["kills"] == {"a": b"1"}

        assert run(disk, script) == 0
