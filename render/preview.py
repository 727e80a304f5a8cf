"""Views (games as one viewer may see them) and benches, made from the arguments of `python -m render`."""

import re
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from engine.game.bench import Bench, DraftCheck, Picks
from engine.game.bench_keys import CellKey, HeldTile, LentTile, SetTile, TileKey, read_spot, read_tile_key
from engine.game.drafts import DraftChange
from engine.game.views import RackView, SeatView, View
from engine.grid.bench import GridBench, make_grid_bench
from engine.grid.rules.cells import read_cell, read_puts
from engine.grid.rules.placing import Grid
from engine.grid.rules.tiles import GridTile
from engine.grid.view import GridView
from engine.rules.claims import ClaimedSet
from engine.table.bench import TableBench, make_table_bench
from engine.table.claims.view import ClaimView
from engine.table.rows import sort_row
from engine.table.view import TableView
from engine.text.errors import BadNotation
from engine.text.phrases import Phrase
from engine.tiles.melds import Piece, explain_no_set, read_melds
from engine.tiles.notation import read_pieces, read_rack, read_table, read_tile, split_rows
from engine.tiles.sets import Borrowed, Mark, TableSet, generate_labels
from engine.tiles.tiles import JOKER, Box
from render.content import BenchScene, Sorting
from render.sprites.symbols import SUITS
from render.style.theme import FELT

JOKER_POINTS = 30
TARGET = 200
OPENING = 30
_CELL = re.compile(r"([A-Za-z])([0-9]{1,2})(?:=(?:([Jj]):)?([A-Za-z0-9]+)([+*]?))?")
_CLAIM = re.compile(r"([A-Z]+):([0-5]):([1-3]):([0-9]{1,3})")
_CROSSING = re.compile(r"([A-Z]+):([0-9]{1,2}):([A-Z]+)")
_MARKS = {"+": Mark.PLAYED, "*": Mark.MOVED, "": Mark.STILL}


def make_view(asked: Namespace) -> View:
    """Return the view that the parsed arguments `asked` describe.

    Raises:
        BadNotation: an argument can't be read, or contradicts another one.
    """
    counts = asked.counts or [14] * len(asked.names)
    scores = asked.scores or [0] * len(asked.names)
    if {len(counts), len(scores)} != {len(asked.names)} or not 0 <= asked.turn < len(counts):
        raise BadNotation(f"{len(asked.names)} names need as many counts and scores, and a turn from 0 on below that.")
    if len(counts) > len(FELT.seats):
        raise BadNotation(f"There are seats for {len(FELT.seats)}.")
    seats = (
        SeatView(count, seat not in asked.unopened, False, score, needs=OPENING * (seat in asked.unopened))
        for seat, (count, score) in enumerate(zip(counts, scores, strict=True))
    )
    box = _make_box(f"{asked.table} {asked.laid} {asked.rack or ''} {asked.new}")
    common = {
        "variant": "",
        "version": 0,
        "options": {},
        "box": box,
        "seats": tuple(seats),
        "turn": asked.turn,
        "deadline": None,
        "pool": asked.pool,
        "may_draw": 1,
        "may_pass": False,
        "outcome": None,
        "you": 0,
        "rack": None if asked.rack is None else _make_rack(asked.rack, asked.new, box),
    }
    return _make_table(asked, box, common) if asked.grid is None else _make_grid(asked, box, common)


def _make_box(text: str) -> Box:
    """Return the box to which these tiles belong: a piecepack if one of them has a suit, else the usual box."""
    suits = tuple(sorted(SUITS))
    return Box(suits, 0, 5) if any(word[0].upper() in suits for word in text.split()) else Box()


def _make_table(asked: Namespace, box: Box, common: dict[str, Any]) -> TableView:
    crossings: dict[str, list[Borrowed]] = {}
    for borrower, place, owner in _match(_CROSSING, asked.crossings):
        crossings.setdefault(borrower, []).append(Borrowed(int(place), owner))
    claims = tuple(
        ClaimedSet(label, int(seat), int(value), int(times))
        for label, seat, times, value in _match(_CLAIM, asked.claims)
        if int(seat) < len(asked.names)
    )
    table = TableView(**common, table=tuple(_make_sets(asked.table, asked.laid, box, crossings)), skin=asked.skin)
    return ClaimView(**vars(table), claims=claims, target=TARGET) if asked.claims else table


def _make_sets(table: str, new: str, box: Box, crossings: dict[str, list[Borrowed]]) -> Iterator[TableSet]:
    melds = [(meld, mark) for text, mark in ((table, Mark.STILL), (new, Mark.PLAYED)) for meld in read_table(text, box)]
    for label, (meld, mark) in zip(generate_labels(), melds, strict=False):
        borrowed = tuple(crossings.get(label, ()))
        for each in borrowed:
            if each.place >= len(meld.tiles):
                raise BadNotation(f"Set {label} has no place {each.place}: “{label}:{each.place}:{each.owner}”.")
        yield TableSet(label, meld, (mark,) * len(meld.tiles), borrowed)


def _make_grid(asked: Namespace, box: Box, common: dict[str, Any]) -> GridView:
    if not 1 <= asked.size <= len(ascii_uppercase):
        raise BadNotation(f"A grid has 1 to {len(ascii_uppercase)} rows, not {asked.size}.")
    return GridView(
        **common,
        size=asked.size,
        tiles=tuple(_make_grid_tile(words, box, asked.size) for words in _match(_CELL, asked.grid)),
        blocks=tuple(_read_cell(words[0], words[1], asked.size) for words in _match(_CELL, asked.blocks)),
        barred=tuple(asked.barred),
        intersections=(0,) * len(asked.names),
        row=read_rack(asked.row, box),
    )


def _make_grid_tile(words: tuple[str, ...], box: Box, size: int) -> GridTile:
    letter, number, joker, tile, mark = words
    face = read_tile(tile, box)
    return GridTile(*_read_cell(letter, number, size), JOKER if joker else face, face, _MARKS[mark])


def _read_cell(letter: str, number: str, size: int) -> tuple[int, int]:
    row, column = int(number) - 1, ascii_uppercase.index(letter.upper())
    if not 0 <= row < size > column:
        raise BadNotation(f"{letter}{number} is no cell of this grid.")
    return (row, column)


def _match(pattern: re.Pattern[str], text: str) -> Iterable[tuple[str, ...]]:
    for word in text.split():
        match = pattern.fullmatch(word)
        if match is None:
            raise BadNotation(f"“{word}” can't be read.")
        yield tuple(part or "" for part in match.groups())


def _make_rack(text: str, new: str, box: Box) -> RackView:
    fresh = read_rack(new, box)
    tiles = read_rack(text, box) + fresh
    return RackView(tiles, len(fresh), sum(JOKER_POINTS if tile.is_joker else tile.number for tile in tiles))


_ROW = re.compile(r"\s*([A-Z]{1,2}):(.*)")


def make_scene(view: View, rack: RackView, asked: Namespace) -> BenchScene:
    """Return the bench that the parsed arguments `asked` describe, with a check of its sets.

    The check says which sets aren't valid, or have a joker that can stand for several tiles. It applies no other rule.

    Raises:
        BadNotation: an argument can't be read, or the view's kind has no bench.
    """
    bench, check, picks = _make_bench(view, rack, asked)
    together = tuple(read_rack(group, view.box) for group in asked.together.split("/") if group.strip())
    return BenchScene(
        view=view,
        bench=bench,
        names=asked.names,
        appraisal=check,
        picks=picks,
        spot=read_spot(asked.open) if asked.open else None,
        sorting=Sorting(asked.order, together, asked.color),
    )


def _make_bench(view: View, rack: RackView, asked: Namespace) -> tuple[Bench, DraftCheck, Picks]:
    if isinstance(view, GridView):
        arranged = _make_grid_bench(view, rack, asked.bench)
        picks = _read_picks((HeldTile, CellKey), view, asked, [CellKey(label) for label in arranged.placed])
        return arranged, _check_bench(arranged.wrong), picks
    if isinstance(view, TableView):
        picks = _read_picks((HeldTile, SetTile, LentTile), view, asked)
        found = _make_table_bench(view, rack, asked)
        rows = found.rows.items()
        wrong = {label: explain_no_set(row, view.box) for label, row in rows if not read_melds(row, view.box)}
        unclear = [label for label, row in rows if len(read_melds(row, view.box)) > 1]
        return found, replace(_check_bench(wrong), unclear=unclear), picks
    raise BadNotation("There is no bench for this.")


def _read_picks(kinds: tuple[type[TileKey], ...], view: View, asked: Namespace, cells: Sequence[TileKey] = ()) -> Picks:
    """Return the tiles that the words of `asked.picked` pick up.

    A word that is a key of one of these `kinds`, such as `C.1`, picks a tile on the table, on the grid or on hold; on a
    grid, only `cells` have tiles. Any other word, such as `R5`, picks that tile on the rack.
    """
    read = {word: key for word in asked.picked.split() if (key := read_tile_key(word))}
    keys = {word: key for word, key in read.items() if isinstance(key, kinds)}
    keys = {word: key for word, key in keys.items() if not isinstance(key, CellKey) or key in cells}
    rack = " ".join(word for word in asked.picked.split() if word not in keys)
    return Picks(read_rack(rack, view.box), tuple(keys.values()))


def _check_bench(wrong: Mapping[str, Phrase]) -> DraftCheck:
    return DraftCheck(wrong=wrong, refusal=next(iter(wrong.values()), None))


def _make_table_bench(view: TableView, rack: RackView, asked: Namespace) -> TableBench:
    lying = {each.label: each.pieces for each in view.table}
    changes = []
    for text in split_rows(asked.bench):
        match = _ROW.fullmatch(text)
        if match is None:
            raise BadNotation(f"“{text.strip()}” can't be read: write a set's letter first, as A: R4 R5 R6.")
        row = sort_row(read_pieces(match[2], view.box), view.box)
        changes.append(DraftChange(match[1], lying.get(match[1], ()), row))
    return make_table_bench(view.box, view.table, rack.tiles, changes, lends=bool(asked.crossings))


def _make_grid_bench(view: GridView, rack: RackView, text: str) -> GridBench:
    tiles = {(each.row, each.column): each for each in view.tiles}
    found = make_grid_bench(Grid(view.box, view.size, tiles, frozenset(view.blocks), view.barred), rack.tiles)
    words = text.split()
    gone = [read_cell(word[1:]) for word in words if word.startswith("-")]
    cells = {cell: piece for cell, piece in found.cells.items() if cell not in gone}
    for put in read_puts(" ".join(word for word in words if not word.startswith("-")) or "-", view.box):
        cells[put.cell] = Piece(put.tile, put.face if put.tile.is_joker else None)
    return replace(found, cells=cells)
