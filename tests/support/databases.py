"""New databases, which are quick: each is a copy of one, because it takes long to make all tables."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.database import Database, open_database
from tests.storage.tables import url


@asynccontextmanager
async def open_new_database(path: Path) -> AsyncIterator[Database]:
    """Open a database without games at `path`, where there is none yet; it would not survive a power cut."""
    _copy(path)
    async with open_database(url(path)) as database:
        await database.run("PRAGMA synchronous = OFF")
        yield database


def _copy(path: Path) -> None:
    path.write_bytes(_new_file())


@cache
def _new_file() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        path = Path(folder) / "new.db"
        pool.submit(asyncio.run, _make(path)).result()  # this thread's event loop may be running
        return path.read_bytes()


async def _make(path: Path) -> None:
    async with open_database(url(path)):
        pass
