"""A bot in a hurry, for tests that need no pauses: it edits and looks more often, and doesn't wait for the disk."""

from pathlib import Path

import aiosqlite

from cogs import clock, metrics
from storage import database
from ui import history
from ui.messages.private import live_responses
from ui.network import request_budget

BETWEEN_EDITS = 0.1  # seconds between two edits of one message
LOOK_EVERY = 1  # seconds until a message that perhaps was posted is looked for again
SIGN_OF_LIFE_EVERY = 1  # seconds

_prepare = database._prepare  # noqa: SLF001  # there is no other way in


async def prepare(connection: aiosqlite.Connection, path: Path) -> None:
    """Let the operating system decide when to write: what was stored outlives the bot, but not a power cut."""
    await _prepare(connection, path)
    await connection.execute_fetchall("PRAGMA synchronous = OFF")


def install(_: str) -> None:
    """Hurry."""
    history.LOOK_EVERY = LOOK_EVERY
    live_responses.PAUSE = request_budget.PAUSE = request_budget.LONGER_PAUSE = BETWEEN_EDITS
    clock._HEARTBEAT = metrics._VITALS_EVERY = SIGN_OF_LIFE_EVERY  # noqa: SLF001  # as above
    database._prepare = prepare  # noqa: SLF001
