"""The time that the rules need to judge a turn on a full grid, in a game and from text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from benchmarks.engine.judging import FASTEST, NOW, ROUNDS, milliseconds
from benchmarks.measure.figures import Alternative, Figure
from engine.game.variant import Variant
from engine.grid.rules.cells import Put, read_puts
from engine.grid.rules.tiles import GridTile, cell_name
from engine.grid.state import GridState
from engine.tiles.notation import read_rack
from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER, Tile
from engine.variants import load

# Every other row of the grid has a run of all numbers, with a joker in this cell; the last four tiles are on the rack.
WILD = (0, 5)


def full_grid(variant: Variant[Any]) -> tuple[Mapping[str, object], GridState]:
    """Return a position with 100 tiles on the grid and five on the rack, as (case, state).

    The case is the position in notation, with a turn that plays four of the rack's tiles, for `Variant.judge`.
    """
    runs = [[Tile(color, number) for number in range(1, 14)] for color in variant.box.colors * 2]
    puts = [
        Put((2 * row, column), JOKER if (2 * row, column) == WILD else face, face)
        for row, run in enumerate(runs)
        for column, face in enumerate(run)
    ]
    written = [str(put) for put in puts]
    rack = "O10 O11 O12 O13 J"
    case = {"cells": " ".join(written[:-4]), "rack": rack, "after": " ".join(written)}
    state = variant.setup(2, bytes(32), NOW, {"blocks": 0}).state
    lying = tuple(GridTile(*put.cell, put.tile, put.face or put.tile, Mark.STILL) for put in puts[:-4])
    seats = (replace(state.seats[0], rack=read_rack(rack, variant.box)), replace(state.seats[1], rack=()))
    return case, replace(state, seats=seats, pool=(), tiles=lying, turn=0, active=frozenset({0}))


def run() -> Sequence[Figure]:
    """Measure the judging, print its times, and return the figures (measured values with their bounds)."""
    variant = next(each for each in load().values() if each.state_type is GridState)
    case, state = full_grid(variant)
    whole = variant.read(0, f"play table: {case['after']}")
    few = variant.read(0, f"play {' '.join(f'{cell_name(14, 9 + step)}=O{10 + step}' for step in range(4))}")
    said = {str(variant.preview(state, each)) for each in (whole, few)}
    if said != {"Valid: 4 tiles placed, +1 to your score, 1 left."}:
        raise ValueError(said)
    shown = milliseconds(partial(variant.preview, state, whole), ROUNDS)
    parts = milliseconds(partial(variant.preview, state, few), ROUNDS)
    from_text = milliseconds(partial(variant.judge, case), ROUNDS)
    read = milliseconds(partial(read_puts, str(case["after"]), variant.box), ROUNDS)
    print("Judging on a grid: 104 tiles, every one of them written")
    print(f"  in a game, the whole grid      {shown:7.3f} ms  {1000 / shown:8.0f} turns a second")
    print(f"  in a game, four tiles          {parts:7.3f} ms  {1000 / parts:8.0f} turns a second")
    print(f"  from text, as `judge` does     {from_text:7.3f} ms  {1000 / from_text:8.0f} turns a second")
    print(f"  only reading the text          {read:7.3f} ms  {1000 / read:8.0f} grids a second")
    four = Alternative("written as four tiles", parts, " ms")
    reading = Alternative("only reading the text", read, " ms")
    return [
        Figure("median of judging a full-grid turn in a game", shown, FASTEST, " ms", short="game", beside=four),
        Figure("median of judging a full-grid turn from text", from_text, FASTEST, " ms", short="text", beside=reading),
    ]


if __name__ == "__main__":
    run()
