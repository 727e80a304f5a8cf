"""What a seat or a spectator may see. Built by naming what is shown; nothing here can reach a state."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from engine.notation import write_meld
from engine.sets import TableSet
from engine.tiles import Box, Tile

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it all ended: the seats that won, every seat's points in the whole match, and why, as a sentence."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it.

    `tiles` counts its rack; `score` is its total in points so far; `rack` is None until the end lays it open.
    """

    tiles: int
    opened: bool
    resigned: bool
    score: int
    rack: tuple[Tile, ...] | None = None


@dataclass(frozen=True, slots=True)
class RackView:
    """The viewer's own rack in the order in which its tiles came; the last `fresh` of them are new.

    `points` is what it would cost at the end.
    """

    tiles: tuple[Tile, ...]
    fresh: int
    points: int


@dataclass(frozen=True, kw_only=True)
class View(ABC):
    """What every system shows.

    `turn` is the seat to move and `turns` counts the turns that have begun; `deadline` is in seconds since the epoch,
    None without a clock; `may_draw` is the largest number of tiles that one draw may take now; `you` is the viewer's
    seat and `rack` its rack, None for spectators.
    """

    variant: str
    version: int
    options: Mapping[str, Value]
    box: Box
    seats: tuple[SeatView, ...]
    turn: int
    deadline: int | None
    pool: int
    may_draw: int
    may_pass: bool
    outcome: Outcome | None
    turns: int = 0
    you: int | None = None
    rack: RackView | None = None

    @property
    @abstractmethod
    def written(self) -> str:
        """What lies on the table as a play in notation, ready to be edited."""


@dataclass(frozen=True, kw_only=True)
class TableView(View):
    """A game on an open table: its sets by letter. `game` counts from 1 to `games`, the length of the match."""

    table: tuple[TableSet, ...]
    game: int
    games: int

    @property
    def written(self) -> str:
        """The whole table, one set a line."""
        return "\n".join(["table:", *(write_meld(each.meld) for each in self.table)])
