"""Lines of a game's log."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of a game's log: an action of a seat in notation, and its time in seconds since the epoch."""

    at: int
    seat: int
    line: str = field(repr=False)
