"""`bot.py export-user`: write everything that is stored about a person into a file."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot_settings import BotSettings
from hosting.command import NothingFound, OwnerCommand, OwnerError
from hosting.personal_data import open_personal_data, read_id
from storage.paths import PRIVATE
from storage.personal_data.traces import Subject, describe_traces


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("user", metavar="USER", type=read_id, help="the person's Discord id")
    parser.add_argument("file", metavar="FILE", type=Path, help="the JSON file to write, which mustn't exist")


async def _run(settings: BotSettings, arguments: Namespace) -> int:
    async with open_personal_data(settings) as data:
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


COMMAND = OwnerCommand(
    name="export-user",
    help="write everything that is stored about a person into a file, while the bot is stopped",
    run=_run,
    add_arguments=_add_arguments,
)
