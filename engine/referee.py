"""Whether the rules in force allow a whole table to follow upon another: the judging of turns, for turns found."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.edits import Row
from engine.errors import IllegalMove
from engine.jokers import free
from engine.melds import Meld, Piece
from engine.sets import TableSet
from engine.state import TableRules
from engine.tiles import JOKER, Tile
from engine.turns import Check, Turn


@dataclass(frozen=True)
class Referee:
    """The rules of one turn: what lies, and whether the player opened in an earlier one."""

    rules: TableRules
    sets: tuple[TableSet, ...]
    opened: bool
    claimed: frozenset[str]

    @cached_property
    def before(self) -> tuple[Meld, ...]:
        """The sets that lie."""
        return tuple(each.meld for each in self.sets)

    @cached_property
    def lying(self) -> Counter[Tile]:
        """The tiles that lie."""
        return Counter(tile for each in self.sets for tile in each.own)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """The checks that a turn here can fail."""
        has_jokers = any(JOKER in meld.tiles for meld in self.before) and self.rules.jokers is not free
        return tuple(
            check
            for check in self.rules.checks
            if not (check is self.rules.jokers and not has_jokers) and not (check in self.rules.opening and self.opened)
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The letters of the sets that lie."""
        return tuple(each.label for each in self.sets)

    def played(self, melds: Sequence[Meld]) -> tuple[Tile, ...]:
        """What a table holds beside what lay there."""
        return tuple((Counter(tile for meld in melds for tile in meld.tiles) - self.lying).elements())

    def turn(self, melds: tuple[Meld, ...]) -> Turn:
        """The turn that leads to a table in which no sets cross."""
        letters = ("",) * len(melds)
        played = self.played(melds)
        return Turn(
            self.rules,
            self.opened,
            self.before,
            melds,
            played,
            labels=self.labels,
            letters=letters,
            claimed=self.claimed,
        )

    def legal(self, melds: tuple[Meld, ...]) -> bool:
        """May this table follow?"""
        return not self.checks or self.passes(melds, self.checks)

    def has_opening(self, melds: tuple[Meld, ...]) -> bool:
        """Does what is played for this table open it?"""
        return self.passes(melds, self.rules.opening)

    def passes(self, melds: tuple[Meld, ...], checks: Iterable[Check]) -> bool:
        """Does no check object to this table?"""
        turn = self.turn(melds)
        return all(_passes(check, turn) for check in checks)


def _passes(check: Callable[[Turn], None], turn: Turn) -> bool:
    try:
        check(turn)
    except IllegalMove:
        return False
    return True


def row_of(meld: Meld) -> Row:
    """The pieces of a set, each joker saying what it stands for."""
    return tuple(
        Piece(tile, face) if tile.is_joker else Piece(tile) for tile, face in zip(meld.tiles, meld.faces, strict=True)
    )
