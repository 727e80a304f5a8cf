"""A turn in the making: what one player has moved and laid so far. Nobody else sees it.

It is a value beside the game and no part of it: only a whole play reaches the rules. So undoing is going back a step,
and when the table changes meanwhile, what still can be is kept.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from engine.tiles.edits import Row
from engine.tiles.sets import free_labels
from engine.tiles.tiles import Tile

MOST_STEPS = 40


@dataclass(frozen=True, slots=True)
class DraftChange:
    """A set that a draft has changed: as it lay, and as it is to lie. A new set was empty, one that is gone will be."""

    label: str
    before: Row
    after: Row


@dataclass(frozen=True, slots=True)
class Draft:
    """All that a seat has tried in a turn: what each step came to. The first `done` of them count, the rest was undone.

    A step is all changes against the table; one without changes is the table as it lies.
    """

    steps: tuple[tuple[DraftChange, ...], ...] = ()
    done: int = 0

    @property
    def changes(self) -> tuple[DraftChange, ...]:
        """What the turn is so far."""
        return self.steps[self.done - 1] if self.done else ()

    @property
    def can_undo(self) -> bool:
        """Is there a step to go back?"""
        return self.done > 0

    @property
    def can_redo(self) -> bool:
        """Was the last thing done an undoing?"""
        return self.done < len(self.steps)

    def then(self, changes: Sequence[DraftChange]) -> Self:
        """Another step; a step that changes nothing is none. Of very many steps the first are forgotten."""
        if tuple(changes) == self.changes:
            return self
        steps = (*self.steps[: self.done], tuple(changes))[-MOST_STEPS:]
        return replace(self, steps=steps, done=len(steps))

    def undo(self) -> Self:
        """One step back, if there is one."""
        return replace(self, done=max(0, self.done - 1))

    def redo(self) -> Self:
        """One step forward again, if there is one."""
        return replace(self, done=min(len(self.steps), self.done + 1))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A set of a draft that can't be as it was drafted, as the table has changed; and the tiles that it lacks now."""

    label: str
    lacking: tuple[Tile, ...]


def rebase(
    draft: Draft, lying: Mapping[str, Row], rack: Sequence[Tile], *, letters: bool = True
) -> tuple[Draft, tuple[Conflict, ...]]:
    """The draft on what lies now, and what had to be given up.

    What lies as it did is changed as drafted. What does not stays as it is: what was taken from it is missing where it
    was laid, and what was laid on it is on the rack again. New sets keep what is there of them, under the next free
    letters; on a grid (not `letters`) cells have names for ever.
    """
    laid = _count_laid(draft.changes)
    if all(lying.get(each.label, ()) == each.before for each in draft.changes) and laid <= Counter(rack):
        return draft, ()
    fresh = free_labels(set(lying))
    names = {each.label: next(fresh) for each in draft.changes if letters and not each.before}
    named = [
        DraftChange(names.get(each.label, each.label), each.before, rename_owners(each.after, names))
        for each in draft.changes
    ]
    same = [each for each in named if lying.get(each.label, ()) == each.before]
    conflicts = [Conflict(each.label, ()) for each in named if each not in same]
    there = (laid & Counter(rack)) + Counter(_list_own(each.before for each in same))
    rows = {**lying, **{each.label: each.after for each in same}}
    settled = []
    for each in same:
        after, lacking = _keep_available(each.after, there, rows)
        settled.append(replace(each, after=after))
        conflicts += [Conflict(each.label, lacking)] if lacking else []
    return Draft().then([each for each in settled if each.before != each.after]), tuple(conflicts)


def _count_laid(changes: Sequence[DraftChange]) -> Counter[Tile]:
    return Counter(_list_own(each.after for each in changes)) - Counter(_list_own(each.before for each in changes))


def _list_own(rows: Iterable[Row]) -> Iterator[Tile]:
    return (piece.tile for row in rows for piece in row if piece.owner is None)


def _keep_available(row: Row, there: Counter[Tile], rows: Mapping[str, Row]) -> tuple[Row, tuple[Tile, ...]]:
    """As much of a row as there are tiles for, which are taken; and those that there are none of."""
    kept, lacking = [], []
    for piece in row:
        if any(each.tile == piece.tile for each in rows.get(piece.owner, ())) if piece.owner else there[piece.tile]:
            there[piece.tile] -= piece.owner is None
            kept.append(piece)
        else:
            lacking.append(piece.tile)
    return tuple(kept), tuple(lacking)


def rename_owners(row: Row, letters: Mapping[str, str]) -> Row:
    """A row whose borrowed tiles are those of sets under other letters now."""
    return tuple(piece._replace(owner=letters.get(piece.owner, piece.owner)) if piece.owner else piece for piece in row)
