"""Turns that may score: those that add one line to the grid, and those that also take lines apart."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from engine.rummykruss.solver.effort import LINE, Effort
from engine.rummykruss.solver.lines import LinePlacement
from engine.rummykruss.solver.moves import Node

LIFTED = 2  # most lines taken apart at once
SHORT = 4  # most new tiles in a turn's only line
PROMISING = 40  # lines tried in each of the two orders of `add_lines`
MANY = 9  # most rack tiles in a turn
LONGEST = 4  # most new tiles in one of several lines
BRANCHES = 6  # lines tried in each state
DEEPEST = 4  # most lines played or lifted after the first one is lifted


def find_turns(root: Node, effort: Effort, most: int = MANY, lines: int = LIFTED) -> Iterator[Node]:
    """Yield turns of at most `most` rack tiles: those of `add_lines`, then some that take up to `lines` lines apart."""
    yield from add_lines(root, effort, most)
    yield from relay_lines(root, effort, most, lines)


def add_lines(root: Node, effort: Effort, most: int = MANY) -> Iterator[Node]:
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


def relay_lines(root: Node, effort: Effort, most: int = MANY, lines: int = 1) -> Iterator[Node]:
    """Yield turns that lift a wildcard or a line off the grid, and place its tiles again together with rack tiles.

    Where necessary, they lift up to `lines` - 1 further lines; those that lift fewer come first. Among these, those
    that replace a wildcard by a rack tile come first, then those whose lifted line goes with most tiles of the rack.
    """
    swapped = list(_swap_wildcards(root))
    lifted = [up for way in root.board.ways for line in root.board.lines(way) if (up := _take_up(root, line))]
    begun = [*swapped, *sorted(lifted, key=lambda node: -_count_promising(node))]
    for more in range(lines):
        for node in begun:
            yield from _repair(node, _RelaySearch(effort, most, len(root.used)), more)


def _take_up(root: Node, line: list[int]) -> Node | None:
    """Return the turn with a line lifted off the grid, except for its tiles that are also in a crossing line.

    It's None if two tiles that stay are neighbors, if all of them stay, or if the turn placed a rack tile in the line.
    """
    if not all(root.board.source[at] for at in line):
        return None
    kept = [index for index, at in enumerate(line) if root.board.crossing >> at & 1]
    if len(kept) == len(line) or any(two == one + 1 for one, two in pairwise(kept)):
        return None
    return root.lift([at for index, at in enumerate(line) if index not in kept])


def _swap_wildcards(root: Node) -> Iterator[Node]:
    """For each wildcard whose tile the rack has, yield the turn that replaces and lifts it, to be placed again."""
    for at in sorted(root.board.wild):
        face = root.board.faces[at]
        if root.rack.get(face) and root.board.source[at] == at and at not in root.shut:
            node = root.lift([at])
            rack = {code: count - (code == face) for code, count in root.rack.items()}
            board = node.board.after({at: (face, 0)}, (), node.board.wild)
            yield replace(node, board=board, rack=rack, used=(*root.used, face))


def _count_promising(node: Node) -> int:
    """Return the number of different rack tiles that can be in a set within two cells of a tile lifted off the grid."""
    kin = 0
    for face in node.lifted:
        kin |= node.board.codes.beside[face] | node.board.codes.reach[face][2]
    return sum(kin >> code & 1 for code in node.rack)


@dataclass(frozen=True)
class _RelaySearch:
    """The limits of a search: its budget, and how many rack tiles a turn must play, over `before` and up to `most`."""

    effort: Effort
    most: int
    before: int

    def take_lines(self, node: Node, lines: Iterable[LinePlacement]) -> Iterator[Node]:
        """For each line in `lines`, yield the turn with it added, if that's possible with at most `most` rack tiles."""
        for line in lines:
            self.effort.spend(LINE)
            after = node.after(line, thrift=True)
            if after and len(after.used) <= self.most:
                yield after


def _repair(node: Node, search: _RelaySearch, more: int, depth: int = 1) -> Iterator[Node]:
    """Yield turns in which every lifted tile is placed again; if there are none, lift up to `more` further lines."""
    if not node.lifted and not node.lifted_wilds:
        yield from _repair_further(node, search)
        return
    if depth > DEEPEST or not search.effort.spend():
        return
    must = min(node.lifted, key=lambda face: count_partners(node, face)) if node.lifted else 0
    found = node.find_lines(LONGEST, moving=True, must=must, effort=search.effort)
    lines = [line for line in found if must or line.wild]
    lines.sort(key=lambda line: sum(face not in node.lifted for face in line.faces))
    stuck = True
    for after in search.take_lines(node, lines[:BRANCHES]):
        for turn in _repair(after, search, more, depth + 1):
            stuck = False
            yield turn
    if stuck and more and must:
        for after in take_up_another(node, must):
            yield from _repair(after, search, more - 1, depth + 1)


def _repair_further(node: Node, search: _RelaySearch) -> Iterator[Node]:
    """Yield the turn, if it has moved tiles, with a line added unless it plays over `search.before` rack tiles."""
    if len(node.used) > search.before:
        yield node
    elif node.moved and search.effort.spend():
        found = node.find_lines(LONGEST, moving=False, effort=search.effort)
        lines = sorted(found, key=lambda line: (-line.rise, len(line.cells)))
        yield from search.take_lines(node, lines[:BRANCHES])


def take_up_another(node: Node, must: int) -> Iterator[Node]:
    """For each line with a tile that fits next to the tile `must` in a set, yield the turn with that line lifted.

    Tiles that are also in a crossing line don't count.
    """
    board = node.board
    beside = board.codes.beside[must]
    for way in board.ways:
        for line in board.lines(way):
            if any(beside >> board.faces[at] & 1 and not board.crossing >> at & 1 for at in line):
                up = _take_up(node, line)
                if up:
                    yield up


def count_partners(node: Node, face: int) -> tuple[int, int]:
    """Return a sort key: the number of available tiles that can be next to this one in a set, then the tile's code."""
    beside = node.board.codes.beside[face]
    return (beside & node.hand(moving=True).mask).bit_count(), face
