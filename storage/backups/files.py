"""Files that appear under their names only when they are complete, whatever happens meanwhile."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import StorageError, explain_os_failures
from storage.paths import PRIVATE

_JOURNALS = ("-wal", "-shm", "-journal")  # what SQLite writes beside a database


@contextmanager
def write_part(target: Path) -> Iterator[Path]:
    """Yield an empty file beside `target`, with mode 0600, to be filled and then moved there by `publish`.

    The file is removed at the end of the context if it's still there, and at the beginning if a killed process left
    one. Raises: StorageError if the folder can't be written to, or another process is writing to `target`.
    """
    part = target.with_name(f".{target.name}.part")
    lock = FileLock(f"{part}.lock", blocking=False, mode=PRIVATE, fallback_to_soft=False)
    with explain_os_failures(f"{target} can't be written"):
        target.parent.stat()  # fails if the folder is missing, which FileLock would create
        try:
            lock.acquire()
        except Timeout:
            raise StorageError(f"Another process is writing to {target}.") from None
    try:
        with explain_os_failures(f"{target} can't be written"):
            _remove(part)
            _create(part)
        yield part
    finally:
        _remove(part)
        Path(lock.lock_file).unlink(missing_ok=True)  # nobody else gets an unlinked lock
        lock.release()


def publish(part: Path, target: Path) -> None:
    """Move a complete file to its name, so that a power cut leaves it or what was there. Raises: StorageError."""
    with explain_os_failures(f"{target} can't be written"):
        sync(part)
        part.replace(target)
        sync(target.parent)


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk. Raises: OSError if the disk fails."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_journals(path: Path) -> None:
    """Remove the files that SQLite keeps beside a database, which must be empty or worthless."""
    for end in _JOURNALS:
        path.with_name(path.name + end).unlink(missing_ok=True)


def _remove(part: Path) -> None:
    remove_journals(part)
    part.unlink(missing_ok=True)


def _create(part: Path) -> None:
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        os.fchmod(descriptor, PRIVATE)  # the umask may have taken more away
    finally:
        os.close(descriptor)
