"""An estimate of the opponent's next turn, from the unseen tiles and the cells where a single tile fits."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.grid.rules.placing import NoContact, find_touched
from engine.grid.rules.scoring import MOST_POINTS
from engine.grid.rules.tiles import GridTile
from engine.grid.solver.bitboard import cell_at
from engine.grid.solver.moves import Node
from engine.grid.solver.search import GridPosition
from engine.grid.view import GridView
from engine.tiles.bit_masks import iterate_bits
from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER


@dataclass(frozen=True)
class OpponentExpectation:
    """An estimate of the points that the viewer's opponent can score in its next turn.

    It assumes that the opponent's rack is a random part of the tiles that the viewer doesn't see. `question` is the
    viewer's position.
    """

    view: GridView
    question: GridPosition

    @cached_property
    def likely(self) -> Mapping[int, float]:
        """The probability that the opponent has at least one of a tile, by the tile's code (an integer).

        Wildcards aren't included.
        """
        held = self.view.rack.tiles if self.view.rack else ()
        unseen = Counter(self.view.box.tiles())
        unseen.subtract(held)
        unseen.subtract(each.tile for each in self.view.tiles)
        theirs = sum(seat.tiles for place, seat in enumerate(self.view.seats) if place != self.view.you)
        share = theirs / max(1, unseen.total())
        codes = self.question.root().board.codes
        return {
            codes.of(tile): 1 - (1 - share) ** count
            for tile, count in unseen.items()
            if count > 0 and not tile.is_joker
        }

    def estimate_points(self, node: Node) -> float:
        """Return the points, 0 to 2, that the opponent's next turn is expected to score after the viewer's turn `node`.

        Only turns that place a single tile and move none are considered.
        """
        board = node.board
        placed = [board.codes.tile(board.faces[at]).number for at in board.tiles if not board.source[at]]
        barred = set(self.question.bars(placed))
        no_tile = [1.0] * (MOST_POINTS + 1)
        for face, brings in list_open_cells(self._find_next(node)).items():
            if board.codes.tile(face).number not in barred:
                for points in range(1, brings + 1):
                    no_tile[points] *= 1 - self.likely.get(face, 0)
        return sum(1 - each for each in no_tile[1:])

    def _find_next(self, node: Node) -> Node:
        """Return the first search state of the opponent's next turn after the viewer's turn `node`."""
        if not any(isinstance(check, NoContact) for check in self.question.checks):
            return node
        board, on_grid = node.board, {}
        for at in board.tiles:
            face, cell = board.codes.tile(board.faces[at]), cell_at(at, board.size)
            on_grid[cell] = GridTile(*cell, JOKER if at in board.wild else face, face, Mark.STILL)
        last = tuple(cell_at(at, board.size) for at in board.tiles if not board.source[at])
        grid = replace(self.question.grid, on_grid=on_grid, last=last, touched=find_touched(on_grid, last))
        return replace(self.question, grid=grid, rack=()).root()


def list_open_cells(node: Node) -> Mapping[int, int]:
    """Return the most points, 1 or 2, that a turn placing just one tile can score, by the tile's code (an integer).

    Tiles that fit no cell where one may be placed aren't included.
    """
    board = node.board
    across, down = board.accepted
    found: dict[int, int] = {}
    for at in across.keys() | down.keys():
        if at in node.shut:
            continue
        is_crossing = at in across and at in down
        brings = node.scoring.count_points(int(is_crossing), lambda: True)  # a tile that fits touches an older one
        for face in iterate_bits(across.get(at, board.codes.every) & down.get(at, board.codes.every)):
            found[face] = max(brings, found.get(face, 0))
    return found
