"""A bounded search for the best turn on a grid, which also tells whether that turn is proven to be the best."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.game.goals import Goal
from engine.rummykruss.rules.cells import Changes, Placing
from engine.rummykruss.rules.placing import Grid, GridTurn, NoContact, judge_turn
from engine.rummykruss.rules.scoring import MOST_POINTS
from engine.rummykruss.solver.bitboard import Bitboard, index
from engine.rummykruss.solver.codes import number_of
from engine.rummykruss.solver.effort import LINE, Effort
from engine.rummykruss.solver.lines import LinePlacement
from engine.rummykruss.solver.moves import Node, list_changes
from engine.rummykruss.solver.turns import LIFTED, add_lines, count_partners, find_turns, relay_lines, take_up_another
from engine.text.errors import IllegalMove
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import JOKER, Tile

BEAM_WIDTH = 5  # positions kept of each round
MOST_TURNS = 12  # most turns derived from one position
FEW = 3  # best turns whose lines are taken apart for more tiles


def find_most_tiles(root: Node, effort: Effort, bound: int) -> list[Node]:
    """Return turns that play many rack tiles, best first; the search stops when one plays `bound` tiles, the most.

    A beam search finds the first ones; a narrow beam goes ahead of the wide one, so that there's a good turn even if
    the budget ends early. Then lines of the best are taken apart to place more tiles.
    """
    ahead = Effort(effort.left // 2)
    found = _search_beam(root, ahead, width=1)
    effort.spend(effort.left // 2 - ahead.left)
    if not found or len(found[0].used) < bound:
        found += _search_beam(root, effort)
        found.sort(key=rank_tiles, reverse=True)
    while effort.left > 0 and (not found or len(found[0].used) < bound):
        more = []
        for node in found[:FEW] or [root]:
            more += [
                each for each in islice(relay_lines(node, effort, bound), MOST_TURNS) if len(each.used) > len(node.used)
            ]
        if not more:
            break
        grown = [after for each in sorted(more, key=rank_tiles)[-FEW:] for after in _search_beam(each, effort)]
        found = sorted([*grown, *more, *found], key=rank_tiles, reverse=True)[:MOST_TURNS]
    return found


def _search_beam(root: Node, effort: Effort, *, width: int = BEAM_WIDTH) -> list[Node]:
    """Return the turns that a beam search finds, best first; each round adds one line, and keeps `width` turns."""
    found: list[Node] = []
    front = [root]
    while front:
        seen: dict[tuple[int, ...], Node] = {}
        for node in front:
            if not effort.spend():
                break
            for after in _expand(node, effort):
                seen.setdefault(tuple(after.board.faces), after)
        front = sorted(seen.values(), key=rank_tiles, reverse=True)[:width]
        found += front
    return sorted(found, key=rank_tiles, reverse=True)


def _expand(node: Node, effort: Effort) -> Iterator[Node]:
    """Yield up to MOST_TURNS turns with one more line, long ones first, and with it at least one more rack tile."""
    found = node.find_lines(node.board.codes.box.high, moving=True, effort=effort)
    lines = sorted(found, key=lambda line: -len(line.cells))
    after = (node.after(line, thrift=False) for line in lines if effort.spend(LINE))
    return islice((each for each in after if each and len(each.used) > len(node.used)), MOST_TURNS)


def rank_tiles(node: Node) -> tuple[int, ...]:
    """Return a turn's rank, higher is better: by most rack tiles, then fewest tiles moved, then most intersections."""
    return len(node.used), -node.moved, node.board.crossings


BRANCHES = 8  # lines tried for one tile
LONGEST = 6  # most new tiles in one line


@dataclass(frozen=True)
class FitSearch:
    """A depth-first search for turns that place a whole rack; with `moving`, lines can use tiles that others spare."""

    effort: Effort
    moving: bool

    def run(self, node: Node, lines: int) -> Iterator[Node]:
        """Yield the turns that place all tiles of the rack, and those of up to `lines` lines lifted off the grid."""
        owed = {*node.rack, *node.lifted}
        if not owed and not node.wilds and not node.lifted_wilds:
            yield node
        elif self.effort.spend():
            must = min(owed, key=lambda face: count_partners(node, face)) if owed else 0
            is_stuck = True
            for after in self._place(node, must, owed):
                for turn in self.run(after, lines):
                    is_stuck = False
                    yield turn
            if is_stuck and lines and must:
                for up in take_up_another(node, must):
                    yield from self.run(up, lines - 1)

    def _place(self, node: Node, must: int, owed: set[int]) -> Iterator[Node]:
        """Yield the turn with each of BRANCHES lines with the tile `must` (0: a wildcard), most owed tiles first."""
        found = node.find_lines(LONGEST, moving=self.moving, must=must, effort=self.effort)

        def rank(line: LinePlacement) -> tuple[int, ...]:
            return -sum(face in owed for face in line.faces), len(line.cells), -line.rise

        for line in sorted((line for line in found if must or line.wild), key=rank)[:BRANCHES]:
            self.effort.spend(LINE)
            if after := node.after(line, thrift=False):
                yield after


def count_placeable(root: Node) -> int:
    """Return an upper bound on the rack tiles that a turn can place: those that could be in some set somewhere."""
    board = root.board
    wilds = root.wilds + len(board.wild)
    on_grid = sum(1 << face for face in {board.faces[at] for at in board.tiles if at not in board.wild})
    rack = dict(root.rack)
    while True:
        there = on_grid | sum(1 << code for code in rack)
        kept = {code: count for code, count in rack.items() if _can_be_in_set(code, there, wilds, root)}
        if kept == rack:
            break
        rack = kept
    return sum(rack.values()) + (root.wilds if rack or on_grid or wilds >= SMALLEST_SET else 0)


def _can_be_in_set(code: int, there: int, wilds: int, root: Node) -> bool:
    """Return whether tiles in the mask `there` and up to `wilds` wildcards make a set of three with this tile."""
    codes = root.board.codes
    group = (codes.alike[code] & there).bit_count()
    if group + wilds >= SMALLEST_SET and codes.alike[code].bit_count() >= SMALLEST_SET:
        return True
    low, high = code - number_of(code) + codes.box.low, codes.top(code)
    for first in range(max(low, code - 2), min(code, high - 2) + 1):
        if (there >> first & 7).bit_count() + wilds >= SMALLEST_SET:
            return True
    return False


STEPS = 22_000
"""The budget of one pass of a search, in steps of `Effort`.

`python -m benchmarks thinking` checks how long the decisions on a grid take with it.
"""
FITTING = 18_000  # the same budget of a search for a fit, after which Arrange may need another one
ENOUGH = 12  # turns with the given tiles among which the one that moves fewest tiles is chosen
FITS = ((0, False), (0, True), (1, True), (2, True))  # of searches for a fit: lines lifted, and whether tiles may move


@dataclass(frozen=True)
class GridPosition:
    """A position to search; `turns_left` counts the player's turns to come, this one included, None without a cap."""

    grid: Grid
    rack: tuple[Tile, ...]
    turns_left: int | None = None

    def root(self, tiles: Iterable[Tile] | None = None) -> Node:
        """Return the first state, in which these rack tiles, None for all, can be placed except for barred numbers."""
        board = Bitboard.read(self.grid)
        codes = board.codes
        barred = sum(codes.alike[number] for number in self.grid.barred if number <= codes.box.high)
        held = self.rack if tiles is None else tuple(tiles)
        naturals = Counter(codes.of(tile) for tile in held if not tile.is_joker)
        contacts = [check for check in self.grid.rules.checks if isinstance(check, NoContact)]
        untouchable = {index(cell, board.size) for check in contacts for cell in check.list_cells(self.grid)}
        return Node(
            board=board,
            rack={code: count for code, count in naturals.items() if not barred >> code & 1},
            wilds=sum(tile.is_joker for tile in held),
            wild_faces=codes.every & ~barred,
            start=board,
            scoring=self.grid.rules.scoring,
            untouchable=frozenset(untouchable),
        )

    def judge(self, placing: Placing) -> GridTurn:
        """Return the legal turn with its tiles, sets and points by the rules. Raises IllegalMove."""
        return judge_turn(self.grid, self.rack, placing)


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
        if is_most:
            return replace(best, exact=True)
        return GridAnswer(None, NOTHING, exact=False) if goal is Goal.OUT else best
    if goal is Goal.VALUE:
        return _find_dearest(question, root, Effort(steps))
    found = _find_legal(question, find_turns(root, Effort(steps)))
    return replace(found, exact=found.turn is not None)


def _find_dearest(question: GridPosition, root: Node, effort: Effort) -> GridAnswer:
    """Return the legal turn that scores most; lines are taken apart only if no turn without that scores MOST_POINTS."""
    turns = list(add_lines(root, effort))
    best = _pick_legal(question, turns, _score)
    if best.points < MOST_POINTS:
        best = _pick_legal(question, [*turns, *relay_lines(root, effort, lines=LIFTED)], _score)
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
    wanted = Counter(tiles)
    fitting = [
        node
        for node in find_turns(root, Effort(share))
        if Counter(node.board.codes.tile(code) if code else JOKER for code in node.used) == wanted
    ]
    return _pick_legal(question, fitting, _rank_calm)


def _rank_calm(node: Node) -> tuple[int, ...]:
    return -node.moved, node.board.crossings


def _pick_legal(question: GridPosition, found: Iterable[Node], worth: Worth) -> GridAnswer:
    return _find_legal(question, sorted(found, key=worth, reverse=True))


def _find_legal(question: GridPosition, found: Iterable[Node]) -> GridAnswer:
    for node in found:
        placing = list_changes(node)
        try:
            return GridAnswer(question.judge(placing), placing, exact=False)
        except IllegalMove:  # the search ignores rules on where moved tiles come from
            continue
    return GridAnswer(None, NOTHING, exact=False)


def _score(node: Node) -> tuple[int, ...]:
    return node.points, -node.moved, node.rise, len(node.used)
