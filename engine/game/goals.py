"""What is asked of a solver or a computer player, and what it answers."""

from dataclasses import dataclass
from enum import StrEnum

from engine.game.actions import Action
from engine.tiles.tiles import Tile


class Goal(StrEnum):
    """What makes a turn the best one.

    Most tiles; most value, in which a joker counts 0; the dearest opening, in which a joker counts as what it stands
    for; the whole rack; any turn at all; exactly the tiles that are named, with the least disturbance of the table.
    """

    TILES = "tiles"
    VALUE = "value"
    OPENING = "opening"
    OUT = "out"
    ANY = "any"
    FIT = "fit"


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A legal turn that was looked for: what to do, the tiles that it lays, and its value in points.

    `exact`: it is proven that no turn serves the goal better.
    """

    action: Action
    played: tuple[Tile, ...]
    value: int
    exact: bool = True


class Level(StrEnum):
    """How well a computer plays, from one that overlooks things to one that holds back, counts and denies."""

    BEGINNER = "beginner"
    FAIR = "fair"
    STRONG = "strong"
    MASTER = "master"
