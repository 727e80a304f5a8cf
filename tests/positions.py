"""Positions in notation, and the moves that tests make in them: `position("classic", racks=["r9 j r11", "o1"])`."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

from engine.game.events import Event
from engine.game.state import GameState, Seat
from engine.game.variant import Variant
from engine.game.views import Outcome, Value
from engine.rules.claims import ClaimedSet
from engine.rummykruss.state import GridState
from engine.table.claims.game import ClaimState
from engine.table.state import TableState
from engine.table.view import TableView
from engine.tiles.crossings import read_sets
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import Tile, remove_tiles
from engine.variants import load

SEED = bytes(32)
NOW = 1000


@dataclass(frozen=True)
class Position:
    """A game in the middle; every move gives a new one. `events` are those of the last move."""

    system: Variant[Any]
    state: TableState
    events: tuple[Event, ...] = ()

    def does(self, seat: int, line: str, *, now: int | None = None) -> "Position":
        """Apply an action given by its line. Raises GameError."""
        action = self.system.read(seat, line)
        step = self.system.apply(self.state, action, now=self.state.now if now is None else now)
        return Position(self.system, step.state, step.events)

    def play(self, seat: int, text: str) -> "Position":
        return self.does(seat, f"play {text}")

    def draw(self, seat: int, count: int = 1) -> "Position":
        return self.does(seat, f"draw {count}")

    def passes(self, seat: int) -> "Position":
        return self.does(seat, "pass")

    def resign(self, seat: int) -> "Position":
        return self.does(seat, "resign")

    def time_up(self, seat: int, text: str = "idle") -> "Position":
        """The clock's action, at the very second it may come."""
        return self.does(seat, f"timeup {text}", now=self.state.deadline)

    def preview(self, seat: int, text: str) -> str:
        return str(self.system.preview(self.view(seat), self.system.read(seat, f"play {text}")))

    def view(self, seat: int | None = None) -> TableView:
        return cast("TableView", self.system.view(self.state, seat))

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.state.seats

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def table(self) -> str:
        return " / ".join(each.written for each in self.state.sets) or "-"

    @property
    def claims(self) -> tuple[ClaimedSet, ...]:
        assert isinstance(self.state, ClaimState)
        return self.state.claims

    @property
    def labels(self) -> str:
        return " ".join(each.label for each in self.state.sets)

    @property
    def pool(self) -> int:
        return len(self.state.pool)

    def rack(self, seat: int) -> str:
        return write_tiles(self.state.seats[seat].rack)

    @property
    def sentences(self) -> list[str]:
        return [str(event.sentence("ABCDEF"[: len(self.seats)])) for event in self.events]


def dealt(key: str, seats: int = 2, seed: bytes = SEED, **options: Value) -> Position:
    """A game as it begins."""
    system = load()[key]
    step = system.setup(seats, seed, 0, options)
    return Position(system, step.state, step.events)


def position(  # noqa: PLR0913  # a position has that many parts
    key: str,
    *,
    racks: Sequence[str],
    table: str = "",
    has_melded: bool | Sequence[bool] = True,
    pool: str | None = None,
    turn: int = 0,
    options: Mapping[str, Value] | None = None,
    **more: Any,
) -> Position:
    """Lay out a game: `pool` holds all the other tiles unless it is given, its last tile drawn first."""
    system = load()[key]
    dealt = system.setup(len(racks), SEED, NOW, options or {}).state
    sets = read_sets(table, system.box)
    hands = [read_rack(rack, system.box) for rack in racks]
    flags = [has_melded] * len(racks) if isinstance(has_melded, bool) else has_melded
    pairs = zip(dealt.seats, hands, flags, strict=True)
    seats = [replace(seat, rack=rack, has_melded=flag) for seat, rack, flag in pairs]
    box = system.view(dealt, None).box
    used = [tile for row in (*hands, *(each.own for each in sets)) for tile in row]
    state = replace(
        dealt,
        seats=tuple(seats),
        pool=read_rack(pool, system.box) if pool is not None else remove_tiles(box.tiles(), used),
        sets=sets,
        turn=turn,
        active=frozenset({turn}),
        **more,
    )
    return Position(system, state)


def tiles_in_play(state: GameState) -> Counter[Tile]:
    """Every tile of the game, wherever it is."""
    return Counter([*state.pool, *list_open_tiles(state), *(tile for seat in state.seats for tile in seat.rack)])


def deal_anew(state: GameState, viewer: int | None, dice: random.Random) -> GameState:
    """The same table with another seed, and the tiles that the viewer can't see dealt in another way."""
    hidden: list[Tile] = [*state.pool]
    for index, seat in enumerate(state.seats):
        hidden += seat.rack if index != viewer else ()
    dice.shuffle(hidden)
    rest = iter(hidden)
    seats = [
        seat if index == viewer else replace(seat, rack=tuple(islice(rest, len(seat.rack))))
        for index, seat in enumerate(state.seats)
    ]
    return replace(state, seats=tuple(seats), pool=tuple(rest), seed=dice.randbytes(32))


def list_open_tiles(state: GameState) -> Iterator[Tile]:
    """The tiles that everybody sees."""
    if isinstance(state, TableState):
        yield from (tile for each in state.sets for tile in each.own)
    if isinstance(state, GridState):
        yield from (each.tile for each in state.tiles)
        yield from state.row


def judge(key: str, *, table: str = "", rack: str = "", after: str = "", **options: Value) -> int:
    """Judge one turn; return what it is worth. Raises GameError."""
    case = {"table": table, "rack": rack, "after": after, "opened": True, "options": options}
    return load()[key].judge(case).points
