"""A table on which sets are claimed, as a seat sees it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from engine.rules.claims import ClaimedSet, keep_surviving
from engine.table.view import TableView
from engine.tiles.sets import TableSet


@dataclass(frozen=True, kw_only=True)
class ClaimView(TableView):
    """A game on an open table in which sets are claimed. `target` is what the holder of claims wins with, in points."""

    claims: tuple[ClaimedSet, ...] = ()
    target: int

    @property
    def claimed(self) -> frozenset[str]:
        """The letters of the sets under tokens."""
        return frozenset(each.label for each in self.claims)

    def with_sets(self, sets: Iterable[TableSet]) -> Self:
        """Return the view with these sets on the table, and the tokens of those that are still there."""
        lying = super().with_sets(sets)
        return replace(lying, claims=tuple(keep_surviving(self.claims, lying.table)))
