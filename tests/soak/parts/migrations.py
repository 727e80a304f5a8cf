"""The power is cut again and again while a database with running games is brought up to date by a made-up migration.

The cuts of a trial are spread over all writes and syncs of the migration. The disk is looked at as in the part cuts:
the bot must open it, and find everything as if the power hadn't been cut.
"""

import random
from collections import Counter
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.database import StorageError
from tests.soak.disk import Cut, Disk, Files, fill
from tests.soak.part import Control, Counts, Part
from tests.soak.parts.cuts import NAME, new_disk, open_whole, play
from tests.storage.made_up import second_migration

CUTS, SAMPLE, PLANTED = 50, 4, 12
WAYS = ("open", "second")


def cut(times: int, seed: int, *ways: str) -> Counts:
    """Cut the power so often in the migration, and return what was done and found."""
    dice, calls = random.Random(seed), _count_calls()
    counts: Counts = Counter()
    for number in range(times):
        at = 1 + (calls * number + dice.randrange(calls)) // times
        with Disk.open(new_disk()) as disk:
            play(disk, Cut(at), (*WAYS, *ways))
            for files in disk.states(dice).values():
                counts["torn"] += _open_and_dump(files) != _whole()
        counts["cuts"] += 1
    return +counts


@cache
def _count_calls() -> int:
    """Return the number of writes and syncs until the database is up to date and closed."""
    with Disk.open(new_disk()) as disk:
        play(disk, Cut(0), WAYS)
        return int(disk.counted.read_text())


@cache
def _whole() -> str:
    return _open_and_dump(new_disk())


def _open_and_dump(files: Files) -> str:
    """Return all that a database holds once the bot has opened it; a reason if it can't be opened."""
    with TemporaryDirectory() as folder, second_migration():
        path = fill(Path(folder) / "disk", files) / NAME
        try:
            with open_whole(path) as connection:
                return "\n".join(connection.iterdump())
        except StorageError as error:
            print(f"can't be read: {error}")
            return str(error)


def _migrate_piecemeal(seed: int) -> Counts:
    return cut(PLANTED, seed, "piecemeal")


PART = Part(
    name="migrations",
    promise="A power cut in a migration loses nothing, and the next start brings it to its end",
    run=partial(cut, CUTS),
    run_sample=partial(cut, SAMPLE),
    full=20,
    sample=3,
    faults=("torn",),
    controls=(Control("a migration isn't one transaction", "torn", _migrate_piecemeal, tries=2),),
)
