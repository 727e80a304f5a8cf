"""The state of a game in which sets are claimed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from engine.rules.claims import ClaimedSet, keep_surviving
from engine.table.state import TableState
from engine.tiles.sets import TableSet


@dataclass(frozen=True, kw_only=True)
class ClaimState(TableState):
    """The state of a game with claims: that of an open table, and the claims in the order of their sets' letters."""

    claims: tuple[ClaimedSet, ...] = ()

    @property
    def claimed(self) -> frozenset[str]:
        """The letters of the claimed sets."""
        return frozenset(each.label for each in self.claims)

    def with_sets(self, sets: Iterable[TableSet]) -> Self:
        """Return the state with these sets on the table, and without the claims on sets that aren't among them."""
        lying = super().with_sets(sets)
        return replace(lying, claims=tuple(keep_surviving(self.claims, lying.sets)))
