"""The goals and levels that a solver or computer player is given, and the turn that it finds."""

from dataclasses import dataclass
from enum import StrEnum

from engine.game.actions import Action
from engine.text.phrases import Phrase, later
from engine.tiles.notation import say_tiles
from engine.tiles.tiles import Tile, by_color

EXPERT_SLIPS = 13
"""The number of turns, of 256, in which an expert plays like a strong computer instead of a master: 5 %.

`benchmarks/engine/players.py` measures each level against the one below: with 5 %, an expert wins 84 % of the games
against a strong computer, and a master 85 % against an expert.
"""


class Goal(StrEnum):
    """A criterion for the best turn.

    `TILES`: plays the most tiles. `VALUE`: plays tiles worth the most points, a joker counting 0. `OPENING`: the first
    play worth the most points, a joker counting as what it stands for. `OUT`: plays the whole rack. `ANY`: any legal
    turn. `FIT`: plays exactly the given tiles and changes as little of the table as possible.
    """

    TILES = "tiles"
    VALUE = "value"
    OPENING = "opening"
    OUT = "out"
    ANY = "any"
    FIT = "fit"


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A legal turn found: its action, the rack tiles played, its points; `exact`: proven that no turn is better."""

    action: Action
    played: tuple[Tile, ...]
    value: int
    exact: bool = True

    def name_tiles(self) -> Phrase:
        """Return a sentence that names the rack tiles, sorted by color."""
        return later("You can play {tiles}.", tiles=say_tiles(sorted(self.played, key=by_color)))


class Level(StrEnum):
    """A computer player's skill.

    `BEGINNER` and `FAIR` overlook some plays. `STRONG` finds the best turn, and `MASTER` also thinks ahead: depending
    on the rule system, it holds tiles back or leaves little to its opponents. `EXPERT` is a master with slips.
    `EAGER` is about as strong as a master, but plays its tiles early where a master holds them back.
    """

    BEGINNER = "beginner"
    FAIR = "fair"
    STRONG = "strong"
    EXPERT = "expert"
    EAGER = "eager"
    MASTER = "master"


def draw_level(level: Level, luck: bytes) -> Level:
    """Return the level at which a computer plays one turn: its own, but a master's or a strong one's for an expert."""
    if level is not Level.EXPERT:
        return level
    return Level.STRONG if luck[0] < EXPERT_SLIPS else Level.MASTER
