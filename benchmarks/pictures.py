"""A full table drawn from sprites, beside the same drawn tile by tile with ImageDraw and saved as RGB."""

import hashlib
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from time import perf_counter, process_time

from PIL import Image, ImageDraw, ImageFont

from benchmarks.figures import Figure
from engine.notation import read_table
from engine.sets import Mark, TableSet, labels
from engine.tiles import Box, Color, Tile
from engine.views import RackView, SeatView, TableView
from render import Order, png, rack_png
from render.header import pills, widths
from render.lettering import bold
from render.sizes import TileSize
from render.table import Layout, laid_out, tray_height, tray_width
from render.theme import FELT, HEADER, SHEET

ROUNDS = 25
FASTER = 5.0  # times, the aim
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


def tile_by_tile(view: TableView) -> bytes:
    """What one would write first: every shape and every number drawn anew, in full colour."""
    image = Image.new("RGB", (SHEET.width, SHEET.height), FELT.room)
    pen = ImageDraw.Draw(image)
    _players(pen, view)
    layout = laid_out(view.table)
    pen.rounded_rectangle((4, SHEET.board_top - 8, SHEET.width - 4, SHEET.height - 6), SHEET.corner, fill=FELT.felt)
    for x, y, placed in _places(layout):
        _tray(pen, placed, layout.size, (x, y))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _players(pen: ImageDraw.ImageDraw, view: TableView) -> None:
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


def _places(layout: Layout) -> Iterator[tuple[int, int, TableSet]]:
    for place, row in enumerate(layout.rows):
        x = SHEET.side
        for placed in row:
            yield x, SHEET.board_top + place * layout.pitch, placed
            x += tray_width(layout.size, placed) + layout.size.gap


def _tray(pen: ImageDraw.ImageDraw, placed: TableSet, size: TileSize, at: tuple[int, int]) -> None:
    x, y = at
    box = (x, y, x + tray_width(size, placed), y + tray_height(size))
    pen.rounded_rectangle(box, size.corner, fill=FELT.tray, outline=FELT.edge, width=size.rim)
    column = size.label_column(len(placed.label))
    middle = (x + column // 2, y + tray_height(size) // 2)
    pen.text(middle, placed.label, FELT.ink, _font(size.label_size(len(placed.label))), anchor="mm")
    x += size.rim + column
    for tile, face in zip(placed.meld.tiles, placed.meld.faces, strict=True):
        _tile(pen, tile, face, size, (x, y + size.rim + size.margin))
        x += size.pitch


def _tile(pen: ImageDraw.ImageDraw, tile: Tile, face: Tile, size: TileSize, at: tuple[int, int]) -> None:
    x, y = at
    width, height, radius = size.width, size.height, size.radius
    pen.rounded_rectangle((x, y + 2, x + width, y + height + 2), radius, fill=FELT.shadow)
    pen.rounded_rectangle((x, y, x + width, y + height), radius, fill=FELT.lip, outline=FELT.line)
    pen.rounded_rectangle((x + 1, y + 1, x + width - 1, y + height - size.lip), radius, fill=FELT.face_top)
    number = (x + width / 2, y + 0.45 * width)
    text, color = ("J", FELT.joker) if tile.is_joker else (str(tile.number), FELT.inks[tile.color])
    pen.text(number, text, color, _font(round(0.72 * width)), anchor="mm")
    _mark(pen, face.color, (x + width / 2, y + width), 0.12 * width)


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


def run() -> Sequence[Figure]:
    """Print the table."""
    view = full_table()
    ours, rack = partial(png, view, NAMES), partial(rack_png, view, Order.COLOR)
    plain = partial(tile_by_tile, view)
    start = process_time()
    pictures = [ours() for _ in range(3)]
    here, there, of_rack = medians(ours, plain, rack)
    print("Pictures: 106 tiles, 21 sets, 4 players, 1200 wide")
    print(f"  from sprites, palette PNG      {here:7.1f} ms  {len(pictures[0]) / 1024:6.1f} KiB")
    print(f"  tile by tile, RGB PNG          {there:7.1f} ms  {len(plain()) / 1024:6.1f} KiB")
    print(f"  ratio                          {there / here:7.1f}")
    print(f"  a rack of 13                   {of_rack:7.1f} ms  {len(rack()) / 1024:6.1f} KiB")
    print(f"  CPU, start to first picture    {_first_picture():>7} s")
    print(f"  CPU of this benchmark          {process_time() - start:7.1f} s")
    return [
        Figure("a full table, times faster than tile by tile", there / here, FASTER, "x", at_least=True),
        Figure("its size", len(pictures[0]) / 1000, SMALLEST, " KB"),
        Figure("its different pixels in three runs", len({_pixels(each) for each in pictures}), 1),
    ]


if __name__ == "__main__":
    run()
