"""Messages as they were before an edit or their deletion, for some moments."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground.model.values import Message

MOMENTS = 10.0  # seconds for which a replaced message can still be tapped, and its files loaded


class ReplacedMessages:
    """A page sees an edit a little later than Discord makes it, and may use what it still shows."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._replaced: deque[tuple[float, Message]] = deque()

    def add(self, message: Message) -> None:
        """Remember a message that is about to be edited or deleted."""
        self._replaced.append((self._now(), message))
        while self._replaced[0][0] < self._now() - MOMENTS:
            self._replaced.popleft()

    def find(self, channel_id: int) -> list[Message]:
        """Return the replaced messages of a channel, the newest first."""
        since = self._now() - MOMENTS
        return [old for at, old in reversed(self._replaced) if at >= since and old.channel_id == channel_id]
