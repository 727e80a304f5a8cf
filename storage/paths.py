"""Paths of files that contain racks: the database, its copies and its backups."""

import errno
import os
from pathlib import Path

PRIVATE = 0o600  # the mode of such files: other accounts on the machine can't read them
_MISSING = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})


def find_real_path(path: Path) -> Path:
    """Return an absolute path without links; one whose links lead in a circle, which `resolve` can't return, stays."""
    return Path(os.path.realpath(path))


def is_there(path: Path) -> bool:
    """Return whether something is there. Raises: OSError if that can't be told, where `Path.exists` may say no."""
    try:
        path.stat()
    except OSError as error:
        if error.errno not in _MISSING:
            raise
        return False
    return True
