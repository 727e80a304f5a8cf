"""The last versions of edited and deleted messages, kept for a few seconds."""

from collections import deque
from collections.abc import Callable

from playground.model.values import Message

MOMENTS = 10.0  # seconds for which a replaced message can still be tapped and its files loaded


class ReplacedMessages:
    """The old versions of recently edited and deleted messages, which must still work.

    A user's client shows an edit with a delay, so somebody may tap a button that was just removed.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._replaced: deque[tuple[float, Message]] = deque()

    def add(self, message: Message) -> None:
        """Remember a message that is about to be edited or deleted, and forget those replaced over ten seconds ago."""
        self._replaced.append((self._now(), message))
        while self._replaced[0][0] < self._now() - MOMENTS:
            self._replaced.popleft()

    def find(self, channel_id: int) -> list[Message]:
        """Return the messages of a channel that were replaced in the last ten seconds, newest first."""
        since = self._now() - MOMENTS
        return [old for at, old in reversed(self._replaced) if at >= since and old.channel_id == channel_id]
