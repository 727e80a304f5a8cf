"""Edits of the table, each of which applies and writes itself; `edit_notation` reads them.

They are applied in their order; what a turn may do is for the rules to say, of the table that comes out.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.text.errors import CannotSplit, NoSuchSet, NotInSet
from engine.tiles.melds import Piece
from engine.tiles.notation import tile_count, write_piece, write_pieces
from engine.tiles.sets import TableSet, assign_letters, free_labels, label_order
from engine.tiles.tiles import Tile

Row = tuple[Piece, ...]


@dataclass
class EditBuffer:
    """The table while it is being edited: as it was, its rows by letter, and letters for the rows to come."""

    table: Sequence[TableSet] = field(repr=False)
    rows: dict[str, Row]
    fresh: Iterator[str] = field(repr=False)

    def row(self, label: str) -> Row:
        """The set of this letter.

        Raises:
            NoSuchSet: there is none.
        """
        if label not in self.rows:
            raise NoSuchSet(label)
        return self.rows[label]

    def lay(self, row: Row) -> str:
        """Put down a new row under the next free letter, which is returned."""
        label = next(self.fresh)
        self.rows[label] = row
        return label

    def rename(self, owner: str, label: str, moved: Row) -> None:
        """Tiles that other sets borrow from `owner` are the set `label`'s now, where they moved there."""
        tiles = {piece.tile for piece in moved if piece.owner is None}
        for each, row in self.rows.items():
            if any(piece.owner == owner for piece in row):
                self.rows[each] = tuple(
                    piece._replace(owner=label) if piece.owner == owner and piece.tile in tiles else piece
                    for piece in row
                )

    def follow(self) -> None:
        """Where the part of an old set that holds a borrowed tile has another letter now, borrow it from that part."""
        own = {label: Counter(piece.tile for piece in row if not piece.owner) for label, row in self.rows.items()}
        for each in self.table:
            for label, row in self.rows.items():
                self.rows[label] = tuple(
                    piece._replace(owner=_part_with(piece.tile, each, label, own))
                    if piece.owner == each.label
                    else piece
                    for piece in row
                )


def _part_with(tile: Tile, old: TableSet, borrower: str, own: Mapping[str, Counter[Tile]]) -> str:
    """The letter of the row that goes on with the old set where it holds this tile; its own where that is not clear."""
    if tile in own.get(old.label, ()):
        return old.label
    rest = Counter(old.meld.tiles) - Counter([tile])
    parts = [label for label, tiles in own.items() if label != borrower and tile in tiles and rest & tiles]
    return parts[0] if len(parts) == 1 else old.label


class Edit(Protocol):
    """One change to the table."""

    def apply(self, buffer: EditBuffer) -> None:
        """Change the buffer. Raises NoSuchSet, NotInSet or CannotSplit."""


@dataclass(frozen=True, slots=True)
class Lay:
    """A new set."""

    row: Row

    def __str__(self) -> str:
        return write_pieces(self.row)

    def apply(self, buffer: EditBuffer) -> None:
        """Put it down."""
        buffer.lay(self.row)


@dataclass(frozen=True, slots=True)
class Add:
    """Tiles onto a set."""

    label: str
    row: Row

    def __str__(self) -> str:
        return f"{self.label}+{write_pieces(self.row)}"

    def apply(self, buffer: EditBuffer) -> None:
        """Append them; the reader of sets finds their places."""
        buffer.rows[self.label] = buffer.row(self.label) + self.row


@dataclass(frozen=True, slots=True)
class Take:
    """Tiles off a set, onto another one if `onto` names it; otherwise other edits must lay them."""

    label: str
    row: Row
    onto: str | None = None

    def __str__(self) -> str:
        target = f">{self.onto}" if self.onto else ""
        return f"{self.label}-{write_pieces(self.row)}{target}"

    def apply(self, buffer: EditBuffer) -> None:
        """Take them off one by one."""
        for piece in self.row:
            buffer.rows[self.label] = self._take_off(buffer.row(self.label), piece)
        if self.onto:
            buffer.rows[self.onto] = buffer.row(self.onto) + self.row

    def _take_off(self, row: Row, piece: Piece) -> Row:
        for place, each in enumerate(row):
            if _is_named(each, piece):
                return row[:place] + row[place + 1 :]
        raise NotInSet(self.label, write_piece(piece))


def _is_named(there: Piece, named: Piece) -> bool:
    """Whether a piece of a set is the one named; a joker in a group may be called any color of its number."""
    face, said = there.stands_for, named.stands_for
    if there.tile != named.tile or named.owner not in (None, there.owner):
        return False
    return said is None or said == face or (face is not None and face == Tile(None, said.number))


@dataclass(frozen=True, slots=True)
class Merge:
    """A whole set onto another."""

    label: str
    onto: str

    def __str__(self) -> str:
        return f"{self.label}>{self.onto}"

    def apply(self, buffer: EditBuffer) -> None:
        """Join them under the second letter."""
        row = buffer.row(self.label)
        buffer.rows[self.label] = ()
        buffer.rows[self.onto] = buffer.row(self.onto) + row
        buffer.rename(self.label, self.onto, row)


@dataclass(frozen=True, slots=True)
class Split:
    """One set into two; the second part takes the next free letter."""

    label: str
    after: int

    def __str__(self) -> str:
        return f"{self.label}:{self.after}"

    def apply(self, buffer: EditBuffer) -> None:
        """Cut behind tile number `after`, counted from 1."""
        row = buffer.row(self.label)
        if not 0 < self.after < len(row):
            raise CannotSplit(self.label, tile_count(len(row)), self.after)
        buffer.rows[self.label] = row[: self.after]
        buffer.rename(self.label, buffer.lay(row[self.after :]), row[self.after :])


@dataclass(frozen=True, slots=True)
class Replace:
    """The whole new table."""

    rows: tuple[Row, ...]

    def __str__(self) -> str:
        return "table: " + " / ".join(map(write_pieces, self.rows))

    def apply(self, buffer: EditBuffer) -> None:
        """Clear the table and lay these; where sets cross, the letters are those that the rows will get."""
        buffer.rows.clear()
        if any(piece.owner for row in self.rows for piece in row):
            buffer.rows |= dict(zip(assign_letters(buffer.table, self.rows), self.rows, strict=True))
            buffer.follow()
            return
        for row in self.rows:
            buffer.lay(row)


def apply_edits(table: Sequence[TableSet], edits: Iterable[Edit]) -> dict[str, Row]:
    """The rows of the table after the edits by letter, legal or not, without the empty ones.

    Where a set is gone, what crossed it there owns the tile.

    Raises:
        NoSuchSet, NotInSet, CannotSplit: an edit does not fit this table.
    """
    buffer = EditBuffer(table, {each.label: each.pieces for each in table}, free_labels({each.label for each in table}))
    for edit in edits:
        edit.apply(buffer)
    rows = {label: row for label, row in buffer.rows.items() if row}
    gone = {piece.owner for row in rows.values() for piece in row if piece.owner and piece.owner not in rows}
    if unknown := gone - {each.label for each in table}:
        raise NoSuchSet(min(unknown, key=label_order))
    return {label: _disown(row, gone) for label, row in rows.items()} if gone else rows


def subtract_row(row: Row, other: Row, named: Callable[[Piece], Hashable]) -> Row:
    """The pieces of a row that another does not have, in their order; those that are `named` the same are the same."""
    left = Counter(map(named, other))
    rest = []
    for piece in row:
        name = named(piece)
        if left[name]:
            left[name] -= 1
        else:
            rest.append(piece)
    return tuple(rest)


def _disown(row: Row, gone: set[str]) -> Row:
    return tuple(piece._replace(owner=None) if piece.owner in gone else piece for piece in row)
