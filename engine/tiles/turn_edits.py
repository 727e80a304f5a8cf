"""A table that was found, written as the turn that leads to it."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.tiles.edits import Add, Edit, Lay, Replace, Row, subtract_row
from engine.tiles.melds import Piece
from engine.tiles.sets import TableSet

PieceKey = tuple[str, int, int]  # a tile's colour and number, and the number that it stands for


def write_turn(sets: Sequence[TableSet], rows: Sequence[Row]) -> tuple[Edit, ...]:
    """Additions and new sets where the turn is nothing else; otherwise the whole table."""
    heirs = match_grown(sets, rows)
    if heirs is None or any(_lends_anew(each, rows[heirs[each.label]]) for each in sets):
        return (Replace(tuple(rows)),)
    longer = [each for each in sets if len(rows[heirs[each.label]]) > len(each.meld.tiles)]
    adds = [Add(each.label, subtract_row(rows[heirs[each.label]], each.pieces, _make_key)) for each in longer]
    old = set(heirs.values())
    return (*adds, *(Lay(row) for place, row in enumerate(rows) if place not in old))


def _lends_anew(old: TableSet, row: Row) -> bool:
    """Does a row hold tiles of the old set in another way: borrowed now, no longer, or from elsewhere?"""
    if not old.borrowed and not any(each.owner for each in row):
        return False
    before, after = (Counter((each.tile, each.owner) for each in pieces) for pieces in (old.pieces, row))
    return not before <= after


def match_grown(sets: Sequence[TableSet], rows: Sequence[Row]) -> dict[str, int] | None:
    """For every old set, by letter, a row of its own that holds it all; None: some set has none."""
    heirs = match_standing(sets, rows)
    return heirs if len(heirs) == len(sets) else None


def match_standing(sets: Sequence[TableSet], rows: Sequence[Row]) -> dict[str, int]:
    """For each old set that lies as it was, or grown, the row that holds it; by letter.

    A row that is a set as it was goes with that one.
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
            for place in (at for at in ways if _holds(held[at], key)):
                heirs[label] = place
                taken.add(place)
                break
    return heirs


def _holds(row: Sequence[PieceKey], part: Sequence[PieceKey]) -> bool:
    return set(part).issubset(row) and Counter(part) <= Counter(row)


@lru_cache(maxsize=1 << 12)
def _list_keys(row: Row) -> tuple[PieceKey, ...]:
    """What the row holds, in whatever order: most rows lie there turn after turn."""
    return tuple(sorted(map(_make_key, row)))


def _make_key(piece: Piece) -> PieceKey:
    tile, face = piece.tile, piece.stands_for
    return (tile.color or "", tile.number, (face or tile).number)
