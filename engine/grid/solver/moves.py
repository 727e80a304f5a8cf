"""A turn on a grid as it is thought up: lines laid by tiles of the rack, and by tiles that leave their places."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.grid.rules.cells import Changes, Move, Put
from engine.grid.solver.bitboard import Bitboard, cell_at
from engine.grid.solver.lines import AvailableTiles, LinePlacement, LineSearch
from engine.grid.solver.pockets import FreeSpace, place_rack_sets
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import JOKER

CellNumbers = tuple[int, ...]


@dataclass(frozen=True)
class Node:
    """A turn so far: the board as it has become, and what is left of the rack that may be placed.

    `wild_faces` are what a wildcard of the rack can stand for, as bits; `shut` the cells that no tile can take; `used`
    the rack's tiles on the board, wildcards as 0. `lifted` are tiles of the grid that must still come to lie somewhere,
    by their faces, each as the cell where it lay before the turn; `lifted_wilds` are wildcards among them. `declared`
    is what the wildcards of the grid stood for, by their cells.
    """

    board: Bitboard
    rack: Mapping[int, int]
    wilds: int
    wild_faces: int
    shut: frozenset[int] = frozenset()
    used: CellNumbers = ()
    lifted: Mapping[int, CellNumbers] = field(default_factory=dict)
    lifted_wilds: CellNumbers = ()
    declared: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def loose(self) -> Mapping[int, CellNumbers]:
        """The cells whose tile can go without breaking a set or losing a crossing, by faces; wildcards under 0."""
        found: dict[int, list[int]] = {}
        board = self.board
        for way in board.ways:
            for line in board.lines(way, SMALLEST_SET + 1):
                for at in _find_spare(line):
                    if board.source[at] and not board.crossing >> at & 1:
                        found.setdefault(0 if at in board.wild else board.faces[at], []).append(at)
        return {code: tuple(cells) for code, cells in found.items()}

    @property
    def moved(self) -> int:
        """How many tiles of the grid lie elsewhere than before."""
        return self.board.astray.bit_count()

    def hand(self, *, moving: bool) -> AvailableTiles:
        """What there is to lay: the rack and what is lifted, and with `moving` what is loose."""
        counts = dict(self.rack)
        for code, cells in self.lifted.items():
            counts[code] = counts.get(code, 0) + len(cells)
        wilds = len(self.lifted_wilds)
        if moving:
            for code, cells in self.loose.items():
                counts[code] = counts.get(code, 0) + len(cells)
            wilds += counts.pop(0, 0)
        return AvailableTiles(counts, wilds + self.wilds, self.board.codes.every if wilds else self.wild_faces)

    def find_lines(self, limit: int, *, moving: bool, must: int = 0) -> Iterator[LinePlacement]:
        """The lines of at most `limit` new tiles, with the new face `must` among them unless it is 0."""
        hand = self.hand(moving=moving)
        yield from LineSearch(self.board, hand, limit, self.shut, must).run()
        yield from place_rack_sets(hand, FreeSpace(self.board, self.shut, self.lifted), limit, must)

    def after(self, lay: LinePlacement, *, thrift: bool) -> "Node | None":
        """The line laid by lifted tiles and by the rack; with `thrift`, by one tile of the rack and loose ones.

        None: there are not enough tiles, or a loose one is needed where it is.
        """
        laying = _LineBuilder(self, thrift=thrift)
        if not all(laying.lay(at, face, wild=at in lay.wild) for at, face in zip(lay.cells, lay.faces, strict=True)):
            return None
        return laying.finish()

    def lift(self, cells: Sequence[int]) -> "Node":
        """Take tiles of the grid up."""
        board, wilds = self.board, list(self.lifted_wilds)
        lifted = {code: list(each) for code, each in self.lifted.items()}
        for at in cells:
            if at in board.wild:
                wilds.append(board.source[at])
            else:
                lifted.setdefault(board.faces[at], []).append(board.source[at])
        return replace(
            self,
            board=board.after({}, cells, board.wild - set(cells)),
            lifted={code: tuple(each) for code, each in lifted.items()},
            lifted_wilds=tuple(wilds),
        )


class _LineBuilder:
    """A line on its way to the board, tile by tile."""

    def __init__(self, node: Node, *, thrift: bool) -> None:
        self._node, self._thrift = node, thrift
        self._laid: dict[int, tuple[int, int]] = {}
        self._gone: list[int] = []
        self._wild, self._rack, self._used = set(node.board.wild), dict(node.rack), list(node.used)
        self._lifted, self._lifted_wilds = dict(node.lifted), node.lifted_wilds
        self._wilds = node.wilds

    def lay(self, at: int, face: int, *, wild: bool) -> bool:
        """Lay one tile; False: there is none for it."""
        if wild:
            source = self._take_wildcard(at, face)
            self._wild.add(at)
        else:
            source = self._take_tile(at, face)
        if source is None:
            return False
        self._laid[at] = face, source
        return True

    def _take_tile(self, at: int, face: int) -> int | None:
        if cells := self._lifted.get(face):
            source = at if at in cells else cells[0]
            self._lifted[face] = tuple(cell for cell in cells if cell != source)
            return source
        if self._rack.get(face) and not (self._thrift and self._used and self._find_free(face)):
            self._rack[face] -= 1
            self._used.append(face)
            return 0
        return self._take(face)

    def _take_wildcard(self, at: int, face: int) -> int | None:
        if self._lifted_wilds:
            source, *rest = self._lifted_wilds
            self._lifted_wilds = tuple(rest)
            return source if source != at or self._node.declared[at] == face else None
        own = self._wilds and self._node.wild_faces >> face & 1
        if own and not (self._thrift and self._used and self._find_free(0)):
            self._wilds -= 1
            self._used.append(0)
            return 0
        return self._take(0)

    def _find_free(self, face: int) -> Sequence[int]:
        return [cell for cell in self._node.loose.get(face, ()) if cell not in self._gone]

    def _take(self, face: int) -> int | None:
        """Take a loose tile from its cell: the cell where it lay before the turn."""
        cells = self._find_free(face)
        if not cells:
            return None
        cell = cells[0]
        self._gone.append(cell)
        self._wild.discard(cell)
        return self._node.board.source[cell]

    def finish(self) -> "Node | None":
        """The turn with the line; None if what is left of another is no set."""
        node = self._node
        board = node.board.after(self._laid, self._gone, frozenset(self._wild))
        if self._gone and not board.legal():
            return None
        return Node(
            board,
            {code: count for code, count in self._rack.items() if count},
            self._wilds,
            node.wild_faces,
            node.shut,
            tuple(self._used),
            {code: cells for code, cells in self._lifted.items() if cells},
            self._lifted_wilds,
            node.declared,
        )


def _find_spare(line: Sequence[int]) -> Iterator[int]:
    """The tiles without any one of which a long line stands."""
    yield line[0]
    yield from line[SMALLEST_SET:-SMALLEST_SET]
    yield line[-1]


def list_changes(node: Node) -> Changes:
    """The turn in notation: what was placed, then what was moved."""
    board = node.board
    codes, size = board.codes, board.size
    puts, moves = [], []
    for at in board.tiles:
        face, cell, source = codes.tile(board.faces[at]), cell_at(at, size), board.source[at]
        if not source:
            puts.append(Put(cell, JOKER if at in board.wild else face, face))
        elif source != at:
            moves.append(Move(cell_at(source, size), cell, face if at in board.wild else None))
    return Changes((*puts, *moves))
