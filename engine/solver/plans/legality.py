"""Whether the rules in force allow a whole table to follow upon another: the judging of turns, for turns found."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from engine.rules.claims import claimed_sets_stay
from engine.rules.jokers import free
from engine.rules.table_rules import TableRules
from engine.rules.turns import Check, Turn, judge_turn
from engine.solver.sweep.budget import SearchBudget
from engine.text.errors import IllegalMove
from engine.tiles.crossings import find_table_crossings
from engine.tiles.edits import Replace, Row, apply_edits
from engine.tiles.melds import Meld
from engine.tiles.sets import Crossing, TableSet
from engine.tiles.tiles import JOKER, Tile

Melds = tuple[Meld, ...]


@dataclass(frozen=True)
class LegalityCheck:
    """The rules of one turn: what lies, whether the player opened in an earlier one, and how much may be looked at."""

    rules: TableRules
    sets: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    opened: bool
    claimed: frozenset[str]
    budget: SearchBudget = field(default_factory=SearchBudget, compare=False)

    @cached_property
    def before(self) -> Melds:
        """The sets that lie."""
        return tuple(each.meld for each in self.sets)

    @cached_property
    def crossed(self) -> tuple[Crossing, ...]:
        """Where they cross."""
        return find_table_crossings(self.sets, self.rules.box)

    @cached_property
    def claimed_rows(self) -> frozenset[int]:
        """The rows of the sets that may not lose a tile, since they are claimed."""
        fixed = self.claimed if claimed_sets_stay in self.rules.checks else frozenset()
        return frozenset(row for row, each in enumerate(self.sets) if each.label in fixed)

    @cached_property
    def lying(self) -> Counter[Tile]:
        """The tiles in the sets that lie, one in two sets twice."""
        return count_tiles(self.before)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """The checks that a turn here can fail."""
        has_jokers = self.rules.jokers is not free and any(JOKER in meld.tiles for meld in self.before)
        return tuple(
            check
            for check in self.rules.checks
            if not (check is self.rules.jokers and not has_jokers) and not (check in self.rules.opening and self.opened)
        )

    def played(self, melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """What a table holds beside what lay there."""
        lying = self.lying
        return tuple(tile for tile, copies in count_tiles(melds).items() for _ in range(copies - lying[tile]))

    def legal(self, melds: Melds) -> bool:
        """May this table follow?"""
        return not self.checks or self.passes(melds, self.checks)

    def has_opening(self, melds: Melds) -> bool:
        """Does what is played for this table open it?"""
        return self.passes(melds, self.rules.opening)

    def passes(self, melds: Melds, checks: Iterable[Check]) -> bool:
        """Does no check object to this table?"""
        turn = self.turn(melds)
        return all(_passes(check, turn) for check in checks)

    def turn(self, melds: Melds) -> Turn:
        """The turn that leads to a table where none cross."""
        return Turn(
            self.rules,
            self.opened,
            self.before,
            melds,
            self.played(melds),
            labels=tuple(each.label for each in self.sets),
            letters=("",) * len(melds),
            claimed=self.claimed,
        )

    def rows(self, melds: Melds) -> tuple[Row, ...]:
        """The sets as a turn names them: each joker says what it stands for."""
        return tuple(map(row_of, melds))

    def judge_turn(self, rows: Sequence[Row]) -> Turn:
        """Judge the whole turn. Raises IllegalMove."""
        table = apply_edits(self.sets, [Replace(tuple(rows))])
        return judge_turn(self.rules, self.sets, self.rack, table, opened=self.opened, claimed=self.claimed)

    def allows(self, rows: Sequence[Row]) -> bool:
        """Is the whole turn legal?"""
        return _passes(self.judge_turn, rows)


def count_tiles(melds: Iterable[Meld]) -> Counter[Tile]:
    """The tiles of sets, counted."""
    return Counter(chain.from_iterable(meld.tiles for meld in melds))


def _passes(check: Callable[..., object], turn: object) -> bool:
    try:
        check(turn)
    except IllegalMove:
        return False
    return True


def row_of(meld: Meld) -> Row:
    """The pieces of a set, each joker saying what it stands for."""
    return meld.said
