"""The state of a game, which contains everything about it, and helpers for the changes that actions make to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from engine.game.events import Event
from engine.game.views import Outcome, SeatView, Value
from engine.text.errors import (
    NoSuchSeat,
)
from engine.text.phrases import Phrase
from engine.tiles.tiles import Tile


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A player's place in the game.

    `rack` is in the order in which its tiles came; the last `fresh` of them are new. `has_melded`: the player has
    made a first play. `resigned`: the player has left the game for good.
    """

    rack: tuple[Tile, ...] = field(default=(), repr=False)
    fresh: int = 0
    has_melded: bool = False
    resigned: bool = False


@dataclass(frozen=True, kw_only=True)
class GameState:
    """Everything about a game; only engine and storage see it.

    Seats count from 0. Only `seed`, `pool` (its last tile is drawn first) and the racks are hidden. `variant` is the
    rule system's key, and `rules_version` the version of its rules. `turn` is the seat to play, `turns` the number of
    turns begun, `version` the number of actions so far, and `active` the seats that may act. `now` and `deadline` are
    seconds since the epoch; without a clock, `deadline` is None.
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
    """An action's result: the new state, the public events, and `aside`, a sentence only for the player who acted."""

    state: S
    events: tuple[Event, ...] = ()
    aside: Phrase | None = None


def show_seat(state: GameState, index: int, score: int, needs: int = 0) -> SeatView:
    """Return the seat as everybody sees it, tiles only when the game is over; `needs` is in points for a first play."""
    seat = state.seats[index]
    return SeatView(
        tiles=len(seat.rack),
        has_melded=seat.has_melded,
        resigned=seat.resigned,
        score=score,
        rack=seat.rack if state.outcome else None,
        needs=0 if seat.has_melded else needs,
    )


def require_seat(state: GameState, seat: int) -> None:
    """Reject a seat outside 0..n-1, as Python would take -1 for the last one. Raises NoSuchSeat."""
    if not 0 <= seat < len(state.seats):
        raise NoSuchSeat


def give_tiles(state: S, seat: int, tiles: int) -> S:
    """Return the state after the seat drew this number of tiles from the pool's end; they are its `fresh` ones now."""
    cut = len(state.pool) - tiles
    drawn = state.pool[: cut - 1 : -1] if cut else state.pool[::-1]
    player = state.seats[seat]
    return with_seat(state, seat, replace(player, rack=player.rack + drawn, fresh=tiles), pool=state.pool[:cut])


def with_seat(state: S, index: int, seat: Seat, **others: Any) -> S:
    """Return the state with the seat at `index` replaced, and with the fields in `others` changed."""
    return replace(state, seats=(*state.seats[:index], seat, *state.seats[index + 1 :]), **others)
