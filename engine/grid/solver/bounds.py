"""A bound for searches on a grid: the rack tiles that could be in a set at all."""

from engine.grid.solver.codes import number_of
from engine.grid.solver.moves import Node
from engine.tiles.melds import SMALLEST_SET


def count_placeable(root: Node) -> int:
    """Return an upper bound on the rack tiles that a turn can place: those that could be in some set somewhere."""
    board = root.board
    wilds = root.wilds + len(board.wild)
    on_grid = sum(1 << face for face in {board.faces[at] for at in board.tiles if at not in board.wild})
    rack = dict(root.rack)
    while True:
        there = on_grid | sum(1 << code for code in rack)
        kept = {code: count for code, count in rack.items() if _can_be_in_set(code, there, wilds, root)}
        if kept == rack:
            break
        rack = kept
    return sum(rack.values()) + (root.wilds if rack or on_grid or wilds >= SMALLEST_SET else 0)


def _can_be_in_set(code: int, there: int, wilds: int, root: Node) -> bool:
    """Return whether tiles in `there` and at most `wilds` wildcards form a set of three with the tile of this code.

    `there` has the tiles on the rack and the grid, as a bit mask of codes.
    """
    codes = root.board.codes
    group = (codes.alike[code] & there).bit_count()
    if group + wilds >= SMALLEST_SET and codes.alike[code].bit_count() >= SMALLEST_SET:
        return True
    low, high = code - number_of(code) + codes.box.low, codes.top(code)
    for first in range(max(low, code - 2), min(code, high - 2) + 1):
        if (there >> first & 7).bit_count() + wilds >= SMALLEST_SET:
            return True
    return False
