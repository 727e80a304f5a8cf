"""Messages that are updated sooner than once a second, so that tests needn't wait for each move to be shown."""

from ui.messages import public_table
from ui.messages.private import live_reply


def install(seconds: str) -> None:
    """Let this time pass between two edits of one message."""
    live_reply.PAUSE = public_table.PAUSE = float(seconds)
