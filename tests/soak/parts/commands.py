"""An owner's command is killed: a backup while moves are stored, a restore, or the voiding of a game.

A trial is one kill just before one of the command's writes, syncs, renames and removals, spread over all of them. The
command is then given again, and must do its work and leave nothing of the first time.
"""

import asyncio
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.backups.checksum import Checksum, judge_checksum
from storage.backups.copying import back_up
from storage.database import StorageError, open_database
from tests.soak.disk import Cut, Disk, Files, read
from tests.soak.part import Control, Counts, Part
from tests.soak.parts.cuts import GAMES, NAME, PATIENCE, ROOT, judge, new_disk, open_whole
from tests.soak.parts.disks import STARTS_WITHIN, STORES_WITHIN, Player
from tests.storage.results.test_voiding import ANN, BOB, CY, play
from tests.storage.results.test_writing import a_result
from tests.storage.tables import url

KILLS = 50  # of each command
SAVED = "saved.db"
VOID = "1"  # a game of `rated_disk`
PLANTED = 5  # kills at most, until a planted fault is found


def run(seed: int) -> Counts:
    """Kill a command at the point of this seed."""
    kind = (kill_backup, kill_restore, kill_voiding)[seed % 3]
    return kind(seed // 3 % KILLS, random.Random(seed))


def give(disk: Disk, cut: Cut, fault: str, *arguments: str) -> bool:
    """Give a command, and return whether it was killed."""
    done = subprocess.run(  # noqa: S603  # our own module
        [sys.executable, "-m", "tests.soak.owner", fault, *arguments],
        cwd=ROOT,
        env=disk.environment(cut) | {"DATABASE_URL": url(disk.written / NAME), "DISCORD_TOKEN": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode != 0


@cache
def count_calls(make_files: Callable[[], Files], fault: str, *arguments: str, is_busy: bool) -> int:
    """Return the number of the command's writes, syncs, renames and removals, on a database that is in use or not."""
    with Disk.open(make_files()) as disk, ExitStack() as stack:
        if is_busy:
            player = stack.enter_context(Player.start(disk.written))
            assert player.stores_again(STARTS_WITHIN)
        assert not give(disk, Cut(0), fault, *_place(disk, arguments))
        return int(disk.counted.read_text())


def _place(disk: Disk, arguments: tuple[str, ...]) -> list[str]:
    return [str(disk.written / each) if each == SAVED else each for each in arguments]


def _kill(
    disk: Disk, number: int, dice: random.Random, make_files: Callable[[], Files], *arguments: str, fault: str = ""
) -> Counts:
    """Give the command, and kill it in the part of this number of all its calls."""
    calls = count_calls(make_files, fault, *arguments, is_busy=arguments[0] == "backup")
    at = 1 + (calls * number + dice.randrange(calls)) // KILLS
    is_killed = give(disk, Cut(at), fault, *_place(disk, arguments))
    if not is_killed and number < KILLS:  # the database was larger when the calls were counted
        return _kill(disk, number - 1, dice, make_files, *arguments, fault=fault)
    return Counter({"kills": int(is_killed), f"in {arguments[0]}": int(is_killed)})


def count_leftovers(folder: Path) -> int:
    """Return how many files there are that no complete command leaves."""
    return sum(".part" in each.name or ".kept" in each.name for each in folder.iterdir())


# backup


def kill_backup(number: int, dice: random.Random, fault: str = "") -> Counts:
    """Kill a backup, in place of an older one, while moves are stored as fast as they can."""
    with Disk.open(saved_disk()) as disk:
        older = (disk.written / SAVED).read_bytes()
        with Player.start(disk.written) as player:
            assert player.stores_again(STARTS_WITHIN)
            told = dict(player.told)
            counts = _kill(disk, number, dice, saved_disk, "backup", SAVED, "--force", fault=fault)
            newer = (disk.written / SAVED).read_bytes()
            if newer != older:
                counts += judge({NAME: newer}, told)
                counts["torn"] += judge_checksum(disk.written / SAVED) is not Checksum.RIGHT
            assert player.stores_again(STORES_WITHIN)
            told = dict(player.told)
            back_up(disk.written / NAME, disk.written / SAVED)
            counts += judge({NAME: (disk.written / SAVED).read_bytes()}, told)
            counts["left over"] += count_leftovers(disk.written)
        return counts + judge({name: read(disk.written)[name] for name in (NAME, f"{NAME}-wal")}, player.told)


@cache
def saved_disk() -> Files:
    """A database with some running games, and a backup of it."""
    with Disk.open(new_disk()) as disk:
        back_up(disk.written / NAME, disk.written / SAVED)
        return {name: content for name, content in read(disk.written).items() if name in {NAME, SAVED}}


# restore


def kill_restore(number: int, dice: random.Random, fault: str = "") -> Counts:
    """Kill a restore, in place of a database whose last moves are in its journal alone."""
    with Disk.open(played_disk()) as disk:
        counts = _kill(disk, number, dice, played_disk, "restore", SAVED, fault=fault)
        allowed = [saved_versions(), *([played_versions()] if counts["kills"] else [])]
        counts["torn"] += find_versions(disk.written / NAME) not in allowed
        give(disk, Cut(0), fault, *_place(disk, ("restore", SAVED)))
        counts["torn"] += find_versions(disk.written / NAME) != saved_versions()
        kept = [find_versions(each) for each in disk.written.glob("*-before-restore-*.db")]
        counts["lost"] += played_versions() not in kept
        counts["left over"] += count_leftovers(disk.written)
        return counts


@cache
def played_disk() -> Files:
    """The same, with moves since in a journal."""
    with Disk.open(saved_disk()) as disk:
        with Player.start(disk.written) as player:
            assert player.stores_again(STARTS_WITHIN)
        return {name: content for name, content in read(disk.written).items() if "lock" not in name}


def find_versions(path: Path) -> tuple[int, ...]:
    """Return the version of each game in a database; none if it can't be read, or isn't of one piece."""
    try:
        with open_whole(path) as connection:
            return tuple(version for (version,) in connection.execute("SELECT version FROM game ORDER BY id"))
    except (StorageError, sqlite3.Error) as error:
        print(f"can't be read: {error}")
        return ()


@cache
def saved_versions() -> tuple[int, ...]:
    with Disk.open({NAME: played_disk()[SAVED]}) as disk:
        return find_versions(disk.written / NAME)


@cache
def played_versions() -> tuple[int, ...]:
    with Disk.open(played_disk()) as disk:
        found = find_versions(disk.written / NAME)
        assert len(found) == GAMES
        assert found != saved_versions()
        return found


# void-game


def kill_voiding(number: int, dice: random.Random, fault: str = "") -> Counts:
    """Kill the voiding of a game, after which others are rated again."""
    with Disk.open(rated_disk()) as disk:
        counts = _kill(disk, number, dice, rated_disk, "void-game", VOID, fault=fault)
        counts["torn"] += dump(disk) not in {before_voiding(), after_voiding()}
        give(disk, Cut(0), "", "void-game", VOID)
        counts["torn"] += dump(disk) != after_voiding()
        counts["left over"] += count_leftovers(disk.written)
        return counts


@cache
def rated_disk() -> Files:
    """A database with rated games."""

    async def fill(path: Path) -> None:
        async with open_database(url(path)) as database:
            await play(database, *(a_result(number, ANN, BOB, CY) for number in range(1, 11)))

    with TemporaryDirectory() as folder:
        asyncio.run(fill(Path(folder) / NAME))
        return read(Path(folder))


def dump(disk: Disk) -> str:
    """Return all that a database has, except the times at which badges were announced."""
    with closing(sqlite3.connect(disk.written / NAME)) as connection:
        lines = [line for line in connection.iterdump() if 'INTO "badge_shown"' not in line]
        badges = connection.execute("SELECT user_id, badge, game_id FROM badge_shown ORDER BY user_id, badge")
        return "\n".join([*lines, *map(str, badges)])


@cache
def before_voiding() -> str:
    with Disk.open(rated_disk()) as disk:
        return dump(disk)


@cache
def after_voiding() -> str:
    with Disk.open(rated_disk()) as disk:
        assert not give(disk, Cut(0), "", "void-game", VOID)
        return dump(disk)


# controls


def plant(kind: Callable[..., Counts], fault: str, seed: int) -> Counts:
    """Kill a command that has a fault, somewhere in the middle."""
    dice = random.Random(seed)
    return kind(dice.randrange(KILLS // 4, KILLS - KILLS // 4), dice, fault)


def leave_the_journal(seed: int) -> Counts:
    """Let a restore come to its end that leaves the journal of the old database."""
    return kill_restore(KILLS, random.Random(seed), "stale-journal")


PART = Part(
    name="commands",
    promise="An owner's command that is killed loses nothing and leaves nothing half-done, and can be given again",
    run=run,
    full=3 * KILLS,
    sample=6,
    faults=("lost", "torn", "left over"),
    controls=(
        Control("a backup is written to its own name", "torn", partial(plant, kill_backup, "in-place"), PLANTED),
        Control("a restore leaves the journal", "torn", leave_the_journal, PLANTED),
        Control("a restore keeps nothing", "lost", partial(plant, kill_restore, "keep-nothing"), PLANTED),
        Control("a restore leaves a file", "left over", partial(plant, kill_restore, "litter"), PLANTED),
        Control("a game isn't voided in one transaction", "torn", partial(plant, kill_voiding, "piecemeal"), PLANTED),
    ),
)
