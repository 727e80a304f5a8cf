"""`bot.py export-user`, `erase-user` and `erase-guild`: the data that is stored about a person or a server."""

import os
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot_settings import HIGHEST_ID, BotSettings
from hosting.command import NothingFound, OwnerCommand, OwnerError, find_database
from services.assembly import assemble_tables
from services.people.personal_data import PersonalData
from services.tournaments.tournaments import Tournaments
from storage.backups.daily import DailyBackups
from storage.database import open_database
from storage.errors import DatabaseInUse
from storage.paths import PRIVATE
from storage.personal_data.traces import Subject, describe_traces, find_copies
from storage.tournaments.store import TournamentStore


def read_id(text: str) -> int:
    """Return the Discord id that a command-line argument gives. Raises: ArgumentTypeError if it isn't one."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= HIGHEST_ID):
        raise ArgumentTypeError("that isn't a Discord id: switch Developer Mode on in Discord to copy ids")
    return int(text)


@asynccontextmanager
async def _open_personal_data(settings: BotSettings) -> AsyncIterator[PersonalData]:
    """Open the database, to export or delete data. Raises: OwnerError if there's none, or the bot is running."""
    find_database(settings)
    try:
        async with open_database(settings.database_url) as database:
            tables = assemble_tables(database, now=lambda: int(time.time()), announce=lambda _: None)
            tournaments = Tournaments(tables, TournamentStore(database))
            yield PersonalData(tables, tournaments, database, settings.retention)
    except DatabaseInUse:
        raise OwnerError("The bot is running: stop it first, or use /data. Nothing has changed.") from None


def _list_copies(settings: BotSettings, subject: Subject, number: int) -> str:
    """Return a sentence that names the backups that still have the data or can't be searched, or an empty text."""
    daily = DailyBackups.of(settings.database_url, settings.backup_folder)
    folders = [settings.database_path.parent, *([daily.folder] if daily else [])]
    try:
        copies = find_copies(settings.database_path, folders, subject, number)
    except OSError as error:
        return f"\nCopies of the database can't be searched: {error.filename}: {error.strerror}."
    if not copies:
        return ""
    return f"\nThese copies of the database still have such data: {', '.join(map(str, copies))}."


def _make_erase_command(
    kind: str,
    *,
    about: str,
    subject: Subject,
    erase: Callable[[PersonalData, int], Coroutine[Any, Any, None]],
    remark: str,
) -> OwnerCommand:
    """Return the command `erase-<kind>`, which deletes everything about a person or server if the owner adds --yes.

    `kind` is Discord's word, such as "user". `about` is the command's help, and `remark` what it adds in the end.
    """
    what = subject.name.lower()

    def add_arguments(parser: ArgumentParser) -> None:
        parser.add_argument("id", metavar=kind.upper(), type=read_id, help=f"the {what}'s Discord id")
        parser.add_argument("--yes", action="store_true", help="you are sure: this can't be undone")

    async def run(settings: BotSettings, arguments: Namespace) -> int:
        async with _open_personal_data(settings) as data:
            found = describe_traces(await data.count(subject, arguments.id))
            if found and not arguments.yes:
                raise OwnerError(
                    f"Found {found}. This can't be undone: add --yes to delete everything about this {what}."
                )
            if arguments.yes:
                await erase(data, arguments.id)
        copies = _list_copies(settings, subject, arguments.id)
        if not found:
            raise NothingFound(f"Nothing about this {what} is in the database, and nothing has changed.{copies}")
        print(f"Found and deleted {found}. {remark}{copies}")
        return 0

    return OwnerCommand(name=f"erase-{kind}", help=about, run=run, add_arguments=add_arguments)


def _add_export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("user", metavar="USER", type=read_id, help="the person's Discord id")
    parser.add_argument("file", metavar="FILE", type=Path, help="the JSON file to write, which mustn't exist")


async def _export(settings: BotSettings, arguments: Namespace) -> int:
    async with _open_personal_data(settings) as data:
        found = describe_traces(await data.count(Subject.PERSON, arguments.user))
        if not found:
            raise NothingFound("Nothing about this person is in the database, and no file was written.")
        exported = await data.export(arguments.user)
    try:
        descriptor = os.open(arguments.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(exported)
    except OSError as error:
        raise OwnerError(f"{arguments.file} can't be written: {error.strerror}.") from None
    print(f"Found {found}. All of it is in {arguments.file}, which only your account can read.")
    return 0


EXPORT_USER = OwnerCommand(
    name="export-user",
    help="write everything that is stored about a person into a file, while the bot is stopped",
    run=_export,
    add_arguments=_add_export_arguments,
)
ERASE_USER = _make_erase_command(
    "user",
    about="delete everything that is stored about a person, while the bot is stopped (/data delete works any time)",
    subject=Subject.PERSON,
    erase=PersonalData.delete_person,
    remark="A made-up name takes their place in games with others.",
)
ERASE_GUILD = _make_erase_command(
    "guild",
    about="delete everything that is stored about a server, while the bot is stopped",
    subject=Subject.SERVER,
    erase=PersonalData.delete_server,
    remark="Results of games alone against computers stay, without the server.",
)
