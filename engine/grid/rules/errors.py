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

    sentence = later("{cell} is a block: no tile can lie there.")
    cell: str


@dataclass(eq=False)
class CellTaken(IllegalMove):
    """The refusal of two tiles on one cell; `tile` is the first of them."""

    sentence = later("{cell} is taken by {tile}.")
    cell: str
    tile: str


@dataclass(eq=False)
class NothingThere(IllegalMove):
    """The refusal of a move that starts in an empty cell."""

    sentence = later("No tile lies on {cell}, so none can move from there.")
    cell: str


@dataclass(eq=False)
class MovedTwice(IllegalMove):
    """The refusal of two moves of the same tile."""

    sentence = later("The tile on {cell} can move only once: name its last cell alone.")
    cell: str


@dataclass(eq=False)
class NoWildcard(IllegalMove):
    """The refusal of a move that names a face for a tile that isn't a wildcard."""

    sentence = later("{tile} on {cell} is no wildcard: it stands for nothing else.")
    cell: str
    tile: str


@dataclass(eq=False)
class BrokenLine(Mistake):
    """The refusal of a line that isn't a set; `first` and `last` are its end cells, `why` the reason, a clause."""

    sentence = later("{first} to {last}, {tiles}, is no set: {why}.")
    first: str
    last: str
    tiles: str
    why: Phrase | str


@dataclass(eq=False)
class StandsAlone(Mistake):
    """The refusal of a tile with no tile next to it."""

    sentence = later("{tile} on {cell} lies in no set.")
    tile: str
    cell: str


@dataclass(eq=False)
class WildcardUnclear(IllegalMove):
    """The refusal of a wildcard written without a face where several are possible; `example` names one in notation."""

    sentence = later("The wildcard on {cell} could stand for {faces}: say which, such as {example}.")
    cell: str
    faces: Phrase | str
    example: str


@dataclass(eq=False)
class NothingFits(Mistake):
    """The refusal of a wildcard in lines that aren't sets whatever tile it stands for."""

    sentence = later("Nothing that the wildcard on {cell} could stand for makes sets of its lines.")
    cell: str


@dataclass(eq=False)
class WildcardFixed(Mistake):
    """The refusal of a turn that leaves a wildcard in its cell but changes its face; `face` is the one it must keep."""

    sentence = later("The wildcard on {cell} stands for {face} as long as it stays there.")
    cell: str
    face: str


@dataclass(eq=False)
class NumberBarred(IllegalMove):
    """The refusal of a rack tile with a number that the opponent's last turn barred."""

    sentence = later(
        "{tile} on {cell}: your opponent has just placed a {number}, so none may come from your rack this turn."
    )
    tile: str
    cell: str
    number: int


@dataclass(eq=False)
class TooClose(IllegalMove):
    """The refusal of a rack tile in `cell` because it touches a tile on `other` that the opponent has just placed."""

    sentence = later("{cell} touches {other}, where the tile lies that your opponent has just placed.")
    cell: str
    other: str


@dataclass(eq=False)
class StillDrafting(IllegalMove):
    """The refusal of a turn before the open draft is over."""

    sentence = later("The draft is on: pick one of the tiles laid out.")


@dataclass(eq=False)
class DraftIsOver(IllegalMove):
    """The refusal of a pick when there are no open tiles."""

    sentence = later("No tiles are laid out to pick from.")


@dataclass(eq=False)
class NotLaidOut(IllegalMove):
    """The refusal of a pick of a tile that isn't in the row of open tiles."""

    sentence = later("{tile} is not laid out: pick one of {row}.")
    tile: str
    row: str
