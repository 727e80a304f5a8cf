"""A table that was found, written as the turn that leads to it."""

from collections import Counter
from collections.abc import Sequence

from engine.edits import Add, Edit, Lay, Replace, Row
from engine.melds import Piece
from engine.sets import TableSet
from engine.tiles import Tile

Key = tuple[Tile, int]  # a tile, and the number that it stands for


def written(sets: Sequence[TableSet], rows: Sequence[Row]) -> tuple[Edit, ...]:
    """Additions and new sets where the turn is nothing else; otherwise the whole table."""
    heirs = grown(sets, rows)
    if heirs is None:
        return (Replace(tuple(rows)),)
    adds = [Add(each.label, _more(rows[heirs[each.label]], each)) for each in sets]
    new = [Lay(row) for place, row in enumerate(rows) if place not in heirs.values()]
    return (*(add for add in adds if add.row), *new)


def grown(sets: Sequence[TableSet], rows: Sequence[Row]) -> dict[str, int] | None:
    """For every old set, by letter, a row of its own that holds it all; None: some set has none.

    A row that is a set as it was goes with that one.
    """
    held = [Counter(map(_key, row)) for row in rows]
    heirs: dict[str, int] = {}
    for exact in (True, False):
        for each in sets:
            if each.label not in heirs:
                mine = Counter(map(_key, each.pieces))
                free = (at for at, row in enumerate(held) if at not in heirs.values())
                place = next((at for at in free if (mine == held[at] if exact else mine <= held[at])), None)
                if place is not None:
                    heirs[each.label] = place
                elif not exact:
                    return None
    return heirs


def _key(piece: Piece) -> Key:
    return piece.tile, (piece.stands_for or piece.tile).number


def _more(row: Row, old: TableSet) -> Row:
    """The pieces of a row that the old set does not have."""
    left = Counter(map(_key, old.pieces))
    more = []
    for piece in row:
        if left[_key(piece)]:
            left[_key(piece)] -= 1
        else:
            more.append(piece)
    return tuple(more)
