"""Turns that take lines of the grid apart and place their tiles again, together with tiles of the rack."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.grid.solver.lines import LinePlacement
from engine.grid.solver.moves import Node

LONGEST = 4  # most new tiles in one line
BRANCHES = 6  # lines tried in each state
DEEPEST = 4  # most lines played or lifted after the first one is lifted


@dataclass
class Effort:
    """The budget of a search: `left` is the number of positions it may still look at, negative once it's overdrawn."""

    left: int

    def spend(self) -> bool:
        """Spend one position, and return whether the budget still had one."""
        self.left -= 1
        return self.left >= 0


def relay_lines(root: Node, effort: Effort, most: int, lines: int = 1) -> Iterator[Node]:
    """Yield turns of at most `most` rack tiles that lift a wildcard or a line, and fewer than `lines` further lines.

    Turns that lift fewer lines come first. Among these, those that replace a wildcard by a rack tile come first, then
    those that lift the lines which go with most faces of the rack.
    """
    swapped = list(_swap_wildcards(root))
    lifted = [up for way in root.board.ways for line in root.board.lines(way) if (up := _take_up(root, line))]
    begun = [*swapped, *sorted(lifted, key=lambda node: -_count_promising(node))]
    for more in range(lines):
        for node in begun:
            yield from _repair(node, _RelaySearch(effort, most, len(root.used)), more)


def _take_up(root: Node, line: list[int]) -> Node | None:
    """Return the turn with a line lifted, except for those of its tiles that are also in a crossing line.

    The result is None if two such tiles are neighbours, if the line has no others, or if the turn placed a rack tile in
    it.
    """
    if not all(root.board.source[at] for at in line):
        return None
    kept = [place for place, at in enumerate(line) if root.board.crossing >> at & 1]
    if len(kept) == len(line) or any(two == one + 1 for one, two in pairwise(kept)):
        return None
    return root.lift([at for place, at in enumerate(line) if place not in kept])


def _swap_wildcards(root: Node) -> Iterator[Node]:
    """For each wildcard of the grid, yield the turn that replaces it by a rack tile of its face, and lifts it.

    Wildcards whose face isn't on the rack are skipped.
    """
    for at in sorted(root.board.wild):
        face = root.board.faces[at]
        if root.rack.get(face) and root.board.source[at] == at and at not in root.shut:
            node = root.lift([at])
            rack = {code: count - (code == face) for code, count in root.rack.items()}
            board = node.board.after({at: (face, 0)}, (), node.board.wild)
            yield replace(node, board=board, rack=rack, used=(*root.used, face))


def _count_promising(node: Node) -> int:
    """Return the number of faces on the rack that can be next to a lifted tile in a set, or two cells from it."""
    kin = 0
    for face in node.lifted:
        kin |= node.board.codes.beside[face] | node.board.codes.reach[face][2]
    return sum(kin >> code & 1 for code in node.rack)


@dataclass(frozen=True)
class _RelaySearch:
    """The limits of a search: its budget, and the number of rack tiles in a turn, above `before` and up to `most`."""

    effort: Effort
    most: int
    before: int

    def take_lines(self, node: Node, lays: Iterable[LinePlacement]) -> Iterator[Node]:
        """For each line, yield the turn with it played, if that's possible and plays at most `most` rack tiles."""
        found = (node.after(lay, thrift=True) for lay in lays)
        return (after for after in found if after and len(after.used) <= self.most)


def _repair(node: Node, search: _RelaySearch, more: int, depth: int = 1) -> Iterator[Node]:
    """Yield turns in which every lifted tile is placed; where nothing else works, lift up to `more` further lines.

    `depth` counts the lines played or lifted so far.
    """
    if not node.lifted and not node.lifted_wilds:
        yield from _repair_further(node, search)
        return
    if depth > DEEPEST or not search.effort.spend():
        return
    must = min(node.lifted, key=lambda face: _count_partners(node, face)) if node.lifted else 0
    lays = [lay for lay in node.find_lines(LONGEST, moving=True, must=must) if must or lay.wild]
    stuck = True
    for after in search.take_lines(node, sorted(lays, key=lambda lay: _count_strangers(lay, node))[:BRANCHES]):
        for found in _repair(after, search, more, depth + 1):
            stuck = False
            yield found
    if stuck and more and must:
        for after in _take_up_another(node, must):
            yield from _repair(after, search, more - 1, depth + 1)


def _repair_further(node: Node, search: _RelaySearch) -> Iterator[Node]:
    """Yield the turn if it uses a new rack tile; if it only moves tiles, yield it with one more line that uses one."""
    if len(node.used) > search.before:
        yield node
    elif node.moved and search.effort.spend():
        lays = sorted(node.find_lines(LONGEST, moving=False), key=lambda lay: (-lay.rise, len(lay.cells)))
        yield from search.take_lines(node, lays[:BRANCHES])


def _take_up_another(node: Node, must: int) -> Iterator[Node]:
    """For each line with a tile that can be next to the face `must` in a set, yield the turn with that line lifted.

    The tile must not be in a crossing line.
    """
    board = node.board
    beside = board.codes.beside[must]
    for way in board.ways:
        for line in board.lines(way):
            if any(beside >> board.faces[at] & 1 and not board.crossing >> at & 1 for at in line):
                up = _take_up(node, line)
                if up:
                    yield up


def _count_partners(node: Node, face: int) -> tuple[int, int]:
    """Return the number of faces of the hand that can be next to this face in a set, and the face to break ties."""
    beside = node.board.codes.beside[face]
    return (beside & node.hand(moving=True).mask).bit_count(), face


def _count_strangers(lay: LinePlacement, node: Node) -> int:
    return sum(face not in node.lifted for face in lay.faces)
