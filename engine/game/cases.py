"""Input and output of `python -m engine judge` and `solve`.

A case is a position, and perhaps a turn, as a mapping of texts, numbers and flags; docs/notation.md lists its keys.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.game.goals import Goal
from engine.game.views import Value
from engine.text.errors import BadNotation, NotOnYourRack
from engine.text.phrases import later
from engine.tiles.notation import read_rack, require_short_text, say_tile, say_tiles
from engine.tiles.tiles import Box, Tile


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of judging a legal turn: its value in points, the rack tiles that it plays, and a message."""

    points: int
    played: tuple[Tile, ...]
    message: str = "Legal."


@dataclass(frozen=True, slots=True)
class Solution:
    """A case's best turn: rack tiles played (none: no turn), points, the board after; `exact`: proven the best."""

    played: tuple[Tile, ...]
    value: int
    after: str
    exact: bool


def text(case: Mapping[str, object], key: str) -> str:
    """Return a key's text, empty if it's missing. Raises BadNotation if it's no text or over `LONGEST_TEXT`."""
    value = case.get(key, "")
    if not isinstance(value, str):
        raise BadNotation(f"“{key}” must be text.")
    require_short_text(value)
    return value


def flag(case: Mapping[str, object], key: str) -> bool:
    """Return the boolean under this key; false if it's missing. Raises BadNotation if it's neither true nor false."""
    value = case.get(key, False)
    if not isinstance(value, bool):
        raise BadNotation(f"“{key}” must be true or false.")
    return value


def seat(case: Mapping[str, object], seats: int) -> int:
    """Return the seat under the key `seat`, below `seats`; 0 if it is missing. Raises BadNotation for other values."""
    value = case.get("seat", 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise BadNotation(f"“seat” must be a number from 0 to {seats - 1}.")
    return value


def options(case: Mapping[str, object]) -> Mapping[str, Value]:
    """Return the options that a case sets, by key, with values unchecked. Raises BadNotation if they're no mapping."""
    value = case.get("options", {})
    if not isinstance(value, Mapping):
        raise BadNotation("“options” must be an object.")
    return value


def goal(case: Mapping[str, object]) -> Goal:
    """Return the goal that a case sets, by default `Goal.TILES`. Raises BadNotation, also for `fit` without tiles."""
    said = text(case, "goal").strip() or Goal.TILES.value
    if said not in set(Goal):
        raise BadNotation(f"The goal must be one of {', '.join(Goal)}.")
    if said == Goal.FIT and not text(case, "fit").strip(" -"):
        raise BadNotation("Name the tiles that “fit” plays.")
    return Goal(said)


def fit(case: Mapping[str, object], box: Box, held: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the rack tiles that the goal `fit` must play. Raises BadNotation; NotOnYourRack: one isn't `held`."""
    named = read_rack(text(case, "fit"), box)
    if missing := Counter(named) - Counter(held):
        raise NotOnYourRack(say_tiles(missing.elements()))
    return named


def require_copies(box: Box, tiles: Sequence[Tile]) -> None:
    """Reject tiles of which there are more copies than in the box. Raises BadNotation, which names one."""
    if surplus := Counter(tiles) - Counter(box.tiles()):
        raise BadNotation(later("That's more {tile} tiles than the box has.", tile=say_tile(next(iter(surplus)))))
