"""The locks that let one process at a time use a database: a file beside it, and a lock on the database itself."""

import errno
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import DatabaseInUse, StorageError
from storage.paths import PRIVATE, find_real_path

if sys.platform == "linux":
    import fcntl

_BYTE = 1 << 62  # which is locked; SQLite locks bytes from 1 << 30 on, and no file is that long
_HELD = frozenset({errno.EACCES, errno.EAGAIN})


@contextmanager
def hold_lock(path: Path, *, creates: bool = False) -> Iterator[Path]:
    """Hold the locks of the database `path` until the context or the process ends; yield the path without links.

    If it `creates` the file, that is made if it's missing. Other programs can still read the database.

    Raises:
        DatabaseInUse: another process holds a lock, perhaps under another name of the file.
        StorageError: the file has several names, or it or the lock file can't be opened.
    """
    real = find_real_path(path)
    lock = FileLock(f"{real}.lock", blocking=False, fallback_to_soft=False)
    with ExitStack() as stack:
        try:
            real.parent.stat()  # fails if the folder is missing, which FileLock would create
            _require_one_name(path, real)
            stack.enter_context(lock)
            if (descriptor := _open(real, creates=creates)) is not None:
                stack.callback(os.close, descriptor)
                _lock_file(descriptor)
        except (Timeout, BlockingIOError):
            raise DatabaseInUse(f"The database {path} is used by another process.") from None
        except OSError as error:
            raise StorageError(f"The database {path} can't be opened: {error.strerror}.") from error
        yield real


def _require_one_name(path: Path, real: Path) -> None:
    """Reject a file with hard links: SQLite finds its journal, with moves after a kill, only under the same name."""
    if real.is_file() and real.stat().st_nlink > 1:
        raise StorageError(
            f"The database {path} has a second name, a hard link, under which moves would be lost: remove one name."
        )


def _open(real: Path, *, creates: bool) -> int | None:
    """Return a descriptor of the file for its lock; None if it's missing, or can't be opened by one who only reads."""
    try:
        return os.open(real, os.O_RDWR | (os.O_CREAT if creates else 0), PRIVATE)
    except OSError:
        if creates:
            raise
        return None


def _lock_file(descriptor: int) -> None:
    """Lock the open file, whatever its name is. Raises: BlockingIOError if another process holds that lock.

    SQLite's own locks belong to the process, and are lost when it closes any descriptor of the file. This one belongs
    to the descriptor (an "open file description lock"), and is at a byte that SQLite never locks. Linux has such locks
    on all file systems with locks, NFS included, and flock(2) there would exclude SQLite. Elsewhere, the lock file must
    do.
    """
    if sys.platform != "linux":
        return
    wanted = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, _BYTE, 1, 0)  # struct flock of fcntl(2)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
    except OSError as error:
        if error.errno in _HELD:
            raise BlockingIOError from None
