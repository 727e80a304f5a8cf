"""The public picture of an open table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image

from engine.sets import Mark, TableSet
from engine.tiles import JOKER
from engine.views import Claim, TableView
from render import crossings, header, labels
from render.art import color_of
from render.atlas import Family, blank_name, family_of, frame_name, ornament_atlas, tile_atlas
from render.canvas import Canvas
from render.lettering import semibold
from render.pieces import draw_role, printed
from render.sizes import TOKENS, TileSize
from render.theme import FELT, SHEET

Row = tuple[TableSet, ...]
Claims = Mapping[str, Claim]
Manner = tuple[Family, Mapping[tuple[str, int], crossings.Share]]
NO_SETS = "No sets yet"


@dataclass(frozen=True)
class Layout:
    """A size of tile, and the sets in rows in the order of their letters; claims by their set's letter."""

    size: TileSize
    rows: tuple[Row, ...]
    claims: Claims = field(default_factory=dict)

    @property
    def lanes(self) -> int:
        """Rows that the canvas has room for at this size, whether taken or not."""
        board = SHEET.height - SHEET.board_top - SHEET.board_foot
        return (board + self.size.gap) // (tray_height(self.size) + self.size.gap)

    @property
    def fits(self) -> bool:
        """Whether there are lanes for all rows, and no set is longer than a lane."""
        longest = max((self.width(placed) for row in self.rows for placed in row), default=0)
        return len(self.rows) <= self.lanes and longest <= SHEET.width - 2 * SHEET.side

    def width(self, placed: TableSet) -> int:
        """Of a set's tray, in pixels."""
        return tray_width(self.size, placed, self.claims.get(placed.label))

    @property
    def pitch(self) -> int:
        """From one row to the next, in pixels."""
        board = SHEET.height - SHEET.board_top - SHEET.board_foot
        return (board + self.size.gap) // self.lanes

    @property
    def height(self) -> int:
        """Of the canvas: it grows only for more sets than the smallest tiles leave room for."""
        return max(SHEET.height, SHEET.board_top + len(self.rows) * self.pitch - self.size.gap + SHEET.board_foot)


def tray_height(size: TileSize) -> int:
    """Pixels."""
    return size.cell[1] + 2 * size.rim


def tray_width(size: TileSize, placed: TableSet, claim: Claim | None = None) -> int:
    """Pixels."""
    return 2 * size.rim + labels.column(size, placed, claim) + len(placed.meld.tiles) * size.pitch + size.end


def laid_out(table: Sequence[TableSet], claimed: Sequence[Claim] = ()) -> Layout:
    """The largest tiles with which all sets fit; steps are coarse, so that sets seldom move from turn to turn."""
    by_label = {claim.label: claim for claim in claimed}
    for size in map(TileSize, TOKENS.tiers if claimed else SHEET.tiers):
        layout = Layout(size, wrapped(table, size, by_label), by_label)
        if layout.fits:
            break
    return layout


def wrapped(table: Sequence[TableSet], size: TileSize, claimed: Claims) -> tuple[Row, ...]:
    """Rows filled one after another, as text is: a new set moves none before it."""
    rows: list[Row] = []
    right = SHEET.width
    for placed in table:
        width = tray_width(size, placed, claimed.get(placed.label))
        if right + size.gap + width > SHEET.width - SHEET.side:
            rows.append(())
            right = SHEET.side - size.gap
        rows[-1] += (placed,)
        right += size.gap + width
    return tuple(rows)


def draw(view: TableView, names: Sequence[str]) -> Canvas:
    """Draw everything."""
    layout = laid_out(view.table, view.claims)
    canvas = Canvas((SHEET.width, layout.height), FELT.room)
    header.draw(canvas, view, names)
    top = (SHEET.side - SHEET.rim, SHEET.board_top - SHEET.rim)
    foot = (SHEET.width - SHEET.side + SHEET.rim, layout.height - SHEET.board_foot + SHEET.rim)
    canvas.panel((*top, *foot), ornament_atlas()["board"], FELT.felt)
    if view.table:
        _draw_board(canvas, layout, family_of(view))
    else:
        _draw_empty(canvas)
    return canvas


def _draw_board(canvas: Canvas, layout: Layout, family: Family) -> None:
    shared = crossings.shares([placed for row in layout.rows for placed in row])
    for place, row in enumerate(layout.rows):
        x = SHEET.side
        for placed in row:
            at = (x, SHEET.board_top + place * layout.pitch)
            left = _draw_tray(canvas, placed, layout, at)
            _draw_tiles(canvas, placed, layout.size, (left, at[1] + layout.size.rim), (family, shared))
            x += layout.width(placed) + layout.size.gap


def _draw_tray(canvas: Canvas, placed: TableSet, layout: Layout, at: tuple[int, int]) -> int:
    """Draw all but the tiles; from where on these lie."""
    size, claim = layout.size, layout.claims.get(placed.label)
    canvas.put(_tray(size, layout.width(placed), labels.mark_of(placed)), *at)
    labels.draw(canvas, placed, claim, size, at)
    return at[0] + size.rim + labels.column(size, placed, claim)


def _draw_tiles(canvas: Canvas, placed: TableSet, size: TileSize, at: tuple[int, int], how: Manner) -> None:
    x, y = at
    family, shared = how
    for place, (tile, face, mark) in enumerate(zip(placed.meld.tiles, placed.meld.faces, placed.marks, strict=True)):
        blank = blank_name(FELT.tray, mark)
        share = shared.get((placed.label, place))
        if share is None:
            canvas.put(printed(tile, size, blank, family), x, y)
            if tile == JOKER:
                draw_role(canvas, face, size, (x, y), family)
        else:
            crossings.draw(canvas, crossings.Shown(tile, face, blank, family), share, size, (x, y))
        x += size.pitch


@lru_cache(maxsize=128)
def _tray(size: TileSize, width: int, mark: Mark) -> Image.Image:
    tray = Canvas((width, tray_height(size)), FELT.tray)
    box = (0, 0, width, tray_height(size))
    tray.panel(box, tile_atlas(size.width)[frame_name(mark)], FELT.tray)
    tray.edge(box, size.corner, size.rim, color_of(mark))
    return tray.image


def _draw_empty(canvas: Canvas) -> None:
    ghost = ornament_atlas()["ghost"]
    lettering = semibold(SHEET.message)
    middle = (SHEET.board_top + SHEET.height - SHEET.board_foot) // 2
    left = (SHEET.width - 3 * ghost.width) // 2
    for place in range(3):
        canvas.put(ghost, left + place * ghost.width, middle - ghost.height * 2 // 3)
    below = middle + ghost.height // 3 + 2 * lettering.cap + SHEET.message // 2
    canvas.write(NO_SETS, ((SHEET.width - lettering.length(NO_SETS)) // 2, below), lettering, FELT.dim, FELT.felt)
