"""The best turn on a grid that a bounded search finds, and whether it is proven to be the best."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from engine.game.goals import Goal
from engine.grid.rules.cells import Changes, Placing
from engine.grid.rules.placing import Grid, GridCheck, GridTurn, judge_turn, no_contact_with_the_last_tiles
from engine.grid.rules.reading import list_neighbours
from engine.grid.rules.scoring import MOST_POINTS, points
from engine.grid.solver.bitboard import Bitboard, index
from engine.grid.solver.codes import number_of
from engine.grid.solver.lines import LinePlacement
from engine.grid.solver.moves import Node, list_changes
from engine.grid.solver.relaying import Effort, relay_lines
from engine.text.errors import IllegalMove
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import JOKER, Tile

NODES = 160  # positions to look at: a millisecond or two each
BEAM_WIDTH = 5  # positions kept of each round
LAYS = 12  # lines tried in each of them
FEW = 3
SHORT = 4  # new tiles of a line
PROMISING = 40  # lines of either order
MANY = 9  # tiles of the rack in a turn of one line

Worth = Callable[[Node], tuple[int, ...]]


@dataclass(frozen=True)
class GridPosition:
    """A grid, the rack of the player to move, and the rules that a turn must keep.

    `bars` says of the numbers that a turn places which the next one can't place; `turns_left` is how many turns the
    player has, this one among them, None without a cap.
    """

    grid: Grid
    rack: tuple[Tile, ...]
    checks: Sequence[GridCheck]
    bars: Callable[[Sequence[int]], Sequence[int]]
    turns_left: int | None = None

    def root(self, tiles: Iterable[Tile] | None = None) -> Node:
        """The turn before it begins, with those tiles of the rack that may be placed: all, or some that are named."""
        board = Bitboard.read(self.grid)
        codes = board.codes
        barred = sum(codes.alike[number] for number in self.grid.barred if number <= codes.box.high)
        held = self.rack if tiles is None else tuple(tiles)
        naturals = Counter(codes.of(tile) for tile in held if not tile.is_joker)
        touching = self.grid.last if no_contact_with_the_last_tiles in self.checks else ()
        shut = {
            index(cell, board.size) for last in touching for cell in list_neighbours(last) if max(cell) < board.size
        }
        return Node(
            board=board,
            rack={code: count for code, count in naturals.items() if not barred >> code & 1},
            wilds=sum(tile.is_joker for tile in held),
            wild_faces=codes.every & ~barred,
            shut=frozenset(shut),
            declared={at: board.faces[at] for at in board.wild},
        )

    def judge(self, placing: Placing) -> GridTurn:
        """The turn as the rules see it.

        Raises:
            IllegalMove: it is against them.
        """
        return judge_turn(self.grid, self.rack, placing, self.checks)


@dataclass(frozen=True)
class GridAnswer:
    """A legal turn, None where none was found; `exact`: it is proven that none serves the goal better."""

    turn: GridTurn | None
    placing: Changes
    exact: bool

    @property
    def points(self) -> int:
        """What the turn scores."""
        return points(self.turn.rise) if self.turn else 0


NOTHING = Changes(())


def solve(question: GridPosition, goal: Goal, tiles: Sequence[Tile] = (), *, nodes: int = NODES) -> GridAnswer:
    """Find the turn that serves the goal best, looking at so many positions; `tiles` are those that a `fit` lays.

    The value of a turn is what it scores. Nothing is ever opened here: an opening is any turn.
    """
    if goal is Goal.FIT:
        return _fit(question, tiles, nodes)
    root = question.root()
    bound = count_placeable(root)
    if goal is Goal.OUT and bound < len(question.rack):
        return GridAnswer(None, NOTHING, exact=True)
    if not bound:
        return GridAnswer(None, NOTHING, exact=True)
    if goal is Goal.TILES or goal is Goal.OUT:
        best = _pick_legal(question, _find_most_tiles(root, Effort(nodes), bound), _rank_tiles)
        everything = best.turn is not None and len(best.turn.played) == bound
        if goal is Goal.OUT and not everything:
            return GridAnswer(None, NOTHING, exact=False)
        return replace(best, exact=everything)
    best = _pick_legal(question, find_turns(root, Effort(nodes)), _score(root))
    enough = best.points == MOST_POINTS if goal is Goal.VALUE else best.turn is not None
    return replace(best, exact=enough)


def _fit(question: GridPosition, tiles: Sequence[Tile], nodes: int) -> GridAnswer:
    """Exactly these tiles, moving as few as can be."""
    if not tiles or Counter(tiles) - Counter(question.rack):
        return GridAnswer(None, NOTHING, exact=True)
    root = question.root(tiles)
    if count_placeable(root) < len(tiles):
        return GridAnswer(None, NOTHING, exact=True)
    still = [
        node
        for node in _search_beam(root, Effort(nodes // FEW), _rank_tiles, moving=False)
        if _count_rack_tiles(node) == Counter(tiles)
    ]
    best = _pick_legal(question, still or _find_fitting(question, tiles, nodes), _rank_calm)
    return replace(best, exact=bool(still) and best.turn is not None)


def _find_fitting(question: GridPosition, tiles: Sequence[Tile], nodes: int) -> list[Node]:
    """Turns that lay exactly these tiles; at last those that other goals would find."""
    for root in (question.root(tiles), question.root()):
        found = [*_find_most_tiles(root, Effort(nodes), count_placeable(root)), *find_turns(root, Effort(nodes))]
        if fitting := [node for node in found if _count_rack_tiles(node) == Counter(tiles)]:
            return fitting
    return []


def _count_rack_tiles(node: Node) -> Counter[Tile]:
    """The tiles of the rack on the board."""
    return Counter(node.board.codes.tile(code) if code else JOKER for code in node.used)


def _rank_calm(node: Node) -> tuple[int, ...]:
    return -node.moved, node.board.crossings


def _pick_legal(question: GridPosition, found: Iterable[Node], worth: Worth) -> GridAnswer:
    """The best of what was found that the rules allow."""
    for node in sorted(found, key=worth, reverse=True):
        placing = list_changes(node)
        try:
            return GridAnswer(question.judge(placing), placing, exact=False)
        except IllegalMove:  # a rule that looks at where the tiles of the grid come from
            continue
    return GridAnswer(None, NOTHING, exact=False)


def _rank_tiles(node: Node) -> tuple[int, ...]:
    """Most tiles, the least moved."""
    return len(node.used), -node.moved, node.board.crossings


def _score(root: Node) -> Worth:
    """Most points, the least moved, then intersections, then tiles."""
    before = root.board.crossings

    def worth(node: Node) -> tuple[int, ...]:
        rise = node.board.crossings - before
        return points(rise), -node.moved, rise, len(node.used)

    return worth


def find_turns(root: Node, effort: Effort, most: int = MANY, lines: int = 2) -> Iterator[Node]:
    """Turns of one new line each, thrifty ones and others; then those that take up to so many lines apart."""
    effort.spend()
    lays = list(root.find_lines(SHORT, moving=True))
    for order, thrift in ((_rank_thrifty, True), (_rank_lavish, False)):
        for lay in sorted(lays, key=partial(order, root))[:PROMISING]:
            node = root.after(lay, thrift=thrift)
            if node and node.used and len(node.used) <= most:
                yield node
    yield from relay_lines(root, effort, most, lines)


def _rank_thrifty(root: Node, lay: LinePlacement) -> tuple[int, ...]:
    """Best scores first, then those for which the rack gives least."""
    return -points(lay.rise), sum(face not in root.loose for face in lay.faces), -lay.rise


def _rank_lavish(root: Node, lay: LinePlacement) -> tuple[int, ...]:  # noqa: ARG001  # the other order needs it
    """Best scores first, then those with most tiles."""
    return -points(lay.rise), -lay.rise, -len(lay.cells)


def _find_most_tiles(root: Node, effort: Effort, bound: int) -> list[Node]:
    """Turns of many tiles: new lines upon new lines, then lines taken apart for more."""
    found = _search_beam(root, effort, _rank_tiles, moving=True)
    while effort.left > 0 and (not found or len(found[0].used) < bound):
        more = []
        for node in found[:FEW] or [root]:
            more += [each for each in islice(relay_lines(node, effort, bound), LAYS) if len(each.used) > len(node.used)]
        if not more:
            break
        grown = [
            after
            for each in sorted(more, key=_rank_tiles)[-FEW:]
            for after in _search_beam(each, effort, _rank_tiles, moving=True)
        ]
        found = sorted([*grown, *more, *found], key=_rank_tiles, reverse=True)[:LAYS]
    return found


def _search_beam(root: Node, effort: Effort, worth: Worth, *, moving: bool) -> list[Node]:
    """What comes of one line after the other, the best first; only the best of each round are followed."""
    found: list[Node] = []
    front = [root]
    while front:
        seen: dict[tuple[int, ...], Node] = {}
        for node in front:
            if not effort.spend():
                break
            for after in _expand(node, moving=moving):
                seen.setdefault(tuple(after.board.faces), after)
        front = sorted(seen.values(), key=worth, reverse=True)[:BEAM_WIDTH]
        found += front
    return sorted(found, key=worth, reverse=True)


def _expand(node: Node, *, moving: bool) -> Iterator[Node]:
    """The turn with one line more, for the lines that lay most."""
    lays = sorted(node.find_lines(node.board.codes.box.high, moving=moving), key=lambda lay: -len(lay.cells))
    after = (node.after(lay, thrift=False) for lay in lays)
    return islice((each for each in after if each and len(each.used) > len(node.used)), LAYS)


# Bounds


def count_placeable(root: Node) -> int:
    """How many tiles of the rack could lie in a set with what there is, wherever it lies: no turn places more."""
    board = root.board
    wilds = root.wilds + len(board.wild)
    lying = sum(1 << face for face in {board.faces[at] for at in board.tiles if at not in board.wild})
    rack = dict(root.rack)
    while True:
        there = lying | sum(1 << code for code in rack)
        kept = {code: count for code, count in rack.items() if _can_be_in_set(code, there, wilds, root)}
        if kept == rack:
            break
        rack = kept
    return sum(rack.values()) + (root.wilds if rack or lying or wilds >= SMALLEST_SET else 0)


def _can_be_in_set(code: int, there: int, wilds: int, root: Node) -> bool:
    """Whether some set of three holds this face, with wildcards for what is not there."""
    codes = root.board.codes
    group = (codes.alike[code] & there).bit_count()
    if group + wilds >= SMALLEST_SET and codes.alike[code].bit_count() >= SMALLEST_SET:
        return True
    low, high = code - number_of(code) + codes.box.low, codes.top(code)
    for first in range(max(low, code - 2), min(code, high - 2) + 1):
        if (there >> first & 7).bit_count() + wilds >= SMALLEST_SET:
            return True
    return False
