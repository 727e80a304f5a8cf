"""Crossing sets: finding the tiles that two sets share, and checking what every crossing must satisfy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from engine.tiles.crossing_errors import AllBorrowed, CrossedJoker, CrossedTwice, NothingToCross, TwoTilesShared
from engine.tiles.edits import Row
from engine.tiles.melds import Meld, Piece
from engine.tiles.notation import read_rows, read_set, write_piece, write_pieces
from engine.tiles.sets import Borrowed, Crossing, Mark, TableSet, generate_labels
from engine.tiles.tiles import Box, Tile


def read_sets(text: str, box: Box) -> tuple[TableSet, ...]:
    """Read a table of legal sets, which may cross; letter them A, B and so on in their order.

    Raises:
        BadNotation: a row isn't a set, or a joker in it is ambiguous.
        IllegalMove: a crossing is invalid.
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
            tuple(Borrowed(each.place, letters[each.owner]) for each in found if each.borrower == row),
        )
        for row, (label, meld) in enumerate(zip(letters, melds, strict=True))
    )


def find_table_crossings(sets: Sequence[TableSet], box: Box) -> tuple[Crossing, ...]:
    """Return every crossing on a table, ordered by borrowing set."""
    if not any(each.borrowed for each in sets):
        return ()
    return crossings([each.meld for each in sets], {each.label: each.pieces for each in sets}, box)


def crossings(melds: Sequence[Meld], rows: Mapping[str, Row], box: Box) -> tuple[Crossing, ...]:
    """Return every crossing of the rows, ordered by borrowing row.

    `rows` are keyed by letter; `melds` has, in the same order, the set that each row was read as.

    Raises:
        IllegalMove: a crossing is invalid.
    """
    if not any(piece.owner for row in rows.values() for piece in row):
        return ()
    reader = _Reader(melds, rows, box, [])
    for borrower, row in enumerate(rows.values()):
        reader.read_row(borrower, row)
    reader.require_clear_jokers()
    return tuple(reader.found)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A table whose crossings are being read row by row into `found`; `melds` are the sets that its rows form."""

    melds: Sequence[Meld]
    rows: Mapping[str, Row]
    box: Box
    found: list[Crossing]

    def read_row(self, borrower: int, row: Row) -> None:
        """Add the crossings of one row's borrowed tiles to `found`; `borrower` is the row's index, from 0.

        Raises:
            IllegalMove: the row has no tile of its own, crosses a set twice, or a crossing is invalid.
        """
        if all(piece.owner for piece in row):
            raise AllBorrowed(write_pieces(row))
        for piece in row:
            if piece.owner:
                self.found.append(self._read_crossing(borrower, piece, piece.owner))
        owners = [each.owner for each in self.found if each.borrower == borrower]
        lenders = [each.borrower for each in self.found if each.owner == borrower]
        twice = [owner for owner in owners if owners.count(owner) > 1 or owner in lenders]
        if twice:
            raise TwoTilesShared(write_pieces(row), list(self.rows)[twice[0]])

    def _read_crossing(self, borrower: int, piece: Piece, label: str) -> Crossing:
        owner = list(self.rows).index(label) if label in self.rows else borrower
        held = [each for each in self.rows.get(label, ()) if each.tile == piece.tile]
        if owner == borrower or not held:
            raise NothingToCross(label, _plain(piece))
        fits = self._list_fits(borrower, owner, piece)
        if not fits:
            raise CrossedJoker(write_pieces(list(self.rows.values())[borrower]), label)
        ends = {(each.borrower, each.place) for each in self.found} | {(each.owner, each.at) for each in self.found}
        free = [fit for fit in fits if (borrower, fit[0]) not in ends and (owner, fit[1]) not in ends]
        if not free:
            raise CrossedTwice(label, _plain(piece))
        return Crossing(borrower, free[0][0], owner, free[0][1])

    def _list_fits(self, borrower: int, owner: int, piece: Piece) -> list[tuple[int, int]]:
        """Return each pair of places, one in the borrower's set and one in the owner's, that can have the same tile.

        The tile is that of the piece. All indexes and places count from 0.
        """
        here, there = self.melds[borrower], self.melds[owner]
        return [
            (place, at)
            for place in _list_places(here, piece)
            for at in _list_places(there, piece)
            if here.may_be(place, self.box) & there.may_be(at, self.box)
        ]

    def require_clear_jokers(self) -> None:
        """Reject a table on which two shared jokers of a group can't stand for different tiles."""
        for owner, label in enumerate(self.rows):
            faces = [
                self.melds[owner].may_be(each.at, self.box) & self.melds[each.borrower].may_be(each.place, self.box)
                for each in self.found
                if each.owner == owner
            ]
            if not any(len(set(way)) == len(way) for way in product(*faces)):
                raise CrossedJoker(write_pieces(self.rows[label]), label)


def _list_places(meld: Meld, piece: Piece) -> list[int]:
    """Return each place in a set, from 0, where the tile and the face are those of the piece."""
    return [
        place for place, tile in enumerate(meld.tiles) if tile == piece.tile and _is_agreeing(meld.faces[place], piece)
    ]


def _is_agreeing(face: Tile, piece: Piece) -> bool:
    said = piece.stands_for
    if said is None or face.number != said.number:
        return said is None
    return said.color in (None, face.color) or face.color is None


def _plain(piece: Piece) -> str:
    return write_piece(piece._replace(owner=None))


def count_parts(sets: int, found: Sequence[Crossing]) -> int:
    """Return the number of unconnected parts of a table with this many sets, which only crossings connect."""
    part = list(range(sets))
    for each in found:
        old, new = part[each.borrower], part[each.owner]
        part = [new if number == old else number for number in part]
    return len(set(part))
