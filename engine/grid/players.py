"""Computer players on a grid, who see what their seat sees and nothing else."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.game.actions import Action, Draw, Pass
from engine.game.goals import Level
from engine.grid.expectation import OpponentExpectation
from engine.grid.rules.actions import Pick, Place
from engine.grid.rules.scoring import MOST_POINTS, points
from engine.grid.solver.moves import Node, list_changes
from engine.grid.solver.relaying import Effort
from engine.grid.solver.search import GridPosition, find_turns
from engine.grid.view import GridView
from engine.text.errors import IllegalMove, NoSuchSeat
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import Tile

SIMPLE = 4  # new tiles of a line
NOTICED = 2  # of ten lines, by a beginner
LOOKED_AT = 80  # positions in a turn, by a strong player
STUDIED = 100  # by a master
COMPARED = 12  # turns of equal score, by a master
A_TILE = 1.1  # points that a tile may still bring: more than a poor turn does, or than drawing one costs
A_WILDCARD = 1.6
A_TILE_TOO_MANY = 0.1  # where there are no turns left for it
TO_DENY = 0.1  # of what the opponent can expect


@dataclass(frozen=True)
class TurnOption:
    """A turn that could be made, and how many more intersections there would be."""

    node: Node
    rise: int

    @property
    def points(self) -> int:
        """What it scores."""
        return points(self.rise)

    @property
    def tiles(self) -> int:
        """How many leave the rack."""
        return len(self.node.used)


@dataclass(frozen=True)
class GridPlayerView:
    """What a computer goes by."""

    view: GridView
    question: GridPosition
    luck: bytes


def choose(view: GridView, question: GridPosition, level: Level, luck: bytes) -> Action:
    """What a computer of this level does in the viewer's seat.

    Raises:
        NoSuchSeat: nobody sits there.
    """
    if view.you is None:
        raise NoSuchSeat
    if view.row:
        return Pick(view.you, _pick_tile(view, level, luck))
    for option in PLAYERS[level](GridPlayerView(view, question, luck)):
        placing = list_changes(option.node)
        try:
            question.judge(placing)
        except IllegalMove:  # a rule that looks at where the tiles of the grid come from
            continue
        return Place(view.you, placing)
    return Draw(view.you, 1) if view.may_draw else Pass(view.you)


# The levels: turns, the best first


def _rank_as_beginner(seen: GridPlayerView) -> Sequence[TurnOption]:
    """Overlooks most of what the rack can lay by itself, and likes to lay much."""
    root = seen.question.root()
    noticed = [
        option
        for place, option in enumerate(_list_options(root, _find_simple(root)))
        if shuffle(range(10), seen.luck, f"line {place}")[0] < NOTICED
    ]
    return sorted(noticed, key=lambda option: (-option.tiles, -option.rise))


def _rank_as_fair(seen: GridPlayerView) -> Sequence[TurnOption]:
    """Takes the best score that the rack can lay by itself, with few tiles."""
    root = seen.question.root()
    return sorted(
        _list_options(root, _find_simple(root)), key=lambda option: (-option.points, option.tiles, -option.rise)
    )


def _rank_as_strong(seen: GridPlayerView) -> Sequence[TurnOption]:
    """Takes the best score that there is, and moves what lies there for it."""
    root = seen.question.root()
    return sorted(_list_options(root, find_turns(root, Effort(LOOKED_AT), lines=1)), key=_by_score)


def _by_score(option: TurnOption) -> tuple[int, ...]:
    return -option.points, -option.rise, -option.tiles, option.node.moved


def _rank_as_master(seen: GridPlayerView) -> Sequence[TurnOption]:
    """Lays as little as scores as much, draws rather than waste tiles, and leaves the opponent little to do."""
    root = seen.question.root()
    found = []
    for option in _list_options(root, find_turns(root, Effort(STUDIED), most=SMALLEST_SET, lines=2)):
        found.append(option)
        if option.points == MOST_POINTS and option.tiles == 1 and 0 not in option.node.used:
            break
    costs = Costs.of(seen)
    good = [option for option in found if costs.worth(option) >= costs.drawing] if seen.view.may_draw else found
    outlook = OpponentExpectation(seen.view, seen.question)
    best = sorted(good, key=costs.worth, reverse=True)
    compared = sorted(
        best[:COMPARED], key=lambda option: TO_DENY * outlook.estimate_points(option.node) - costs.worth(option)
    )
    return [*compared, *best[COMPARED:]]


@dataclass(frozen=True)
class Costs:
    """What a tile and a wildcard may still bring, in points, and what drawing one is worth."""

    tile: float
    wildcard: float

    @classmethod
    def of(cls, seen: GridPlayerView) -> "Costs":
        """As long as there are turns left to place them, one by one."""
        left = seen.question.turns_left
        if left is not None and left <= len(seen.question.rack):
            return cls(A_TILE_TOO_MANY, A_TILE_TOO_MANY)
        return cls(A_TILE, A_WILDCARD)

    @property
    def drawing(self) -> float:
        """RK-8: a point for a tile."""
        return self.tile - 1

    def worth(self, option: TurnOption) -> float:
        """Points now, less those that the tiles could still bring; then intersections, and little disturbance."""
        wildcards = option.node.used.count(0)
        kept = self.tile * (option.tiles - wildcards) + self.wildcard * wildcards
        return option.points - kept + option.rise / 100 - option.node.moved / 1000


def _find_simple(root: Node) -> Iterator[Node]:
    """One new line from the rack alone."""
    found = (root.after(lay, thrift=False) for lay in root.find_lines(SIMPLE, moving=False))
    return (node for node in found if node)


def _list_options(root: Node, found: Iterator[Node]) -> Iterator[TurnOption]:
    before = root.board.crossings
    return (TurnOption(node, node.board.crossings - before) for node in found)


PLAYERS: Mapping[Level, Callable[[GridPlayerView], Sequence[TurnOption]]] = {
    Level.BEGINNER: _rank_as_beginner,
    Level.FAIR: _rank_as_fair,
    Level.STRONG: _rank_as_strong,
    Level.MASTER: _rank_as_master,
}


# The draft


def _pick_tile(view: GridView, level: Level, luck: bytes) -> Tile:
    """The tile of the row with most company on the rack; a beginner takes any."""
    row = shuffle(view.row, luck, "pick")
    if level is Level.BEGINNER:
        return row[0]
    held = set(view.rack.tiles if view.rack else ())
    return max(row, key=lambda tile: _measure_fit(tile, held))


def _measure_fit(tile: Tile, held: set[Tile]) -> int:
    """How well a tile goes with the rack: a wildcard best, a second copy worst."""
    if tile.is_joker:
        return SMALLEST_SET * len(held) + 1
    return sum(_measure_closeness(tile, each) for each in held if not each.is_joker) - SMALLEST_SET * (tile in held)


def _measure_closeness(one: Tile, two: Tile) -> int:
    """How near two tiles are to being a set."""
    if one.color == two.color:
        return max(0, SMALLEST_SET - abs(one.number - two.number))
    return (SMALLEST_SET - 1) * (one.number == two.number)
