"""What lies on a table, ready to be drawn: trays with letters, tiles and, on a bench, what is to be said of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.rules.claims import ClaimedSet
from engine.tiles.edits import Row
from engine.tiles.melds import Piece
from engine.tiles.sets import Mark, TableSet
from engine.tiles.tiles import Tile
from render.style.signs import Ring


@dataclass(frozen=True, slots=True)
class Share:
    """The letter of the other set that a tile lies in, and whether this one only borrows it."""

    other: str
    is_borrowed: bool


@dataclass(frozen=True, slots=True)
class TrayTile:
    """A tile; `face` is what a joker stands for, None where that is open."""

    tile: Tile
    face: Tile | None
    ring: Ring = Mark.STILL
    share: Share | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """What is said of a set right of its tiles, in a line or two; without any it is just a sign."""

    sign: Ring
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tray:
    """A set, or what is to become one."""

    label: str
    tiles: tuple[TrayTile, ...]
    edge: Ring = Mark.STILL
    claim: ClaimedSet | None = None
    chip: Chip | None = None


def make_trays(table: Sequence[TableSet], claims: Mapping[str, ClaimedSet] | None = None) -> tuple[Tray, ...]:
    """The sets of a table as the last turn left them, with the tokens on them by letter."""
    shared = find_shares({placed.label: placed.pieces for placed in table})
    return tuple(_make_tray(placed, shared, (claims or {}).get(placed.label)) for placed in table)


def _make_tray(placed: TableSet, shared: Mapping[tuple[str, int], Share], claim: ClaimedSet | None) -> Tray:
    row = enumerate(zip(placed.meld.tiles, placed.meld.faces, placed.marks, strict=True))
    tiles = tuple(TrayTile(*each, shared.get((placed.label, place))) for place, each in row)
    return Tray(placed.label, tiles, choose_edge(placed.marks), claim)


def choose_edge(marks: Sequence[Mark]) -> Mark:
    """What happened to the set as a whole."""
    return next((mark for mark in (Mark.LAID, Mark.MOVED) if mark in marks), Mark.STILL)


def find_shares(rows: Mapping[str, Row]) -> Mapping[tuple[str, int], Share]:
    """What is shared, by a set's letter and the place in it, counted from 0."""
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
    """Where the borrowed tile lies in its own set."""
    lying = [(piece.tile, _count_place(piece)) for piece in owner]
    wanted = (lent.tile, _count_place(lent))
    return lying.index(wanted) if wanted in lying else None


def _count_place(piece: Piece) -> int:
    return (piece.stands_for or piece.tile).number
