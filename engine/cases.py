"""Reading the cases that `python -m engine judge` is given; docs/notation.md lists their keys."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.crossings import read_sets
from engine.errors import BadNotation
from engine.notation import write_tile
from engine.sets import TableSet
from engine.tiles import Box, Tile
from engine.views import Value


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


def options(case: Mapping[str, object]) -> Mapping[str, Value]:
    """The options that the case names.

    Raises:
        BadNotation: they are no object.
    """
    value = case.get("options", {})
    if not isinstance(value, Mapping):
        raise BadNotation("“options” must be an object.")
    return value


def sets(case: Mapping[str, object], box: Box) -> tuple[TableSet, ...]:
    """The sets that lie on the table before the turn.

    Raises:
        BadNotation: a row is no legal set, or a joker in it can stand for several things.
        IllegalMove: a crossing can't be.
    """
    return read_sets(text(case, "table"), box)


def check_copies(box: Box, tiles: Sequence[Tile]) -> None:
    """Check that the box holds so many copies of each tile.

    Raises:
        BadNotation: it does not.
    """
    if surplus := Counter(tiles) - Counter(box.tiles()):
        raise BadNotation(f"That is more {write_tile(next(iter(surplus)))} than the box holds.")
