"""Drafts: what one player has moved and played so far in an unfinished turn. Nobody else sees it.

A draft isn't part of the game: only a finished play reaches the rules. Undoing is therefore just going back a step, and
if the table changes meanwhile, `rebase` keeps whatever is still possible.
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
    """A set or cell, by its label, that a draft changes: its tiles before (none: new) and after (none: gone)."""

    label: str
    before: Row
    after: Row


@dataclass(frozen=True, slots=True)
class Draft:
    """A seat's unfinished turn, with its steps, which can be undone and redone.

    Each step is a snapshot: it has all changes to the actual table up to then, so that one without changes is the table
    itself. The first `done` steps count, and the last of them is the current one; the steps after it were undone.
    """

    steps: tuple[tuple[DraftChange, ...], ...] = ()
    done: int = 0

    @property
    def changes(self) -> tuple[DraftChange, ...]:
        """The sets or cells that the draft changes, after its current step; empty if it changes none."""
        return self.steps[self.done - 1] if self.done else ()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self.done > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step to redo."""
        return self.done < len(self.steps)

    def then(self, changes: Sequence[DraftChange]) -> Self:
        """Return the draft with another step, after which it has these changes; the same draft if it has them already.

        Undone steps are dropped. If there are more than `MOST_STEPS` steps, the oldest are dropped too.
        """
        if tuple(changes) == self.changes:
            return self
        steps = (*self.steps[: self.done], tuple(changes))[-MOST_STEPS:]
        return replace(self, steps=steps, done=len(steps))

    def undo(self) -> Self:
        """Return the draft one step back; unchanged if no step is left to undo."""
        return replace(self, done=max(0, self.done - 1))

    def redo(self) -> Self:
        """Return the draft one step forward; unchanged if no step was undone."""
        return replace(self, done=min(len(self.steps), self.done + 1))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A set or cell, by its label, that is no longer possible: it lacks tiles or, if there are none, has changed."""

    label: str
    lacking: tuple[Tile, ...]


def rebase(
    draft: Draft, on_table: Mapping[str, Row], rack: Sequence[Tile], *, letters: bool = True
) -> tuple[Draft, tuple[Conflict, ...]]:
    """Return a draft adapted to the current table and rack, and the conflicts: its sets that had to lose something.

    Sets that haven't changed `on_table`, by letter or cell name, keep their draft. Sets that have changed lose it:
    tiles that the draft took from them are missing where it put them, and rack tiles that it added are back on the
    rack. New sets keep the tiles that are still available, under the next free letters; with `letters` false, for a
    grid, cells keep their names. If everything still fits, the draft is unchanged; otherwise, the result has at most
    one step.
    """
    played = Counter(_list_own(each.after for each in draft.changes))
    played -= Counter(_list_own(each.before for each in draft.changes))
    if all(on_table.get(each.label, ()) == each.before for each in draft.changes) and played <= Counter(rack):
        return draft, ()
    fresh = free_labels(set(on_table))
    names = {each.label: next(fresh) for each in draft.changes if letters and not each.before}
    named = [
        DraftChange(names.get(each.label, each.label), each.before, rename_owners(each.after, names))
        for each in draft.changes
    ]
    same = [each for each in named if on_table.get(each.label, ()) == each.before]
    conflicts = [Conflict(each.label, ()) for each in named if each not in same]
    there = (played & Counter(rack)) + Counter(_list_own(each.before for each in same))
    rows = {**on_table, **{each.label: each.after for each in same}}
    settled = []
    for each in same:
        after, lacking = _keep_available(each.after, there, rows)
        settled.append(replace(each, after=after))
        conflicts += [Conflict(each.label, lacking)] if lacking else []
    return Draft().then([each for each in settled if each.before != each.after]), tuple(conflicts)


def _list_own(rows: Iterable[Row]) -> Iterator[Tile]:
    return (piece.tile for row in rows for piece in row if piece.owner is None)


def _keep_available(row: Row, there: Counter[Tile], rows: Mapping[str, Row]) -> tuple[Row, tuple[Tile, ...]]:
    """Return the tiles of a row that are available, in order, and those that are lacking.

    `there` counts the available tiles, and loses those used. A borrowed tile is available if its set in `rows` has it.
    """
    kept, lacking = [], []
    for piece in row:
        if any(each.tile == piece.tile for each in rows.get(piece.owner, ())) if piece.owner else there[piece.tile]:
            there[piece.tile] -= piece.owner is None
            kept.append(piece)
        else:
            lacking.append(piece.tile)
    return tuple(kept), tuple(lacking)


def rename_owners(row: Row, letters: Mapping[str, str]) -> Row:
    """Return the row with new letters for the sets that its borrowed tiles belong to; `letters` maps old to new."""
    return tuple(piece._replace(owner=letters.get(piece.owner, piece.owner)) if piece.owner else piece for piece in row)
