"""Checks that a table found by the solver is a legal turn under the rules in force."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from engine.rules.claims import claimed_sets_stay
from engine.rules.first_play import opens_from_rack
from engine.rules.jokers import JokerStrategy, strategy_of
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


@dataclass(frozen=True, slots=True)
class FoundTable:
    """The rows of a table that a legal turn leads to, and the rack tiles played; `exact`: no turn is better."""

    rows: tuple[Row, ...]
    played: tuple[Tile, ...]
    exact: bool


@dataclass(frozen=True)
class LegalityCheck:
    """A judge of the turns that are possible in one position: the rules, the table (`sets`) and the player's rack.

    `has_melded` is whether the player opened in an earlier turn or needs no opening. `claimed` has the letters of
    claimed sets. `budget` limits the search for turns; `made` has sets that one attempt has made and the next can use
    again, by what they depend on.
    """

    rules: TableRules
    sets: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    has_melded: bool
    claimed: frozenset[str]
    budget: SearchBudget = field(default_factory=SearchBudget, compare=False)
    made: dict[object, Any] = field(default_factory=dict, compare=False)

    @cached_property
    def before(self) -> Melds:
        """The melds on the table before the turn, indexed by row."""
        return tuple(each.meld for each in self.sets)

    @cached_property
    def crossed(self) -> tuple[Crossing, ...]:
        """The tiles that two sets share on the table before the turn."""
        return find_table_crossings(self.sets, self.rules.box)

    @cached_property
    def claimed_rows(self) -> frozenset[int]:
        """The rows of claimed sets that may not lose a tile; empty if the rules let claimed sets be rearranged."""
        fixed = self.claimed if claimed_sets_stay in self.rules.checks else frozenset()
        return frozenset(row for row, each in enumerate(self.sets) if each.label in fixed)

    @cached_property
    def on_table(self) -> Counter[Tile]:
        """The number of copies of each tile on the table before the turn; a tile shared by two sets counts twice."""
        return count_tiles(self.before)

    @cached_property
    def strategy(self) -> JokerStrategy:
        """The search's strategy: `GENERAL` for unknown checks; without jokers they are as good as free."""
        if not self.has_melded and not opens_from_rack(self.rules.opening):
            return JokerStrategy.GENERAL
        strategy = strategy_of(self.rules.jokers)
        if strategy is JokerStrategy.GENERAL and JOKER not in self.rack and not self.on_table[JOKER]:
            return JokerStrategy.FREE
        return strategy

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """The rules' checks, without those that no turn can fail here."""
        looks_at_jokers = self.strategy is JokerStrategy.GENERAL or (
            self.strategy is not JokerStrategy.FREE and self.on_table[JOKER] > 0
        )
        return tuple(
            check
            for check in self.rules.checks
            if (check is not self.rules.jokers or looks_at_jokers)
            and not (check in self.rules.opening and self.has_melded)
        )

    def played(self, melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """Return the tiles that these sets add to the old table; neither may have shared tiles."""
        on_table = self.on_table
        return tuple(tile for tile, copies in count_tiles(melds).items() for _ in range(copies - on_table[tile]))

    def legal(self, melds: Melds) -> bool:
        """Return whether the checks allow this new table; that it consists of table and rack tiles isn't checked."""
        return not self.checks or self.passes(melds, self.checks)

    def has_opening(self, melds: Melds) -> bool:
        """Return whether the tiles played for this table satisfy the opening rules."""
        return self.passes(melds, self.rules.opening)

    def passes(self, melds: Melds, checks: Iterable[Check]) -> bool:
        """Return whether this table passes all of these checks; neither it nor the old one may have shared tiles."""
        turn = Turn(
            self.rules,
            self.has_melded,
            self.before,
            melds,
            self.played(melds),
            labels=tuple(each.label for each in self.sets),
            letters=("",) * len(melds),
            claimed=self.claimed,
        )
        try:
            for check in checks:
                check(turn)
        except IllegalMove:
            return False
        return True

    def judge_turn(self, rows: Sequence[Row]) -> Turn:
        """Judge a proposed turn by all rules, also whether the player has its tiles, and return it.

        `rows` is the whole table after the turn. Raises IllegalMove: the turn breaks a rule.
        """
        table = apply_edits(self.sets, [Replace(tuple(rows))])
        return judge_turn(self.rules, self.sets, self.rack, table, has_melded=self.has_melded, claimed=self.claimed)


def count_tiles(melds: Iterable[Meld]) -> Counter[Tile]:
    """Return how often each tile is in these sets."""
    return Counter(chain.from_iterable(meld.tiles for meld in melds))
