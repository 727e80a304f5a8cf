"""A beam search for turns that play many rack tiles, whose lines are then taken apart to play more."""

from collections.abc import Iterator
from itertools import islice

from engine.grid.solver.effort import LINE, Effort
from engine.grid.solver.moves import Node
from engine.grid.solver.relaying import relay_lines

BEAM_WIDTH = 5  # positions kept of each round
LAYS = 12  # most turns derived from one position
FEW = 3  # best turns whose lines are taken apart for more tiles


def find_most_tiles(root: Node, effort: Effort, bound: int) -> list[Node]:
    """Return turns that play many rack tiles, best first.

    A beam search finds the first ones; a narrow beam goes ahead of the wide one, so that there's a good turn even if
    the budget ends early. Then lines of the best are taken apart to place more tiles. `bound` is the most rack tiles
    that a turn can place; the search stops when a turn does.
    """
    ahead = Effort(effort.left // 2)
    found = _search_beam(root, ahead, width=1)
    effort.spend(effort.left // 2 - ahead.left)
    if not found or len(found[0].used) < bound:
        found += _search_beam(root, effort)
        found.sort(key=rank_tiles, reverse=True)
    while effort.left > 0 and (not found or len(found[0].used) < bound):
        more = []
        for node in found[:FEW] or [root]:
            more += [each for each in islice(relay_lines(node, effort, bound), LAYS) if len(each.used) > len(node.used)]
        if not more:
            break
        grown = [after for each in sorted(more, key=rank_tiles)[-FEW:] for after in _search_beam(each, effort)]
        found = sorted([*grown, *more, *found], key=rank_tiles, reverse=True)[:LAYS]
    return found


def _search_beam(root: Node, effort: Effort, *, width: int = BEAM_WIDTH) -> list[Node]:
    """Return the turns that a beam search finds, best first; each round adds one line, and keeps `width` turns."""
    found: list[Node] = []
    front = [root]
    while front:
        seen: dict[tuple[int, ...], Node] = {}
        for node in front:
            if not effort.spend():
                break
            for after in _expand(node, effort):
                seen.setdefault(tuple(after.board.faces), after)
        front = sorted(seen.values(), key=rank_tiles, reverse=True)[:width]
        found += front
    return sorted(found, key=rank_tiles, reverse=True)


def _expand(node: Node, effort: Effort) -> Iterator[Node]:
    """Yield up to LAYS turns that add one line to the turn `node`, and with it at least one rack tile.

    Lines with most new tiles come first. They can also use tiles that lines of the grid can spare.
    """
    found = node.find_lines(node.board.codes.box.high, moving=True, effort=effort)
    lays = sorted(found, key=lambda lay: -len(lay.cells))
    after = (node.after(lay, thrift=False) for lay in lays if effort.spend(LINE))
    return islice((each for each in after if each and len(each.used) > len(node.used)), LAYS)


def rank_tiles(node: Node) -> tuple[int, ...]:
    """Return a turn's rank, higher is better: by most rack tiles, then fewest tiles moved, then most intersections."""
    return len(node.used), -node.moved, node.board.crossings
