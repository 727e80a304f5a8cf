"""`backup FILE`: a copy of the database, also while the bot runs."""

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot_settings import BotSettings
from hosting.command import OwnerCommand, OwnerError, find_database
from storage.backups.copying import back_up
from storage.paths import find_real_path, is_there


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="where the copy is written")
    parser.add_argument("--force", action="store_true", help="replace FILE if it exists")


async def _run(settings: BotSettings, arguments: Namespace) -> int:
    database, target = find_database(settings), arguments.file.absolute()
    _require_free_name(find_real_path(database), target, may_replace=arguments.force)
    contents = await asyncio.to_thread(back_up, database, target)
    size = target.stat().st_size / 1e6
    print(f"Saved {contents} in {target} ({size:.1f} MB), and checked the copy.")
    return 0


def _require_free_name(database: Path, target: Path, *, may_replace: bool) -> None:
    """Reject a target that's a part of the database itself, no file, or a file that may not be replaced."""
    parts = ("", "-wal", "-shm", "-journal", ".lock")
    if find_real_path(target) in {database.with_name(database.name + end) for end in parts}:
        raise OwnerError(f"{target} is the database itself: choose another name.")
    if not is_there(target):
        return
    if target.is_dir():
        raise OwnerError(f"{target} is a folder: name a file in it.")
    if not target.is_file():
        raise OwnerError(f"{target} is a device or a pipe: choose another name.")
    if not may_replace:
        raise OwnerError(f"{target} exists already: choose another name, or add --force to replace it.")


COMMAND = OwnerCommand(
    name="backup",
    help="copy the database to FILE, checked, and readable by you alone; the bot may be running",
    run=_run,
    add_arguments=_add_arguments,
)
