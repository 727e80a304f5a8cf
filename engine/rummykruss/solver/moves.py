"""The search's states: unfinished turns, which add lines of rack tiles and of tiles from other cells of the grid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.rummykruss.rules.cells import Changes, Move, Put
from engine.rummykruss.rules.scoring import Scoring, has_connection
from engine.rummykruss.solver.bitboard import Bitboard, cell_at
from engine.rummykruss.solver.effort import ENDLESS, NEW_SET, Effort
from engine.rummykruss.solver.lines import AvailableTiles, LinePlacement, LineSearch
from engine.rummykruss.solver.pockets import FreeSpace, place_rack_sets
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import JOKER

CellNumbers = tuple[int, ...]


@dataclass(frozen=True)
class Node:
    """A state of the search: an unfinished turn, which has changed the grid to `board` so far.

    Tiles are given by their codes. `rack` has the number of each tile left on the rack that may be placed, and `wilds`
    the number of wildcards left; `wild_faces` are the tiles that those can stand for, as a bit mask. `start` is the
    board before the turn, and `scoring` what the turn scores for. `untouchable` are the cells of `start` with tiles
    next to which no rack tile may be placed. `used` has the rack tiles played, in order, with 0 for a wildcard.
    `lifted` are the tiles taken off the grid that still need a cell: for each tile, the cells where they were before
    the turn. `lifted_wilds` are the cells where lifted wildcards were.
    """

    board: Bitboard
    rack: Mapping[int, int]
    wilds: int
    wild_faces: int
    start: Bitboard
    scoring: Scoring
    untouchable: frozenset[int] = frozenset()
    used: CellNumbers = ()
    lifted: Mapping[int, CellNumbers] = field(default_factory=dict)
    lifted_wilds: CellNumbers = ()

    @cached_property
    def shut(self) -> frozenset[int]:
        """The cells next to a tile that no rack tile may touch."""
        if not self.untouchable:
            return frozenset()
        source = self.board.source
        closed = (at for at in self.board.tiles if source[at] in self.untouchable)
        return frozenset(at + step for at in closed for way in self.board.ways for step in (-way, way))

    @property
    def rise(self) -> int:
        """The number of intersections less the number before the turn; negative if some are lost."""
        return self.board.crossings - self.start.crossings

    @cached_property
    def points(self) -> int:
        """The points that the turn scores if it ends here (RK-20)."""
        return self.scoring.count_points(self.rise, self._is_connected)

    def _is_connected(self) -> bool:
        board, faces, before, wild = self.board, self.board.faces, self.start.faces, self.board.wild
        fresh = {
            at: 0 if at in wild else faces[at]
            for at in board.tiles
            if faces[at] != before[at] or (at in wild) != (at in self.start.wild)
        }
        return has_connection(fresh, self.used, board.list_partners)

    def predict_points(self, line: LinePlacement) -> int:
        """Return the points that a turn scores which only adds this line, without tiles from elsewhere on the grid."""
        return self.scoring.count_points(line.rise, lambda: not line.is_apart)

    @cached_property
    def loose(self) -> Mapping[int, CellNumbers]:
        """The cells of tiles, by code (0: wildcard), any one of which can leave without breaking a set or intersection.

        Tiles that this turn placed from the rack aren't among them.
        """
        found: dict[int, list[int]] = {}
        board = self.board
        for way in board.ways:
            for line in board.lines(way, SMALLEST_SET + 1):
                for at in (line[0], *line[SMALLEST_SET:-SMALLEST_SET], line[-1]):  # without it only sets remain
                    if board.source[at] and not board.crossing >> at & 1:
                        found.setdefault(0 if at in board.wild else board.faces[at], []).append(at)
        return {code: tuple(cells) for code, cells in found.items()}

    @property
    def moved(self) -> int:
        """The number of tiles of the grid that are in another cell than before the turn."""
        return self.board.astray.bit_count()

    def hand(self, *, moving: bool) -> AvailableTiles:
        """Return the tiles that a new line can use: those on the rack, lifted ones and, with `moving`, loose ones."""
        counts = dict(self.rack)
        for code, cells in self.lifted.items():
            counts[code] = counts.get(code, 0) + len(cells)
        wilds = len(self.lifted_wilds)
        if moving:
            for code, cells in self.loose.items():
                counts[code] = counts.get(code, 0) + len(cells)
            wilds += counts.pop(0, 0)
        return AvailableTiles(counts, wilds + self.wilds, self.board.codes.every if wilds else self.wild_faces)

    def find_lines(
        self, limit: int, *, moving: bool, must: int = 0, effort: Effort | None = None
    ) -> Iterator[LinePlacement]:
        """Yield the lines that can be added with at most `limit` new tiles: those that touch a tile, then the others.

        With `moving`, loose tiles can be new in a line. Unless `must` is 0, each line has a new tile of that code. The
        search ends when the budget `effort` is spent.
        """
        hand, budget = self.hand(moving=moving), effort or Effort(ENDLESS)
        yield from LineSearch(self.board, hand, limit, self.shut, must, budget).run()
        for line in place_rack_sets(hand, FreeSpace(self.board, self.shut, self.lifted), limit, must):
            if not budget.spend(NEW_SET):
                return
            yield line

    def after(self, line: LinePlacement, *, thrift: bool) -> "Node | None":
        """Return the turn with a line added, or None if tiles are missing or taking a loose one breaks a set.

        Lifted tiles are used first, then tiles of the rack, then loose ones, which sets of the grid can spare. With
        `thrift`, loose tiles come before tiles of the rack as soon as one rack tile is played.
        """
        builder = _LineBuilder(self, thrift=thrift)
        cells = zip(line.cells, line.faces, strict=True)
        if not all(builder.place(at, face, wild=at in line.wild) for at, face in cells):
            return None
        return builder.finish()

    def lift(self, cells: Sequence[int]) -> "Node":
        """Return the turn with the tiles of these cells lifted: they are off the grid and must be placed again."""
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
    """Adds one line to a turn tile by tile, each from the lifted tiles, the rack, or the loose tiles of other sets."""

    def __init__(self, node: Node, *, thrift: bool) -> None:
        self._node, self._thrift = node, thrift
        self._placed: dict[int, tuple[int, int]] = {}
        self._gone: list[int] = []
        self._wild, self._rack, self._used = set(node.board.wild), dict(node.rack), list(node.used)
        self._lifted, self._lifted_wilds = dict(node.lifted), node.lifted_wilds
        self._wilds = node.wilds

    def place(self, at: int, face: int, *, wild: bool) -> bool:
        """Put the tile of this code, or a wildcard for it, in the cell `at`, and return whether one was available."""
        if wild:
            source = self._take_wildcard(at, face)
            self._wild.add(at)
        else:
            source = self._take_tile(at, face)
        if source is None:
            return False
        self._placed[at] = face, source
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
            return source if source != at or self._node.start.faces[at] == face else None
        own = self._wilds and self._node.wild_faces >> face & 1
        if own and not (self._thrift and self._used and self._find_free(0)):
            self._wilds -= 1
            self._used.append(0)
            return 0
        return self._take(0)

    def _find_free(self, face: int) -> Sequence[int]:
        return [cell for cell in self._node.loose.get(face, ()) if cell not in self._gone]

    def _take(self, face: int) -> int | None:
        """Lift a tile that a set can spare (code 0: a wildcard); return its cell before the turn, None if none is."""
        cells = self._find_free(face)
        if not cells:
            return None
        cell = cells[0]
        self._gone.append(cell)
        self._wild.discard(cell)
        return self._node.board.source[cell]

    def finish(self) -> "Node | None":
        """Return the turn with the line added, or None if a tile was taken from a line that isn't a set without it."""
        node = self._node
        board = node.board.after(self._placed, self._gone, frozenset(self._wild))
        if self._gone and not board.legal():
            return None
        return Node(
            board,
            {code: count for code, count in self._rack.items() if count},
            self._wilds,
            node.wild_faces,
            node.start,
            node.scoring,
            node.untouchable,
            tuple(self._used),
            {code: cells for code, cells in self._lifted.items() if cells},
            self._lifted_wilds,
        )


def list_changes(node: Node) -> Changes:
    """Return the turn as changes of the grid: tiles placed, then tiles moved, each in the order of their new cells."""
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
