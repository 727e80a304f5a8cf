"""The refusals (errors for illegal moves) of games on a grid; most name the cell or the line that is wrong."""

from dataclasses import dataclass

from engine.text.errors import IllegalMove, Mistake
from engine.text.phrases import Phrase, later


@dataclass(eq=False)
class OffTheGrid(IllegalMove):
    """The refusal of a cell outside the grid; `last` is the grid's bottom right cell."""

    sentence = later("{cell} is outside the grid, which goes from A1 to {last}.")
    cell: str
    last: str


@dataclass(eq=False)
class CellBlocked(IllegalMove):
    """The refusal of a tile on a block, a cell where no tile can be."""

    sentence = later("{cell} is blocked.")
    cell: str


@dataclass(eq=False)
class CellTaken(IllegalMove):
    """The refusal of two tiles on one cell; `tile` is the first of them."""

    sentence = later("{tile} is already on {cell}.")
    cell: str
    tile: Phrase


@dataclass(eq=False)
class NothingThere(IllegalMove):
    """The refusal of a move that starts in an empty cell."""

    sentence = later("{cell} has no tile to move.")
    cell: str


@dataclass(eq=False)
class MovedTwice(IllegalMove):
    """The refusal of two moves of the same tile."""

    sentence = later("The tile on {cell} can only move once. Write only its final cell.")
    cell: str


@dataclass(eq=False)
class NoWildcard(IllegalMove):
    """The refusal of a move that names a face for a tile that isn't a wildcard."""

    sentence = later("{tile} on {cell} isn't a wildcard, so it can't stand for another tile.")
    cell: str
    tile: Phrase


@dataclass(eq=False)
class BrokenLine(Mistake):
    """The refusal of a line that isn't a set; `first` and `last` are its end cells, `why` the reason, a clause."""

    sentence = later("{first} to {last} ({tiles}) isn't a set: {why}.")
    first: str
    last: str
    tiles: Phrase
    why: Phrase | str


@dataclass(eq=False)
class StandsAlone(Mistake):
    """The refusal of a tile with no tile next to it."""

    sentence = later("{tile} on {cell} isn't in a set.")
    tile: Phrase
    cell: str


@dataclass(eq=False)
class WildcardUnclear(IllegalMove):
    """The refusal of a wildcard written without a face where several are possible; `example` names one in notation."""

    sentence = later("The wildcard on {cell} could stand for {faces}. Say which, such as {example}.")
    cell: str
    faces: Phrase | str
    example: str


@dataclass(eq=False)
class NothingFits(Mistake):
    """The refusal of a wildcard in lines that aren't sets whatever tile it stands for."""

    sentence = later("No tile that the wildcard on {cell} could stand for makes its lines valid.")
    cell: str


@dataclass(eq=False)
class WildcardFixed(Mistake):
    """The refusal of a turn that leaves a wildcard in its cell but changes its face; `face` is the one it must keep."""

    sentence = later("The wildcard on {cell} stands for {face} until it's moved.")
    cell: str
    face: Phrase


@dataclass(eq=False)
class NumberBarred(IllegalMove):
    """The refusal of a rack tile with a number that the opponent's last turn barred."""

    sentence = later(
        "You can't place {tile} on {cell}: your opponent just used {number}, so that number is barred this turn."
    )
    tile: Phrase
    cell: str
    number: int


@dataclass(eq=False)
class TooClose(IllegalMove):
    """The refusal of a rack tile in `cell` because it touches a tile on `other` that the opponent has just placed."""

    sentence = later("{cell} touches {other}, where your opponent just placed a tile.")
    cell: str
    other: str


@dataclass(eq=False)
class TouchesSame(TooClose):
    """The refusal of a rack tile in `cell` because it touches a tile on `other` that the opponent has just touched."""

    sentence = later("{cell} touches {other}, beside which your opponent just placed a tile.")


@dataclass(eq=False)
class BoxTooSmall(IllegalMove):
    """The refusal of a table whose box has too few tiles for its racks; `least` is how many it would need."""

    sentence = later(
        "Racks of {rack} need a box of at least {least} tiles, so that the pool gets as many as a rack. "
        "This box has {tiles}."
    )
    rack: int
    least: int
    tiles: int


@dataclass(eq=False)
class StillDrafting(IllegalMove):
    """The refusal of a turn before the open draft is over."""

    sentence = later("Pick one of the open tiles first.")


@dataclass(eq=False)
class DraftIsOver(IllegalMove):
    """The refusal of a pick when there are no open tiles."""

    sentence = later("There are no open tiles to pick from.")


@dataclass(eq=False)
class NotLaidOut(IllegalMove):
    """The refusal of a pick of a tile that isn't in the row of open tiles."""

    sentence = later("{tile} isn't one of the open tiles. Pick one of {row}.")
    tile: Phrase
    row: Phrase
