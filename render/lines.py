"""Table and rack as plain text, line by line, with colours spelled out: for screen readers, and where no picture is.

What is too long for a message is written in notation, and cut only if it is too long even so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import groupby

from engine.melds import Piece
from engine.notation import write_piece
from engine.sets import Mark, TableSet
from engine.tiles import JOKER as ANY
from engine.tiles import Color, Tile
from engine.views import Claim, GridTile, GridView, RackView, TableView, View, cell_name
from render.rack import Order, grouped, held
from render.words import seat_words, spoken, tile_count

LONGEST_TABLE, LONGEST_RACK = 2800, 1000
"""Characters: both fit a message, which takes 4000 in all its texts."""
COLORS = {
    Color.RED: "red",
    Color.BLUE: "blue",
    Color.BLACK: "black",
    Color.ORANGE: "orange",
    Color.SUNS: "suns",
    Color.MOONS: "moons",
    Color.CROWNS: "crowns",
    Color.ARMS: "arms",
    Color.HEARTS: "hearts",
    Color.SPADES: "spades",
    Color.CLUBS: "clubs",
    Color.DIAMONDS: "diamonds",
}
VALUES = {0: "null", 1: "ace"}
"""Of the tiles of a piecepack that have no number."""
TILE = "{color} {number}"
JOKER = "joker"
ROLE = "joker as {tile}"
OF = "{tile} of set {label}"
SET = "{label}: {tiles}."
CLAIMED = "{label}: {tiles}. Claimed by {name} for {points}."
CLAIMED_TWICE = "{label}: {tiles}. Claimed by {name} for {points}, the second claim."
LOCKED = "{label}: {tiles}. Claimed by {name} for {points}, locked."
CLAIMS = {1: CLAIMED, 2: CLAIMED_TWICE, 3: LOCKED}
NO_SETS = "No sets yet."
NO_TILES = "No tiles yet."
POOL = "Pool: {tiles}."
LAID = "Laid in the last turn: {tiles}."
MOVED = "Moved in the last turn: {tiles}."
ROW = "Row {row}: {tiles}."
AT = "{cell} {tile}"
BARRED = "Barred numbers: {numbers}."
BLOCKED = "Blocked cells: {cells}."
TO_PICK = "To pick from: {tiles}."
RACK = "Your rack: {count}. Points: {points}."
RACK_UNCOUNTED = "Your rack: {count}."
NEW = "New: {tiles}."
MORE = "… and {count} more lines."

Say = Callable[[Piece], str]


def said(piece: Piece) -> str:
    """A tile in words."""
    face = piece.stands_for
    tile = ROLE.format(tile=_plain(face)) if face and piece.tile.is_joker else _plain(piece.tile)
    return OF.format(tile=tile, label=piece.owner) if piece.owner else tile


def _plain(tile: Tile) -> str:
    if tile == ANY:
        return JOKER
    return str(tile.number) if tile.color is None else TILE.format(color=COLORS[tile.color], number=_value(tile))


def _value(tile: Tile) -> str:
    value = VALUES.get(tile.number) if tile.color and tile.color.is_suit else None
    return value or str(tile.number)


@singledispatch
def table_lines(view: View, names: Sequence[str]) -> str:
    """All that the public picture shows, in at most `LONGEST_TABLE` characters.

    Raises:
        TypeError: there are no words for this kind of view.
    """
    raise TypeError(f"no words for {type(view).__name__} and {len(names)} names")


@table_lines.register
def _(view: TableView, names: Sequence[str]) -> str:
    return _fitted(lambda say: _table(view, names, say), LONGEST_TABLE)


@table_lines.register
def _(view: GridView, names: Sequence[str]) -> str:
    return _fitted(lambda say: _grid(view, names, say), LONGEST_TABLE)


def _fitted(lines: Callable[[Say], Iterable[str]], longest: int) -> str:
    """In words or in notation; else as many lines as there is room for."""
    for say in (said, write_piece):
        found = list(lines(say))
        if len(text := "\n".join(found)) <= longest:
            return text
    for kept in range(len(found), 0, -1):
        text = "\n".join([*found[:kept], MORE.format(count=len(found) - kept)])
        if len(text) <= longest:
            break
    return text


def _seats(view: View, names: Sequence[str]) -> Iterator[str]:
    for seat, name in enumerate(names):
        yield f"{seat_words(view, seat, spoken(name, seat))}."
    yield POOL.format(tiles=tile_count(view.pool))


def _table(view: TableView, names: Sequence[str], say: Say) -> Iterator[str]:
    yield from _seats(view, names)
    claims = {claim.label: claim for claim in view.claims}
    for placed in view.table:
        yield _set(placed, claims.get(placed.label), names, say)
    if not view.table:
        yield NO_SETS
    for mark, sentence in ((Mark.LAID, LAID), (Mark.MOVED, MOVED)):
        marked = [
            say(Piece(tile))
            for placed in view.table
            for tile, each in zip(placed.meld.tiles, placed.marks, strict=True)
            if each is mark
        ]
        if marked:
            yield sentence.format(tiles=", ".join(marked))


def _set(placed: TableSet, claim: Claim | None, names: Sequence[str], say: Say) -> str:
    tiles = ", ".join(map(say, placed.pieces))
    if claim is None:
        return SET.format(label=placed.label, tiles=tiles)
    name = spoken(names[claim.seat], claim.seat)
    return CLAIMS[claim.times].format(label=placed.label, tiles=tiles, name=name, points=claim.value)


def _grid(view: GridView, names: Sequence[str], say: Say) -> Iterator[str]:
    yield from _seats(view, names)
    if view.barred:
        yield BARRED.format(numbers=", ".join(map(str, view.barred)))
    if view.row:
        yield TO_PICK.format(tiles=", ".join(say(Piece(tile)) for tile in view.row))
    if not view.tiles:
        yield NO_TILES
    ordered = sorted(view.tiles, key=lambda each: (each.row, each.column))
    for row, tiles in groupby(ordered, key=lambda each: each.row):
        yield ROW.format(row=row + 1, tiles=", ".join(_at(each, say) for each in tiles))
    for mark, sentence in ((Mark.LAID, LAID), (Mark.MOVED, MOVED)):
        marked = [cell_name(each.row, each.column) for each in ordered if each.mark is mark]
        if marked:
            yield sentence.format(tiles=", ".join(marked))
    if view.blocks:
        yield BLOCKED.format(cells=", ".join(cell_name(*block) for block in sorted(view.blocks)))


def _at(each: GridTile, say: Say) -> str:
    piece = Piece(each.tile, each.face if each.tile.is_joker else None)
    return AT.format(cell=cell_name(each.row, each.column), tile=say(piece))


def rack_lines(rack: RackView, order: Order) -> str:
    """A rack, a line for each colour or number; what is new last."""
    return _fitted(lambda say: _rack(rack, order, say), LONGEST_RACK)


def _rack(rack: RackView, order: Order, say: Say) -> Iterator[str]:
    count = tile_count(len(rack.tiles))
    yield RACK_UNCOUNTED.format(count=count) if rack.points is None else RACK.format(count=count, points=rack.points)
    groups = grouped(held(rack), order)
    for group in groups:
        tiles = ", ".join(say(Piece(each.tile)) for each in group)
        yield f"{tiles}."
    new = [say(Piece(each.tile)) for group in groups for each in group if each.is_new]
    if new:
        yield NEW.format(tiles=", ".join(new))
