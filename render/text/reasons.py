"""Why a row is no set, in the two short lines that fit beside it; the engine's own sentence says it in full."""

from collections import Counter
from collections.abc import Sequence

from engine.text.phrases import later, say
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.notation import write_tile
from engine.tiles.tiles import Box, Tile

UNCLEAR = later("joker\nis ?")
"""A joker that can stand for several things, on a row that is a set otherwise."""


def explain_row(row: Row, box: Box, *, named: bool = True) -> tuple[str, ...]:
    """Lines about a row that is no set; where tiles look otherwise than notation has it, they are not `named`."""
    return tuple(_explain(row, box, named=named).splitlines())


def _explain(row: Row, box: Box, *, named: bool) -> str:
    tiles = [piece.tile for piece in row if not piece.tile.is_joker]
    if len(row) < SMALLEST_SET:
        return say("{count} of\n{least} tiles", count=len(row), least=SMALLEST_SET)
    in_one_color = len({tile.color for tile in tiles}) == 1
    if not in_one_color and len({tile.number for tile in tiles}) > 1:
        return say("mixed")
    twice = [tile for tile, count in Counter(tiles).items() if count > 1]
    if twice:
        return say("{tile}\ntwice", tile=write_tile(twice[0])) if named else say("one\ntwice")
    return _explain_gap(tiles, len(row) - len(tiles), box, named=named) if in_one_color else say("too\nlong")


def _explain_gap(tiles: Sequence[Tile], jokers: int, box: Box, *, named: bool) -> str:
    """What is wrong with tiles of one colour, each there once."""
    numbers = {tile.number for tile in tiles}
    missing = [Tile(tiles[0].color, number) for number in range(min(numbers), max(numbers)) if number not in numbers]
    if len(tiles) + jokers > box.high - box.low + 1 or len(missing) <= jokers:
        return say("too\nlong")
    if len(missing) > 1:
        return say("gaps")
    return say("no\n{tile}", tile=write_tile(missing[0])) if named else say("gap")
