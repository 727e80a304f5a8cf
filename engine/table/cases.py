"""Readers for cases, which are positions on an open table given as text by key; docs/notation.md lists the keys."""

from collections.abc import Mapping, Sequence

from engine.game.cases import require_copies, text
from engine.rules.turns import TurnRules
from engine.tiles.crossing_errors import NoCrossings
from engine.tiles.crossings import read_sets
from engine.tiles.edits import Replace
from engine.tiles.notation import read_rack, read_rows
from engine.tiles.sets import TableSet
from engine.tiles.tiles import Box, Tile


def read_table(case: Mapping[str, object], rules: TurnRules) -> tuple[TableSet, ...]:
    """Return the sets on the table before the turn, from the case's key `table`.

    Raises BadNotation: a row isn't a valid set, or a joker in it can stand for several tiles; IllegalMove: two sets
    can't cross as written, or sets can't cross in this game.
    """
    on_table = read_sets(text(case, "table"), rules.box)
    if not rules.crossings and any(each.borrowed for each in on_table):
        raise NoCrossings
    return on_table


def read_rack_beside(case: Mapping[str, object], box: Box, on_table: Sequence[TableSet]) -> tuple[Tile, ...]:
    """Return the player's rack, from the case's key `rack`; `on_table` are the sets on the table.

    Raises BadNotation: a word isn't a tile of this box, or rack and table have more copies of a tile than the box.
    """
    held = read_rack(text(case, "rack"), box)
    require_copies(box, [*held, *(tile for each in on_table for tile in each.own)])
    return held


def read_after(case: Mapping[str, object], box: Box) -> Replace:
    """Return the edit to the whole table under the case's key `after`. Raises BadNotation."""
    return Replace(read_rows(text(case, "after"), box))
