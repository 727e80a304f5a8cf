"""Tables, grids and benches with as many tiles as there can be."""

from dataclasses import replace

from engine.game.bench import DraftCheck
from engine.game.drafts import DraftChange
from engine.game.views import RackView, SeatView
from engine.rules.claims import ClaimedSet
from engine.rummykruss.rules.tiles import GridTile
from engine.rummykruss.view import GridView
from engine.table.bench import TableBench, make_table_bench
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.tiles.crossings import read_sets
from engine.tiles.melds import Piece, explain_no_set, read_melds
from engine.tiles.sets import Mark, TableSet
from engine.tiles.tiles import Box, Color, Tile

MIDDLE = 7
NAMES = ("Marguerite", "tom", "Aiko", "BotBert")
FULL = """
    K13 B13 R13 O13 / R4 R5 R6 R7 R8 R9 J / K8 B8 R8 O8 / K11 B11 R11 O11 / K6 B6 R6 O6 / K2 B2 R2 O2
    / O1 O2 O3 O4 O5 O6 O7 / O8 O9 O10 O11 O12 O13 / R10 R11 R12 R13 / B1 B2 B3 B4 B5
    / B6 B7 B8 B9 B10 B11 B12 B13 / K10 B10 R10 O10 / K3 B3 R3 O3 / R1 R2 R3 J=R4 / K5 B5 R5 O5 / K7 B7 R7 O7
    / K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 / K9 B9 R9 O9 / K4 B4 R4 O4 / K1 B1 R1 O1 / K12 B12 R12 O12
"""


def full_table() -> TableView:
    """Return a table with all 106 tiles in 21 sets, and four players."""
    box = Box()
    return TableView(
        variant="any",
        version=1,
        options={},
        box=box,
        seats=tuple(SeatView(tiles, has_melded=True, resigned=False, score=0) for tiles in (9, 14, 3, 11)),
        turn=2,
        deadline=None,
        pool=0,
        may_draw=0,
        may_pass=True,
        outcome=None,
        you=0,
        rack=RackView(box.tiles()[:52:4], fresh=1, points=100),
        table=read_sets(FULL, box),
        game=1,
        games=1,
    )


def add_to_two_sets(view: TableView) -> tuple[TableView, TableView]:
    """Return the table before and after a turn that adds two tiles to sets far apart; the header changes too."""
    before, after = dict(enumerate(view.table)), dict(enumerate(view.table))
    for index in (0, 13):
        label, tiles = view.table[index].label, view.table[index].meld.tiles
        less = read_melds([Piece(tile) for tile in tiles[:-1]], view.box)[0]
        before[index] = TableSet(label, less, (Mark.STILL,) * len(less.tiles))
        after[index] = replace(view.table[index], marks=(Mark.STILL,) * len(less.tiles) + (Mark.PLAYED,))
    seats = tuple(
        replace(each, tiles=each.tiles + 2) if seat == view.turn else each for seat, each in enumerate(view.seats)
    )
    return (
        replace(view, seats=seats, table=tuple(before.values())),
        replace(view, turn=(view.turn or 0) + 1, table=tuple(after.values())),
    )


def claimed_table() -> TableView:
    """Return the full table with all sets claimed: in turn, a set is claimed once, twice, or three times (locked)."""
    view = full_table()
    claims = (
        ClaimedSet(placed.label, index % 4, placed.meld.value, 1 + index % 3) for index, placed in enumerate(view.table)
    )
    return ClaimView(**vars(view), claims=tuple(claims), target=200)


def full_grid() -> GridView:
    """Return a grid of 15 by 15 cells with all 106 tiles and ten blocks, and two players."""
    box = Box()
    cells = [(row, column) for row in range(0, 15, 2) for column in range(15) if column != MIDDLE]
    faces = [Tile(Color.RED, 12) if tile.is_joker else tile for tile in box.tiles()]
    tiles = zip(cells, box.tiles(), faces, strict=False)
    return GridView(
        variant="any",
        version=1,
        options={},
        box=box,
        seats=tuple(SeatView(count, has_melded=True, resigned=False, score=12) for count in (9, 14)),
        turn=0,
        deadline=None,
        pool=0,
        may_draw=0,
        may_pass=True,
        outcome=None,
        size=15,
        tiles=tuple(GridTile(*cell, tile, face, Mark.STILL) for cell, tile, face in tiles),
        blocks=tuple((row, column) for row in range(1, 11, 2) for column in (3, 12)),
        barred=(5, 6, 7),
        intersections=(3, 4),
    )


def make_bench(on_table: int, held: int, done: int = 3) -> tuple[TableView, TableBench, DraftCheck]:
    """Return a view with `on_table` sets and a rack of `held` tiles, a bench with a half-finished turn, and its check.

    The first `done` changes are made: a tile is put on hold, one in a new set, and one added to another set.
    """
    full = full_table()
    tiles = full.box.tiles()[: 2 * held : 2]
    view = replace(full, table=full.table[:on_table], rack=RackView(tiles, 1, 0))
    lead = view.table[1]
    rows = {"A": full.table[0].pieces[:3], "ZZ": (Piece(tiles[1]),), lead.label: (*lead.pieces, Piece(tiles[0]))}
    before = {each.label: each.pieces for each in view.table}
    changes = [DraftChange(label, before.get(label, ()), row) for label, row in list(rows.items())[:done]]
    bench = make_table_bench(view.box, view.table, tiles, changes)
    wrong = {label: explain_no_set(row, view.box) for label, row in bench.rows.items() if not read_melds(row, view.box)}
    return view, bench, DraftCheck(wrong=wrong)
