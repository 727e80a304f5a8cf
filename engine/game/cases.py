"""Reading the cases of `python -m engine judge` and `solve`, and their answers; docs/notation.md lists their keys."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.game.goals import Goal
from engine.game.views import Value
from engine.text.errors import BadNotation, NotOnYourRack
from engine.text.phrases import later
from engine.tiles.notation import read_rack, write_tile, write_tiles
from engine.tiles.tiles import Box, Tile


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a legal turn is worth, in points, the tiles that it lays, and what there is to say of it."""

    points: int
    played: tuple[Tile, ...]
    message: str = "Legal."


@dataclass(frozen=True, slots=True)
class Solution:
    """The best turn of a case: the tiles that it lays, its value in points, and the board after it in notation.

    It lays none where there is no turn. `exact`: it is proven that no turn serves the goal better.
    """

    played: tuple[Tile, ...]
    value: int
    after: str
    exact: bool


def text(case: Mapping[str, object], key: str) -> str:
    """The value of a key, empty where it is missing.

    Raises:
        BadNotation: it is not text.
    """
    value = case.get(key, "")
    if not isinstance(value, str):
        raise BadNotation(f"“{key}” must be text.")
    return value


def flag(case: Mapping[str, object], key: str) -> bool:
    """The value of a key, false where it is missing.

    Raises:
        BadNotation: it is neither true nor false.
    """
    value = case.get(key, False)
    if not isinstance(value, bool):
        raise BadNotation(f"“{key}” must be true or false.")
    return value


def number(case: Mapping[str, object], key: str) -> int:
    """The value of a key, 0 where it is missing.

    Raises:
        BadNotation: it is no whole number of 0 to 9.
    """
    value = case.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 9:  # noqa: PLR2004  # one digit
        raise BadNotation(f"“{key}” must be a number from 0 to 9.")
    return value


def options(case: Mapping[str, object]) -> Mapping[str, Value]:
    """The options that the case names.

    Raises:
        BadNotation: they are no object.
    """
    value = case.get("options", {})
    if not isinstance(value, Mapping):
        raise BadNotation("“options” must be an object.")
    return value


def goal(case: Mapping[str, object]) -> Goal:
    """What is asked of a turn: the most tiles where nothing is said.

    Raises:
        BadNotation: it is no goal, or one that lays named tiles and names none.
    """
    said = text(case, "goal").strip() or Goal.TILES.value
    if said not in set(Goal):
        raise BadNotation(f"A goal is {', '.join(Goal)}.")
    if said == Goal.FIT and not text(case, "fit").strip(" -"):
        raise BadNotation("Name the tiles that “fit” lays.")
    return Goal(said)


def fit(case: Mapping[str, object], box: Box, held: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles of the rack that a fit lays.

    Raises:
        BadNotation: a word is no tile of this box. NotOnYourRack: the rack does not hold them.
    """
    named = read_rack(text(case, "fit"), box)
    if missing := Counter(named) - Counter(held):
        raise NotOnYourRack(write_tiles(missing.elements()))
    return named


def require_copies(box: Box, tiles: Sequence[Tile]) -> None:
    """Check that the box holds so many copies of each tile.

    Raises:
        BadNotation: it does not.
    """
    if surplus := Counter(tiles) - Counter(box.tiles()):
        raise BadNotation(later("That is more {tile} than the box holds.", tile=write_tile(next(iter(surplus)))))
