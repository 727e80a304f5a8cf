"""The rules in force at an open table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from engine.game.views import Assistance, Part, Skin
from engine.rules.scoring import GameScore, Hand, highest_total, winner_takes_all
from engine.rules.turns import Check, Turn
from engine.tiles.tiles import Box, Tile

ScoringRule = Callable[[Sequence[Hand], Sequence[int]], GameScore]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """What the games of the family differ in, and what their options change.

    *Set-up.* `low` to `high` players; `box_each`: every player brings a box. `order` ranks a tile drawn for the first
    turn, None to redraw, and the highest rank begins; without an order the lot decides. `rotate`: the next seat begins
    the next game of a match, instead of another draw. `direction` is 1 clockwise, -1 counter-clockwise. `doubles` are
    the pairs of equal tiles with which a player may have all racks dealt anew, 0 for never.

    *Turns.* `clock` is in seconds a turn, None without; `draw` is the most tiles that one draw may take, None for any
    number. `mistake`, `late` and `late_moved` are the tiles that it costs to break the table (0: the play is refused
    and costs nothing), to run out of time with nothing moved, and with something moved; `drafts`: a legal turn that was
    prepared is played when time is up; `valued`: a play is told by its points.
    `must_play`: with the pool empty, who can play can't pass.

    *The end.* `out` reckons a game that the seats it is given have won, `stalemate` one in which nobody could go on,
    given the seats that can win, in turn order; `worth` is what a rack costs, None for nothing, and `unopened` what one
    costs instead that never opened: what it could not, and what it could have done. `match` ranks a seat by its points
    and its games won, the highest rank wins; `games` is the length of the match, 0 for one game a player, `extra_game`
    adds one where it is tied, and `part` is what each is called.

    *Beside the game.* `helps` is the assistance that the table allows; `skin` is what the tiles are drawn as.
    """

    box: Box
    opening: tuple[Check, ...]
    jokers: Check
    stalemate: ScoringRule
    worth: Callable[[Sequence[Tile]], int] | None
    order: Callable[[Tile], int | None] | None
    out: ScoringRule = winner_takes_all
    unopened: tuple[int, int] | None = None
    match: Callable[[int, int], tuple[int, ...]] = highest_total
    rotate: bool = False
    low: int = 2
    high: int = 4
    box_each: bool = False
    deal: int = 14
    doubles: int = 0
    clock: int | None = 120
    direction: int = 1
    draw: int | None = 1
    mistake: int = 0
    late: int = 1
    late_moved: int = 1
    drafts: bool = True
    must_play: bool = False
    valued: bool = True
    games: int = 1
    part: Part = Part.GAME
    extra_game: bool = False
    helps: Assistance = Assistance.FIT
    skin: Skin = Skin.TILES

    @property
    def assistance(self) -> Assistance:
        """What players are helped with: nothing where a mistake costs tiles, for then nobody may know beforehand."""
        return Assistance.OFF if self.mistake else self.helps

    @property
    def crossings(self) -> bool:
        """A tile may lie in two sets."""
        return False

    @property
    def checks(self) -> tuple[Check, ...]:
        """What a turn must satisfy beside consisting of legal sets."""
        return (*self.opening, self.jokers)

    def kept(self, turn: Turn) -> dict[int, int]:  # noqa: ARG002  # here the tiles that they share decide alone
        """Which new rows surely go on with which old ones, both counted from 0."""
        return {}

    def for_seats(self, seats: int) -> Self:
        """What depends on the number of players, settled."""
        if self.games and not self.box_each:
            return self
        box = self.box.times(seats) if self.box_each else self.box
        return replace(self, box=box, games=self.games or seats)
