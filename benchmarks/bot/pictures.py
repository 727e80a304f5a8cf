"""Full pictures and benches drawn from sprites, each beside the same drawn by ImageDraw and saved as RGB."""

import hashlib
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from time import perf_counter, process_time

from PIL import Image, ImageDraw, ImageFont

from benchmarks.measure.figures import Figure
from engine.game.bench import Appraisal, Picks
from engine.game.drafts import Change
from engine.game.views import Claim, GridTile, GridView, RackView, SeatView, Skin, TableView, View, cell_name
from engine.table.bench import TableBench, table_bench
from engine.tiles.melds import Piece, readings, why_no_set
from engine.tiles.notation import read_table
from engine.tiles.sets import Mark, TableSet, labels
from engine.tiles.tiles import Box, Color, Tile
from render import Order, bench_png, png, rack_png, whole_png
from render.content.bench_rack import on_rack
from render.content.rack_order import grouped
from render.content.trays import Tray, trays
from render.parts.claim_labels import column as labels_column
from render.parts.header import pills, widths
from render.pictures import bench as benches
from render.pictures import grid as grids
from render.pictures.table import TableLayout, laid_out, tray_height, tray_width
from render.sprites.fonts import bold
from render.style.sizes import FIELD, TileSize
from render.style.theme import FELT, HEADER, SHEET

ROUNDS = 25
MIDDLE = 7
FASTER = 5.0  # times, the aim
BENCH_FASTER = 3.0  # the same of a bench: half of its time goes into packing what is mostly ground
SMALLEST = 60.0  # KB, the aim
NAMES = ("Marguerite", "tom", "Aiko", "BotBert")
FULL = """
    K13 B13 R13 O13 / R4 R5 R6 R7 R8 R9 J / K8 B8 R8 O8 / K11 B11 R11 O11 / K6 B6 R6 O6 / K2 B2 R2 O2
    / O1 O2 O3 O4 O5 O6 O7 / O8 O9 O10 O11 O12 O13 / R10 R11 R12 R13 / B1 B2 B3 B4 B5
    / B6 B7 B8 B9 B10 B11 B12 B13 / K10 B10 R10 O10 / K3 B3 R3 O3 / R1 R2 R3 J=R4 / K5 B5 R5 O5 / K7 B7 R7 O7
    / K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 / K9 B9 R9 O9 / K4 B4 R4 O4 / K1 B1 R1 O1 / K12 B12 R12 O12
"""
FIRST_PICTURE = """
import time
from benchmarks.pictures import NAMES, full_table
from render import png
png(full_table(), NAMES)
print(time.process_time())
"""


def full_table() -> TableView:
    """All 106 tiles in 21 sets, four players."""
    box = Box()
    melds = read_table(FULL, box)
    return TableView(
        variant="any",
        version=1,
        options={},
        box=box,
        seats=tuple(SeatView(tiles, opened=True, resigned=False, score=0) for tiles in (9, 14, 3, 11)),
        turn=2,
        deadline=None,
        pool=0,
        may_draw=0,
        may_pass=True,
        outcome=None,
        you=0,
        rack=RackView(box.tiles()[:52:4], fresh=1, points=100),
        table=tuple(
            TableSet(label, meld, (Mark.STILL,) * len(meld.tiles)) for label, meld in zip(labels(), melds, strict=False)
        ),
        game=1,
        games=1,
    )


def claimed_table() -> TableView:
    """The same with every set claimed, and each locked or hijacked one marked so."""
    view = full_table()
    claims = (
        Claim(placed.label, place % 4, placed.meld.value, 1 + place % 3) for place, placed in enumerate(view.table)
    )
    return replace(view, claims=tuple(claims), target=200)


def full_grid() -> GridView:
    """All 106 tiles on 15 by 15 cells with ten blocks, two players."""
    box = Box()
    cells = [(row, column) for row in range(0, 15, 2) for column in range(15) if column != MIDDLE]
    faces = [Tile(Color.RED, 12) if tile.is_joker else tile for tile in box.tiles()]
    tiles = zip(cells, box.tiles(), faces, strict=False)
    return GridView(
        variant="any",
        version=1,
        options={},
        box=box,
        seats=tuple(SeatView(count, opened=True, resigned=False, score=12) for count in (9, 14)),
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


def tile_by_tile(view: TableView | GridView) -> bytes:
    """What one would write first: every shape and every number drawn anew, in full colour."""
    size = (SHEET.width, SHEET.height)
    if isinstance(view, GridView):
        size = (FIELD.width, grids.laid_out(view, whole=True).height)
    image = Image.new("RGB", size, FELT.room)
    pen = ImageDraw.Draw(image)
    _players(pen, view)
    if isinstance(view, GridView):
        _grid(pen, view)
    else:
        _table(pen, view)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def bench_by_tile(view: TableView, bench: TableBench, appraisal: Appraisal) -> bytes:
    """A bench in the same way: the proposed table, and the rack below it."""
    held = on_rack(rack_of(view), bench, Picks())
    groups = grouped(held, Order.COLOR)
    plan = benches.planned(trays(view.table), groups)
    shelves = plan.shelved(groups)
    image = Image.new("RGB", (SHEET.width, plan.height), FELT.felt)
    pen = ImageDraw.Draw(image)
    top = plan.height - benches.shelf_height(shelves)
    layout = laid_out(benches.on_bench(bench, appraisal, Picks()), top - SHEET.side, plan.tiles)
    for x, y, placed in _places(layout, SHEET.side):
        _tray(pen, placed, layout, (x, y))
    pen.rectangle((0, top, SHEET.width, plan.height), fill=FELT.wood)
    for row in shelves.rows:
        x = SHEET.side
        for each in (each for group in row for each in group):
            if not each.is_gone:
                _tile(pen, each.tile, each.tile, shelves.size, (x, top + SHEET.side))
            x += shelves.size.pitch
        top += shelves.frame.least(shelves.size)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def rack_of(view: View) -> RackView:
    """The viewer's."""
    if view.rack is None:
        raise ValueError("a spectator has no bench")
    return view.rack


def benched(lying: int, held: int) -> tuple[TableView, TableBench, Appraisal]:
    """So many sets of a full table, a rack, and a turn half made: one tile laid, one set begun, one tile on hold."""
    full = full_table()
    tiles = full.box.tiles()[: 2 * held : 2]
    view = replace(full, table=full.table[:lying], rack=RackView(tiles, 1, 0))
    lead = view.table[1]
    rows = {"A": full.table[0].pieces[:3], lead.label: (*lead.pieces, Piece(tiles[0])), "ZZ": (Piece(tiles[1]),)}
    before = {each.label: each.pieces for each in view.table}
    changes = [Change(label, before.get(label, ()), row) for label, row in rows.items()]
    bench = table_bench(view.box, view.table, tiles, changes)
    wrong = {label: str(why_no_set(row, view.box)) for label, row in bench.rows.items() if not readings(row, view.box)}
    return view, bench, Appraisal(wrong=wrong)


def _table(pen: ImageDraw.ImageDraw, view: TableView) -> None:
    layout = laid_out(trays(view.table, view.claims))
    pen.rounded_rectangle((4, SHEET.board_top - 8, SHEET.width - 4, SHEET.height - 6), SHEET.corner, fill=FELT.felt)
    for x, y, placed in _places(layout):
        _tray(pen, placed, layout, (x, y))


def _players(pen: ImageDraw.ImageDraw, view: View) -> None:
    x, top = SHEET.side, HEADER.top
    row = pills(view, NAMES)
    for pill, width in zip(row, widths(row, SHEET.width - 2 * SHEET.side - HEADER.pool), strict=True):
        pen.rounded_rectangle((x, top, x + width, top + HEADER.height), HEADER.height // 2, fill=pill.ground)
        pen.ellipse((x + 5, top + 5, x + 47, top + 47), fill=pill.disc)
        pen.text((x + 26, top + 26), str(pill.seat + 1), FELT.on_gold, _font(26), anchor="mm")
        pen.text((x + 57, top + 26), pill.name, pill.ink, _font(HEADER.name), anchor="lm")
        pen.text((x + width - 15, top + 26), pill.figure, pill.ink, _font(HEADER.count), anchor="rm")
        x += width + HEADER.gap
    pen.text((SHEET.width - SHEET.side, top + 26), str(view.pool), FELT.ink, _font(HEADER.count), anchor="rm")


def _font(size: int) -> ImageFont.FreeTypeFont:
    return bold(size).font


def _places(layout: TableLayout, top: int = SHEET.board_top) -> Iterator[tuple[int, int, Tray]]:
    for place, row in enumerate(layout.rows):
        x = SHEET.side
        for placed in row:
            yield x, top + place * layout.pitch, placed
            x += tray_width(layout.size, placed) + layout.size.gap


def _tray(pen: ImageDraw.ImageDraw, placed: Tray, layout: TableLayout, at: tuple[int, int]) -> None:
    x, y = at
    size, claim = layout.size, placed.claim
    box = (x, y, x + tray_width(size, placed), y + tray_height(size))
    pen.rounded_rectangle(box, size.corner, fill=FELT.tray, outline=FELT.edge, width=size.rim)
    column = labels_column(size, placed)
    middle = (x + column // 2, y + tray_height(size) // 2)
    if claim:
        _claim(pen, claim, size, middle)
    else:
        pen.text(middle, placed.label, FELT.ink, _font(size.label_size(len(placed.label))), anchor="mm")
    x += size.rim + column
    for each in placed.tiles:
        _tile(pen, each.tile, each.face or each.tile, size, (x, y + size.rim + size.margin))
        x += size.pitch


def _claim(pen: ImageDraw.ImageDraw, claim: Claim, size: TileSize, middle: tuple[int, int]) -> None:
    x, y = middle
    width, radius = size.width, round(0.24 * size.width)
    pen.text((x, y - 0.45 * width), claim.label, FELT.ink, _font(width // 2), anchor="mm")
    pen.text((x, y + 0.45 * width), str(claim.value), FELT.ink, _font(round(0.4 * width)), anchor="mm")
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=FELT.seats[claim.seat])
    pen.text(middle, str(claim.seat + 1), FELT.on_gold, _font(round(0.34 * width)), anchor="mm")
    if claim.times > 1:
        pen.rounded_rectangle((x + radius, y - radius, x + 2 * radius, y + radius), 4, fill=FELT.ink)
        pen.text((x + 1.5 * radius, y), str(claim.times), FELT.on_gold, _font(round(0.3 * width)), anchor="mm")


def _grid(pen: ImageDraw.ImageDraw, view: GridView) -> None:
    layout = grids.laid_out(view, whole=True)
    size = layout.size
    pen.rounded_rectangle((4, layout.top - 38, FIELD.width - 4, layout.height - 4), SHEET.corner, fill=FELT.tray)
    for row in range(view.size):
        x, y = layout.at(row, 0)
        pen.text((x - 24, y + size.pitch // 2), str(row + 1), FELT.dim, _font(28), anchor="mm")
        x, y = layout.at(0, row)
        pen.text((x + size.pitch // 2, y - 19), cell_name(0, row)[0], FELT.dim, _font(28), anchor="mm")
        for column in range(view.size):
            x, y = layout.at(row, column)
            fill = FELT.wood if (row, column) in view.blocks else FELT.felt
            pen.rounded_rectangle((x + 3, y + 3, x + size.pitch - 3, y + size.pitch - 3), size.radius, fill=fill)
    for each in view.tiles:
        x, y = layout.at(each.row, each.column)
        _tile(pen, each.tile, each.face, size, (x + size.margin, y + size.margin))


def _tile(pen: ImageDraw.ImageDraw, tile: Tile, face: Tile, size: TileSize, at: tuple[int, int]) -> None:
    x, y = at
    width, height, radius = size.width, size.height, size.radius
    pen.rounded_rectangle((x, y + 2, x + width, y + height + 2), radius, fill=FELT.shadow)
    pen.rounded_rectangle((x, y, x + width, y + height), radius, fill=FELT.lip, outline=FELT.line)
    pen.rounded_rectangle((x + 1, y + 1, x + width - 1, y + height - size.lip), radius, fill=FELT.face_top)
    number = (x + width / 2, y + size.face.number * width)
    text, color = ("J", FELT.joker) if tile.is_joker else (str(tile.number), FELT.inks[tile.color])
    pen.text(number, text, color, _font(round(size.face.digits * width)), anchor="mm")
    _mark(pen, face.color, (x + width / 2, y + size.face.mark * width), size.face.mark_radius * width)


def _mark(pen: ImageDraw.ImageDraw, color: Color | None, at: tuple[float, float], radius: float) -> None:
    x, y = at
    box = (x - radius, y - radius, x + radius, y + radius)
    if color is Color.BLACK:
        pen.rectangle(box, fill=FELT.black)
    elif color is Color.BLUE:
        pen.ellipse(box, outline=FELT.blue, width=3)
    elif color is Color.RED:
        pen.polygon([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)], fill=FELT.red)
    elif color is Color.ORANGE:
        pen.polygon([(x, y - radius), (x + radius, y + radius), (x - radius, y + radius)], fill=FELT.orange)


def medians(*drawn: Callable[[], bytes]) -> list[float]:
    """Milliseconds of each, taken in turns so that a busy moment of the machine strikes all alike."""
    times: list[list[float]] = [[] for _ in drawn]
    for _ in range(ROUNDS):
        for draw, taken in zip(drawn, times, strict=True):
            start = perf_counter()
            draw()
            taken.append(1000 * (perf_counter() - start))
    return [statistics.median(taken) for taken in times]


def _pixels(file: bytes) -> str:
    with Image.open(BytesIO(file)) as image:
        return hashlib.sha256(image.convert("RGB").tobytes()).hexdigest()


def _first_picture() -> str:
    command = [sys.executable, "-c", FIRST_PICTURE]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603  # our own text


def _compared(name: str, ours: Callable[[], bytes], plain: Callable[[], bytes], faster: float = FASTER) -> list[Figure]:
    """Print one line, and say whether the picture is fast and small enough."""
    here, there = medians(ours, plain)
    kilobytes = len(ours()) / 1000
    print(
        f"  {name:<28} {here:7.1f} ms  {kilobytes:6.1f} KB   tile by tile {there:6.1f} ms"
        f"  {len(plain()) / 1000:6.1f} KB   ratio {there / here:5.1f}"
    )
    return [
        Figure(f"{name}, times faster than tile by tile", there / here, faster, "x", at_least=True),
        Figure(f"{name}, its size", kilobytes, SMALLEST, " KB"),
    ]


def run() -> Sequence[Figure]:
    """Print the table."""
    start = process_time()
    view, claimed, grid = full_table(), claimed_table(), full_grid()
    cards = replace(view, skin=Skin.CARDS)
    print("Pictures: 106 tiles each if no number is said; from sprites as palette PNG, and tile by tile as RGB PNG")
    figures = [
        *_compared("a full table", partial(png, view, NAMES), partial(tile_by_tile, view)),
        *_compared("a full table of cards", partial(png, cards, NAMES), partial(tile_by_tile, view)),
        *_compared("a full table of claims", partial(png, claimed, NAMES), partial(tile_by_tile, claimed)),
        *_compared("a full grid", partial(whole_png, grid, NAMES), partial(tile_by_tile, grid)),
    ]
    for name, lying, held in (("a bench of 9 sets and 14", 9, 14), ("a bench of 21 sets and 52", 21, 52)):
        shown = benched(lying, held)
        ours, plain = partial(bench_png, *shown, Order.COLOR, Picks()), partial(bench_by_tile, *shown)
        figures += _compared(name, ours, plain, BENCH_FASTER)
    rack = partial(rack_png, view, Order.COLOR)
    of_rack = medians(rack)[0]
    same = len({_pixels(png(view, NAMES)) for _ in range(3)})
    print(f"  a rack of 13                 {of_rack:7.1f} ms  {len(rack()) / 1000:6.1f} KB")
    print(f"  CPU, start to first picture  {_first_picture():>7} s")
    print(f"  CPU of this benchmark        {process_time() - start:7.1f} s")
    return [*figures, Figure("a full table's different pixels in three runs", same, 1)]


if __name__ == "__main__":
    run()
