"""Sets that cross: where each borrowed tile lies, and what a crossing must satisfy wherever it is made."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from engine.claim_errors import AllBorrowed, CrossedJoker, CrossedTwice, NothingToCross, TwoTilesShared
from engine.edits import Row
from engine.melds import Meld, Piece
from engine.notation import only_reading, read_rows, write_piece, write_pieces
from engine.sets import Borrowed, Crossing, Mark, TableSet, labels
from engine.tiles import Box, Tile


def read_sets(text: str, box: Box) -> tuple[TableSet, ...]:
    """Read a table of legal sets, lettered A, B ... in their order, that may cross one another.

    Raises:
        BadNotation: a row is no set, or a joker in it can stand for several things.
        IllegalMove: a crossing can't be.
    """
    rows = dict(zip(labels(), read_rows(text, box), strict=False))
    melds = [only_reading(row, box) for row in rows.values()]
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


def crossings_of(sets: Sequence[TableSet], box: Box) -> tuple[Crossing, ...]:
    """The crossings of a table as it lies."""
    return crossings([each.meld for each in sets], {each.label: each.pieces for each in sets}, box)


def crossings(melds: Sequence[Meld], rows: Mapping[str, Row], box: Box) -> tuple[Crossing, ...]:
    """Find every crossing of the rows, given by letter, in what each of them was read as.

    Raises:
        IllegalMove: a crossing can't be.
    """
    if not any(piece.owner for row in rows.values() for piece in row):
        return ()
    letters = list(rows)
    found: list[Crossing] = []
    for borrower, row in enumerate(rows.values()):
        if all(piece.owner for piece in row):
            raise AllBorrowed(write_pieces(row))
        for piece in row:
            if piece.owner:
                found.append(_crossing(melds, rows, found, borrower, piece, box))
        owners = [each.owner for each in found if each.borrower == borrower]
        pairs = [owner for owner in owners if owners.count(owner) > 1 or _cross(found, owner, borrower)]
        if pairs:
            raise TwoTilesShared(write_pieces(row), letters[pairs[0]])
    _check_jokers(melds, rows, found, box)
    return tuple(found)


def _cross(found: Sequence[Crossing], borrower: int, owner: int) -> bool:
    return any((each.borrower, each.owner) == (borrower, owner) for each in found)


def _crossing(  # noqa: PLR0913  # what there is, and which piece of it
    melds: Sequence[Meld], rows: Mapping[str, Row], found: Sequence[Crossing], borrower: int, piece: Piece, box: Box
) -> Crossing:
    """Find both places of one borrowed piece."""
    label = piece.owner or ""
    owner = list(rows).index(label) if label in rows else -1
    held = [each for each in rows.get(label, ()) if each.tile == piece.tile]
    if owner in (-1, borrower) or not held:
        raise NothingToCross(label, _plain(piece))
    if all(each.owner for each in held):
        raise CrossedTwice(label, _plain(piece))
    used = {(each.borrower, each.place) for each in found}
    crossed = {(each.owner, each.at) for each in found}
    fits = [
        (place, at)
        for place in _places(melds[borrower], piece)
        for at in _places(melds[owner], piece)
        if melds[borrower].may_be(place, box) & melds[owner].may_be(at, box)
    ]
    free = [(place, at) for place, at in fits if (borrower, place) not in used and (owner, at) not in used | crossed]
    if free:
        return Crossing(borrower, free[0][0], owner, free[0][1])
    if fits:
        raise CrossedTwice(label, _plain(piece))
    raise CrossedJoker(write_pieces(list(rows.values())[borrower]), label)


def _places(meld: Meld, piece: Piece) -> list[int]:
    """Where in a set the piece can be."""
    return [place for place, tile in enumerate(meld.tiles) if tile == piece.tile and _agrees(meld.faces[place], piece)]


def _agrees(face: Tile, piece: Piece) -> bool:
    said = piece.stands_for
    if said is None or face.number != said.number:
        return said is None
    return said.color in (None, face.color) or face.color is None


def _check_jokers(melds: Sequence[Meld], rows: Mapping[str, Row], found: Sequence[Crossing], box: Box) -> None:
    """Two jokers of one group are two colours, whatever sets cross it there."""
    for owner, label in enumerate(rows):
        faces = [
            melds[owner].may_be(each.at, box) & melds[each.borrower].may_be(each.place, box)
            for each in found
            if each.owner == owner
        ]
        if not any(len(set(way)) == len(way) for way in product(*faces)):
            raise CrossedJoker(label, label)


def _plain(piece: Piece) -> str:
    return write_piece(replace(piece, owner=None))


def parts(sets: int, found: Sequence[Crossing]) -> int:
    """Into how many parts a table falls whose sets hang together where they cross."""
    part = list(range(sets))
    for each in found:
        old, new = part[each.borrower], part[each.owner]
        part = [new if number == old else number for number in part]
    return len(set(part))


def own_tiles(melds: Sequence[Meld], found: Sequence[Crossing]) -> Iterator[Tile]:
    """Every tile of the table once."""
    away = {(each.borrower, each.place) for each in found}
    return (tile for row, meld in enumerate(melds) for place, tile in enumerate(meld.tiles) if (row, place) not in away)
