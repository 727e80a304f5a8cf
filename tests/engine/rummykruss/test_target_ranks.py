"""The places for several picked tiles are those that trying every order of them in every line would find."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations, product
from typing import Any

import pytest

from engine.game.bench import Picks
from engine.game.bench_keys import Across, Away, Down
from engine.game.drafts import Draft
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from engine.rummykruss.bench import GridBench
from engine.rummykruss.rules.reading import ACROSS, DOWN, Cell, fits_at
from engine.rummykruss.rules.tiles import cell_name
from engine.rummykruss.state import GridState
from engine.rummykruss.target_ranks import get_face
from engine.tiles.melds import Piece
from engine.tiles.tiles import JOKER, Tile
from engine.variants import load

SYSTEM: Any = next(each for each in load().values() if each.state_type is GridState)
WAYS = {Across: ACROSS, Down: DOWN}


def benches(number: int) -> Iterator[GridBench]:
    """Benches in the turns of a game."""
    state = SYSTEM.setup(2, derive_seed(8, number), 0, {"size": 9, "blocks": 5, "wildcards": 4}).state
    while state.outcome is None:
        bench = SYSTEM.prepare_draft(SYSTEM.view(state, state.turn), Draft()).bench
        assert isinstance(bench, GridBench)
        yield bench
        state = SYSTEM.apply(state, choose_action(SYSTEM, state, Level.FAIR, derive_seed(8, number)), now=0).state


def every_target(bench: GridBench, tiles: tuple[Tile, ...]) -> set[object]:
    """The lines of free cells in which some order of the tiles makes sets, found by trying them all."""
    faces = {cell: get_face(piece) for cell, piece in bench.cells.items()}
    found: set[object] = set()
    span = range(bench.grid.rules.size)
    for cell, (kind, way) in product(product(span, span), WAYS.items()):
        if cell in bench.cells or not (line := free_line(bench, cell, way, len(tiles))):
            continue
        for order in set(permutations(map(Piece, tiles))):
            there = {**faces, **{at: get_face(piece) for at, piece in zip(line, order, strict=True)}}
            if all(fits_at(there, at) for at in line):
                found.add(kind(cell_name(*cell)))
    return found


def free_line(bench: GridBench, cell: Cell, way: Cell, length: int) -> list[Cell]:
    line: list[Cell] = []
    while len(line) < length:
        if max(cell) >= bench.grid.rules.size or cell in bench.grid.blocks:
            return []
        if cell not in bench.cells:
            line.append(cell)
        cell = cell[0] + way[0], cell[1] + way[1]
    return line


@pytest.mark.parametrize("number", range(3))
def test_several_tiles_can_go_wherever_some_order_of_them_makes_sets(number: int) -> None:
    count = 0
    for turn in islice(benches(number), 4, 40, 12):
        bench = replace(turn, grid=replace(turn.grid, barred=()))
        one, two, three, *_ = (tile for tile in bench.rack if not tile.is_joker)
        for tiles in ((one, two), (one, JOKER), (two, three, JOKER), (one, JOKER, JOKER), (one, two, three, JOKER)):
            keys = [target.key for target in bench.targets(Picks(tiles)) if target.key != Away()]
            expected = every_target(bench, tiles)
            assert set(keys) == expected if len(expected) <= 100 else set(keys) <= expected
            count += len(keys)
    assert count
