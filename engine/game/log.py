"""A log's line."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the log: what a seat did, in seconds since the epoch."""

    at: int
    seat: int
    line: str = field(repr=False)
