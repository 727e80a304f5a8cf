"""Turns that take a line of the grid apart and find a place for each of its tiles, together with tiles of the rack."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.grid_lines import Lay
from engine.grid_moves import Node

LONGEST = 5  # new tiles in a line of a turn that takes others apart
BRANCHES = 10
DEEPEST = 5  # lines


@dataclass
class Effort:
    """How many positions may still be looked at."""

    left: int

    def spend(self) -> bool:
        """Look at one more, if there is any left."""
        self.left -= 1
        return self.left >= 0


def relaid(root: Node, effort: Effort, most: int) -> Iterator[Node]:
    """Turns of at most `most` tiles of the rack that take a line up, first those lines that go with the rack."""
    for swapped in _swapped(root):
        yield from _repaired(swapped, effort, most, 1)
    lines = [lifted for way in root.board.ways for line in root.board.lines(way) if (lifted := _up(root, line))]
    for node in sorted(lines, key=lambda node: -_promise(node)):
        yield from _repaired(node, effort, most, 1)


def _up(root: Node, line: list[int]) -> Node | None:
    """A line taken up, but for the tiles that lie in another one; None if two of these are neighbours."""
    kept = [place for place, at in enumerate(line) if root.board.crossing >> at & 1]
    if len(kept) == len(line) or any(two == one + 1 for one, two in pairwise(kept)):
        return None
    return root.lift([at for place, at in enumerate(line) if place not in kept])


def _swapped(root: Node) -> Iterator[Node]:
    """A tile of the rack in the place of a wildcard that stood for it."""
    for at in sorted(root.board.wild):
        face = root.board.faces[at]
        if root.rack.get(face) and root.board.source[at] == at and at not in root.shut:
            node = root.lift([at])
            rack = {code: count - (code == face) for code, count in root.rack.items()}
            board = node.board.after({at: (face, 0)}, (), node.board.wild)
            yield replace(node, board=board, rack=rack, used=(*root.used, face))


def _promise(node: Node) -> int:
    """How many faces of the rack can be in a set with what is lifted."""
    kin = 0
    for face in node.lifted:
        kin |= node.board.codes.beside[face] | node.board.codes.reach[face][2]
    return sum(kin >> code & 1 for code in node.rack)


def _repaired(node: Node, effort: Effort, most: int, depth: int) -> Iterator[Node]:
    """Find places for all that is lifted."""
    if not node.lifted and not node.lifted_wilds:
        if node.used:
            yield node
        return
    if depth > DEEPEST or not effort.spend():
        return
    must = min(node.lifted, key=lambda face: _company(node, face)) if node.lifted else 0
    lays = [lay for lay in node.lays(LONGEST, moving=True, must=must) if must or lay.wild]
    for lay in sorted(lays, key=lambda lay: _strangers(lay, node))[:BRANCHES]:
        after = node.after(lay, thrift=True)
        if after and len(after.used) <= most:
            yield from _repaired(after, effort, most, depth + 1)


def _company(node: Node, face: int) -> tuple[int, int]:
    """How many faces of the hand can lie next to this one; the fewer, the sooner it must find a place."""
    beside = node.board.codes.beside[face]
    return (beside & node.hand(moving=True).mask).bit_count(), face


def _strangers(lay: Lay, node: Node) -> int:
    return sum(face not in node.lifted for face in lay.faces)
