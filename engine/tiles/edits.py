"""Edits of the table, each of which can apply and write itself; `read_edits` reads them.

They are applied in order, and needn't leave a legal table: the rules judge the result.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from engine.override import override
from engine.text.errors import BadNotation, CannotSplit, NoSuchSet, NotInSet
from engine.text.phrases import later
from engine.tiles.melds import Piece
from engine.tiles.notation import (
    make_example_run,
    quote_text,
    read_pieces,
    read_rows,
    require_short_text,
    split_rows,
    tile_count,
    write_piece,
    write_pieces,
    write_tile,
)
from engine.tiles.sets import TableSet, assign_letters, free_labels, label_order
from engine.tiles.tiles import Box, Tile

Row = tuple[Piece, ...]


@dataclass
class EditBuffer:
    """A table that is being edited.

    `table` has the sets before any edit. `rows` maps each set's letter to its current tiles, which needn't be a legal
    set. `fresh` yields the letters for new rows.
    """

    table: Sequence[TableSet] = field(repr=False)
    rows: dict[str, Row]
    fresh: Iterator[str] = field(repr=False)

    def row(self, label: str) -> Row:
        """Return the row with this letter. Raises NoSuchSet: there is none."""
        if label not in self.rows:
            raise NoSuchSet(label)
        return self.rows[label]

    def add_row(self, row: Row) -> str:
        """Add a row under the next free letter, and return that letter."""
        label = next(self.fresh)
        self.rows[label] = row
        return label

    def rename(self, owner: str, label: str, moved: Row) -> None:
        """Make rows that borrow the tiles `moved` from the row `owner` borrow them from the row `label` instead."""
        tiles = {piece.tile for piece in moved if piece.owner is None}
        for each, row in self.rows.items():
            if any(piece.owner == owner for piece in row):
                self.rows[each] = tuple(
                    piece._replace(owner=label) if piece.owner == owner and piece.tile in tiles else piece
                    for piece in row
                )

    def follow(self) -> None:
        """Make every borrowed tile name the row that now has it as its owner; see `_part_with`."""
        old = {each.label: each for each in self.table}
        own = {label: [piece.tile for piece in row if not piece.owner] for label, row in self.rows.items()}
        for label, row in self.rows.items():
            if any(piece.owner for piece in row):
                self.rows[label] = tuple(
                    piece._replace(owner=_part_with(piece.tile, old[piece.owner], label, own))
                    if piece.owner in old
                    else piece
                    for piece in row
                )


def _part_with(tile: Tile, old: TableSet, borrower: str, own: Mapping[str, Sequence[Tile]]) -> str:
    """Return the letter of the row that now owns this tile of the old set.

    That is the old set's row if it still has the tile. Otherwise it's the only row, other than `borrower`, that has the
    tile and another tile of the old set; if there isn't exactly one, return the old set's letter. `own` has the
    tiles that each row, by letter, owns.
    """
    if tile in own.get(old.label, ()):
        return old.label
    rest = Counter(old.meld.tiles) - Counter([tile])
    parts = [label for label, tiles in own.items() if label != borrower and tile in tiles and rest & Counter(tiles)]
    return parts[0] if len(parts) == 1 else old.label


class Edit(Protocol):
    """The interface of the edits, each of which is one change to the sets on the table."""

    def apply(self, buffer: EditBuffer) -> None:
        """Apply the change to the buffer. Raises NoSuchSet, NotInSet, CannotSplit: the change doesn't fit the table."""


@dataclass(frozen=True, slots=True)
class NewRow:
    """An edit that adds a new set."""

    row: Row

    @override
    def __str__(self) -> str:
        return write_pieces(self.row)

    def apply(self, buffer: EditBuffer) -> None:
        """Add the set under the next free letter."""
        buffer.add_row(self.row)


@dataclass(frozen=True, slots=True)
class Add:
    """An edit that adds tiles to a set."""

    label: str
    row: Row

    @override
    def __str__(self) -> str:
        return f"{self.label}+{write_pieces(self.row)}"

    def apply(self, buffer: EditBuffer) -> None:
        """Append the tiles to the row; they are put in order later, when the row is read as a set."""
        buffer.rows[self.label] = buffer.row(self.label) + self.row


@dataclass(frozen=True, slots=True)
class Take:
    """An edit that takes tiles from a set and adds them to the set `onto`; if that's None, other edits place them."""

    label: str
    row: Row
    onto: str | None = None

    @override
    def __str__(self) -> str:
        target = f">{self.onto}" if self.onto else ""
        return f"{self.label}-{write_pieces(self.row)}{target}"

    def apply(self, buffer: EditBuffer) -> None:
        """Remove the tiles one by one, and append them to the row of `onto` if it's given."""
        for piece in self.row:
            row = buffer.row(self.label)
            index = next((index for index, each in enumerate(row) if _is_named(each, piece)), None)
            if index is None:
                raise NotInSet(self.label, write_piece(piece))
            buffer.rows[self.label] = row[:index] + row[index + 1 :]
        if self.onto:
            buffer.rows[self.onto] = buffer.row(self.onto) + self.row


def _is_named(there: Piece, named: Piece) -> bool:
    """Return whether `there`, a piece of a set, is the piece that the player named in an edit.

    A joker named without a face matches any joker; one whose color is open matches any color of its number.
    """
    face, said = there.stands_for, named.stands_for
    if there.tile != named.tile or named.owner not in (None, there.owner):
        return False
    return said is None or said == face or (face is not None and face == Tile(None, said.number))


@dataclass(frozen=True, slots=True)
class Merge:
    """An edit that moves all tiles of one set into another."""

    label: str
    onto: str

    @override
    def __str__(self) -> str:
        return f"{self.label}>{self.onto}"

    def apply(self, buffer: EditBuffer) -> None:
        """Move all tiles of the row to that of `onto`, which becomes the owner of those that other sets borrow."""
        row = buffer.row(self.label)
        buffer.rows[self.label] = ()
        buffer.rows[self.onto] = buffer.row(self.onto) + row
        buffer.rename(self.label, self.onto, row)


@dataclass(frozen=True, slots=True)
class Split:
    """An edit that divides a set after its first `after` tiles; the second part gets the next free letter."""

    label: str
    after: int

    @override
    def __str__(self) -> str:
        return f"{self.label}:{self.after}"

    def apply(self, buffer: EditBuffer) -> None:
        """Split the row after its first `after` tiles."""
        row = buffer.row(self.label)
        if not 0 < self.after < len(row):
            raise CannotSplit(self.label, tile_count(len(row)), self.after)
        buffer.rows[self.label] = row[: self.after]
        buffer.rename(self.label, buffer.add_row(row[self.after :]), row[self.after :])


@dataclass(frozen=True, slots=True)
class Replace:
    """An edit that replaces the whole table."""

    rows: tuple[Row, ...]

    @override
    def __str__(self) -> str:
        return "table: " + " / ".join(map(write_pieces, self.rows))

    def apply(self, buffer: EditBuffer) -> None:
        """Replace all rows; if sets cross, give the rows the letters that the sets will have after the turn.

        Borrowed tiles name their owner by its letter, so their owners are updated too.
        """
        buffer.rows.clear()
        if any(piece.owner for row in self.rows for piece in row):
            buffer.rows |= dict(zip(assign_letters(buffer.table, self.rows), self.rows, strict=True))
            buffer.follow()
            return
        for row in self.rows:
            buffer.add_row(row)


def apply_edits(table: Sequence[TableSet], edits: Iterable[Edit]) -> dict[str, Row]:
    """Return the table's rows by letter after the edits, valid sets or not, without the empty rows.

    If a set is gone, a set that borrowed a tile from it owns that tile now. Raises NoSuchSet, NotInSet, CannotSplit: an
    edit doesn't fit the table.
    """
    buffer = EditBuffer(table, {each.label: each.pieces for each in table}, free_labels({each.label for each in table}))
    for edit in edits:
        edit.apply(buffer)
    rows = {label: row for label, row in buffer.rows.items() if row}
    gone = {piece.owner for row in rows.values() for piece in row if piece.owner and piece.owner not in rows}
    if unknown := gone - {each.label for each in table}:
        raise NoSuchSet(min(unknown, key=label_order))
    if not gone:
        return rows
    return {
        label: tuple(piece._replace(owner=None) if piece.owner in gone else piece for piece in row)
        for label, row in rows.items()
    }


def subtract_row(row: Row, other: Row, named: Callable[[Piece], Hashable]) -> Row:
    """Return the pieces of `row`, in order, without those that `other` has too.

    Two pieces are the same if `named` returns equal values for them; each piece of `other` removes at most one.
    """
    left = Counter(map(named, other))
    rest = []
    for piece in row:
        name = named(piece)
        if left[name]:
            left[name] -= 1
        else:
            rest.append(piece)
    return tuple(rest)


# The edits that lead to a new table

PieceKey = tuple[str, int, int]  # a tile's color and number, and the number that it stands for


def write_turn(sets: Sequence[TableSet], rows: Sequence[Row]) -> tuple[Edit, ...]:
    """Return the edits that turn `sets` into `rows`: additions and new sets if these suffice, else one `Replace`."""
    heirs = match_standing(sets, rows)
    if len(heirs) < len(sets) or any(_has_other_owners(each, rows[heirs[each.label]]) for each in sets):
        return (Replace(tuple(rows)),)
    longer = [each for each in sets if len(rows[heirs[each.label]]) > len(each.meld.tiles)]
    adds = [Add(each.label, subtract_row(rows[heirs[each.label]], each.pieces, _make_key)) for each in longer]
    old = set(heirs.values())
    return (*adds, *(NewRow(row) for index, row in enumerate(rows) if index not in old))


def _has_other_owners(old: TableSet, row: Row) -> bool:
    """Return whether the row borrows a tile of the old set newly, or no longer, or from another set than before."""
    if not old.borrowed and not any(each.owner for each in row):
        return False
    before, after = (Counter((each.tile, each.owner) for each in pieces) for pieces in (old.pieces, row))
    return not before <= after


def match_standing(sets: Sequence[TableSet], rows: Sequence[Row]) -> dict[str, int]:
    """Map the letter of each old set that is unchanged or only grew to the index of the row that contains it.

    Each row is used once. An unchanged set is matched with an identical row first.
    """
    held = [_list_keys(row) for row in rows]
    free: dict[tuple[PieceKey, ...], list[int]] = {}
    for index in reversed(range(len(rows))):
        free.setdefault(held[index], []).append(index)
    mine = {each.label: _list_keys(each.pieces) for each in sets}
    heirs = {label: same.pop() for label, key in mine.items() if (same := free.get(key))}
    taken = set(heirs.values())
    for label, key in mine.items():
        if label not in heirs:
            ways = (at for at in range(len(rows)) if at not in taken and len(held[at]) > len(key))
            for index in (at for at in ways if set(key).issubset(held[at]) and Counter(key) <= Counter(held[at])):
                heirs[label] = index
                taken.add(index)
                break
    return heirs


@lru_cache(maxsize=1 << 12)
def _list_keys(row: Row) -> tuple[PieceKey, ...]:
    """Return the sorted keys of a row's pieces (see `PieceKey`); cached, because most rows recur from turn to turn."""
    return tuple(sorted(map(_make_key, row)))


def _make_key(piece: Piece) -> PieceKey:
    tile, face = piece.tile, piece.stands_for
    return (tile.color or "", tile.number, (face or tile).number)


# Notation


def read_edits(text: str, box: Box) -> tuple[Edit, ...]:
    """Read a turn: edits separated by `;`, `/` or line breaks, or `table:` with a whole table.

    Raises BadNotation: a part can't be read, or the text is empty or over `LONGEST_TEXT` characters.
    """
    whole = re.fullmatch(r"\s*table\s*:(.*)", text, re.IGNORECASE | re.DOTALL)
    if whole:
        return (Replace(read_rows(whole[1], box)),)
    require_short_text(text)
    edits = tuple(_read_edit(part.strip(), box) for part in split_rows(text))
    if not edits:
        *run, last = map(write_tile, make_example_run(box))
        raise BadNotation(later("Write your play, such as {set} or C+{tile}.", set=" ".join([*run, last]), tile=last))
    return edits


_LABELED = re.compile(r"(?P<label>[A-Za-z]{1,2})\s*(?P<sign>[-+>:])\s*(?P<rest>.*)", re.DOTALL)


def _read_edit(part: str, box: Box) -> Edit:
    match = _LABELED.fullmatch(part)
    if match:
        return _read_labeled(match["label"].upper(), match["sign"], match["rest"].strip(), box)
    row = read_pieces(part, box)
    if not row:
        raise BadNotation(later("“{text}” has no tile.", text=quote_text(part)))
    return NewRow(row)


def _read_labeled(label: str, sign: str, rest: str, box: Box) -> Edit:
    if sign == ":":
        if not re.fullmatch(r"[0-9]{1,2}", rest):
            text = quote_text(rest)
            raise BadNotation(later("“{text}” isn't a number of tiles. To split a set, write C:5.", text=text))
        return Split(label, int(rest))
    if sign == ">":
        return Merge(label, read_label(rest))
    tiles, arrow, onto = rest.partition(">")
    row = read_pieces(tiles, box)
    if not row:
        raise BadNotation(later("Write tiles after {text}.", text=f"{label}{sign}"))
    if sign == "+":
        return Add(label, read_pieces(rest, box))
    return Take(label, row, read_label(onto.strip()) if arrow else None)


def read_label(text: str) -> str:
    """Return a set's letter, one or two, in capitals. Raises BadNotation for another text."""
    if not re.fullmatch(r"[A-Za-z]{1,2}", text):
        raise BadNotation(later("“{text}” isn't a set's letter.", text=quote_text(text)))
    return text.upper()


def write_edits(edits: Iterable[Edit]) -> str:
    """Write a turn on one line, so that `read_edits` reads it back."""
    return "; ".join(map(str, edits))
