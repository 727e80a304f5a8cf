"""Crossings (tiles that two sets share): finding them on a table, and rejecting invalid ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from engine.tiles.crossing_errors import AllBorrowed, CrossedJoker, CrossedTwice, NothingToCross, TwoTilesShared
from engine.tiles.edits import Row
from engine.tiles.melds import Meld, Piece
from engine.tiles.notation import read_rows, read_set, say_pieces, write_piece
from engine.tiles.sets import Borrowed, Crossing, Mark, TableSet, generate_labels
from engine.tiles.tiles import Box, Tile

_KNOWN = 8  # cached tables: several turns are judged on one table


def read_sets(text: str, box: Box) -> tuple[TableSet, ...]:
    """Read a table of legal sets, some of which may share a tile (cross); letter them A, B and so on in order.

    Raises BadNotation: a row isn't a set, or a joker in it is ambiguous; IllegalMove: a crossing is invalid.
    """
    rows = dict(zip(generate_labels(), read_rows(text, box), strict=False))
    melds = [read_set(row, box) for row in rows.values()]
    letters = list(rows)
    found = crossings(melds, rows, box)
    return tuple(
        TableSet(
            label,
            meld,
            (Mark.STILL,) * len(meld.tiles),
            tuple(Borrowed(each.index, letters[each.owner]) for each in found if each.borrower == row),
        )
        for row, (label, meld) in enumerate(zip(letters, melds, strict=True))
    )


def find_table_crossings(sets: Sequence[TableSet], box: Box) -> tuple[Crossing, ...]:
    """Return every crossing (tile shared by two sets) on a table, ordered by the set that borrows the tile."""
    if not any(each.borrowed for each in sets):
        return ()
    return _find_table_crossings(tuple(sets), box)


@lru_cache(maxsize=_KNOWN)
def _find_table_crossings(sets: tuple[TableSet, ...], box: Box) -> tuple[Crossing, ...]:
    return crossings([each.meld for each in sets], {each.label: each.pieces for each in sets}, box)


def crossings(melds: Sequence[Meld], rows: Mapping[str, Row], box: Box) -> tuple[Crossing, ...]:
    """Return every crossing (tile shared by two sets) on a table, ordered by the row that borrows the tile.

    `rows` maps each set's letter to its pieces, and `melds` has, in the same order, the set that each row was read as.
    Raises IllegalMove: a crossing is invalid.
    """
    if not any(piece.owner for row in rows.values() for piece in row):
        return ()
    reader = _Reader(melds, rows, {label: index for index, label in enumerate(rows)}, box, [])
    for borrower, row in enumerate(rows.values()):
        reader.read_row(borrower, row)
    reader.require_clear_jokers()
    return tuple(reader.found)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A reader of a table's crossings, which are collected row by row in `found`.

    `rows` maps each set's letter to its pieces, and `indexes` to its index; `melds` has the sets that the rows form, in
    the same order.
    """

    melds: Sequence[Meld]
    rows: Mapping[str, Row]
    indexes: Mapping[str, int]
    box: Box
    found: list[Crossing]

    def read_row(self, borrower: int, row: Row) -> None:
        """Add the crossings of the row with the index `borrower` to `found`. Raises IllegalMove."""
        if all(piece.owner for piece in row):
            raise AllBorrowed(say_pieces(row))
        owners = []
        for piece in row:
            if piece.owner:
                self.found.append(self._read_crossing(borrower, piece, piece.owner))
                owners.append(self.found[-1].owner)
        lenders = {each.borrower for each in self.found if each.owner == borrower} if owners else ()
        twice = [owner for owner in owners if owners.count(owner) > 1 or owner in lenders]
        if twice:
            raise TwoTilesShared(say_pieces(row), list(self.rows)[twice[0]])

    def _read_crossing(self, borrower: int, piece: Piece, label: str) -> Crossing:
        owner = self.indexes.get(label, borrower)
        if owner == borrower or all(each.tile != piece.tile for each in self.rows[label]):
            raise NothingToCross(label, _plain(piece))
        fits = self._list_fits(borrower, owner, piece)
        if not fits:
            raise CrossedJoker(say_pieces(list(self.rows.values())[borrower]), label)
        ends = {(each.borrower, each.index) for each in self.found} | {(each.owner, each.at) for each in self.found}
        free = [fit for fit in fits if (borrower, fit[0]) not in ends and (owner, fit[1]) not in ends]
        if not free:
            raise CrossedTwice(label, _plain(piece))
        return Crossing(borrower, free[0][0], owner, free[0][1])

    def _list_fits(self, borrower: int, owner: int, piece: Piece) -> list[tuple[int, int]]:
        """Return where two sets can share the piece's tile: pairs of its index in the borrowing and in the owning set.

        A joker can only be shared where it can stand for the same tile in both sets.
        """
        here, there = self.melds[borrower], self.melds[owner]
        return [
            (index, at)
            for index in _list_places(here, piece)
            for at in _list_places(there, piece)
            if not piece.tile.is_joker or here.may_be(index, self.box) & there.may_be(at, self.box)
        ]

    def require_clear_jokers(self) -> None:
        """Reject a group whose shared jokers can't all stand for different tiles. Raises CrossedJoker."""
        shared = [(each.owner, self.melds[each.owner].tiles[each.at]) for each in self.found]
        for owner in sorted({owner for owner, tile in shared if tile.is_joker}):
            faces = [
                self.melds[owner].may_be(each.at, self.box) & self.melds[each.borrower].may_be(each.index, self.box)
                for each in self.found
                if each.owner == owner
            ]
            if not any(len(set(way)) == len(way) for way in product(*faces)):
                label = list(self.rows)[owner]
                raise CrossedJoker(say_pieces(self.rows[label]), label)


def _list_places(meld: Meld, piece: Piece) -> list[int]:
    """Return the indexes of the piece's tile in a set; a joker with a face must have that face there."""
    return [
        index for index, tile in enumerate(meld.tiles) if tile == piece.tile and _is_agreeing(meld.faces[index], piece)
    ]


def _is_agreeing(face: Tile, piece: Piece) -> bool:
    said = piece.stands_for
    if said is None or face.number != said.number:
        return said is None
    return said.color in (None, face.color) or face.color is None


def _plain(piece: Piece) -> str:
    return write_piece(piece._replace(owner=None))


def count_parts(sets: int, found: Sequence[Crossing]) -> int:
    """Return the number of connected components of a table of `sets` sets, where each crossing in `found` joins two."""
    part = list(range(sets))
    for each in found:
        old, new = part[each.borrower], part[each.owner]
        part = [new if number == old else number for number in part]
    return len(set(part))
