"""`restore FILE`: a backup in the place of the database, which is kept beside it."""

import asyncio
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path

from bot_settings import BotSettings
from hosting.command import HostCommand, HostError
from storage.backups.restoring import restore
from storage.database import parse_path
from storage.errors import DatabaseDamaged, DatabaseInUse


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup")


async def _run(settings: BotSettings, arguments: Namespace) -> int:
    database = parse_path(settings.database_url)
    try:
        restored = await asyncio.to_thread(restore, arguments.file.absolute(), database, datetime.now(UTC))
    except DatabaseInUse:
        raise HostError("The bot is running: stop it, then restore the backup. Nothing has changed.") from None
    except DatabaseDamaged:
        raise HostError(f"{arguments.file} is damaged: choose another backup. Nothing has changed.") from None
    print(f"Restored {restored.contents} to {database}.")
    if restored.kept:
        print(f"The database that was there is now {restored.kept}.")
    return 0


COMMAND = HostCommand(
    name="restore",
    help="put a backup in the place of the database, which is kept under another name; the bot must not be running",
    run=_run,
    add_arguments=_add_arguments,
)
