"""Conversion of a new table into the edits that lead to it."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.tiles.edits import Add, Edit, NewRow, Replace, Row, subtract_row
from engine.tiles.melds import Piece
from engine.tiles.sets import TableSet

PieceKey = tuple[str, int, int]  # a tile's color and number, and the number that it stands for


def write_turn(sets: Sequence[TableSet], rows: Sequence[Row]) -> tuple[Edit, ...]:
    """Return the edits that turn `sets` into `rows`: additions and new sets if these suffice, else one `Replace`."""
    heirs = match_standing(sets, rows)
    if len(heirs) < len(sets) or any(_has_other_owners(each, rows[heirs[each.label]]) for each in sets):
        return (Replace(tuple(rows)),)
    longer = [each for each in sets if len(rows[heirs[each.label]]) > len(each.meld.tiles)]
    adds = [Add(each.label, subtract_row(rows[heirs[each.label]], each.pieces, _make_key)) for each in longer]
    old = set(heirs.values())
    return (*adds, *(NewRow(row) for place, row in enumerate(rows) if place not in old))


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
    for place in reversed(range(len(rows))):
        free.setdefault(held[place], []).append(place)
    mine = {each.label: _list_keys(each.pieces) for each in sets}
    heirs = {label: places.pop() for label, key in mine.items() if (places := free.get(key))}
    taken = set(heirs.values())
    for label, key in mine.items():
        if label not in heirs:
            ways = (at for at in range(len(rows)) if at not in taken and len(held[at]) > len(key))
            for place in (at for at in ways if set(key).issubset(held[at]) and Counter(key) <= Counter(held[at])):
                heirs[label] = place
                taken.add(place)
                break
    return heirs


@lru_cache(maxsize=1 << 12)
def _list_keys(row: Row) -> tuple[PieceKey, ...]:
    """Return the sorted keys of a row's pieces (see `PieceKey`); cached, because most rows recur from turn to turn."""
    return tuple(sorted(map(_make_key, row)))


def _make_key(piece: Piece) -> PieceKey:
    tile, face = piece.tile, piece.stands_for
    return (tile.color or "", tile.number, (face or tile).number)
