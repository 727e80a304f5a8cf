"""A bounded search for the best turn on a grid, which also tells whether that turn is proven to be the best."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.game.goals import Goal
from engine.grid.rules.cells import Changes, Placing
from engine.grid.rules.placing import Grid, GridCheck, GridTurn, NoContact, judge_turn
from engine.grid.rules.scoring import MOST_POINTS
from engine.grid.solver.bitboard import Bitboard, index
from engine.grid.solver.bounds import count_placeable
from engine.grid.solver.effort import Effort
from engine.grid.solver.fitting import FitSearch
from engine.grid.solver.most_tiles import find_most_tiles, rank_tiles
from engine.grid.solver.moves import Node, list_changes
from engine.grid.solver.relaying import relay_lines
from engine.grid.solver.turns import LIFTED, MANY, add_lines, find_turns
from engine.text.errors import IllegalMove
from engine.tiles.tiles import JOKER, Tile

STEPS = 22_000
"""The budget of one pass of a search, in steps of `Effort`.

`python -m benchmarks thinking` checks how long the decisions on a grid take with it.
"""
FITTING = 18_000  # the same budget of a search for a fit, after which Arrange may need another one
ENOUGH = 12  # turns with the given tiles among which the one that moves fewest tiles is chosen
FITS = ((0, False), (0, True), (1, True), (2, True))  # of searches for a fit: lines lifted, and whether tiles may move


@dataclass(frozen=True)
class GridPosition:
    """A position to search: a grid, the rack of the player to move, and the rules that a turn must keep.

    `checks` judge a turn whose lines are all sets. `bars` takes the numbers that a turn places, in order, and returns
    those that the next turn can't place. `turns_left` is the number of the player's turns to come, this one included;
    None without a cap.
    """

    grid: Grid
    rack: tuple[Tile, ...]
    checks: Sequence[GridCheck]
    bars: Callable[[Sequence[int]], Sequence[int]]
    turns_left: int | None = None

    def root(self, tiles: Iterable[Tile] | None = None) -> Node:
        """Return the search's first state, in which nothing is played yet.

        `tiles` are the rack tiles that may be placed, None for the whole rack. Tiles with barred numbers are left out.
        """
        board = Bitboard.read(self.grid)
        codes = board.codes
        barred = sum(codes.alike[number] for number in self.grid.barred if number <= codes.box.high)
        held = self.rack if tiles is None else tuple(tiles)
        naturals = Counter(codes.of(tile) for tile in held if not tile.is_joker)
        contacts = [check for check in self.checks if isinstance(check, NoContact)]
        untouchable = {index(cell, board.size) for check in contacts for cell in check.list_cells(self.grid)}
        return Node(
            board=board,
            rack={code: count for code, count in naturals.items() if not barred >> code & 1},
            wilds=sum(tile.is_joker for tile in held),
            wild_faces=codes.every & ~barred,
            start=board,
            scoring=self.grid.scoring,
            untouchable=frozenset(untouchable),
        )

    def judge(self, placing: Placing) -> GridTurn:
        """Return the turn with its tiles, sets and points as the rules see them, if it's legal.

        Raises:
            IllegalMove: the turn breaks a rule.
        """
        return judge_turn(self.grid, self.rack, placing, self.checks)


@dataclass(frozen=True)
class GridAnswer:
    """The result of a search: a legal turn or None, and `placing`, the same turn as changes of the grid.

    `exact` is whether it's proven that no turn serves the goal better, or without a turn, that there is none.
    """

    turn: GridTurn | None
    placing: Changes
    exact: bool

    @property
    def points(self) -> int:
        """The points that the turn scores; 0 without a turn."""
        return self.turn.points if self.turn else 0


NOTHING = Changes(())
Worth = Callable[[Node], tuple[int, ...]]


def solve(question: GridPosition, goal: Goal, tiles: Sequence[Tile] = (), *, steps: int = STEPS) -> GridAnswer:
    """Return the turn that serves the goal best among those found in `steps` steps of each pass of the search.

    `tiles` are the rack tiles that `Goal.FIT` must place. For `Goal.VALUE`, a turn counts as the points it scores. A
    grid has no openings, so `Goal.OPENING` accepts any turn.
    """
    if goal is Goal.FIT:
        return _fit(question, tiles, min(FITTING, steps))
    root = question.root()
    bound = count_placeable(root)
    if bound < (max(1, len(question.rack)) if goal is Goal.OUT else 1):
        return GridAnswer(None, NOTHING, exact=True)
    if goal is Goal.TILES or goal is Goal.OUT:
        best = _pick_legal(question, find_most_tiles(root, Effort(steps), bound), rank_tiles)
        is_most = best.turn is not None and len(best.turn.played) == bound
        return replace(best, exact=True) if is_most else _leave_unproven(best, goal)
    if goal is Goal.VALUE:
        return _find_dearest(question, root, Effort(steps))
    found = _find_legal(question, find_turns(root, Effort(steps)))
    return replace(found, exact=found.turn is not None)


def _leave_unproven(best: GridAnswer, goal: Goal) -> GridAnswer:
    """Return the answer of a search that hasn't placed all it could: none if the whole rack has to be placed."""
    return GridAnswer(None, NOTHING, exact=False) if goal is Goal.OUT else best


def _find_dearest(question: GridPosition, root: Node, effort: Effort) -> GridAnswer:
    """Return the legal turn that scores most; lines are taken apart only if no turn without that scores MOST_POINTS."""
    turns = list(add_lines(root, effort, MANY))
    best = _pick_legal(question, turns, _score)
    if best.points < MOST_POINTS:
        best = _pick_legal(question, [*turns, *relay_lines(root, effort, MANY, LIFTED)], _score)
    return replace(best, exact=best.points == MOST_POINTS)


def _fit(question: GridPosition, tiles: Sequence[Tile], steps: int) -> GridAnswer:
    """Return a turn that places exactly these rack tiles, and moves as few tiles of the grid as the search finds."""
    if not tiles or Counter(tiles) - Counter(question.rack):
        return GridAnswer(None, NOTHING, exact=True)
    root = question.root(tiles)
    if count_placeable(root) < len(tiles):
        return GridAnswer(None, NOTHING, exact=True)
    share = steps // (len(FITS) + 1)
    for lines, moving in FITS:
        turns = islice(FitSearch(Effort(share), moving=moving).run(root, lines), ENOUGH)
        best = _pick_legal(question, turns, _rank_calm)
        if best.turn:
            return replace(best, exact=not moving)
    return _pick_legal(question, _keep_fitting(find_turns(root, Effort(share)), tiles), _rank_calm)


def _keep_fitting(found: Iterable[Node], tiles: Sequence[Tile]) -> list[Node]:
    """Return the turns that place exactly these rack tiles."""
    wanted = Counter(tiles)
    return [node for node in found if _count_rack_tiles(node) == wanted]


def _count_rack_tiles(node: Node) -> Counter[Tile]:
    """Return the number of each rack tile that the turn plays."""
    return Counter(node.board.codes.tile(code) if code else JOKER for code in node.used)


def _rank_calm(node: Node) -> tuple[int, ...]:
    return -node.moved, node.board.crossings


def _pick_legal(question: GridPosition, found: Iterable[Node], worth: Worth) -> GridAnswer:
    """Return the turn in `found` with the highest worth that is legal, or no turn; `exact` is always False."""
    return _find_legal(question, sorted(found, key=worth, reverse=True))


def _find_legal(question: GridPosition, found: Iterable[Node]) -> GridAnswer:
    """Return the first legal turn in `found`, or no turn; `exact` is always False."""
    for node in found:
        placing = list_changes(node)
        try:
            return GridAnswer(question.judge(placing), placing, exact=False)
        except IllegalMove:  # the search ignores rules on where moved tiles come from
            continue
    return GridAnswer(None, NOTHING, exact=False)


def _score(node: Node) -> tuple[int, ...]:
    """Return a turn's rank, higher is better, by the points that it scores.

    Ties are broken by fewest tiles moved, then most intersections gained, then most rack tiles.
    """
    return node.points, -node.moved, node.rise, len(node.used)
