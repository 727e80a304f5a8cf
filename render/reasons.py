"""Why a row is no set, in the two short lines that fit beside it; the engine's own sentence says it in full."""

from collections import Counter
from collections.abc import Sequence

from engine.edits import Row
from engine.melds import SMALLEST_SET
from engine.notation import write_tile
from engine.tiles import Box, Tile

FEW = "{count} of\n{least} tiles"
TWICE = "{tile}\ntwice"
MISSING = "no\n{tile}"
GAP = "gaps"
TOO_LONG = "too\nlong"
MIXED = "mixed"
UNNAMED = {TWICE: "one\ntwice", MISSING: "gap"}
"""The same without the tile."""
UNCLEAR = "joker\nis ?"
"""A joker that can stand for several things, on a row that is a set otherwise."""


def why(row: Row, box: Box, *, named: bool = True) -> tuple[str, ...]:
    """Lines about a row that is no set; where tiles look otherwise than notation has it, they are not `named`."""
    sentence, tile = _why(row, box)
    if not named:
        sentence = UNNAMED.get(sentence, sentence)
    written = write_tile(tile) if tile else ""
    return tuple(sentence.format(tile=written, count=len(row), least=SMALLEST_SET).splitlines())


def _why(row: Row, box: Box) -> tuple[str, Tile | None]:
    """What is wrong, and the tile that it is about."""
    tiles = [piece.tile for piece in row if not piece.tile.is_joker]
    if len(row) < SMALLEST_SET:
        return FEW, None
    in_one_color = len({tile.color for tile in tiles}) == 1
    if not in_one_color and len({tile.number for tile in tiles}) > 1:
        return MIXED, None
    twice = [tile for tile, count in Counter(tiles).items() if count > 1]
    if twice:
        return TWICE, twice[0]
    return _gap(tiles, len(row) - len(tiles), box) if in_one_color else (TOO_LONG, None)


def _gap(tiles: Sequence[Tile], jokers: int, box: Box) -> tuple[str, Tile | None]:
    """What is wrong with tiles of one colour, each there once."""
    numbers = {tile.number for tile in tiles}
    missing = [Tile(tiles[0].color, number) for number in range(min(numbers), max(numbers)) if number not in numbers]
    if len(tiles) + jokers > box.high - box.low + 1 or len(missing) <= jokers:
        return TOO_LONG, None
    return (MISSING, missing[0]) if len(missing) == 1 else (GAP, None)
