"""The refusals of games on a grid; they name the cell or the line that is wrong."""

from dataclasses import dataclass

from engine.text.errors import IllegalMove, Mistake
from engine.text.phrases import Phrase, later


@dataclass(eq=False)
class OffTheGrid(IllegalMove):
    """There is no such cell at this table."""

    sentence = later("{cell} is outside the grid, which goes from A1 to {last}.")
    cell: str
    last: str


@dataclass(eq=False)
class CellBlocked(IllegalMove):
    """Nothing can lie on a block."""

    sentence = later("{cell} is a block: no tile can lie there.")
    cell: str


@dataclass(eq=False)
class CellTaken(IllegalMove):
    """Two tiles on one cell."""

    sentence = later("{cell} is taken by {tile}.")
    cell: str
    tile: str


@dataclass(eq=False)
class NothingThere(IllegalMove):
    """The cell to move from is empty."""

    sentence = later("No tile lies on {cell}, so none can move from there.")
    cell: str


@dataclass(eq=False)
class MovedTwice(IllegalMove):
    """One tile, two targets."""

    sentence = later("The tile on {cell} can move only once: name its last cell alone.")
    cell: str


@dataclass(eq=False)
class NoWildcard(IllegalMove):
    """Only a wildcard stands for something else."""

    sentence = later("{tile} on {cell} is no wildcard: it stands for nothing else.")
    cell: str
    tile: str


@dataclass(eq=False)
class BrokenLine(Mistake):
    """Neighbours that form no set; `first` and `last` are its cells."""

    sentence = later("{first} to {last}, {tiles}, is no set: {why}.")
    first: str
    last: str
    tiles: str
    why: Phrase | str


@dataclass(eq=False)
class StandsAlone(Mistake):
    """A tile without a neighbour."""

    sentence = later("{tile} on {cell} lies in no set.")
    tile: str
    cell: str


@dataclass(eq=False)
class WildcardUnclear(IllegalMove):
    """Nobody said what the wildcard stands for, and its lines don't tell."""

    sentence = later("The wildcard on {cell} could stand for {faces}: say which, such as {example}.")
    cell: str
    faces: Phrase | str
    example: str


@dataclass(eq=False)
class NothingFits(Mistake):
    """Whatever the wildcard stands for, its lines are no sets."""

    sentence = later("Nothing that the wildcard on {cell} could stand for makes sets of its lines.")
    cell: str


@dataclass(eq=False)
class WildcardFixed(Mistake):
    """A wildcard that stays where it is has another face."""

    sentence = later("The wildcard on {cell} stands for {face} as long as it stays there.")
    cell: str
    face: str


@dataclass(eq=False)
class NumberBarred(IllegalMove):
    """The opponent used the number last turn."""

    sentence = later(
        "{tile} on {cell}: your opponent has just placed a {number}, so none may come from your rack this turn."
    )
    tile: str
    cell: str
    number: int


@dataclass(eq=False)
class TooClose(IllegalMove):
    """A placed tile touches one that the opponent has just placed."""

    sentence = later("{cell} touches {other}, where the tile lies that your opponent has just placed.")
    cell: str
    other: str


@dataclass(eq=False)
class StillDrafting(IllegalMove):
    """The racks are not full yet."""

    sentence = later("The draft is on: pick one of the tiles laid out.")


@dataclass(eq=False)
class DraftIsOver(IllegalMove):
    """Nothing is laid out any more."""

    sentence = later("No tiles are laid out to pick from.")


@dataclass(eq=False)
class NotLaidOut(IllegalMove):
    """The tile to be picked is not in the row."""

    sentence = later("{tile} is not laid out: pick one of {row}.")
    tile: str
    row: str
