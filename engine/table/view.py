"""The view of a game on an open table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from engine.game.views import View
from engine.override import override
from engine.text.phrases import Phrase, as_is, join_sentences, join_with_and, later, later_many
from engine.tiles.sets import TableSet

_DUEL = 2  # players


@dataclass(frozen=True, kw_only=True)
class TableView(View):
    """A seat's or spectator's view of a game on an open table; `table` has its sets in the order of their letters."""

    table: tuple[TableSet, ...]

    @property
    @override
    def written(self) -> str:
        return "\n".join(["table:", *(each.written for each in self.table)])

    @property
    def claimed(self) -> frozenset[str]:
        """The letters of the claimed sets; none, except in games with claims."""
        return frozenset()

    @property
    def is_duel(self) -> bool:
        """Whether all but two players have resigned."""
        return sum(not seat.resigned for seat in self.seats) == _DUEL

    @property
    def has_melded(self) -> bool:
        """Whether the viewer has opened; False for a spectator."""
        return self.you is not None and self.seats[self.you].has_melded

    def with_sets(self, sets: Iterable[TableSet]) -> Self:
        """Return the view with these sets on the table."""
        return replace(self, table=tuple(sets))

    @override
    def where(self, after: Self) -> Phrase:
        new = len({each.label for each in after.table} - self._letters)
        part = self._taking_part(after.table)
        if not part:
            return later_many("One new set, from your rack alone.", "{count} new sets, from your rack alone.", new)
        said = later_many(
            "This play changes set {names}.", "This play changes sets {names}.", len(part), names=join_with_and(part)
        )
        more = later_many("It makes one new set.", "It makes {count} new sets.", new)
        return join_sentences([said, more]) if new else said

    @override
    def whole(self, after: Self) -> tuple[Phrase, ...]:
        before = {each.label: each.written for each in self.table}
        changed = [each for each in after.table if before.get(each.label) != each.written]
        gone = [label for label in before if label not in {each.label for each in after.table}]
        return (
            *(as_is(f"{each.label}: {each.written}") for each in changed),
            *(later("{set}: taken apart", set=label) for label in gone),
        )

    @property
    def _letters(self) -> set[str]:
        return {each.label for each in self.table}

    def _taking_part(self, after: Sequence[TableSet]) -> list[str]:
        """Return the letters of the sets that change, are gone, or are crossed by a new set in the table `after`."""
        now = {each.label: (each.meld, each.borrowed) for each in after}
        crossed = {there.owner for each in after for there in each.borrowed if each.label not in self._letters}
        return [
            each.label
            for each in self.table
            if now.get(each.label) != (each.meld, each.borrowed) or each.label in crossed
        ]
