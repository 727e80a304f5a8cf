"""Reading the grid of a case, a position given as text by key; docs/notation.md lists the keys."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from engine.game import cases
from engine.rummykruss.rules.cells import Put, read_cell, read_puts
from engine.rummykruss.rules.placing import Grid, GridRules, require_cell
from engine.rummykruss.rules.reading import Cell
from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.text.errors import BadNotation, IllegalMove
from engine.text.phrases import Phrase, later
from engine.tiles.sets import Mark
from engine.tiles.tiles import Box


def read_grid(case: Mapping[str, object], rules: GridRules) -> Grid:
    """Return the grid under `cells`, `blocks`, `barred` and `last`. Raises BadNotation, also if it isn't legal."""
    puts = read_puts(cases.text(case, "cells"), rules.box)
    grid = Grid(
        rules,
        {put.cell: GridTile(*put.cell, put.tile, put.face or put.tile, Mark.STILL) for put in puts},
        frozenset(_read_cells(case, "blocks")),
        _read_numbers(case, "barred", rules.box),
        _read_cells(case, "last"),
    )
    if len(grid.on_grid) < len(puts):
        raise BadNotation(later("“cells” names a cell twice."))
    _require_legal(grid, puts)
    return grid


def _require_legal(grid: Grid, puts: Sequence[Put]) -> None:
    if unsaid := [cell_name(*put.cell) for put in puts if put.face is None]:
        cells = " ".join(unsaid)
        raise BadNotation(later("Say what the wildcard stands for on {cells}, such as J:R5.", cells=cells))
    _require_cells("blocks", replace(grid, blocks=frozenset()), grid.blocks)
    _require_cells("last", grid, grid.last)
    _require_cells("cells", grid, grid.on_grid)
    with _name_key("cells"):
        grid.crossings  # noqa: B018  # the property raises if the grid isn't legal


def _require_cells(key: str, grid: Grid, cells: Iterable[Cell]) -> None:
    with _name_key(key):
        for cell in cells:
            require_cell(grid, cell)


@contextmanager
def _name_key(key: str) -> Iterator[None]:
    try:
        yield
    except IllegalMove as refusal:
        raise BadNotation(Phrase("“{key}”: {refusal}", facts={"key": key, "refusal": refusal.phrase})) from None


def _read_words(case: Mapping[str, object], key: str) -> Sequence[str]:
    """Return the words of the text or list under a key; none if it's missing or `-`. Raises BadNotation."""
    value = case.get(key) or ""
    if isinstance(value, str):
        return [] if value.strip() == "-" else value.replace(",", " ").split()
    if not isinstance(value, list):
        raise BadNotation(f"“{key}” must be text or a list.")
    return [str(each) for each in value]


def _read_numbers(case: Mapping[str, object], key: str, box: Box) -> tuple[int, ...]:
    said, able = _read_words(case, key), list(map(str, range(box.low, box.high + 1)))
    if not set(said) <= set(able):
        raise BadNotation(f"“{key}” must be numbers from {box.low} to {box.high}.")
    return tuple(map(int, said))


def _read_cells(case: Mapping[str, object], key: str) -> tuple[Cell, ...]:
    return tuple(map(read_cell, _read_words(case, key)))
