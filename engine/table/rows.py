"""Rows of a bench, which needn't be sets: their order, and the ways to read those that are."""

from collections.abc import Mapping

from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET, Meld, Piece, read_melds
from engine.tiles.sets import label_order
from engine.tiles.tiles import Box, by_color


def split_run(row: Row, more: Row, box: Box) -> tuple[Row, Row]:
    """Return the lower and upper run that a run makes with one more tile, as `R2 R3 R4 R5 R6` does with another `R4`.

    Both are empty if it makes none.
    """
    if len(more) == 1:
        for cut in range(SMALLEST_SET - 1, len(row) - SMALLEST_SET + 2):
            for lower, upper in ((*row[:cut], *more), row[cut:]), (row[:cut], (*more, *row[cut:])):
                if is_run(lower, box) and is_run(upper, box):
                    return sort_row(lower, box), sort_row(upper, box)
    return (), ()


def is_run(row: Row, box: Box) -> bool:
    """Return whether a row can be read as a set in exactly one way, and that is a run."""
    return [meld.is_group for meld in read_melds(row, box)] == [False]


def sort_row(row: Row, box: Box) -> Row:
    """Return a row in its order as a set; unchanged if it can be read as several sets, by color if as none."""
    found = read_melds(row, box)
    if not found:
        return tuple(sorted(row, key=lambda piece: by_color(piece.stands_for or piece.tile)))
    return read_as(row, found[0].in_order) if len(found) == 1 else row


def sort_group(row: Row, box: Box) -> Row:
    """Return a group's pieces in the order of their colors, with jokers last; other rows are returned unchanged."""
    found = read_melds(row, box)
    if not found or not all(each.is_group for each in found):
        return row
    return tuple(sorted(row, key=lambda piece: by_color(piece.tile)))


def read_as(row: Row, meld: Meld) -> Row:
    """Return the pieces of a row in the order of `meld`, a reading of it, with its faces for the jokers."""
    if not any(piece.owner for piece in row):
        return meld.pieces
    left = list(row)
    ordered = []
    for piece in meld.pieces:
        mine = next(each for each in left if each.tile == piece.tile)
        left.remove(mine)
        ordered.append(piece._replace(owner=mine.owner) if mine.owner else piece)
    return tuple(ordered)


def name_jokers(row: Row, box: Box) -> Row:
    """Return a row in its order as a set with its jokers' faces fixed; unchanged if it's no set or several."""
    found = read_melds(row, box)
    if len(found) != 1:
        return row
    return tuple(map(make_firm, read_as(row, found[0])))


def make_firm(piece: Piece) -> Piece:
    """Return the piece with the face of its joker fixed."""
    return piece if piece.firm else piece._replace(firm=True)


def find_unclear(rows: Mapping[str, Row], box: Box) -> tuple[str, ...]:
    """Return the letters of the rows that can be read as several sets, in order."""
    return tuple(label for label in sorted(rows, key=label_order) if len(read_melds(rows[label], box)) > 1)
