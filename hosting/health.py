"""`bot.py health`: whether the bot is running and connected, from the signs of life that it stores.

It asks neither the process nor Discord, and only reads the database, so that it can be called at any time.
"""

import time
from argparse import Namespace
from datetime import UTC, datetime

from bot_settings import BotSettings
from hosting.command import OwnerCommand, OwnerError
from storage.alive import Heartbeat, read_heartbeat

FRESH = 30  # seconds that the last sign of life may be old; the bot gives one every ten


async def _run(settings: BotSettings, _: Namespace) -> int:
    print(judge(await read_heartbeat(settings.database_url), int(time.time())))
    return 0


def judge(beat: Heartbeat | None, now: int) -> str:
    """Return the sentence that the bot is well at `now`, in seconds since the epoch. Raises: OwnerError if it isn't."""
    if beat is None or not beat.seen_at:
        raise OwnerError("The bot isn't running: it has given no sign of life yet.")
    age = now - beat.seen_at
    if age > FRESH:
        since = f"its last sign of life was at {_write(beat.seen_at)}"
        raise OwnerError(f"The bot isn't running, hasn't reached Discord or can't write to its database: {since}.")
    if age < -FRESH:
        raise OwnerError(f"The last sign of life is in the future, {_write(beat.seen_at)}: check the system clock.")
    if not beat.connected:
        raise OwnerError(f"The bot is running, but without a connection to Discord since {_write(beat.connected_at)}.")
    return f"The bot is running, and {beat.connected} of {beat.shards} shards are connected to Discord."


def _write(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"


COMMAND = OwnerCommand(
    name="health", help="say whether the bot is running and connected to Discord; exit with 1 if not", run=_run
)
