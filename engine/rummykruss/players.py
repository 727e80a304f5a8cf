"""The computer players on a grid; they see only what their seat sees."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.game.actions import Action, Draw, Pass
from engine.game.goals import Level
from engine.rummykruss.rules.actions import Pick, Place
from engine.rummykruss.rules.placing import NoContact
from engine.rummykruss.rules.scoring import MOST_POINTS
from engine.rummykruss.rules.tiles import GridTile
from engine.rummykruss.solver.bitboard import cell_at
from engine.rummykruss.solver.effort import Effort
from engine.rummykruss.solver.lines import LinePlacement
from engine.rummykruss.solver.moves import Node, list_changes
from engine.rummykruss.solver.search import GridPosition
from engine.rummykruss.solver.turns import find_turns
from engine.rummykruss.view import GridView
from engine.text.errors import IllegalMove, NoSuchSeat
from engine.tiles.bit_masks import iterate_bits
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.sets import Mark
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import JOKER, Tile


@dataclass(frozen=True)
class OpponentExpectation:
    """An estimate of what the opponent can score next, with a rack of random tiles that the viewer doesn't see."""

    view: GridView
    question: GridPosition

    @cached_property
    def likely(self) -> Mapping[int, float]:
        """The probability that the opponent has at least one of a tile, by its code; not for wildcards."""
        held = self.view.rack.tiles if self.view.rack else ()
        unseen = Counter(self.view.box.tiles())
        unseen.subtract(held)
        unseen.subtract(each.tile for each in self.view.tiles)
        theirs = sum(seat.tiles for index, seat in enumerate(self.view.seats) if index != self.view.you)
        share = theirs / max(1, unseen.total())
        codes = self.question.root().board.codes
        return {
            codes.of(tile): 1 - (1 - share) ** count
            for tile, count in unseen.items()
            if count > 0 and not tile.is_joker
        }

    def estimate_points(self, node: Node) -> float:
        """Return the points, 0 to 2, expected of the opponent's next turn after `node` if it places just one tile."""
        board = node.board
        placed = [board.codes.tile(board.faces[at]).number for at in board.tiles if not board.source[at]]
        barred = set(self.question.grid.rules.barred(placed))
        no_tile = [1.0] * (MOST_POINTS + 1)
        for face, brings in list_open_cells(self._find_next(node)).items():
            if board.codes.tile(face).number not in barred:
                for points in range(1, brings + 1):
                    no_tile[points] *= 1 - self.likely.get(face, 0)
        return sum(1 - each for each in no_tile[1:])

    def _find_next(self, node: Node) -> Node:
        """Return the first search state of the opponent's next turn after the viewer's turn `node`."""
        if not any(isinstance(check, NoContact) for check in self.question.grid.rules.checks):
            return node
        board, on_grid = node.board, {}
        for at in board.tiles:
            face, cell = board.codes.tile(board.faces[at]), cell_at(at, board.size)
            on_grid[cell] = GridTile(*cell, JOKER if at in board.wild else face, face, Mark.STILL)
        last = tuple(cell_at(at, board.size) for at in board.tiles if not board.source[at])
        grid = replace(self.question.grid, on_grid=on_grid, last=last)
        return replace(self.question, grid=grid, rack=()).root()


def list_open_cells(node: Node) -> Mapping[int, int]:
    """Return the most points, 1 or 2, that placing just one tile can score, by codes of tiles that fit somewhere."""
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


SIMPLE = 4  # most new tiles in a line of a beginner or a fair player
NOTICED = 2  # lines out of ten that a beginner sees
STEPS = 26_000  # of the search of a strong player or a master for one turn, as in `Effort` (`benchmarks thinking`)
COMPARED = 12  # best turns that a master compares by what the opponent can expect
A_TILE = 1.1  # points that a rack tile may bring later: more than a poor turn scores, or than drawing one costs
A_WILDCARD = 1.6  # points that a wildcard on the rack may bring later
A_TILE_TOO_MANY = 0.1  # the same for both when too few turns are left to place them
TO_DENY = 0.1  # weight of the opponent's expected points when a master compares turns


@dataclass(frozen=True)
class GridPlayerView:
    """The information that a computer chooses by: `view` is its seat's, `luck` the seed of its random choices."""

    view: GridView
    question: GridPosition
    luck: bytes


def choose(view: GridView, question: GridPosition, level: Level, luck: bytes) -> Action:
    """Return the action that a computer of this level takes in the viewer's seat; `luck` seeds its random choices.

    Raises NoSuchSeat: the view is a spectator's.
    """
    if view.you is None:
        raise NoSuchSeat
    if view.row:
        return Pick(view.you, _pick_tile(view, level, luck))
    for node in PLAYERS[level](GridPlayerView(view, question, luck)):
        placing = list_changes(node)
        try:
            question.judge(placing)
        except IllegalMove:  # the search ignores rules on where moved tiles come from
            continue
        return Place(view.you, placing)
    return Draw(view.you, 1) if view.may_draw else Pass(view.you)


# The levels: each yields its turns, best first


def _rank_as_beginner(seen: GridPlayerView) -> Iterator[Node]:
    """Yield the turns that a beginner considers, most tiles first: a random fifth of those in `_find_simple`."""
    root = seen.question.root()
    noticed = [
        line
        for index, line in enumerate(_find_simple(root))
        if shuffle(range(10), seen.luck, f"line {index}")[0] < NOTICED
    ]
    return _add_each(root, sorted(noticed, key=lambda line: (-len(line.cells), -line.rise)))


def _rank_as_fair(seen: GridPlayerView) -> Iterator[Node]:
    """Yield the turns that a fair player considers: all in `_find_simple`, by most points, then fewest tiles."""
    root = seen.question.root()
    lines = sorted(_find_simple(root), key=lambda line: (-root.predict_points(line), len(line.cells), -line.rise))
    return _add_each(root, lines)


def _rank_as_strong(seen: GridPlayerView) -> Iterator[Node]:
    """Yield turns found by a bounded search, moves included, by most points, then most intersections gained."""
    root = seen.question.root()
    found = find_turns(root, Effort(STEPS), lines=1)
    return iter(sorted(found, key=lambda node: (-node.points, -node.rise, -len(node.used), node.moved)))


def _rank_as_master(seen: GridPlayerView) -> Iterator[Node]:
    """Yield the turns that a master considers, by their worth, highest first.

    A turn is worth its points, less what its tiles could bring later; small fractions prefer intersections and few
    moves. Among the first COMPARED, turns that leave the opponent fewer points also move up. While the pool has tiles,
    turns worth less than drawing one, which costs a point (RK-8), are left out.
    """
    root = seen.question.root()
    found = []
    for node in find_turns(root, Effort(STEPS), most=SMALLEST_SET, lines=2):
        found.append(node)
        if node.points == MOST_POINTS and len(node.used) == 1 and 0 not in node.used:
            break
    left = seen.question.turns_left
    is_late = left is not None and left <= len(seen.question.rack)
    tile, wildcard = (A_TILE_TOO_MANY, A_TILE_TOO_MANY) if is_late else (A_TILE, A_WILDCARD)

    def worth(node: Node) -> float:
        wildcards = node.used.count(0)
        kept = tile * (len(node.used) - wildcards) + wildcard * wildcards
        return node.points - kept + node.rise / 100 - node.moved / 1000

    good = [node for node in found if worth(node) >= tile - 1] if seen.view.may_draw else found
    outlook = OpponentExpectation(seen.view, seen.question)
    best = sorted(good, key=worth, reverse=True)
    compared = sorted(best[:COMPARED], key=lambda node: TO_DENY * outlook.estimate_points(node) - worth(node))
    return iter((*compared, *best[COMPARED:]))


def _find_simple(root: Node) -> Iterator[LinePlacement]:
    return root.find_lines(SIMPLE, moving=False, effort=Effort(STEPS))


def _add_each(root: Node, lines: Iterable[LinePlacement]) -> Iterator[Node]:
    found = (root.after(line, thrift=False) for line in lines)
    return (node for node in found if node)


PLAYERS: Mapping[Level, Callable[[GridPlayerView], Iterator[Node]]] = {
    Level.BEGINNER: _rank_as_beginner,
    Level.FAIR: _rank_as_fair,
    Level.STRONG: _rank_as_strong,
    Level.EAGER: _rank_as_master,  # which never holds all its tiles back here
    Level.MASTER: _rank_as_master,
}


# The draft


def _pick_tile(view: GridView, level: Level, luck: bytes) -> Tile:
    """Return the tile to pick in an open draft: the one that fits the viewer's rack best; a beginner's is random."""
    row = shuffle(view.row, luck, "pick")
    if level is Level.BEGINNER:
        return row[0]
    held = set(view.rack.tiles if view.rack else ())
    return max(row, key=lambda tile: _measure_fit(tile, held))


def _measure_fit(tile: Tile, held: set[Tile]) -> int:
    """Return how well a tile goes with the rack, higher is better: a wildcard best, a duplicate gets nothing."""
    if tile.is_joker:
        return SMALLEST_SET * len(held) + 1
    return sum(_measure_closeness(tile, each) for each in held if not each.is_joker) - SMALLEST_SET * (tile in held)


def _measure_closeness(one: Tile, two: Tile) -> int:
    """Return 3 for equal tiles, 2 for neighbors in a run or one number, 1 for two apart in a run, or else 0."""
    if one.color == two.color:
        return max(0, SMALLEST_SET - abs(one.number - two.number))
    return (SMALLEST_SET - 1) * (one.number == two.number)
