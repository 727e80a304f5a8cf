"""The best turn when sets may cross, found by trying choices of rack tiles from the most valuable down.

The most valuable choice without a known conflict is an upper bound on every turn. It is tried next: either a table with
all its tiles is found, or a new conflict is learned. Tiles that take too many search steps are put off to a second
pass; if that doesn't settle them, the answer isn't proven.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.rules.crossing_checks import all_hang_together
from engine.solver.crossings.candidates import COVERED, CandidateMeld, Candidates
from engine.solver.crossings.exact_cover import ExactCover, SearchGivenUp, cover_all
from engine.solver.plans.legality import FoundTable, LegalityCheck
from engine.solver.sweep.budget import BudgetExhausted
from engine.text.errors import IllegalMove
from engine.tiles.bit_masks import iterate_bits
from engine.tiles.crossings import count_parts
from engine.tiles.edits import Row
from engine.tiles.melds import Meld
from engine.tiles.sets import TableSet, assign_letters
from engine.tiles.tiles import JOKER, Tile

MOST_LOOKS = 340
"""Search steps (`ExactCover.looks`) before the search returns the incumbent without a proof of optimality."""
MOST_FOR_ONE = 40
"""Search steps for adding one tile in the first pass; a tile that needs more is put off to the unlimited second."""
MOST_TRIED = 3000
"""Nodes of one search for the best choice of tiles; more are needed only with many large conflicts."""

# The worth, the points and the number of the tiles left out; compared in this order.
Loss = tuple[int, int, int]
# The loss of a choice, and the mask of the tiles that it leaves out.
TileChoice = tuple[Loss, int]


@dataclass(frozen=True, slots=True)
class Objective:
    """The objective: find the turn worth most, if worth more than `beat`; the first one worth `enough` will do.

    `rack` has the tiles that may be played, each with its worth. Table rows in `still` can only grow. With `alone`, the
    turn is an opening: it leaves the table untouched, and its tiles must have at least `points` points.
    """

    rack: Sequence[tuple[Tile, int]]
    beat: int
    enough: int
    still: frozenset[int]
    alone: bool
    points: int


class TooManyConflicts(Exception):
    """The search for the best choice needs more than `MOST_TRIED` nodes."""


@dataclass(slots=True)
class Conflicts:
    """A choice problem: leave out tiles so that no known conflict is complete, at the least loss.

    `worth` and `points` have a value for each tile; the tiles kept must have at least `least` points together. A choice
    is the mask of the tiles to play, and a conflict that of tiles that can't all be played; a mask's bits are tile
    indexes. `known` has the conflicts. Each mask in `twins` has all copies of one tile. `tried` counts the nodes of the
    current search.
    """

    worth: Sequence[int]
    points: Sequence[int]
    least: int
    twins: Sequence[int]
    known: list[int] = field(default_factory=list)
    tried: int = 0

    def add(self, tiles: int) -> None:
        """Record that the tiles in this mask can't all be played, and neither can other copies of them."""
        alike = {tiles}
        for twins in self.twins:
            if (tiles & twins).bit_count() == 1:
                alike |= {each & ~twins | 1 << twin for each in alike for twin in iterate_bits(twins)}
        self.known += sorted(alike.difference(self.known))

    def find_best(self, barred: int = 0) -> int | None:
        """Return the mask of the most valuable choice without a known conflict; None if no choice has enough points.

        Tiles in the mask `barred` are left out. Raises TooManyConflicts: the search needs more than `MOST_TRIED` nodes.
        """
        self.tried = 0
        loss = self.total(barred), sum(self.points[tile] for tile in iterate_bits(barred)), barred.bit_count()
        best = self._find_cheapest([each for each in self.known if not each & barred], barred, loss, None)
        return None if best is None else (1 << len(self.worth)) - 1 & ~best[1]

    def total(self, tiles: int) -> int:
        """Return the total worth of the tiles in this mask."""
        return sum(self.worth[tile] for tile in iterate_bits(tiles))

    def _find_cheapest(self, known: Sequence[int], out: int, loss: Loss, best: TileChoice | None) -> TileChoice | None:
        """Return the least costly choice that leaves out more tiles until no conflict in `known` is complete.

        `out` is the mask of the tiles left out so far, `loss` their loss, and `best` the incumbent. Every tile of a
        smallest conflict is tried, cheapest first. Raises TooManyConflicts.
        """
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise TooManyConflicts
        if sum(self.points) - loss[1] < self.least or (best is not None and loss >= best[0]):
            return best
        if not known:
            return loss, out
        worth, points, count = loss
        for tile in sorted(iterate_bits(min(known, key=int.bit_count)), key=lambda tile: self.worth[tile]):
            more = worth + self.worth[tile], points + self.points[tile], count + 1
            best = self._find_cheapest([each for each in known if not each >> tile & 1], out | 1 << tile, more, best)
        return best


@dataclass
class Crossings:
    """The search for the best turn where sets may cross.

    `tables` has the incumbents, each with its worth and better than the one before. `target` is the mask of the tiles
    being tried, by bits of `candidates`. `doubtful` is the mask of the rack tiles put off in the current pass, by index
    in `conflicts`, and `patience` the search steps that adding one tile may take. `unsure` is whether a choice was
    ruled out without a proof.
    """

    legality: LegalityCheck
    objective: Objective
    target: int = 0
    doubtful: int = 0
    unsure: bool = False
    patience: int = MOST_FOR_ONE
    tables: list[tuple[int, list[CandidateMeld]]] = field(default_factory=list)

    @cached_property
    def candidates(self) -> Candidates:
        """The tiles of the turn and the sets that they can make."""
        sets = () if self.objective.alone else self.legality.sets
        firm = self.legality.claimed_rows | self.objective.still
        rack = tuple(tile for tile, _ in self.objective.rack)
        return Candidates(self.legality, rack, sets, firm, self.legality.made.setdefault((rack, len(sets)), {}))

    @cached_property
    def cover(self) -> ExactCover:
        """The search that adds tiles to the table, together with the table that it has built so far."""
        legality = self.legality
        always_judged = not legality.has_melded or legality.strategy not in COVERED
        connected = legality.has_melded and all_hang_together in legality.rules.checks
        most_parts = max(1, count_parts(len(legality.sets), legality.crossed)) if connected else None
        return ExactCover(self.candidates, self._is_allowed, always_judged, most_parts, MOST_LOOKS)

    @cached_property
    def conflicts(self) -> Conflicts:
        """The known conflicts between rack tiles, which are numbered from 0 in the order of their bits."""
        rack = [self.candidates.tiles[bit] for bit in iterate_bits(self.candidates.held)]
        high = self.candidates.box.high
        worth = dict(self.objective.rack)
        return Conflicts(
            [worth[tile] for tile in rack],
            [high if tile == JOKER else tile.number for tile in rack],
            self.objective.points,
            [sum(1 << index for index, each in enumerate(rack) if each == tile) for tile in dict.fromkeys(rack)],
        )

    def run(self) -> tuple[FoundTable | None, bool]:
        """Return the best turn found, if any, and whether it is proven that none is better."""
        try:
            for self.patience in (MOST_FOR_ONE, MOST_LOOKS):
                self.doubtful = 0
                while (choice := self.conflicts.find_best(self.doubtful)) is not None and self._is_open(choice):
                    if self.cover.is_spent:
                        break
                    self._try(choice)
            proven = self._floor >= self.objective.enough or not (
                self.unsure or self._is_open(self.conflicts.find_best())
            )
        except (TooManyConflicts, BudgetExhausted):
            proven = False
        while self.tables:
            _, sets = self.tables.pop()
            if found := self._judge(sets):
                return replace(found, exact=proven), proven
            proven = False
        return None, proven

    @property
    def _floor(self) -> int:
        return self.tables[-1][0] if self.tables else self.objective.beat

    def _is_open(self, choice: int | None) -> bool:
        return choice is not None and min(self.conflicts.total(choice), self.objective.enough) > self._floor

    @property
    def _shift(self) -> int:
        """The bit of the first rack tile in `candidates`, by which the masks of `conflicts` are shifted."""
        return len(self.candidates.tiles) - len(self.objective.rack)

    def _try(self, choice: int) -> None:
        """Add the choice's tiles of nonzero worth to the table one by one, those with fewest candidate sets first.

        `choice` is a mask of rack tiles, as in `conflicts`. Each tile that can't be added makes a conflict.
        """
        cover, worth = self.cover, self.conflicts.worth
        self.target = sum(1 << index + self._shift for index in iterate_bits(choice) if worth[index])
        cover.required = self.candidates.on_table | cover.covered & self.target
        for bit in sorted(iterate_bits(self.target), key=lambda bit: len(self.candidates.options(bit, 0))):
            if cover.covered >> bit & 1:
                cover.required |= 1 << bit
            else:
                self._add(bit, choice)
            if cover.is_spent or self._floor >= self.objective.enough:
                return
        if self.objective.alone and self._is_open(choice) and not self.target & ~cover.covered:
            if self._judge(cover.sets):
                self._note()
            else:
                self._open_anew(choice)

    def _add(self, bit: int, choice: int) -> None:
        """Add the tile with this bit to the table; if that fails, record a conflict or put the tile off."""
        cover = self.cover
        try:
            if cover.add(1 << bit, self.patience):
                if not (self.objective.alone and self.target & ~cover.covered):
                    self._note()
                return
            given_up = cover.refused  # the rejected table might have been legal with another set taken apart
        except SearchGivenUp:
            given_up = True
        if self.objective.alone and cover.refused:
            self._open_anew(choice)
        elif given_up:
            self.doubtful |= 1 << bit - self._shift
        else:
            self.conflicts.add((cover.needed | 1 << bit) >> self._shift)

    def _open_anew(self, choice: int) -> None:
        """Search for an opening from scratch: in other sets, the jokers may be worth enough points.

        Worthless tiles of the choice may help to make sets; as many as possible are played too.
        """
        cover, before = self.cover, (self.cover.sets, self.cover.required)
        idle = [1 << index + self._shift for index in iterate_bits(choice) if not self.conflicts.worth[index]]
        try:
            for size in range(len(idle), -1, -1):
                cover.sets, cover.required = [], 0
                if cover.add(sum(idle[:size]) | self.target, MOST_LOOKS):
                    self._note()
                    return
        except SearchGivenUp:
            self.unsure = True
        cover.sets, cover.required = before
        self.conflicts.add(self.target >> self._shift)
        self.unsure = self.unsure or self.doubtful > 0  # with the tiles put off there could be enough points

    def _note(self) -> None:
        worth = self.conflicts.total(self.cover.covered >> self._shift)
        if worth > self._floor:
            self.tables.append((worth, self.cover.sets))

    def _is_allowed(self, sets: Sequence[CandidateMeld]) -> bool:
        """Return whether a table is legal; an opening that still lacks tiles of `target` passes without judgment."""
        if self.objective.alone and self.target & ~cover_all(sets):
            return True
        is_legal = self._judge(sets) is not None
        self.unsure = self.unsure or not (is_legal or self.legality.strategy in COVERED)
        return is_legal

    def _judge(self, sets: Sequence[CandidateMeld]) -> FoundTable | None:
        """Return the turn that leads to this table, or None; sets that meet the joker rule are tried as its host."""
        hosts: list[CandidateMeld | None] = [each for each in sets if each.freed and not each.breaks_joker_rule]
        for host in hosts or (None,):
            with suppress(IllegalMove):
                rows = _make_rows(self.candidates, sets, host)
                return FoundTable(rows, self.legality.judge_turn(rows).played, exact=False)
        return None


# The rows of a table, where of two sets that cross, one owns the shared tile and the other borrows it


def _make_rows(candidates: Candidates, sets: Sequence[CandidateMeld], host: CandidateMeld | None) -> tuple[Row, ...]:
    """Return the whole table as rows: these sets, after the old table's rows if the sets use no tile of the table.

    `host` is the set that meets the joker rule for a freed joker; it owns that joker and the rack tiles with it.
    """
    table = candidates.legality.sets
    others = () if candidates.sets else add_rows(candidates.legality)
    melds = [(tuple(candidates.tiles[bit] for bit in each.bits), each.faces) for each in sets]
    rows = [Meld(tiles, faces).with_tiles(tiles, candidates.box).said for tiles, faces in melds]
    letters = assign_letters(table, (*others, *rows))[len(others) :]
    for (borrower, bit), owner in _assign_loans(candidates, sets, host).items():
        rows[borrower] = _lend(rows[borrower], sets[borrower].bits.index(bit), letters[owner])
    return (*others, *rows)


def add_rows(legality: LegalityCheck, melds: Iterable[Meld] = ()) -> tuple[Row, ...]:
    """Return the rows of the unchanged table, followed by these new sets as rows."""
    return (*map(_repeat_row, legality.sets), *(meld.said for meld in melds))


def _repeat_row(old: TableSet) -> Row:
    row = old.meld.said
    for each in old.borrowed:
        row = _lend(row, each.index, each.owner)
    return row


def _lend(row: Row, at: int, owner: str) -> Row:
    return (*row[:at], row[at]._replace(owner=owner), *row[at + 1 :])


def _assign_loans(
    candidates: Candidates, sets: Sequence[CandidateMeld], host: CandidateMeld | None
) -> dict[tuple[int, int], int]:
    """Return the owner of each tile that a set borrows from another, as {(borrower, bit): owner}, indexes of `sets`.

    The host owns all its tiles, then sets that meet the joker rule, then the others in order; a tile that one of these
    sets lent to the other before the turn is still lent that way. Loans are reversed where needed, so that each set
    owns a tile.
    """
    loans = {}
    owners: dict[int, int] = {}
    for index in sorted(
        range(len(sets)),
        key=lambda index: (sets[index] is not host, sets[index].breaks_joker_rule or not sets[index].freed),
    ):
        for bit in sets[index].bits:
            owner, borrower = owners.setdefault(bit, index), index
            if owner != borrower:
                if _is_lent_before(candidates, bit, sets[borrower], sets[owner]):
                    owner, borrower = borrower, owner
                loans[borrower, bit] = owner
    own = [len(each.bits) for each in sets]
    for borrower, _ in loans:
        own[borrower] -= 1
    poor = [index for index, count in enumerate(own) if not count]
    while poor:
        index = poor.pop()
        bit = max((bit for borrower, bit in loans if borrower == index), key=lambda bit: own[loans[index, bit]])
        owner = loans.pop((index, bit))
        loans[owner, bit] = index
        own[index], own[owner] = own[index] + 1, own[owner] - 1
        if not own[owner]:
            poor.append(owner)
    return loans


def _is_lent_before(candidates: Candidates, bit: int, owner: CandidateMeld, borrower: CandidateMeld) -> bool:
    return any(
        each.bit == bit and (candidates.before[each.rows[0]], candidates.before[each.rows[1]]) == (owner, borrower)
        for each in candidates.crossed
    )
