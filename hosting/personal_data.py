"""What the three commands about stored data share: the database, and who may use it."""

import time
from argparse import ArgumentTypeError
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot_settings import BotSettings
from hosting.command import HostError, find_database
from services.assembly import assemble_tables
from services.people.personal_data import PersonalData
from services.tournaments.tournaments import Tournaments
from storage.database import open_database
from storage.errors import DatabaseInUse
from storage.tournaments.store import TournamentStore

LARGEST_ID = 2**63 - 1  # Discord's ids fit into 63 bits


def read_id(text: str) -> int:
    """Return the Discord id that an argument of the command line is.

    Raises:
        ArgumentTypeError: it isn't one.
    """
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= LARGEST_ID):
        raise ArgumentTypeError("that isn't a Discord id: switch Developer Mode on in Discord to copy ids")
    return int(text)


@asynccontextmanager
async def open_personal_data(settings: BotSettings) -> AsyncIterator[PersonalData]:
    """Open the database for what can be asked about stored data.

    Raises:
        HostError: there is no database, or the bot is running.
        StorageError: the database can't be opened.
    """
    find_database(settings)
    try:
        async with open_database(settings.database_url) as database:
            tables = assemble_tables(database, now=lambda: int(time.time()), announce=lambda _: None)
            tournaments = Tournaments(tables, TournamentStore(database))
            yield PersonalData(tables, tournaments, database, settings.retention)
    except DatabaseInUse:
        raise HostError("The bot is running: stop it first, or use /data. Nothing has changed.") from None
