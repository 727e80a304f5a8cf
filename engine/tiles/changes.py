"""Comparing a table before and after a turn: new sets, additions, joker swaps and rearranged sets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.tiles.melds import Piece
from engine.tiles.notation import write_pieces
from engine.tiles.sets import Mark, TableSet
from engine.tiles.tiles import Tile, by_color


@dataclass(frozen=True, slots=True)
class SetPart:
    """Tiles in notation, in canonical order, and the letter of their set on the table after the turn."""

    tiles: str
    label: str


@dataclass(frozen=True, slots=True)
class TableChange:
    """The effect of a turn on the sets of a table, whose letters are those after the turn.

    `new` are new sets, `added` the tiles that old sets gained, and `swapped` the tiles that took the place of jokers.
    If the turn moved anything but jokers that were swapped, these are empty, and `rearranged` has the letters of the
    sets that gained or lost a tile of the table.
    """

    new: tuple[SetPart, ...] = ()
    added: tuple[SetPart, ...] = ()
    swapped: tuple[SetPart, ...] = ()
    rearranged: tuple[str, ...] = ()


def compare_tables(before: Sequence[TableSet], after: Sequence[TableSet]) -> TableChange:
    """Return what a turn did to a table; the sets in `after` have the turn's marks."""
    old = {each.label: each for each in before}
    if not _is_simple(old, after):
        moved = {each.label for each in after if any(mark is Mark.MOVED for _, mark in _list_own(each))}
        labels = (each.label for each in after if each.label in moved or _lost_tiles(old, each))
        return TableChange(rearranged=tuple(labels))
    new = tuple(_describe_part(each) for each in after if each.label not in old)
    changed = [each for each in after if each.label in old and _list_gained(each)]
    swapped = tuple(_describe_part(each, Mark.PLAYED) for each in changed if _lost_tiles(old, each))
    added = tuple(_describe_part(each, Mark.PLAYED, Mark.MOVED) for each in changed if not _lost_tiles(old, each))
    return TableChange(new, added, swapped)


def _is_simple(old: Mapping[str, TableSet], after: Sequence[TableSet]) -> bool:
    """Return whether no tile of the table was moved, except for jokers that rack tiles replaced."""
    if any(label not in {each.label for each in after} for label in old):
        return False
    for each in after:
        moved = [piece.tile for piece, mark in _list_own(each) if mark is Mark.MOVED]
        lost = _lost_tiles(old, each)
        if not all(tile.is_joker for tile in (*moved, *lost)):
            return False
        if lost and (moved or not _list_gained(each)):
            return False
        if each.label not in old and any(mark is Mark.STILL for _, mark in _list_own(each)):
            return False
    return True


def _lost_tiles(old: Mapping[str, TableSet], each: TableSet) -> list[Tile]:
    """Return the set's own tiles that it no longer has; one at a crossing that the other set owns now isn't lost."""
    there = old.get(each.label)
    return list((Counter(there.own) - Counter(each.meld.tiles)).elements()) if there else []


def _list_own(each: TableSet) -> list[tuple[Piece, Mark]]:
    return [pair for pair in zip(each.pieces, each.marks, strict=True) if pair[0].owner is None]


def _list_gained(each: TableSet) -> list[Piece]:
    return [piece for piece, mark in _list_own(each) if mark is not Mark.STILL]


def _describe_part(each: TableSet, *marks: Mark) -> SetPart:
    """Return the set's tiles with these marks, or all of its tiles, which include borrowed ones (`R5@A`)."""
    pairs: Iterable[tuple[Piece, Mark]] = zip(each.pieces, each.marks, strict=True)
    chosen = [piece for piece, mark in pairs if not marks or (mark in marks and piece.owner is None)]
    plain = [Piece(piece.tile, owner=piece.owner) for piece in chosen]
    ordered = sorted(plain, key=lambda piece: by_color(piece.tile)) if each.meld.is_group else plain
    return SetPart(write_pieces(ordered), each.label)
