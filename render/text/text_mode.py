"""Tables and racks as plain text in lines, for screen readers and for places where pictures don't load.

Colors are spelled out. A text that is too long for a message is in notation, and cut if that is too long as well.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, singledispatch
from itertools import groupby

from engine.game.views import RackView, View
from engine.rules.claims import ClaimedSet
from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.rummykruss.view import GridView
from engine.table.view import TableView
from engine.text.phrases import later, say, say_many
from engine.tiles.melds import Piece
from engine.tiles.notation import tile_count, write_piece
from engine.tiles.sets import Mark, TableSet
from engine.tiles.tiles import JOKER as ANY
from engine.tiles.tiles import Box, Color, Tile
from render.content import Order, claims_on, group_tiles, make_rack_tiles
from render.text.alt_text import clean_name, describe_seat, list_marked

LONGEST_TABLE, LONGEST_RACK = 2800, 1000
"""The maximum number of characters of each: both fit into a message, whose texts may have 4000 in total."""
COLORS = {
    Color.RED: later("red"),
    Color.BLUE: later("blue"),
    Color.BLACK: later("black"),
    Color.ORANGE: later("orange"),
    Color.SUNS: later("suns"),
    Color.MOONS: later("moons"),
    Color.CROWNS: later("crowns"),
    Color.ARMS: later("arms"),
    Color.HEARTS: later("hearts"),
    Color.SPADES: later("spades"),
    Color.CLUBS: later("clubs"),
    Color.DIAMONDS: later("diamonds"),
}
VALUES = {0: later("null"), 1: later("ace")}
"""The words for those numbers of a piecepack that have a name."""
CLAIMS = {
    1: later("{label}: {tiles}. Claimed by {name} for {points}."),
    2: later("{label}: {tiles}. Claimed by {name} for {points}, the second claim."),
    3: later("{label}: {tiles}. Claimed by {name} for {points}, locked."),
}
NEWS = {
    Mark.PLAYED: later("Played in the last turn: {tiles}."),
    Mark.MOVED: later("Moved in the last turn: {tiles}."),
}

WriteTile = Callable[[Piece], str]


def describe_tile(piece: Piece, box: Box | None = None) -> str:
    """Return a tile in words, such as `red 5`, what a joker of this `box` stands for, and whose set lends it."""
    face, tile = piece.stands_for, say("joker") if piece.tile == ANY else _numbered(piece.tile)
    if face and piece.tile.is_joker:
        tile = say("joker as {tile}", tile=_numbered(face, is_suit=box is not None and box.colors[0].is_suit))
    return say("{tile} of set {label}", tile=tile, label=piece.owner) if piece.owner else tile


def _numbered(face: Tile, *, is_suit: bool = False) -> str:
    """Return a tile's color and number in words; `is_suit` says whether an undecided color will be a suit.

    A null of an undecided suit is `null` here, although it equals JOKER.
    """
    if face.color is None:
        return _describe_value(face.number, is_suit=is_suit)
    number = _describe_value(face.number, is_suit=face.color.is_suit)
    return say("{color} {number}", color=COLORS[face.color], number=number)


def _describe_value(number: int, *, is_suit: bool) -> str:
    return str((VALUES.get(number) if is_suit else None) or number)


@singledispatch
def table_lines(view: View, names: Sequence[str]) -> str:
    """Return the public picture as lines of plain text, at most `LONGEST_TABLE` characters in total.

    Raises: TypeError if this kind of view can't be put into words.
    """
    raise TypeError(f"no words for {type(view).__name__} and {len(names)} names")


@table_lines.register
def _(view: TableView, names: Sequence[str]) -> str:
    return cut_to_fit(lambda spell: _describe_table(view, names, spell), LONGEST_TABLE, view.box)


@table_lines.register
def _(view: GridView, names: Sequence[str]) -> str:
    return cut_to_fit(lambda spell: _describe_grid(view, names, spell), LONGEST_TABLE)


def cut_to_fit(lines: Callable[[WriteTile], Iterable[str]], longest: int, box: Box | None = None) -> str:
    """Return the lines with tiles in words if that fits into `longest` characters, else in notation.

    `lines` lists them for a given way to write a tile, and `box` has the tiles of the game, as for `describe_tile`. If
    even notation is too long, the last lines are replaced by how many are missing.
    """
    for spell in (partial(describe_tile, box=box), write_piece):
        found = list(lines(spell))
        if len(text := "\n".join(found)) <= longest:
            return text
    for kept in range(len(found), 0, -1):
        more = say_many("… and {count} more line.", "… and {count} more lines.", len(found) - kept)
        text = "\n".join([*found[:kept], more])
        if len(text) <= longest:
            break
    return text


def _describe_seats(view: View, names: Sequence[str]) -> Iterator[str]:
    for seat, name in enumerate(names):
        yield f"{describe_seat(view, seat, clean_name(name, seat))}."
    if names:
        yield say("Pool: {tiles}.", tiles=tile_count(view.pool))


def _describe_table(view: TableView, names: Sequence[str], spell: WriteTile) -> Iterator[str]:
    yield from _describe_seats(view, names)
    claims = claims_on(view)
    for placed in view.table:
        yield _describe_set(placed, claims.get(placed.label), names, spell)
    if not view.table:
        yield say("No sets yet.")
    for mark, sentence in NEWS.items():
        if marked := list_marked(view, mark):
            yield sentence.of({"tiles": ", ".join(spell(Piece(tile)) for tile in marked)})


def _describe_set(placed: TableSet, claim: ClaimedSet | None, names: Sequence[str], spell: WriteTile) -> str:
    tiles = ", ".join(map(spell, placed.pieces))
    if claim is None:
        return say("{label}: {tiles}.", label=placed.label, tiles=tiles)
    name = clean_name(names[claim.seat], claim.seat)
    return CLAIMS[claim.times].of({"label": placed.label, "tiles": tiles, "name": name, "points": claim.value})


def _describe_grid(view: GridView, names: Sequence[str], spell: WriteTile) -> Iterator[str]:
    yield from _describe_seats(view, names)
    if view.barred:
        yield say("Barred numbers: {numbers}.", numbers=", ".join(map(str, view.barred)))
    if view.row:
        yield say("Open tiles: {tiles}.", tiles=", ".join(spell(Piece(tile)) for tile in view.row))
    if not view.tiles:
        yield say("No tiles yet.")
    ordered = sorted(view.tiles, key=lambda each: (each.row, each.column))
    for row, tiles in groupby(ordered, key=lambda each: each.row):
        yield say("Row {row}: {tiles}.", row=row + 1, tiles=", ".join(_describe_cell(each, spell) for each in tiles))
    for mark, sentence in NEWS.items():
        marked = [cell_name(each.row, each.column) for each in ordered if each.mark is mark]
        if marked:
            yield sentence.of({"tiles": ", ".join(marked)})
    if view.blocks:
        yield say("Blocked cells: {cells}.", cells=", ".join(cell_name(*block) for block in sorted(view.blocks)))


def _describe_cell(each: GridTile, spell: WriteTile) -> str:
    piece = Piece(each.tile, each.face if each.tile.is_joker else None)
    return f"{cell_name(each.row, each.column)} {spell(piece)}"


def rack_lines(rack: RackView, order: Order) -> str:
    """Return a rack as lines of plain text, one for each color or number; at most `LONGEST_RACK` characters."""
    return cut_to_fit(lambda spell: _describe_rack(rack, order, spell), LONGEST_RACK)


def _describe_rack(rack: RackView, order: Order, spell: WriteTile) -> Iterator[str]:
    count = tile_count(len(rack.tiles))
    if rack.points is None:
        yield say("Your rack: {tiles}.", tiles=count)
    else:
        yield say("Your rack: {tiles}. Points: {points}.", tiles=count, points=rack.points)
    groups = group_tiles(make_rack_tiles(rack), order)
    for group in groups:
        tiles = ", ".join(spell(Piece(each.tile)) for each in group)
        yield f"{tiles}."
    new = [spell(Piece(each.tile)) for group in groups for each in group if each.is_new]
    if new:
        yield say("New: {tiles}.", tiles=", ".join(new))
