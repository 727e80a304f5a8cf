"""Computer players on a grid, who see what their seat sees and nothing else."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.actions import Action, Draw, Pass
from engine.errors import IllegalMove, NoSuchSeat
from engine.fairness import shuffled
from engine.goals import Level
from engine.grid_actions import Pick, Place
from engine.grid_moves import Node, changes
from engine.grid_relay import Effort
from engine.grid_solver import Question, points, turns
from engine.melds import SMALLEST_SET
from engine.tiles import Tile
from engine.views import GridView

NODES = 80  # positions that a computer looks at in a turn
GLANCED_AT = 3  # of ten lines that a beginner could lay, those that he sees
SIMPLE = 4  # new tiles of a line


@dataclass(frozen=True)
class Option:
    """A turn that could be made, by what it scores, and how many more intersections there would be."""

    node: Node
    rise: int

    @property
    def points(self) -> int:
        """RK-20."""
        return points(self.rise)

    @property
    def tiles(self) -> int:
        """How many leave the rack."""
        return len(self.node.used)


Taste = Callable[[Option], tuple[float, ...]]


def choose(view: GridView, question: Question, level: Level, luck: bytes) -> Action:
    """What a computer of this level does in the viewer's seat.

    Raises:
        NoSuchSeat: nobody sits there.
    """
    if view.you is None:
        raise NoSuchSeat
    if view.row:
        return Pick(view.you, _picked(view, level, luck))
    for option in sorted(_options(question, level, luck), key=TASTES[level], reverse=True):
        placing = changes(option.node)
        try:
            question.judge(placing)
        except IllegalMove:  # a rule that looks at where the tiles of the grid come from
            continue
        return Place(view.you, placing)
    return Draw(view.you, 1) if view.may_draw else Pass(view.you)


def _options(question: Question, level: Level, luck: bytes) -> list[Option]:
    root = question.root()
    before = root.board.crossings
    found = _simple(root) if level in (Level.BEGINNER, Level.FAIR) else turns(root, Effort(NODES))
    options = [Option(node, node.board.crossings - before) for node in found]
    return _glanced_at(options, luck) if level is Level.BEGINNER else options


def _simple(root: Node) -> Iterator[Node]:
    """One new line from the rack alone."""
    for lay in root.lays(SIMPLE, moving=False):
        node = root.after(lay, thrift=False)
        if node:
            yield node


def _glanced_at(options: Sequence[Option], luck: bytes) -> list[Option]:
    seen = shuffled(options, luck, "glance")
    return list(seen[: -(-len(seen) * GLANCED_AT // 10)])


def _many(option: Option) -> tuple[float, ...]:
    """As many tiles as can be."""
    return option.tiles, option.rise


def _best(option: Option) -> tuple[float, ...]:
    """The best score, then as many tiles as can be."""
    return option.points, option.rise, option.tiles, -option.node.moved


def _thrifty(option: Option) -> tuple[float, ...]:
    """The best score, for as few tiles as can be."""
    return option.points, -option.tiles, option.rise, -option.node.moved


TASTES: dict[Level, Taste] = {
    Level.BEGINNER: _many,
    Level.FAIR: _best,
    Level.STRONG: _best,
    Level.MASTER: _thrifty,
}


# The draft


def _picked(view: GridView, level: Level, luck: bytes) -> Tile:
    """The tile of the row with most company on the rack; a beginner takes any."""
    row = shuffled(view.row, luck, "pick")
    if level is Level.BEGINNER:
        return row[0]
    held = set(view.rack.tiles if view.rack else ())
    return max(row, key=lambda tile: _company(tile, held))


def _company(tile: Tile, held: set[Tile]) -> int:
    """How many tiles could lie in a set with this one; a wildcard fits anything."""
    if tile.is_joker:
        return len(held) + 1
    return sum(_kin(tile, each) for each in held if not each.is_joker) - SMALLEST_SET * (tile in held)


def _kin(one: Tile, two: Tile) -> int:
    """How near two tiles are to being a set."""
    if one.color == two.color:
        return max(0, SMALLEST_SET - abs(one.number - two.number))
    return (SMALLEST_SET - 1) * (one.number == two.number)
