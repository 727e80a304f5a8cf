"""A command for owners."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot_settings import BotSettings
from storage.database import parse_path

NOTHING_FOUND = 3  # an exit code; argparse has 2, and any other failure 1


class OwnerError(Exception):
    """A command that can't be carried out, as one or two sentences for the owner, without secrets."""


class NothingFound(OwnerError):
    """A command about somebody or something that the database doesn't know. The process ends with `NOTHING_FOUND`."""


def find_database(settings: BotSettings) -> Path:
    """Return the database's absolute path, for a command that mustn't make it. Raises: OwnerError if there's none."""
    path = parse_path(settings.database_url)
    if not path.exists():
        raise OwnerError(f"There is no database {path}. DATABASE_URL says where it is.")
    return path


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerCommand:
    """A subcommand of `bot.py`: its name, what `--help` says of it, and what it does.

    `add_arguments` adds its arguments to a parser. `run` returns the exit code, 0 if all is well; it may raise
    `OwnerError`, `BadSettings` or `StorageError`. A command that `needs_token` doesn't run without one. A command that
    `reads_settings` itself gets the defaults.
    """

    name: str
    help: str
    run: Callable[[BotSettings, Namespace], Coroutine[Any, Any, int]]
    add_arguments: Callable[[ArgumentParser], None] = lambda _: None
    needs_token: bool = False
    reads_settings: bool = False
