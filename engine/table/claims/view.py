"""The view of a game in which sets are claimed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from engine.override import override
from engine.rules.claims import ClaimedSet, keep_surviving
from engine.table.view import TableView
from engine.tiles.sets import TableSet


@dataclass(frozen=True, kw_only=True)
class ClaimView(TableView):
    """A view of a game with claims, those in the order of their sets' letters; `target` is the points that win."""

    claims: tuple[ClaimedSet, ...] = ()
    target: int

    @property
    @override
    def claimed(self) -> frozenset[str]:
        return frozenset(each.label for each in self.claims)

    @override
    def with_sets(self, sets: Iterable[TableSet]) -> Self:
        on_table = super().with_sets(sets)
        return replace(on_table, claims=tuple(keep_surviving(self.claims, on_table.table)))
