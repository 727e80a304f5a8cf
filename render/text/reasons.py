"""Short reasons why a row isn't a set, to be drawn beside it; the engine has the full sentences."""

from collections import Counter
from collections.abc import Sequence

from engine.text.phrases import later, say
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.notation import write_tile
from engine.tiles.tiles import Box, Tile

UNCLEAR = later("joker\nis ?")
"""The note for a row that is a set, but whose joker can stand for several tiles."""


def explain_row(row: Row, box: Box, *, named: bool = True) -> tuple[str, ...]:
    """Return, in one line of text or two, why a row isn't a set, such as `no` and `R5`.

    If `named`, the reason may name a tile in notation. Pass False for cards, which don't look like their notation.
    """
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
    """Return why a row of one color without duplicates isn't a run: it is too long, or has one gap or several.

    `tiles` are those of the row that aren't jokers; `jokers` is the number of the others.
    """
    numbers = {tile.number for tile in tiles}
    missing = [Tile(tiles[0].color, number) for number in range(min(numbers), max(numbers)) if number not in numbers]
    if len(tiles) + jokers > box.high - box.low + 1 or len(missing) <= jokers:
        return say("too\nlong")
    if len(missing) > 1:
        return say("gaps")
    return say("no\n{tile}", tile=write_tile(missing[0])) if named else say("gap")
