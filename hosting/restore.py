"""`restore FILE`: a backup in the place of the database, which is kept beside it."""

import asyncio
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path

from bot_settings import BotSettings
from hosting.command import OwnerCommand, OwnerError
from storage.backups.checksum import Checksum
from storage.backups.restoring import Unverified, restore
from storage.database import parse_path
from storage.errors import DatabaseDamaged, DatabaseInUse

_EXPLAINED = {
    Checksum.WRONG: (
        "is damaged, or was changed after it was made: its checksum is wrong. Choose another backup, or add "
        "--unverified to restore what this one has."
    ),
    Checksum.MISSING: (
        "has no checksum, so damage can't be seen: it's a database that isn't a backup, or its end is missing. "
        "If you trust it, add --unverified."
    ),
}


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup")
    parser.add_argument(
        "--unverified", action="store_true", help="restore FILE even if its checksum is missing or wrong"
    )


async def _run(settings: BotSettings, arguments: Namespace) -> int:
    database = parse_path(settings.database_url)
    try:
        restored = await asyncio.to_thread(
            restore, arguments.file.absolute(), database, datetime.now(UTC), is_unverified=arguments.unverified
        )
    except DatabaseInUse:
        raise OwnerError("The bot is running: stop it, then restore the backup. Nothing has changed.") from None
    except Unverified as error:
        raise OwnerError(f"{arguments.file} {_EXPLAINED[error.checksum]} Nothing has changed.") from None
    except DatabaseDamaged:
        raise OwnerError(f"{arguments.file} is damaged, or no backup: choose another. Nothing has changed.") from None
    print(f"Restored {restored.contents} to {database}.")
    if restored.kept:
        print(f"The database that was there is now {restored.kept}.")
    return 0


COMMAND = OwnerCommand(
    name="restore",
    help="replace the database with a backup, and keep the old one under another name; the bot must not be running",
    run=_run,
    add_arguments=_add_arguments,
)
