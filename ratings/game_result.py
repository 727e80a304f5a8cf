"""A finished game's result: each seat's place, who left, and whether it's rated."""

from dataclasses import dataclass
from enum import StrEnum

from engine.game.goals import Level

SOLO = 0
"""The pool of games that one person plays against computers, on all servers together."""


class Departure(StrEnum):
    """A way to leave a game before its end: to resign, to leave the seat to a computer, or to be away at the end."""

    RESIGNED = "resigned"
    LEFT = "left"
    AWAY = "away"


class Unrated(StrEnum):
    """A reason why a game counts in no rating.

    `UNPLAYED`: its players resigned before the first turn. `COMPUTERS`: it began with computers, and not as one
    person's game without help. `HELP`: the table gave full help. `HOUSE`: its house rules are neither the usual ones
    nor a preset's. `AGREED`: everybody agreed to end it. `VOID`: a server manager or the bot's owner ended it.
    `SUSPENDED`: its channel was gone for a week. `OFTEN`: two of its players had finished five rated games together
    that day. `PENDING`: a server manager voided a game for the solo ladder, which counts as lost a week after the last
    turn, and no result is stored until then.
    """

    UNPLAYED = "unplayed"
    COMPUTERS = "computers"
    HELP = "help"
    HOUSE = "house"
    AGREED = "agreed"
    VOID = "void"
    SUSPENDED = "suspended"
    OFTEN = "often"
    PENDING = "pending"


WITHOUT_PLACES = frozenset({Unrated.AGREED, Unrated.VOID, Unrated.SUSPENDED})
"""Reasons of games that nobody could finish: they have no places."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's result: its player's Discord user id, or a computer's level; the name, the points and the place.

    `place` counts from 1, and seats that are equally good share one; it's None if nobody has one (`WITHOUT_PLACES`).
    `opening` is the player's most valuable first play, in points, and `largest_finish` the number of tiles of the
    largest play that emptied the rack; 0 if there was none.
    """

    user_id: int | None
    level: Level | None
    name: str
    points: int
    place: int | None
    departure: Departure | None = None
    opening: int = 0
    largest_finish: int = 0


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game's result, with its seats in order; `variant` is the rule system's key.

    `ended_at` is in seconds since the epoch. `pool` is that of the ratings that it changes: a server's id for people,
    or `SOLO` for a person among computers. It's None if the game is `unrated`, for this reason.
    """

    game_id: int
    guild_id: int
    variant: str
    ended_at: int
    pool: int | None
    unrated: Unrated | None
    seats: tuple[SeatResult, ...]
