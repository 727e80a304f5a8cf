"""The power is cut again and again while a database of an old schema, with running games, is brought up to date.

A trial is one schema, and fifty cuts of its migrations, spread over all their writes and syncs. The disk is looked at
as in the part cuts: the bot must open it, and find everything as if the power hadn't been cut.
"""

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.database import StorageError
from tests.soak.disk import Cut, Disk, Files, fill, read
from tests.soak.part import Control, Counts, Part
from tests.soak.parts.cuts import NAME, open_whole, play
from tests.storage.old_database import NOW
from tests.storage.test_every_schema import SCRIPTS, write_schema

CUTS, SAMPLE, PLANTED = 50, 4, 12  # of a schema
OLD = len(SCRIPTS) - 1  # schemas that aren't the newest
CONTROLLED = 8  # a schema with several migrations after it


def run(seed: int) -> Counts:
    """Cut the power fifty times in the migrations of the schema of this number."""
    return cut((seed - 1) % OLD + 1, seed, CUTS)


def run_sample(seed: int) -> Counts:
    """Cut the power a few times."""
    return cut((seed * 5 - 1) % OLD + 1, seed, SAMPLE)


def cut(version: int, seed: int, times: int, ways: Sequence[str] = ()) -> Counts:
    """Cut the power so often in the migrations from this schema on, and return what was done and found."""
    dice, calls = random.Random(seed), _count_calls(version)
    counts: Counts = Counter(schemas=1)
    for number in range(times):
        at = 1 + (calls * number + dice.randrange(calls)) // times
        with Disk.open(_old_disk(version)) as disk:
            play(disk, Cut(at), ("open", *ways))
            for files in disk.states(dice).values():
                counts["torn"] += _open_and_dump(files) != _whole(version)
        counts["cuts"] += 1
    return +counts


@cache
def _count_calls(version: int) -> int:
    """Return the number of writes and syncs until a database of this schema is up to date and closed."""
    with Disk.open(_old_disk(version)) as disk:
        play(disk, Cut(0), ["open"])
        return int(disk.counted.read_text())


@cache
def _old_disk(version: int) -> Files:
    """A database of this schema, with games."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / NAME
        asyncio.run(write_schema(path, version))
        with closing(sqlite3.connect(path)) as connection, connection:  # else the migrations go by the system clock
            connection.execute("INSERT OR REPLACE INTO alive (one, at) VALUES (1, ?)", (NOW,))
        return {name: content for name, content in read(Path(folder)).items() if name.startswith(NAME)}


@cache
def _whole(version: int) -> str:
    return _open_and_dump(_old_disk(version))


def _open_and_dump(files: Files) -> str:
    """Return all that a database holds once the bot has opened it; a reason if it can't be opened."""
    with TemporaryDirectory() as folder:
        path = fill(Path(folder) / "disk", files) / NAME
        try:
            asyncio.run(open_whole(path))
        except StorageError as error:
            print(f"can't be read: {error}")
            return str(error)
        with closing(sqlite3.connect(path)) as connection:
            return "\n".join(connection.iterdump())


# controls


def migrate_piecemeal(version: int, seed: int) -> Counts:
    """Plant migrations that aren't transactions."""
    return cut(version, seed, PLANTED, ["piecemeal"])


PART = Part(
    name="migrations",
    promise="A power cut in the migrations of any schema loses nothing, and the next start brings them to their end",
    run=run,
    run_sample=run_sample,
    full=OLD,
    sample=3,
    faults=("torn",),
    controls=(Control("a migration isn't one transaction", "torn", partial(migrate_piecemeal, CONTROLLED), tries=2),),
)
