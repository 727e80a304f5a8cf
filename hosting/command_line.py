"""The command line of `bot.py` for everything but running the bot."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import hosting
from bot_settings import BotSettings
from env_file import BadSettings
from hosting.command import NOTHING_FOUND, NothingFound, OwnerError
from hosting.version import write_versions
from storage.errors import StorageError

RUN = "run"


def run_command(arguments: Sequence[str]) -> None:
    """Carry out the command that these arguments name, and exit; with an error message if it fails."""
    commands = hosting.find()
    parser = argparse.ArgumentParser(prog="bot.py", description="Rackety: tile rummy on Discord.")
    parser.add_argument("-V", "--version", action="version", version=write_versions(), help="print the versions")
    parsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    about_run = "run the bot; the same as without a command"
    parsers.add_parser(RUN, help=about_run, description=about_run)
    for each in commands.values():
        each.add_arguments(parsers.add_parser(each.name, help=each.help, description=each.help))
    parsed = parser.parse_args(arguments)
    command = commands[parsed.command]
    try:
        if command.reads_settings:
            settings = BotSettings("")
        else:
            settings = BotSettings.read(os.environ, Path(".env"), needs_token=command.needs_token)
        sys.exit(asyncio.run(command.run(settings, parsed)))
    except NothingFound as error:
        print(error, file=sys.stderr)
        sys.exit(NOTHING_FOUND)
    except OSError as error:
        if error.filename is None:
            raise
        sys.exit(f"{error.filename} can't be used: {error.strerror}.")
    except (BadSettings, StorageError, OwnerError) as error:
        sys.exit(str(error))
