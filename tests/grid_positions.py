"""Grids in notation, and the turns that tests take on them: `grid(racks=["r9 j", "o1"], cells="h8=r5 ...")`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from engine.game.events import Event
from engine.game.state import Seat
from engine.game.variant import Variant
from engine.game.views import Outcome, Value
from engine.rummykruss.rules.cells import read_cell, read_puts
from engine.rummykruss.rules.tiles import GridTile
from engine.rummykruss.state import GridState
from engine.rummykruss.view import GridView
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.sets import Mark
from engine.tiles.tiles import remove_tiles
from engine.variants import load
from tests.positions import NOW, SEED


@dataclass(frozen=True)
class GridPosition:
    """A game in the middle; every turn gives a new one. `events` are those of the last turn."""

    system: Variant[Any]
    state: GridState
    events: tuple[Event, ...] = ()

    def does(self, seat: int, line: str, *, now: int | None = None) -> "GridPosition":
        """Apply an action given by its line. Raises GameError."""
        action = self.system.read(seat, line)
        step = self.system.apply(self.state, action, now=self.state.now if now is None else now)
        return GridPosition(self.system, step.state, step.events)

    def place(self, seat: int, text: str) -> "GridPosition":
        return self.does(seat, f"play {text}")

    def draw(self, seat: int) -> "GridPosition":
        return self.does(seat, "draw")

    def time_up(self, seat: int) -> "GridPosition":
        """The clock's action, at the very second it may come."""
        return self.does(seat, "timeup moved", now=self.state.deadline)

    def preview(self, seat: int, text: str) -> str:
        return str(self.system.preview(self.view(seat), self.system.read(seat, f"play {text}")))

    def view(self, seat: int | None = None) -> GridView:
        return cast("GridView", self.system.view(self.state, seat))

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.state.seats

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def cells(self) -> str:
        """Every tile by its cell, row by row, in one line."""
        return " ".join(self.view().written.split()[1:])

    @property
    def pool(self) -> int:
        return len(self.state.pool)

    def rack(self, seat: int) -> str:
        return write_tiles(self.state.seats[seat].rack)

    @property
    def sentences(self) -> list[str]:
        return [str(event.sentence("AB")) for event in self.events]


def grid(  # noqa: PLR0913  # a position has that many parts
    key: str,
    *,
    racks: Sequence[str],
    cells: str = "",
    blocks: str = "",
    pool: str | None = None,
    turn: int = 0,
    options: Mapping[str, Value] | None = None,
    **more: Any,
) -> GridPosition:
    """Lay out a game: `pool` holds all the other tiles unless it is given, its last tile drawn first."""
    system = load()[key]
    dealt = system.setup(len(racks), SEED, NOW, {"open_draft": False, **(options or {})}).state
    box = system.view(dealt, None).box
    puts = read_puts(cells, box)
    hands = [read_rack(rack, box) for rack in racks]
    used = [tile for row in (*hands, [put.tile for put in puts]) for tile in row]
    state = replace(
        dealt,
        seats=tuple(replace(seat, rack=rack) for seat, rack in zip(dealt.seats, hands, strict=True)),
        pool=read_rack(pool, box) if pool is not None else remove_tiles(box.tiles(), used),
        tiles=tuple(GridTile(*put.cell, put.tile, put.face or put.tile, Mark.STILL) for put in puts),
        blocks=tuple(map(read_cell, blocks.split())),
        turn=turn,
        active=frozenset({turn}),
        **more,
    )
    return GridPosition(system, state)


def judge(key: str, *, options: Mapping[str, Value] | None = None, **case: object) -> int:
    """Judge one turn; return what it scores. Raises GameError."""
    return load()[key].judge({"options": options or {}, **case}).points
