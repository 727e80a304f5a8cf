"""Reading an open table's cases; docs/notation.md lists their keys."""

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
    """The sets that lie on the table before the turn.

    Raises:
        BadNotation: a row is no legal set, or a joker in it can stand for several things.
        IllegalMove: a crossing can't be, here or in this game.
    """
    lying = read_sets(text(case, "table"), rules.box)
    if not rules.crossings and any(each.borrowed for each in lying):
        raise NoCrossings
    return lying


def read_rack_beside(case: Mapping[str, object], box: Box, lying: Sequence[TableSet]) -> tuple[Tile, ...]:
    """The tiles of the player, beside those that lie on the table.

    Raises:
        BadNotation: a word is no tile of this box, or there are more of one than the box holds.
    """
    held = read_rack(text(case, "rack"), box)
    require_copies(box, [*held, *(tile for each in lying for tile in each.own)])
    return held


def read_after(case: Mapping[str, object], box: Box) -> Replace:
    """The whole table after the turn.

    Raises:
        BadNotation: a word is no tile of this box.
    """
    return Replace(read_rows(text(case, "after"), box))
