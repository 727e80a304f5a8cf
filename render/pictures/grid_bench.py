"""A player's private bench for a grid: the players, the grid with the draft, the tiles on hold, and the rack."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from engine.game.bench import DraftCheck, Picks, Target
from engine.game.bench_keys import CellKey
from engine.rummykruss.bench import GridBench
from engine.rummykruss.rules.cells import read_cell
from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.rummykruss.view import GridView
from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER
from render.content import REACH, BenchScene, is_on_grid, span_target
from render.parts import header, strips
from render.parts.bench_trays import mark_changes
from render.pictures import bench as benches
from render.pictures import grid
from render.pictures.bench import fill_shelves, measure_shelves
from render.pictures.grid import SQUARES, GridCell, GridFrame, GridLayout, find_last_turn
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import bold
from render.sprites.sprites import Family
from render.style.sizes import BENCH, FIELD, SquareSize
from render.style.theme import FELT, SHEET, Look, Ring, Sign

MARK_INSET, MARK_SIZES, MARK_MIDDLES = 0.08, (0.46, 0.3), (0.32, 0.72)
"""The sizes of a target's mark as fractions of a cell: margin, font sizes of letter and points, and their middles."""
HELD = [SquareSize(width) for width in FIELD.tiers[4:]]
"""The sizes of tiles on hold, largest first."""


def draw(view: GridView, bench: GridBench, scene: BenchScene, look: Look) -> Canvas:
    """Draw the whole bench of a grid."""
    shelves = fill_shelves(scene.rack_groups, BENCH.grid_held, FIELD.width)
    proposed = replace(view, tiles=tuple(_make_grid_tile(cell, bench) for cell in sorted(bench.cells)))
    layout = lay_out(view, scene)
    held = benches.list_on_hold(bench, scene.picks)
    high = strips.measure_height(HELD[0]) + BENCH.side if held else 0
    canvas = Canvas((FIELD.width, layout.height + high + measure_shelves(shelves)), FELT.room, look)
    if scene.names:
        header.draw(canvas, view, scene.shown_names)
    grid.draw_cells(canvas, proposed, layout, ring_cells(bench, scene.appraisal, scene.picks))
    for cell, lines in mark_targets(scene.lettered).items():
        _draw_mark(canvas, layout.at(*cell), layout.size, lines)
    for x, y in (layout.at(*read_cell(each)) for each in scene.framed):
        canvas.edge((x, y, x + layout.size.pitch, y + layout.size.pitch), 0, SHEET.frame, FELT.ink)
    if held:
        box = (SHEET.side, layout.height, FIELD.width - SHEET.side, layout.height + high - BENCH.side)
        benches.draw_hold(canvas, held, box, HELD, SQUARES)
    benches.draw_rack(canvas, shelves, Family.TILES)
    return canvas


def hides_tiles(view: GridView, scene: BenchScene) -> bool:
    """Return whether the picture of a bench leaves tiles of the grid out unless the player wants all of it."""
    window = lay_out(view, replace(scene, page=0)).window
    return not all(cell in window for cell in ((each.row, each.column) for each in view.tiles))


def lay_out(view: GridView, scene: BenchScene) -> GridLayout:
    """Return the layout of the grid on a bench.

    It's cropped to the opponent's last turn. The crop moves only where it must: to the draft's changes, to the picked
    tiles, and to where these can go. It has REACH rows, or more and smaller ones if these cells are further apart.
    """
    top = header.measure_foot(view, scene.shown_names, FIELD.width)
    frame = GridFrame(top, notes=0, is_filled=True, widest=BENCH.grid_held)
    if scene.page % 2 == 1 and not scene.picks:
        return grid.lay_out_grid(view, frame, whole=True)
    changed = {read_cell(each) for each in (*scene.framed, *(each.label for each in scene.bench.changes))}
    picked = {read_cell(key.cell) for key in scene.picks.on_table if isinstance(key, CellKey)}
    spans = (cell for each in scene.lettered.values() for cell in span_target(each))
    ahead = {(min(row, view.size - 1), min(column, view.size - 1)) for row, column in spans}
    shown = {(each.row, each.column) for each in view.tiles}  # tiles taken away don't move the others
    layout = _crop(view, shown, replace(frame, focus=find_last_turn(view)))
    for focus in (changed, picked, ahead):
        shown |= focus
        if not all(cell in layout.window for cell in focus):
            layout = _crop(view, shown, replace(frame, focus=focus))
    return layout


def _crop(view: GridView, shown: Collection[GridCell], frame: GridFrame) -> GridLayout:
    """Return the layout of the `shown` cells in REACH rows, or if tiles would be too small, in the frame's height."""
    full = replace(view, tiles=tuple(GridTile(*cell, JOKER, JOKER, Mark.STILL) for cell in sorted(shown)))
    low = grid.lay_out_grid(full, replace(frame, foot=grid.measure_board(view, frame, REACH[0])))
    return low if low.size.width >= FIELD.legible else grid.lay_out_grid(full, frame)


def mark_targets(lettered: Mapping[str, Target]) -> Mapping[GridCell, list[tuple[str, str]]]:
    """Return, for each cell in which some targets begin, the letter of each, and its points if it makes sets."""
    lines: dict[GridCell, list[tuple[str, str]]] = {}
    for letter, target in lettered.items():
        if is_on_grid(target.key):
            points = f"+{target.points}" if target.fits else ""
            lines.setdefault(read_cell(target.key.cell), []).append((letter, points))
    return lines


def _draw_mark(canvas: Canvas, at: tuple[int, int], size: SquareSize, targets: list[tuple[str, str]]) -> None:
    """Draw the letter and points of a target that begins in a cell, whose corner is `at`; two have a line each.

    It's green if it scores.
    """
    left, top, inset = *at, round(MARK_INSET * size.pitch)
    ground, ink = (FELT.good, FELT.on_gold) if any(points for _, points in targets) else (FELT.tray, FELT.ink)
    canvas.fill((left + inset, top + inset, left + size.pitch - inset, top + size.pitch - inset), ground)
    if len(targets) == 1:
        lines = [each for each in zip(targets[0], MARK_SIZES, strict=True) if each[0]]
    else:
        lines = [(" ".join(each), MARK_SIZES[1]) for each in targets]
    for index, (line, part) in enumerate(lines):
        lettering = bold(round(part * size.pitch))
        middle = top + round(size.pitch * (MARK_MIDDLES[index] if len(lines) > 1 else 0.5))
        x = left + (size.pitch - lettering.length(line)) // 2
        canvas.write(line, (x, center_baseline(middle, lettering)), lettering, ink, ground)


def _make_grid_tile(cell: GridCell, bench: GridBench) -> GridTile:
    piece = bench.cells[cell]
    return GridTile(*cell, piece.tile, piece.stands_for or piece.tile, Mark.STILL)


def ring_cells(bench: GridBench, appraisal: DraftCheck, picks: Picks) -> Mapping[GridCell, Ring]:
    """Return the rings of changed, wrong and picked cells."""
    marks: Mapping[str, Ring] = {label: row[0] for label, row in mark_changes(bench).items() if row}
    picked = [key.cell for key in picks.on_table if isinstance(key, CellKey)]
    rings = {**marks, **dict.fromkeys(appraisal.wrong, Sign.BAD), **dict.fromkeys(picked, Sign.PICKED)}
    return {cell: rings[name] for cell in bench.cells if (name := cell_name(*cell)) in rings}
