"""The best turn where sets may cross: tiles are laid until it is proven that no others would be worth more.

No turn is worth more than the dearest choice of tiles without a conflict, so that choice is tried next: it lies, or
there is one more conflict.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from engine.rules.crossing_checks import all_hang_together
from engine.solver.crossings.bounds import Conflicts, TooMany, places
from engine.solver.crossings.candidates import Placed, Stock
from engine.solver.crossings.exact_cover import Covering, GivenUp
from engine.solver.crossings.rows import rows_of
from engine.solver.plans.legality import Referee
from engine.text.errors import IllegalMove
from engine.tiles.edits import Row
from engine.tiles.tiles import JOKER, Tile

MOST_LOOKS = 340
"""After so many looks the best turn so far is given, without the proof that none is better."""
MOST_FOR_ONE = 40
"""So many of them are spent on one tile, until all others were tried."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for: a turn worth more than `beat`, of which any worth `enough` will do.

    `rack` are the tiles that may be laid, and what each is worth. Rows `still` only grow. If `alone`, the table is not
    touched, and what is laid makes so many `points`.
    """

    rack: Sequence[tuple[Tile, int]]
    beat: int
    enough: int
    still: frozenset[int]
    alone: bool
    points: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A whole table that is legal, and the tiles that it plays."""

    rows: tuple[Row, ...]
    played: tuple[Tile, ...]


@dataclass
class Crossings:
    """The search for a turn, and the best tables so far, each worth more than the one before."""

    referee: Referee
    wish: Wish
    target: int = 0
    doubtful: int = 0
    unsure: bool = False
    patience: int = MOST_FOR_ONE
    tables: list[tuple[int, list[Placed]]] = field(default_factory=list)

    @cached_property
    def stock(self) -> Stock:
        """The tiles."""
        sets = () if self.wish.alone else self.referee.sets
        firm = self.referee.claimed_rows | self.wish.still
        return Stock(self.referee, tuple(tile for tile, _ in self.wish.rack), sets, firm)

    @cached_property
    def covering(self) -> Covering:
        """The table as it grows."""
        asked = not self.referee.opened or all_hang_together in self.referee.rules.checks
        return Covering(self.stock, self._may_lie, asked, MOST_LOOKS)

    @cached_property
    def conflicts(self) -> Conflicts:
        """What can't lie together, by the places on the rack."""
        rack, high = [self.stock.tiles[bit] for bit in places(self.stock.held)], self.stock.box.high
        worth = dict(self.wish.rack)
        return Conflicts(
            [worth[tile] for tile in rack],
            [high if tile == JOKER else tile.number for tile in rack],
            self.wish.points,
            [sum(1 << place for place, each in enumerate(rack) if each == tile) for tile in dict.fromkeys(rack)],
        )

    def run(self) -> tuple[Laid | None, bool]:
        """The best turn that was found, if any, and whether it is proven that none is better."""
        try:
            for self.patience in (MOST_FOR_ONE, MOST_LOOKS):
                self.doubtful = 0
                while (choice := self.conflicts.dearest(self.doubtful)) is not None and self._is_open(choice):
                    if self._is_tired:
                        break
                    self._try(choice)
            proven = not self.unsure and not self._is_open(self.conflicts.dearest())
        except TooMany:
            proven = False
        while self.tables:
            _, sets = self.tables.pop()
            if laid := self._judged(sets):
                return laid, proven
            proven = False
        return None, proven

    @property
    def _floor(self) -> int:
        return self.tables[-1][0] if self.tables else self.wish.beat

    @property
    def _is_tired(self) -> bool:
        return self.covering.looks >= MOST_LOOKS

    def _is_open(self, choice: int | None) -> bool:
        """Would a choice of tiles be worth more than what was found?"""
        return choice is not None and min(self.conflicts.total(choice), self.wish.enough) > self._floor

    @property
    def _shift(self) -> int:
        """The bit of the first tile of the rack."""
        return len(self.stock.tiles) - len(self.wish.rack)

    def _try(self, choice: int) -> None:
        """Lay the tiles of a choice that are worth something, until all lie, or it is known which can't."""
        covering, worth = self.covering, self.conflicts.worth
        self.target = sum(1 << place + self._shift for place in places(choice) if worth[place])
        covering.required = self.stock.lying | covering.covered & self.target
        for bit in sorted(places(self.target), key=lambda bit: len(self.stock.options(bit, 0))):
            if covering.covered >> bit & 1:
                covering.required |= 1 << bit
            else:
                self._add(bit, choice)
            if self._is_tired or self._floor >= self.wish.enough:
                return
        if self.wish.alone and self._is_open(choice) and not self.target & ~covering.covered:
            self._take(choice)

    def _add(self, bit: int, choice: int) -> None:
        """Lay one more tile of a choice; remember why it can't lie."""
        covering = self.covering
        try:
            if covering.add(1 << bit, self.patience):
                if not (self.wish.alone and self.target & ~covering.covered):
                    self._note()
                return
            given_up = covering.refused  # another set taken apart might have made it legal
        except GivenUp:
            given_up = True
        if self.wish.alone and covering.refused:
            self._lay_anew(choice)
        elif given_up:
            self.doubtful |= 1 << bit - self._shift
        else:
            self.conflicts.add((covering.needed | 1 << bit) >> self._shift)

    def _take(self, choice: int) -> None:
        """See whether the opening is legal that lies there already."""
        if self._judged(self.covering.sets):
            self._note()
        else:
            self._lay_anew(choice)

    def _lay_anew(self, choice: int) -> None:
        """Lay an opening with none of the sets that lie: in other ones its jokers may make the points."""
        covering, before = self.covering, (self.covering.sets, self.covering.required)
        idle = [1 << place + self._shift for place in places(choice) if not self.conflicts.worth[place]]
        try:
            for size in range(len(idle), -1, -1):
                covering.clear()
                if covering.add(sum(idle[:size]) | self.target, MOST_LOOKS):
                    self._note()
                    return
        except GivenUp:
            self.unsure = True
        covering.sets, covering.required = before
        self.conflicts.add(self.target >> self._shift)
        self.unsure = self.unsure or self.doubtful > 0  # with what was put off there could be points enough

    def _note(self) -> None:
        """Remember the table as it is now, if it is worth more."""
        worth = self.conflicts.total(self.covering.covered >> self._shift)
        if worth > self._floor:
            self.tables.append((worth, self.covering.sets))

    def _may_lie(self, sets: Sequence[Placed]) -> bool:
        """Is a table legal? An opening is judged only when it is complete."""
        covered = 0
        for each in sets:
            covered |= each.mask
        return bool(self.wish.alone and self.target & ~covered) or self._judged(sets) is not None

    def _judged(self, sets: Sequence[Placed]) -> Laid | None:
        """The table, if it is legal with some set as the one that a freed joker has its company in."""
        hosts: list[Placed | None] = [each for each in sets if each.freed and not each.guest]
        for host in hosts or (None,):
            with suppress(IllegalMove):
                rows = rows_of(self.stock, sets, host)
                return Laid(rows, self.referee.judged(rows).played)
        return None
