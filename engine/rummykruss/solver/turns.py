"""Turns that may score: those that add one line to the grid, and those that also take lines apart."""

from collections.abc import Iterator
from functools import partial

from engine.rummykruss.solver.effort import LINE, Effort
from engine.rummykruss.solver.lines import LinePlacement
from engine.rummykruss.solver.moves import Node
from engine.rummykruss.solver.relaying import relay_lines

LIFTED = 2  # most lines taken apart at once
SHORT = 4  # most new tiles in a turn's only line
PROMISING = 40  # lines tried in each of the two orders of `add_lines`
MANY = 9  # most rack tiles in a turn


def find_turns(root: Node, effort: Effort, most: int = MANY, lines: int = LIFTED) -> Iterator[Node]:
    """Yield turns of at most `most` rack tiles: those of `add_lines`, then some that take up to `lines` lines apart."""
    yield from add_lines(root, effort, most)
    yield from relay_lines(root, effort, most, lines)


def add_lines(root: Node, effort: Effort, most: int) -> Iterator[Node]:
    """Yield turns of at most `most` rack tiles that add one line: those with few rack tiles, then the longest lines."""
    effort.spend()
    lines = list(root.find_lines(SHORT, moving=True, effort=effort))
    for order, thrift in ((_rank_thrifty, True), (_rank_lavish, False)):
        for line in sorted(lines, key=partial(order, root))[:PROMISING]:
            effort.spend(LINE)
            node = root.after(line, thrift=thrift)
            if node and node.used and len(node.used) <= most:
                yield node


def _rank_thrifty(root: Node, line: LinePlacement) -> tuple[int, ...]:
    return -root.predict_points(line), sum(face not in root.loose for face in line.faces), -line.rise


def _rank_lavish(root: Node, line: LinePlacement) -> tuple[int, ...]:
    return -root.predict_points(line), -line.rise, -len(line.cells)
