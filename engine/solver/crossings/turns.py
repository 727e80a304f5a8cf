"""The best turn where sets may cross: tiles are laid until it is proven that no others would be worth more.

No turn is worth more than the dearest choice of tiles without a conflict, so that choice is tried next: it lies, or
there is one more conflict.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from engine.rules.crossing_checks import all_hang_together
from engine.solver.crossings.bounds import Conflicts, TooManyConflicts, list_bits
from engine.solver.crossings.candidate_melds import CandidateMeld
from engine.solver.crossings.candidates import Candidates
from engine.solver.crossings.exact_cover import ExactCover, SearchGivenUp
from engine.solver.crossings.rows import rows_of
from engine.solver.plans.legality import LegalityCheck
from engine.text.errors import IllegalMove
from engine.tiles.edits import Row
from engine.tiles.tiles import JOKER, Tile

MOST_LOOKS = 340
"""After so many looks the best turn so far is given, without the proof that none is better."""
MOST_FOR_ONE = 40
"""So many of them are spent on one tile, until all others were tried."""


@dataclass(frozen=True, slots=True)
class Objective:
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
class CrossingSolution:
    """A whole table that is legal, and the tiles that it plays."""

    rows: tuple[Row, ...]
    played: tuple[Tile, ...]


@dataclass
class Crossings:
    """The search for a turn, and the best tables so far, each worth more than the one before."""

    legality: LegalityCheck
    objective: Objective
    target: int = 0
    doubtful: int = 0
    unsure: bool = False
    patience: int = MOST_FOR_ONE
    tables: list[tuple[int, list[CandidateMeld]]] = field(default_factory=list)

    @cached_property
    def candidates(self) -> Candidates:
        """The tiles."""
        sets = () if self.objective.alone else self.legality.sets
        firm = self.legality.claimed_rows | self.objective.still
        return Candidates(self.legality, tuple(tile for tile, _ in self.objective.rack), sets, firm)

    @cached_property
    def cover(self) -> ExactCover:
        """The table as it grows."""
        asked = not self.legality.opened or all_hang_together in self.legality.rules.checks
        return ExactCover(self.candidates, self._may_lie, asked, MOST_LOOKS)

    @cached_property
    def conflicts(self) -> Conflicts:
        """What can't lie together, by the places on the rack."""
        rack, high = [self.candidates.tiles[bit] for bit in list_bits(self.candidates.held)], self.candidates.box.high
        worth = dict(self.objective.rack)
        return Conflicts(
            [worth[tile] for tile in rack],
            [high if tile == JOKER else tile.number for tile in rack],
            self.objective.points,
            [sum(1 << place for place, each in enumerate(rack) if each == tile) for tile in dict.fromkeys(rack)],
        )

    def run(self) -> tuple[CrossingSolution | None, bool]:
        """The best turn that was found, if any, and whether it is proven that none is better."""
        try:
            for self.patience in (MOST_FOR_ONE, MOST_LOOKS):
                self.doubtful = 0
                while (choice := self.conflicts.find_best(self.doubtful)) is not None and self._is_open(choice):
                    if self._is_tired:
                        break
                    self._try(choice)
            proven = not self.unsure and not self._is_open(self.conflicts.find_best())
        except TooManyConflicts:
            proven = False
        while self.tables:
            _, sets = self.tables.pop()
            if laid := self._judge(sets):
                return laid, proven
            proven = False
        return None, proven

    @property
    def _floor(self) -> int:
        return self.tables[-1][0] if self.tables else self.objective.beat

    @property
    def _is_tired(self) -> bool:
        return self.cover.looks >= MOST_LOOKS

    def _is_open(self, choice: int | None) -> bool:
        """Would a choice of tiles be worth more than what was found?"""
        return choice is not None and min(self.conflicts.total(choice), self.objective.enough) > self._floor

    @property
    def _shift(self) -> int:
        """The bit of the first tile of the rack."""
        return len(self.candidates.tiles) - len(self.objective.rack)

    def _try(self, choice: int) -> None:
        """Lay the tiles of a choice that are worth something, until all lie, or it is known which can't."""
        cover, worth = self.cover, self.conflicts.worth
        self.target = sum(1 << place + self._shift for place in list_bits(choice) if worth[place])
        cover.required = self.candidates.lying | cover.covered & self.target
        for bit in sorted(list_bits(self.target), key=lambda bit: len(self.candidates.options(bit, 0))):
            if cover.covered >> bit & 1:
                cover.required |= 1 << bit
            else:
                self._add(bit, choice)
            if self._is_tired or self._floor >= self.objective.enough:
                return
        if self.objective.alone and self._is_open(choice) and not self.target & ~cover.covered:
            self._take(choice)

    def _add(self, bit: int, choice: int) -> None:
        """Lay one more tile of a choice; remember why it can't lie."""
        cover = self.cover
        try:
            if cover.add(1 << bit, self.patience):
                if not (self.objective.alone and self.target & ~cover.covered):
                    self._note()
                return
            given_up = cover.refused  # another set taken apart might have made it legal
        except SearchGivenUp:
            given_up = True
        if self.objective.alone and cover.refused:
            self._lay_anew(choice)
        elif given_up:
            self.doubtful |= 1 << bit - self._shift
        else:
            self.conflicts.add((cover.needed | 1 << bit) >> self._shift)

    def _take(self, choice: int) -> None:
        """See whether the opening is legal that lies there already."""
        if self._judge(self.cover.sets):
            self._note()
        else:
            self._lay_anew(choice)

    def _lay_anew(self, choice: int) -> None:
        """Lay an opening with none of the sets that lie: in other ones its jokers may make the points."""
        cover, before = self.cover, (self.cover.sets, self.cover.required)
        idle = [1 << place + self._shift for place in list_bits(choice) if not self.conflicts.worth[place]]
        try:
            for size in range(len(idle), -1, -1):
                cover.clear()
                if cover.add(sum(idle[:size]) | self.target, MOST_LOOKS):
                    self._note()
                    return
        except SearchGivenUp:
            self.unsure = True
        cover.sets, cover.required = before
        self.conflicts.add(self.target >> self._shift)
        self.unsure = self.unsure or self.doubtful > 0  # with what was put off there could be points enough

    def _note(self) -> None:
        """Remember the table as it is now, if it is worth more."""
        worth = self.conflicts.total(self.cover.covered >> self._shift)
        if worth > self._floor:
            self.tables.append((worth, self.cover.sets))

    def _may_lie(self, sets: Sequence[CandidateMeld]) -> bool:
        """Is a table legal? An opening is judged only when it is complete."""
        covered = 0
        for each in sets:
            covered |= each.mask
        return bool(self.objective.alone and self.target & ~covered) or self._judge(sets) is not None

    def _judge(self, sets: Sequence[CandidateMeld]) -> CrossingSolution | None:
        """The table, if it is legal with some set as the one that a freed joker has its company in."""
        hosts: list[CandidateMeld | None] = [each for each in sets if each.freed and not each.guest]
        for host in hosts or (None,):
            with suppress(IllegalMove):
                rows = rows_of(self.candidates, sets, host)
                return CrossingSolution(rows, self.legality.judge_turn(rows).played)
        return None
