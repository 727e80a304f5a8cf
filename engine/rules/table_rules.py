"""The rules of one game on an open table."""

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
    """The rules of one game on an open table, as its options set them.

    *Setup.* `low` to `high` players get `deal` tiles each from `box`, which has the tiles of a game; with `box_each`,
    every player brings such a box. `order` ranks a tile drawn for the first turn (None: draw again), and the highest
    rank begins; without it, the first seat is random or, with `host_begins`, the host's, which is seat 0. `rotate`: in
    later games of a match the next seat begins, without a draw. `direction` is 1 for clockwise turns, -1 for
    counter-clockwise. `doubles` is the number of pairs of equal tiles on a rack that entitles its player to a new deal,
    0 for never.

    *Turns.* `opening` has the checks of a first play, and `jokers` checks what a play does with jokers. `clock` is in
    seconds a turn, None for no limit. `draw` is the most tiles in one draw, None for no limit; with `draw_until`, a
    draw goes on until its player has a play. Penalties are in tiles: `mistake` for leaving an invalid table (0: the
    play is just refused), `late` for running out of time without having moved a tile, and `late_moved` after that.
    `drafts`: a legal draft is played when time is up. `valued`: a play is described with its points. `must_play`: with
    the pool empty, a player who can play can't pass.

    *The end.* `goes_out`: whoever plays their last tile wins; otherwise the game is scored as when nobody can play.
    `stops_when_stuck`: with the pool empty, it ends once it's proven that nobody can play. `out` scores a game that
    some seats won, given these; `stalemate` scores one in which nobody emptied a rack, given the seats that can win in
    turn order. `worth` returns the cost of a rack in points; without it, racks cost nothing. `unopened` is the cost of
    a rack whose player never opened: first if they couldn't have, then if they could. `match` returns a seat's rank
    from its points and games won; the highest rank wins. `games` is the length of the match, 0 for one game a player;
    `extra_game` adds one to a tied match, and `part` is the word for a game.

    *Beside the game.* `helps` is the assistance that the options allow; `skin` is how tiles are drawn.
    """

    box: Box
    opening: tuple[Check, ...]
    jokers: Check
    stalemate: ScoringRule
    worth: Callable[[Sequence[Tile]], int] | None
    order: Callable[[Tile], int | None] | None
    goes_out: bool = True
    stops_when_stuck: bool = True
    out: ScoringRule = winner_takes_all
    unopened: tuple[int, int] | None = None
    match: Callable[[int, int], tuple[int, ...]] = highest_total
    host_begins: bool = False
    rotate: bool = False
    low: int = 2
    high: int = 4
    box_each: bool = False
    deal: int = 14
    doubles: int = 0
    clock: int | None = 120
    direction: int = 1
    draw: int | None = 1
    draw_until: bool = False
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
        """The assistance that players get: `helps`, or none if mistakes cost tiles, because help would reveal them."""
        return Assistance.OFF if self.mistake else self.helps

    @property
    def crossings(self) -> bool:
        """Whether a tile may belong to two sets that cross."""
        return False

    @property
    def checks(self) -> tuple[Check, ...]:
        """The checks of a play whose sets are all valid, in the order in which they run."""
        return (*self.opening, self.jokers)

    def kept(self, turn: Turn) -> dict[int, int]:  # noqa: ARG002  # here shared tiles alone decide
        """Return which rows of the new table must keep an old set's letter: new index to old, from 0; here none."""
        return {}

    def rank(self, points: int, wins: int, *, resigned: bool) -> tuple[int, ...]:  # noqa: ARG002  # claims look at it
        """Return a seat's rank in the match so far, from its points and games won; the highest rank is the best."""
        return self.match(points, wins)

    def for_seats(self, seats: int) -> Self:
        """Return the rules for this number of players: with all their tiles in `box`, and the length of the match."""
        if self.games and not self.box_each:
            return self
        box = self.box.times(seats) if self.box_each else self.box
        return replace(self, box=box, games=self.games or seats)
