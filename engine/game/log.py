"""Lines of a game's log."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of a game's log: an action in notation (`line`), the seat that did it, and the time (`at`).

    The time is in seconds since the epoch.
    """

    at: int
    seat: int
    line: str = field(repr=False)
