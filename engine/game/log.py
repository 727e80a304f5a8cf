"""Lines of a game's log, and what a finished game's log tells about it."""

from dataclasses import dataclass, field

from engine.game.events import Event


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of a game's log: an action in notation, the seat that did it, and the time in seconds since the epoch."""

    at: int
    seat: int
    line: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LoggedPlay:
    """A seat's play, with its public event."""

    seat: int
    event: Event


@dataclass(frozen=True, slots=True)
class GameSummary:
    """Public facts about the last game of a finished match, which only its log has.

    `turns` is the number of its turns. `last` and `longest` are the last play and the earliest of those with the most
    rack tiles, None if nobody played. `points` is what each seat got in that game, None if it was ended early.
    """

    turns: int = 0
    last: LoggedPlay | None = None
    longest: LoggedPlay | None = None
    points: tuple[int, ...] | None = None
