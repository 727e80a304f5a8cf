"""A disk that knows what was synced, for a process whose power is cut at a chosen moment (`shadow.c`)."""

import os
import random
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

Files = dict[str, bytes]

SOURCE = Path(__file__).with_name("shadow.c")
SECTOR = 512  # bytes, which a disk writes as a whole or not at all


@dataclass(frozen=True)
class Cut:
    """The moment before the `at`th write or sync of a file whose name ends in `name`."""

    at: int
    name: str = ""


@dataclass(frozen=True)
class Disk:
    """Two folders: what is `written`, and what is `synced` of it."""

    written: Path
    synced: Path

    @classmethod
    @contextmanager
    def open(cls, files: Mapping[str, bytes]) -> "Iterator[Disk]":
        """A disk with these files, all synced, for the time of the context."""
        with TemporaryDirectory() as folder:
            yield cls(fill(Path(folder) / "written", files), fill(Path(folder) / "synced", files))

    def environment(self, cut: Cut) -> dict[str, str]:
        """Return the environment of a process that uses this disk until the power is cut.

        A process that ends before that writes the number of its writes and syncs to the file `counted` beside the disk.
        """
        return os.environ | {
            "LD_PRELOAD": str(build_library()),
            "WATCHED": str(self.written),
            "SHADOW": str(self.synced),
            "CUT_AT": str(cut.at),
            "CUT_IN": cut.name,
            "COUNTED": str(self.counted),
            "FAULT": str(self._fault),
        }

    @property
    def counted(self) -> Path:
        return self.written.with_name("counted")

    @property
    def _fault(self) -> Path:
        return self.written.with_name("fault")

    @contextmanager
    def failing(self, error: int) -> Iterator[None]:
        """Have writes and syncs fail with this errno, for the time of the context."""
        new = self._fault.with_suffix(".new")
        new.write_text(str(error), "utf-8")
        new.rename(self._fault)  # so that nobody reads half of it
        try:
            yield
        finally:
            self._fault.unlink()

    def states(self, dice: random.Random) -> dict[str, Files]:
        """Return what a kill leaves, what a power cut leaves at least, and that with some of the unsynced sectors."""
        written, synced = read(self.written), read(self.synced)
        share = dice.random()
        stray = {name: _mix(synced.get(name, b""), content, share, dice) for name, content in written.items()}
        return {"kills": written, "cuts": synced, "strays": stray}


def fill(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files to a new folder, and return it."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def read(folder: Path) -> Files:
    """Return a database and its journal; SQLite makes the journal's index anew after a crash."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith((".lock", "-shm"))}


def _mix(old: bytes, new: bytes, share: float, dice: random.Random) -> bytes:
    """Return an old file with about this share of a new one's sectors, and the length of either."""
    size = dice.choice([len(old), len(new)])
    mixed = bytearray(old[:size].ljust(size, b"\0"))
    for at in range(0, min(size, len(new)), SECTOR):
        if dice.random() < share:
            sector = new[at : min(at + SECTOR, size)]
            mixed[at : at + len(sector)] = sector
    return bytes(mixed)


@cache
def build_library() -> Path:
    """Compile `shadow.c`, once in each process. Raises: RuntimeError without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise RuntimeError("This part needs a C compiler that is called cc: apt install gcc libc6-dev")
    library = Path(mkdtemp()) / "shadow.so"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl", "-lpthread"], check=True)  # noqa: S603  # our own source
    return library
