"""The lock file beside a database, which lets one process at a time use it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import DatabaseInUse, StorageError


@contextmanager
def hold_lock(path: Path) -> Iterator[Path]:
    """Hold the lock of the database `path` until the context or the process ends; yield the path without links.

    Other programs can still read the database, because only the bot and its commands ask for this lock.

    Raises:
        DatabaseInUse: another process holds the lock.
        StorageError: the lock file can't be opened.
    """
    real = path.resolve()
    lock = FileLock(f"{real}.lock", blocking=False, fallback_to_soft=False)
    with ExitStack() as stack:
        try:
            real.parent.stat()  # fails if the folder is missing, which FileLock would create
            stack.enter_context(lock)
        except Timeout:
            raise DatabaseInUse(f"The database {path} is used by another process.") from None
        except OSError as error:
            raise StorageError(f"The database {path} can't be opened: {error.strerror}.") from error
        yield real
