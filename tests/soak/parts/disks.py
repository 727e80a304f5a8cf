"""The disk fails while moves are stored: it's full or over its quota, it can't be written to, or it reports an error.

A trial is a process that stores moves through `storage`, on a disk whose writes and syncs fail for a while, several
times (`tests/soak/shadow.c`). After each time it must store moves again; in the last one it's killed.
"""

import errno
import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread
from typing import IO

from tests.soak.disk import Cut, Disk
from tests.soak.part import Control, Counts, Part
from tests.soak.parts.cuts import ROOT, build_command, judge, new_disk

ERRORS = (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT)
FAULTS = 5  # of one process
SHORTEST, LONGEST = 0.05, 1.5  # seconds of a fault, and before it
STARTS_WITHIN = 60.0  # seconds
STORES_WITHIN = 10.0  # seconds after a fault
POLL = 0.005  # seconds


@dataclass
class Player:
    """The process, and the version that it last told of each game."""

    process: subprocess.Popen[str]
    told: dict[int, int] = field(default_factory=dict)
    moves: int = 0

    @classmethod
    @contextmanager
    def start(cls, folder: Path, *ways: str, environment: Mapping[str, str] | None = None) -> "Iterator[Player]":
        """Let a process store moves in this folder, for the time of the context."""
        with subprocess.Popen(  # noqa: S603  # our own module
            build_command(folder, ways),
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # the bot's warnings
            text=True,
        ) as process:
            player = cls(process)
            reading = Thread(target=player._read, args=(process.stdout,))
            reading.start()
            try:
                yield player
            finally:
                process.kill()
                reading.join()

    def _read(self, lines: IO[str]) -> None:
        for line in lines:
            if line.endswith("\n"):
                game, version = map(int, line.split())
                self.told[game] = version
                self.moves += 1

    def stores_again(self, seconds: float) -> bool:
        """Return whether each of its games is stored again within these seconds."""
        before, end = dict(self.told), time.monotonic() + seconds
        while not self._has_moved_since(before):
            if time.monotonic() > end or self.has_ended:
                return False
            time.sleep(POLL)
        return True

    def _has_moved_since(self, before: Mapping[int, int]) -> bool:
        return bool(self.told) and all(self.told[game] > version for game, version in before.items())

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.process.poll() is not None


def run(seed: int) -> Counts:
    """Let the disk fail several times in each of the ways."""
    return fail(seed, "patient")


def fail(seed: int, *ways: str) -> Counts:
    """Let the disk fail while a process stores moves like this, and return what was done and found."""
    dice = random.Random(seed)
    counts: Counts = Counter()
    with Disk.open(new_disk()) as disk:
        with Player.start(disk.written, *ways, environment=disk.environment(Cut(0))) as player:
            assert player.stores_again(STARTS_WITHIN)
            for number in range(FAULTS):
                time.sleep(dice.uniform(SHORTEST, LONGEST))
                with disk.failing(ERRORS[(seed + number) % len(ERRORS)]):
                    time.sleep(dice.uniform(SHORTEST, LONGEST))
                    if number == FAULTS - 1:
                        player.process.kill()
                counts["faults"] += 1
                if number < FAULTS - 1 and not player.stores_again(STORES_WITHIN):
                    counts["ended" if player.has_ended else "late"] += 1
                    break
        counts["acknowledged"] = player.moves
        for files in (disk.states(dice)[state] for state in ("kills", "cuts")):
            counts += judge(files, player.told)
    return counts


def _plant(way: str, seed: int) -> Counts:
    return fail(seed, *(["patient"] if way in {"early", "half"} else []), *([way] if way else []))


PART = Part(
    name="disks",
    promise="A disk that fails for a while ends no process and loses no move, and soon moves are stored again",
    run=run,
    full=40,
    sample=4,
    faults=("lost", "torn", "late", "ended"),
    controls=(
        Control("a move is acknowledged before it's stored", "lost", partial(_plant, "early")),
        Control("the event is stored and not all of the game", "torn", partial(_plant, "half")),
        Control("a game isn't tried again", "late", partial(_plant, "sulky")),
        Control("an error of the disk isn't caught", "ended", partial(_plant, "")),
    ),
)
