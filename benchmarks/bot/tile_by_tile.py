"""Pictures drawn the simple way, for comparison: every shape and every number by ImageDraw, saved as RGB."""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from benchmarks.bot.full_tables import NAMES, rack_of
from engine.game.bench import DraftCheck, Picks
from engine.game.views import View
from engine.grid.rules.tiles import cell_name
from engine.grid.view import GridView
from engine.rules.claims import ClaimedSet
from engine.table.bench import TableBench
from engine.table.view import TableView
from engine.tiles.tiles import Color, Tile
from render import Order
from render.content.bench_rack import arrange_rack
from render.content.claims import claims_on
from render.content.rack_order import group_tiles
from render.content.trays import Tray, make_trays
from render.parts.bench_trays import make_bench_trays
from render.parts.claim_labels import measure_column as labels_column
from render.parts.header import fit_widths, make_pills
from render.pictures import grid as grids
from render.pictures.bench_plan import choose_plan, fill_shelves, measure_shelves
from render.pictures.table import TableLayout, lay_out_table, measure_tray_height, measure_tray_width
from render.sprites.fonts import bold
from render.style.sizes import FIELD, TileSize
from render.style.theme import FELT, HEADER, SHEET


def tile_by_tile(view: TableView | GridView) -> bytes:
    """Return an RGB PNG of a table or grid, with every shape and number drawn by ImageDraw."""
    size = (SHEET.width, SHEET.height)
    if isinstance(view, GridView):
        size = (FIELD.width, grids.lay_out_grid(view, whole=True).height)
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


def bench_by_tile(view: TableView, bench: TableBench, appraisal: DraftCheck) -> bytes:
    """Return an RGB PNG of a bench, with every shape and number drawn by ImageDraw.

    It shows the table as the draft of a turn leaves it, and the rack below it.
    """
    held = arrange_rack(rack_of(view), bench, Picks())
    groups = group_tiles(held, Order.COLOR)
    plan = choose_plan(make_trays(view.table), groups)
    shelves = fill_shelves(groups, plan.held)
    image = Image.new("RGB", (SHEET.width, plan.height), FELT.felt)
    pen = ImageDraw.Draw(image)
    top = plan.height - measure_shelves(shelves)
    layout = lay_out_table(make_bench_trays(bench, appraisal, Picks()), top - SHEET.side, plan.tiles)
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


def _table(pen: ImageDraw.ImageDraw, view: TableView) -> None:
    layout = lay_out_table(make_trays(view.table, claims_on(view)))
    pen.rounded_rectangle((4, SHEET.board_top - 8, SHEET.width - 4, SHEET.height - 6), SHEET.corner, fill=FELT.felt)
    for x, y, placed in _places(layout):
        _tray(pen, placed, layout, (x, y))


def _players(pen: ImageDraw.ImageDraw, view: View) -> None:
    x, top = SHEET.side, HEADER.top
    row = make_pills(view, NAMES)
    for pill, width in zip(row, fit_widths(row, SHEET.width - 2 * SHEET.side - HEADER.pool), strict=True):
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
            x += measure_tray_width(layout.size, placed) + layout.size.gap


def _tray(pen: ImageDraw.ImageDraw, placed: Tray, layout: TableLayout, at: tuple[int, int]) -> None:
    x, y = at
    size, claim = layout.size, placed.claim
    box = (x, y, x + measure_tray_width(size, placed), y + measure_tray_height(size))
    pen.rounded_rectangle(box, size.corner, fill=FELT.tray, outline=FELT.edge, width=size.rim)
    column = labels_column(size, placed)
    middle = (x + column // 2, y + measure_tray_height(size) // 2)
    if claim:
        _claim(pen, claim, size, middle)
    else:
        pen.text(middle, placed.label, FELT.ink, _font(size.label_size(len(placed.label))), anchor="mm")
    x += size.rim + column
    for each in placed.tiles:
        _tile(pen, each.tile, each.face or each.tile, size, (x, y + size.rim + size.margin))
        x += size.pitch


def _claim(pen: ImageDraw.ImageDraw, claim: ClaimedSet, size: TileSize, middle: tuple[int, int]) -> None:
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
    layout = grids.lay_out_grid(view, whole=True)
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
