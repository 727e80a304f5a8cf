"""A table's sets, ready to be drawn: each is a tray (a frame) with its letter, its tiles and, on a bench, a chip."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.rules.claims import ClaimedSet
from engine.tiles.edits import Row
from engine.tiles.melds import Piece
from engine.tiles.sets import Mark, TableSet
from engine.tiles.tiles import Tile
from render.style.signs import Ring


@dataclass(frozen=True, slots=True)
class Share:
    """A tile that two crossing sets share, as one of the two sees it.

    `other` is the other set's letter. The set that was there first owns the tile, and the other one borrows it.
    """

    other: str
    is_borrowed: bool


class TrayTile(NamedTuple):
    """A tile to be drawn; its `ring` is the state that a colored outline shows, such as PLAYED for a tile just played.

    `face` matters for jokers only: it is what the joker stands for, None while that is undecided. `share` is None
    unless two sets share the tile. A named tuple, because every picture makes a hundred, and a dataclass takes longer.
    """

    tile: Tile
    face: Tile | None
    ring: Ring = Mark.STILL
    share: Share | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """A note right of a set's tiles: up to two lines of text, and the sign (such as GOOD) that sets color and icon."""

    sign: Ring
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tray:
    """A frame around the tiles of a set, or of a row of a bench that isn't a set yet.

    `label` is the set's letter, `edge` the sign that gives the frame its color, `claim` the claim on the set, if any.
    """

    label: str
    tiles: tuple[TrayTile, ...]
    edge: Ring = Mark.STILL
    claim: ClaimedSet | None = None
    chip: Chip | None = None


def make_trays(table: Sequence[TableSet], claims: Mapping[str, ClaimedSet] | None = None) -> tuple[Tray, ...]:
    """Return a tray for each set of a table, in the table's order; `claims` has the claimed sets by letter."""
    has_shares = any(placed.borrowed for placed in table)
    shared = find_shares({placed.label: placed.pieces for placed in table}) if has_shares else {}
    return tuple(_make_tray(placed, shared, (claims or {}).get(placed.label)) for placed in table)


def _make_tray(placed: TableSet, shared: Mapping[tuple[str, int], Share], claim: ClaimedSet | None) -> Tray:
    shares = [shared.get((placed.label, place)) for place in range(len(placed.marks))]
    row = zip(placed.meld.tiles, placed.meld.faces, placed.marks, shares, strict=True)
    tiles = tuple(TrayTile(*each) for each in row)
    return Tray(placed.label, tiles, choose_edge(placed.marks), claim)


def choose_edge(marks: Sequence[Mark]) -> Mark:
    """Return the mark for a set's frame: PLAYED if a tile of it was played, else MOVED if one was moved, else STILL."""
    return next((mark for mark in (Mark.PLAYED, Mark.MOVED) if mark in marks), Mark.STILL)


def find_shares(rows: Mapping[str, Row]) -> Mapping[tuple[str, int], Share]:
    """Return the tiles that two sets share, as each set sees them; `rows` has the sets by letter.

    The keys are (letter of a set, place of the tile in it, from 0). Each shared tile has an entry for the set that
    borrows it and one for its owner; the latter is missing if the owner lacks the tile.
    """
    found: dict[tuple[str, int], Share] = {}
    for label, row in rows.items():
        for here, piece in enumerate(row):
            if piece.owner:
                found[label, here] = Share(piece.owner, is_borrowed=True)
                place = _find_place(rows.get(piece.owner, ()), piece)
                if place is not None:
                    found[piece.owner, place] = Share(label, is_borrowed=False)
    return found


def _find_place(owner: Row, lent: Piece) -> int | None:
    """Return the place of a borrowed tile in the set that owns it, from 0; None if it isn't there."""
    lying = [(piece.tile, _count_place(piece)) for piece in owner]
    wanted = (lent.tile, _count_place(lent))
    return lying.index(wanted) if wanted in lying else None


def _count_place(piece: Piece) -> int:
    return (piece.stands_for or piece.tile).number
