"""Seeded players on a grid, who find in what they see: sets of their own, crossings, additions, moves. No solver."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from engine.rummykruss.rules.reading import ACROSS, DOWN, Cell, find_line, is_set, list_neighbors
from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.rummykruss.view import GridView
from engine.tiles.notation import write_tile
from engine.tiles.tiles import JOKER, Box, Tile
from tests.ideas import Idea, groups, runs

TRIED = 10
LOOKED_AT = 8
WAYS = (ACROSS, DOWN)
Named = tuple[Tile, Tile]  # a tile of the rack, and what it stands for
KINDS = frozenset({"set", "crossing", "addition", "move", "wildcard", "whole table"})


def placings(view: GridView, dice: random.Random) -> list[Idea]:
    """Turns to try in a random order; many are not legal."""
    if view.rack is None or view.row:
        return []
    rack = view.rack.tiles
    on_grid = {(each.row, each.column): each for each in view.tiles}
    some = dice.sample(view.tiles, min(LOOKED_AT, len(view.tiles)))
    rows = list(faced_sets(rack, view.box))
    found = [
        *nonsense(view, dice),
        *free_sets(view, on_grid, dice.sample(rows, min(4, len(rows))), dice),
        *(idea for each in some for idea in crossings(view, on_grid, each)),
        *(idea for each in some for idea in additions(on_grid, each, rack)),
        *(idea for each in some for idea in moves(view, on_grid, each, dice)),
    ]
    return sorted(dice.sample(found, min(TRIED, len(found))), key=lambda idea: idea.kind not in {"crossing", "move"})


def faced_sets(rack: Sequence[Tile], box: Box, also: Tile | None = None) -> Iterator[tuple[Named, ...]]:
    """Sets of the rack, of which a tile of the grid may be one; a wildcard where one tile is missing."""
    there = {*rack, also}
    for row in _rows(box):
        if also is not None and also not in row:
            continue
        if sum(face not in there for face in row) > (JOKER in there):
            continue
        yield tuple((face if face in there else JOKER, face) for face in row)


@cache
def _rows(box: Box) -> tuple[tuple[Tile, ...], ...]:
    """Groups of all colors, each followed by those that lack one, and runs."""
    every = [
        each
        for group in groups(box)
        for each in (group, *(group[:index] + group[index + 1 :] for index in range(len(group)) if len(group) > 3))
    ]
    return (*every, *runs(box))


def written(row: Sequence[Named], cells: Sequence[Cell]) -> str:
    return " ".join(
        f"{cell_name(*cell)}={f'J:{write_tile(face)}' if tile.is_joker else write_tile(tile)}"
        for (tile, face), cell in zip(row, cells, strict=True)
    )


def is_open(view: GridView, on_grid: Mapping[Cell, GridTile], cell: Cell, beside: Sequence[Cell] = ()) -> bool:
    """Whether a tile can be there and touches nothing but `beside`."""
    return (
        all(0 <= each < view.size for each in cell)
        and cell not in on_grid
        and cell not in view.blocks
        and not any(each in on_grid and each not in beside for each in list_neighbors(cell))
    )


def free_sets(
    view: GridView, on_grid: Mapping[Cell, GridTile], rows: Sequence[tuple[Named, ...]], dice: random.Random
) -> Iterator[Idea]:
    """A set of the rack where it touches nothing; sometimes as a whole grid."""
    for row in rows:
        for _ in range(8):
            cells = stretch((dice.randrange(view.size), dice.randrange(view.size)), dice.choice(WAYS), len(row))
            if all(is_open(view, on_grid, cell) for cell in cells):
                text = written(row, cells)
                kind = "wildcard" if any(tile == JOKER for tile, _ in row) else "set"
                yield Idea(kind, f"play {text}")
                yield Idea("whole table", f"play {view.written}\n{text}")
                yield from (
                    Idea("changed wildcard", f"play {grid}\n{text}") for grid in change_wildcards(view, on_grid)
                )
                break


def change_wildcards(view: GridView, on_grid: Mapping[Cell, GridTile]) -> Iterator[str]:
    """The grid with a wildcard that stands for another tile of its group, which it may not."""
    for each in view.tiles:
        here, number = (each.row, each.column), each.face.number
        lines = [line for way in WAYS if len(line := find_line(here, on_grid, way)) > 1]
        for face in (Tile(color, number) for color in view.box.colors) if each.tile.is_joker else ():
            if face != each.face and all(
                is_set([face if cell == here else on_grid[cell].face for cell in line]) for line in lines
            ):
                old, new = (f"{cell_name(*here)}=J:{write_tile(named)}" for named in (each.face, face))
                yield view.written.replace(old, new)


def stretch(start: Cell, way: Cell, length: int) -> list[Cell]:
    return [_step(start, way, step) for step in range(length)]


def crossings(view: GridView, on_grid: Mapping[Cell, GridTile], each: GridTile) -> Iterator[Idea]:
    """A set of the rack through a tile on the grid."""
    rack = view.rack.tiles if view.rack else ()
    here = (each.row, each.column)
    for way in WAYS:
        if len(find_line(here, on_grid, way)) > 1:
            continue
        for row in faced_sets(rack, view.box, each.face):
            index = [face for _, face in row].index(each.face)
            cells = stretch(_step(here, way, -index), way, len(row))
            others = [cell for cell in cells if cell != here]
            if all(is_open(view, on_grid, cell, [here]) for cell in others):
                yield Idea("crossing", f"play {written([named for named in row if named[1] != each.face], others)}")


def additions(on_grid: Mapping[Cell, GridTile], each: GridTile, rack: Sequence[Tile]) -> Iterator[Idea]:
    """A tile at the end of a line."""
    for way in WAYS:
        line = find_line((each.row, each.column), on_grid, way)
        before, behind = _step(line[0], way, -1), _step(line[-1], way, 1)
        for tile in dict.fromkeys(rack) if len(line) > 1 else ():
            faces = [on_grid[cell].face for cell in line]
            if is_set([tile, *faces]) and min(before) >= 0:
                yield Idea("addition", f"play {written([(tile, tile)], [before])}")
            if is_set([*faces, tile]):
                yield Idea("addition", f"play {written([(tile, tile)], [behind])}")


def _step(cell: Cell, way: Cell, steps: int) -> Cell:
    return (cell[0] + way[0] * steps, cell[1] + way[1] * steps)


def moves(view: GridView, on_grid: Mapping[Cell, GridTile], each: GridTile, dice: random.Random) -> Iterator[Idea]:
    """The end of a long line, moved into a new set with tiles of the rack."""
    here = (each.row, each.column)
    lines = [line for way in WAYS if len(line := find_line(here, on_grid, way)) > 1]
    if len(lines) > 1 or len(lines[0]) < 4 or here not in (lines[0][0], lines[0][-1]):
        return
    rack = view.rack.tiles if view.rack else ()
    rows = list(faced_sets(rack, view.box, each.face))
    for row in dice.sample(rows, min(4, len(rows))):
        cells = stretch((dice.randrange(view.size), dice.randrange(view.size)), dice.choice(WAYS), len(row))
        if all(is_open(view, on_grid, cell) for cell in cells):
            index = [face for _, face in row].index(each.face)
            own = written(row[:index] + row[index + 1 :], cells[:index] + cells[index + 1 :])
            yield Idea("move", f"play {cell_name(*here)}>{cell_name(*cells[index])} {own}")


def nonsense(view: GridView, dice: random.Random) -> Iterator[Idea]:
    """What can be read and will not do: foreign tiles, blocks, taken cells, cells outside, nothing to move."""
    tile = write_tile(dice.choice(view.box.tiles()))
    cell = cell_name(dice.randrange(view.size), dice.randrange(view.size))
    yield Idea("nonsense", f"play {cell}={tile}")
    yield Idea("nonsense", f"play {cell}>{cell_name(dice.randrange(view.size), dice.randrange(view.size))}")
    yield Idea("nonsense", f"play Z99={tile}")
    for taken in (*view.blocks[:1], *((each.row, each.column) for each in view.tiles[:1])):
        yield Idea("nonsense", f"play {cell_name(*taken)}={tile}")
