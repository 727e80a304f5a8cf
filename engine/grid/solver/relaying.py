"""Turns that take a line of the grid apart and find a place for each of its tiles, together with tiles of the rack."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.grid.solver.lines import LinePlacement
from engine.grid.solver.moves import Node

LONGEST = 4  # new tiles in a line of a turn that takes others apart
BRANCHES = 6
DEEPEST = 4  # lines


@dataclass
class Effort:
    """How many positions may still be looked at."""

    left: int

    def spend(self) -> bool:
        """Look at one more, if there is any left."""
        self.left -= 1
        return self.left >= 0


def relay_lines(root: Node, effort: Effort, most: int, lines: int = 1) -> Iterator[Node]:
    """Turns of at most `most` tiles of the rack that take up to so many lines up, first those that go with the rack."""
    swapped = list(_swap_wildcards(root))
    lifted = [up for way in root.board.ways for line in root.board.lines(way) if (up := _take_up(root, line))]
    begun = [*swapped, *sorted(lifted, key=lambda node: -_count_promising(node))]
    for more in range(lines):
        for node in begun:
            yield from _repair(node, _RelaySearch(effort, most, len(root.used)), more)


def _take_up(root: Node, line: list[int]) -> Node | None:
    """A line taken up, but for the tiles that lie in another one.

    None if two of these are neighbours, or if a tile of the rack has just come to lie there.
    """
    if not all(root.board.source[at] for at in line):
        return None
    kept = [place for place, at in enumerate(line) if root.board.crossing >> at & 1]
    if len(kept) == len(line) or any(two == one + 1 for one, two in pairwise(kept)):
        return None
    return root.lift([at for place, at in enumerate(line) if place not in kept])


def _swap_wildcards(root: Node) -> Iterator[Node]:
    """A tile of the rack in the place of a wildcard that stood for it."""
    for at in sorted(root.board.wild):
        face = root.board.faces[at]
        if root.rack.get(face) and root.board.source[at] == at and at not in root.shut:
            node = root.lift([at])
            rack = {code: count - (code == face) for code, count in root.rack.items()}
            board = node.board.after({at: (face, 0)}, (), node.board.wild)
            yield replace(node, board=board, rack=rack, used=(*root.used, face))


def _count_promising(node: Node) -> int:
    """How many faces of the rack can be in a set with what is lifted."""
    kin = 0
    for face in node.lifted:
        kin |= node.board.codes.beside[face] | node.board.codes.reach[face][2]
    return sum(kin >> code & 1 for code in node.rack)


@dataclass(frozen=True)
class _RelaySearch:
    """What bounds a search: its effort, and how many tiles of the rack a turn may have, and must have more than."""

    effort: Effort
    most: int
    before: int

    def take_lines(self, node: Node, lays: Iterable[LinePlacement]) -> Iterator[Node]:
        """The turn with each of these lines, if it is not of too many tiles."""
        found = (node.after(lay, thrift=True) for lay in lays)
        return (after for after in found if after and len(after.used) <= self.most)


def _repair(node: Node, search: _RelaySearch, more: int, depth: int = 1) -> Iterator[Node]:
    """Find places for all that is lifted, taking up to so many lines up for it."""
    if not node.lifted and not node.lifted_wilds:
        yield from _repair_further(node, search)
        return
    if depth > DEEPEST or not search.effort.spend():
        return
    must = min(node.lifted, key=lambda face: _count_partners(node, face)) if node.lifted else 0
    lays = [lay for lay in node.find_lines(LONGEST, moving=True, must=must) if must or lay.wild]
    stuck = True
    for after in search.take_lines(node, sorted(lays, key=lambda lay: _strangers(lay, node))[:BRANCHES]):
        for found in _repair(after, search, more, depth + 1):
            stuck = False
            yield found
    if stuck and more and must:
        for after in _take_up_another(node, must):
            yield from _repair(after, search, more - 1, depth + 1)


def _repair_further(node: Node, search: _RelaySearch) -> Iterator[Node]:
    """The turn, if it places a tile; else, if anything has moved, with one more line from the rack."""
    if len(node.used) > search.before:
        yield node
    elif node.moved and search.effort.spend():
        lays = sorted(node.find_lines(LONGEST, moving=False), key=lambda lay: (-lay.rise, len(lay.cells)))
        yield from search.take_lines(node, lays[:BRANCHES])


def _take_up_another(node: Node, must: int) -> Iterator[Node]:
    """One more line taken up, for a tile of it that can lie next to this face."""
    board = node.board
    beside = board.codes.beside[must]
    for way in board.ways:
        for line in board.lines(way):
            if any(beside >> board.faces[at] & 1 and not board.crossing >> at & 1 for at in line):
                up = _take_up(node, line)
                if up:
                    yield up


def _count_partners(node: Node, face: int) -> tuple[int, int]:
    """How many faces of the hand can lie next to this one; the fewer, the sooner it must find a place."""
    beside = node.board.codes.beside[face]
    return (beside & node.hand(moving=True).mask).bit_count(), face


def _strangers(lay: LinePlacement, node: Node) -> int:
    return sum(face not in node.lifted for face in lay.faces)
