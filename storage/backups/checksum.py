"""The checksum in the last line of a backup, which shows whether any bit has changed since the backup was made.

SQLite reads as many pages as a database's header names, and ignores what follows. So the line goes with the file
wherever it's copied, moved or renamed. `head --bytes=-88 FILE | sha256sum` computes the same checksum.
"""

import hashlib
import os
from enum import Enum, auto
from pathlib import Path
from typing import BinaryIO

from storage.backups.contents import Check, require_file
from storage.errors import DiskFailed, StorageError, explain_os_failures

_LABEL = b"\nRackety backup SHA256 "
_LENGTH = len(_LABEL) + 2 * hashlib.sha256().digest_size + 1  # with the digest in hex, and the end of the line
_AT_ONCE = 1_000_000  # bytes


class Checksum(Enum):
    """The results of comparing a file with its checksum."""

    RIGHT = auto()
    WRONG = auto()
    MISSING = auto()


def add_checksum(path: Path, must_stop: Check = lambda: False) -> None:
    """Append the checksum to a complete copy of a database, and compare the two on the disk. Raises: StorageError."""
    with explain_os_failures("The copy can't be written"), path.open("r+b") as file:
        file.write(_make_line(file, os.fstat(file.fileno()).st_size, must_stop))
        file.flush()
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):  # so that the comparison reads the disk, not the memory
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    if judge_checksum(path, must_stop) is not Checksum.RIGHT:
        raise DiskFailed(f"The disk doesn't have what was written to {path.parent}. {DiskFailed.advice}")


def judge_checksum(path: Path, must_stop: Check = lambda: False) -> Checksum:
    """Compare the checksum in the last line of a file with the file.

    Raises: StorageError if it can't be read, or `must_stop` returned true.
    """
    require_file(path)
    with explain_os_failures(f"{path} can't be read"), path.open("rb") as file:
        size = max(0, os.fstat(file.fileno()).st_size - _LENGTH)
        file.seek(size)
        line = file.read()
        if not line.startswith(_LABEL):
            return Checksum.MISSING
        file.seek(0)
        return Checksum.RIGHT if line == _make_line(file, size, must_stop) else Checksum.WRONG


def _make_line(file: BinaryIO, size: int, must_stop: Check) -> bytes:
    digest = hashlib.sha256()
    while size and (read := file.read(min(size, _AT_ONCE))):
        if must_stop():
            raise StorageError("The reading was stopped.")
        digest.update(read)
        size -= len(read)
    return _LABEL + digest.hexdigest().encode() + b"\n"
