"""The bench of an open table: a copy of its sets that a player rearranges as rows, which needn't be valid sets.

Each row has a set's letter. Tiles of the table that are in no row are on hold; tiles that the table doesn't have come
from the rack. Both follow from the rows alone, so a tile that is moved and moved back leaves no trace. Where sets may
cross, a tile can also be lent to another set.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Self

from engine.game.actions import Action, Play
from engine.game.bench import Bench, Picks, Target
from engine.game.bench_keys import (
    Away,
    HeldTile,
    Lender,
    LentTile,
    NewSet,
    SetKey,
    SetTile,
    SplitTarget,
    Spot,
    TargetKey,
    TileKey,
)
from engine.game.drafts import DraftChange, rename_owners
from engine.override import override
from engine.table.placing import find_placements
from engine.table.rows import make_firm, name_jokers, read_as, sort_row, split_run
from engine.tiles.edits import Add, Edit, NewRow, Replace, Row, Take, apply_edits, subtract_row
from engine.tiles.melds import Piece, drop_old_faces, read_melds
from engine.tiles.notation import write_row
from engine.tiles.sets import TableSet, assign_letters, free_labels, label_order
from engine.tiles.tiles import Box, Tile, by_color, by_number


@dataclass(frozen=True)
class TableBench(Bench):
    """A player's unfinished turn: the table's sets as `rows` by letter, as the player has arranged them so far.

    `table` and `rack` are as they were before the turn. `lends`: sets may cross, so a row can lend a tile to another.
    """

    box: Box
    table: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    rows: Mapping[str, Row]
    lends: bool = False

    @cached_property
    @override
    def surplus(self) -> Counter[Tile]:
        more = Counter(piece.tile for row in self.rows.values() for piece in row if piece.owner is None)
        more.subtract(tile for each in self.table for tile in each.own)
        return more

    @property
    @override
    def written(self) -> str:
        return "\n".join(["table:", *map(write_row, self.placed.values())])

    @cached_property
    @override
    def changes(self) -> tuple[DraftChange, ...]:
        before = {each.label: each.pieces for each in self.table}
        pairs = ((label, before.get(label, ()), self.rows.get(label, ())) for label in {**before, **self.rows})
        changed = [DraftChange(label, old, new) for label, old, new in pairs if old != new]
        return tuple(sorted(changed, key=lambda each: label_order(each.label)))

    @cached_property
    @override
    def placed(self) -> Mapping[str, Row]:
        return {label: self.rows[label] for label in sorted(self.rows, key=label_order)}

    @cached_property
    @override
    def spots(self) -> Mapping[Spot, Mapping[TileKey, Tile]]:
        found = dict(self._held)
        for label, row in self.placed.items():
            found[SetKey(label)] = {SetTile(label, index): piece.tile for index, piece in enumerate(row)}
            if self.lends:
                found[Lender(label)] = {LentTile(label, index): piece.tile for index, piece in enumerate(row)}
        return found

    @property
    def points(self) -> int:
        """The value, in points, of those rows that are new and valid sets."""
        on_table = {each.label for each in self.table}
        new = (read_melds(row, self.box) for label, row in self.rows.items() if label not in on_table)
        return sum(found[0].value for found in new if found)

    def with_rows(self, rows: Mapping[str, Row]) -> Self:
        """Return the bench with these rows in place of those with the same letters; empty rows are removed."""
        merged = {**self.rows, **rows}
        return replace(self, rows={label: row for label, row in merged.items() if row})

    @override
    def _list_targets(self, picks: Picks) -> Sequence[Target]:
        """Return where the picked tiles can go: first rows that they make valid, runs that they split, then other rows.

        Rows from which tiles were picked aren't targets. The last target of tiles that aren't from the rack is `Away`.
        """
        more, lifted = self._collect_pieces(picks), self._lift(picks)
        touched = {key.label for key in picks.on_table if isinstance(key, SetTile | LentTile)}
        onto = [label for label in lifted.placed if label not in touched]
        rows = {NewSet(): more} | {SetKey(label): (*lifted.rows[label], *more) for label in onto}
        found = [self._make_target(key, row) for key, row in rows.items()]
        split = [
            Target(SplitTarget(label), (*lower, *upper), fits=True)
            for label, (lower, upper) in ((label, split_run(lifted.rows[label], more, self.box)) for label in onto)
            if lower
        ]
        fitting = [each for each in found if each.fits]
        others = [each for each in found if not each.fits]
        return [*fitting, *split, *others, *([Target(Away(), (), fits=False)] if picks.on_table else [])]

    def _make_target(self, key: TargetKey, row: Row) -> Target:
        melds = read_melds(row, self.box)
        return Target(key, sort_row(row, self.box), bool(melds), melds[0].value if melds else 0)

    @override
    def taken(self, picks: Picks, key: TargetKey) -> Self | None:
        if not any(each.key == key for each in self.targets(picks)):
            return None
        more, lifted = self._collect_pieces(picks), self._lift(picks)
        fresh = next(free_labels({*self.rows, *(each.label for each in self.table)}))
        moved = {(each.label, self._piece(each).tile) for each in picks.on_table if isinstance(each, SetTile)}
        match key:
            case SplitTarget(label):
                lower, upper = split_run(lifted.rows[label], more, self.box)
                return lifted.with_rows(_follow_moved({**lifted.rows, label: lower, fresh: upper}, moved, label))
            case SetKey(label):
                return lifted.with_more(more, moved, label)
            case NewSet():
                return lifted.with_more(more, moved, fresh)
        return lifted

    @override
    def place_picks(self, picks: Picks, *, opening: bool) -> Self | None:
        more = self._collect_pieces(picks)
        if len(more) == 1 or self.lends:
            return super().place_picks(picks, opening=opening)
        lifted = self._lift(picks)
        closed = {each.label for each in self.table} if opening else set[str]()
        ways = find_placements(lifted.rows, more, self.box, closed)
        if len(ways) != 1:
            return None
        letters = free_labels({*self.rows, *(each.label for each in self.table)})
        fresh = dict(zip(letters, ways[0].new, strict=False))
        rows = {label: (*lifted.rows[label], *added) for label, added in ways[0].added.items()} | fresh
        return lifted.with_rows({label: sort_row(row, self.box) for label, row in rows.items()})

    @cached_property
    @override
    def loose(self) -> Mapping[SetTile, Tile]:
        return {
            SetTile(label, index): piece.tile
            for label, row in self.placed.items()
            for index, piece in enumerate(row)
            if piece.owner is None and (piece.tile.is_joker or read_melds((*row[:index], *row[index + 1 :]), self.box))
        }

    def with_more(self, more: Row, moved: Collection[tuple[str, Tile]], onto: str) -> Self:
        """Return the bench with `more` in the row `onto`, sorted; `moved` has (old row's letter, tile)."""
        row = sort_row((*self.rows.get(onto, ()), *more), self.box)
        return self.with_rows(_follow_moved({**self.rows, onto: row}, moved, onto))

    def _collect_pieces(self, picks: Picks) -> Row:
        pieces = (*map(Piece, picks.rack), *(self._piece(key)._replace(firm=False) for key in picks.on_table))
        return tuple(sorted(pieces, key=lambda piece: by_color(piece.tile)))

    def _piece(self, key: TileKey) -> Piece:
        """Return the tile as a piece, with its row as owner if it's borrowed. Raises ValueError for a grid's key."""
        match key:
            case HeldTile(index):
                return Piece(self.hold[index])
            case SetTile(label, index):
                return self.rows[label][index]
            case LentTile(label, index):
                piece = self.rows[label][index]
                return piece._replace(owner=piece.owner or label)
        raise ValueError(key)

    def _lift(self, picks: Picks) -> Self:
        """Return the bench with the picks off its rows, on the rack or on hold, except those lent, which stay."""
        gone = {(key.label, key.index) for key in picks.on_table if isinstance(key, SetTile)}
        return self.with_rows(
            {
                label: tuple(piece for index, piece in enumerate(row) if (label, index) not in gone)
                for label, row in self.rows.items()
            }
        )

    @property
    @override
    def jokers(self) -> Sequence[str]:
        return [label for label, row in self.placed.items() if any(piece.tile.is_joker for piece in row)]

    @override
    def ways(self, label: str) -> Sequence[Row]:
        """Return every way to read the row `label` as a set, as its pieces in order with a face for every joker.

        A joker can be at any place of the row, because tiles that were tapped one after another have no order. Groups
        come first, then runs, the highest first.
        """
        row = self.rows.get(label, ())
        jokers = [piece._replace(stands_for=None) for piece in row if piece.tile.is_joker]
        others = sorted((piece for piece in row if not piece.tile.is_joker), key=lambda piece: by_number(piece.tile))
        found: dict[tuple[Tile, ...], Row] = {}
        for chosen in reversed(list(combinations(range(len(row)), len(jokers)))):
            left, more = iter(others), iter(jokers)
            order = tuple(next(more) if index in chosen else next(left) for index in range(len(row)))
            for meld in read_melds(order, self.box):
                found.setdefault(meld.in_order.faces, tuple(map(make_firm, read_as(order, meld))))
        return [found[faces] for faces in sorted(found, key=_order_ways)]

    @override
    def read_so(self, label: str, way: Row) -> Self:
        return self.with_rows({label: way})

    @override
    def action(self, seat: int) -> Play:
        """Return the changes as a play of this seat: tiles taken off sets, then tiles added to sets, then new sets."""
        return Play(seat, tuple(self._list_edits()))

    @override
    def as_played(self, action: Action) -> Self:
        """Return the bench with the rows and letters as a play leaves them; after other actions, the table's sets."""
        edits = action.edits if isinstance(action, Play) else ()
        rows = apply_edits(self.table, edits)
        if any(isinstance(edit, Replace) for edit in edits):
            rows = dict(zip(assign_letters(self.table, list(rows.values())), rows.values(), strict=True))
        return replace(self, rows={label: sort_row(row, self.box) for label, row in rows.items()})

    def _list_edits(self) -> Iterator[Edit]:
        old = [(each, name_jokers(each.after, self.box)) for each in self.changes if each.before]
        new = {each.label: each.after for each in self.changes if not each.before}
        letters = dict(zip(new, free_labels({each.label for each in self.table}), strict=False))
        for each, after in old:
            if row := subtract_row(each.before, after, _describe_piece):
                yield Take(each.label, tuple(map(make_firm, row)))
        for each, after in old:
            if row := subtract_row(after, each.before, _describe_piece):
                yield Add(each.label, drop_old_faces(rename_owners(row, letters)))
        for row in new.values():
            yield NewRow(drop_old_faces(rename_owners(name_jokers(row, self.box), letters)))


def make_table_bench(
    box: Box,
    table: tuple[TableSet, ...],
    rack: tuple[Tile, ...],
    changes: Sequence[DraftChange] = (),
    *,
    lends: bool = False,
) -> TableBench:
    """Return the bench of a table with the changes of a draft made; `lends` is whether sets may cross."""
    rows = {each.label: each.pieces for each in table} | {each.label: each.after for each in changes}
    return TableBench(box, table, rack, {label: row for label, row in rows.items() if row}, lends)


def _follow_moved(rows: Mapping[str, Row], moved: Collection[tuple[str, Tile]], onto: str) -> dict[str, Row]:
    """Return the rows with `onto` as the owner of borrowed tiles that moved to it, which are in `moved`.

    Each is there as (old row's letter, tile).
    """
    return {
        label: tuple(
            piece._replace(owner=onto) if (piece.owner, piece.tile) in moved and label != onto else piece
            for piece in row
        )
        for label, row in rows.items()
    }


def _order_ways(faces: Sequence[Tile]) -> tuple[bool, int]:
    is_run = faces[0].number < faces[1].number
    return is_run, -faces[0].number if is_run else 0


def _describe_piece(piece: Piece) -> tuple[Tile, Tile | None, str | None]:
    return piece.tile, piece.stands_for, piece.owner
