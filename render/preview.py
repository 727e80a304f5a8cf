"""Views (games as one viewer may see them) made from the arguments of `python -m render`."""

import re
from argparse import Namespace
from collections.abc import Iterable, Iterator
from string import ascii_uppercase
from typing import Any

from engine.game.views import RackView, SeatView, View
from engine.grid.rules.tiles import GridTile
from engine.grid.view import GridView
from engine.rules.claims import ClaimedSet
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.text.errors import BadNotation
from engine.tiles.notation import read_rack, read_table, read_tile
from engine.tiles.sets import Borrowed, Mark, TableSet, generate_labels
from engine.tiles.tiles import JOKER, Box, Tile
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
    """Return the box, all tiles of a game, to which the tiles in this text belong.

    It is a piecepack with its expansion if one of the tiles has a suit, else the usual box.
    """
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
    return RackView(tiles, len(fresh), sum(_read_points(tile) for tile in tiles))


def _read_points(tile: Tile) -> int:
    return JOKER_POINTS if tile.is_joker else tile.number
