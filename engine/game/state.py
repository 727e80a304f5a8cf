"""States: the whole truth about a game, and the small changes that moves are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from engine.game.events import Event
from engine.game.views import Outcome, Value
from engine.text.errors import (
    NoSuchSeat,
)
from engine.text.phrases import Phrase
from engine.tiles.tiles import Tile


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A place at the table. `rack` is in the order in which its tiles came; the last `fresh` of them are new."""

    rack: tuple[Tile, ...] = field(default=(), repr=False)
    fresh: int = 0
    opened: bool = False
    resigned: bool = False


@dataclass(frozen=True, kw_only=True)
class GameState:
    """The whole truth; only engine and storage see it.

    Seats count from 0. Hidden are `seed`, `pool` (the last tile is drawn first) and the racks, and nothing else.
    `turn` is the seat to move, `turns` counts the turns that have begun, `version` the actions so far; `now` and
    `deadline` are seconds since the epoch.
    """

    variant: str
    rules_version: int
    options: Mapping[str, Value]
    seed: bytes = field(repr=False)
    seats: tuple[Seat, ...]
    pool: tuple[Tile, ...] = field(repr=False)
    turn: int
    turns: int = 0
    active: frozenset[int]
    now: int
    deadline: int | None
    version: int = 0
    outcome: Outcome | None = None


S = TypeVar("S", bound=GameState)


@dataclass(frozen=True)
class Step(Generic[S]):
    """What an action led to: the new state, what everybody may know, and a sentence for the one who acted alone."""

    state: S
    events: tuple[Event, ...] = ()
    aside: Phrase | None = None


def require_seat(state: GameState, seat: int) -> None:
    """Refuse a seat outside 0..n-1; Python would take -1 for the last.

    Raises:
        NoSuchSeat: it is.
    """
    if not 0 <= seat < len(state.seats):
        raise NoSuchSeat


def postpone(state: S, seconds: int) -> S:
    """Return the state with a later deadline, for time in which nobody could play."""
    return state if state.deadline is None else replace(state, deadline=state.deadline + seconds)


def give_tiles(state: S, seat: int, tiles: int) -> S:
    """Give the seat tiles from the end of the pool."""
    cut = len(state.pool) - tiles
    drawn = state.pool[: cut - 1 : -1] if cut else state.pool[::-1]
    player = state.seats[seat]
    return with_seat(state, seat, replace(player, rack=player.rack + drawn, fresh=tiles), pool=state.pool[:cut])


def with_seat(state: S, place: int, seat: Seat, **others: Any) -> S:
    """Put another value in one seat's place, and in those of `others`."""
    return replace(state, seats=(*state.seats[:place], seat, *state.seats[place + 1 :]), **others)
