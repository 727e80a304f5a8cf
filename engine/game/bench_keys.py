"""Keys of what is on a bench (a player's private draft of a turn), and their text in menus and in storage.

A spot key names a place to take tiles from, a tile key one tile there, and a target key a place to move tiles to. On an
open table, keys name sets by letter (`label`); on a grid, they name cells, such as C4. Stored keys outlive the program
that wrote them, so a text form never changes its meaning.
"""

import re
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Hold:
    """The key of the hold as a spot: the tiles that the draft took off the table and hasn't put anywhere yet."""


@dataclass(frozen=True, slots=True)
class SetKey:
    """The key of a set as a spot or as a target; `label` is the set's letter."""

    label: str


@dataclass(frozen=True, slots=True)
class Lender:
    """The key of a set (its letter) as a spot whose tiles are lent: they stay in it and also become part of another."""

    label: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """The key of a row of a grid as a spot; the top row is 1."""

    number: int


@dataclass(frozen=True, slots=True)
class HeldTile:
    """The key of a tile on hold; `index` is its index among the tiles on hold, from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class SetTile:
    """The key of a tile to move away from the set with the letter `label`; `index` is its index in the set, from 0."""

    label: str
    index: int


@dataclass(frozen=True, slots=True)
class LentTile:
    """The key of a tile to lend to another set: its own set's letter, and its index in that set, from 0."""

    label: str
    index: int


@dataclass(frozen=True, slots=True)
class CellKey:
    """The key of a grid's cell as a target, and of the tile on it; `cell` is the cell's name, such as C4."""

    cell: str


@dataclass(frozen=True, slots=True)
class NewSet:
    """The key of the target that makes a new set of the picked tiles."""


@dataclass(frozen=True, slots=True)
class Away:
    """The key of the target that puts picked tiles back on the rack, or on hold if they are from the table."""


@dataclass(frozen=True, slots=True)
class SplitTarget:
    """The key of the middle of a run (its letter), which the picked tile splits into two runs."""

    label: str


@dataclass(frozen=True, slots=True)
class Across:
    """The key of the target that puts the picked tiles on the next free cells of a grid from `cell` to the right."""

    cell: str


@dataclass(frozen=True, slots=True)
class Down:
    """The key of the target that puts the picked tiles on the next free cells of a grid from `cell` downward."""

    cell: str


Spot = Hold | SetKey | Lender | GridRow
"""The key of a place to take tiles from."""
TileKey = HeldTile | SetTile | LentTile | CellKey
"""The key of a tile on the table, on the grid or on hold."""
TargetKey = NewSet | Away | SetKey | SplitTarget | CellKey | Across | Down
"""The key of a place to move tiles to."""
Key = Spot | TileKey | TargetKey

_PARTS = {
    "label": "[A-Z]{1,2}",
    "cell": "[A-Z][1-9][0-9]?",
    "number": "[1-9][0-9]?",
    "index": "0|[1-9][0-9]{0,2}",
}
_FORMS: dict[type[Any], str] = {
    Hold: "hold",
    NewSet: "new",
    Away: "away",
    SetKey: "{label}",
    Lender: "{label}@",
    SplitTarget: "{label}/",
    HeldTile: "hold.{index}",
    SetTile: "{label}.{index}",
    LentTile: "{label}@{index}",
    GridRow: "{number}",
    CellKey: "{cell}",
    Across: "{cell}-",
    Down: "{cell}+",
}
_PATTERNS = {
    kind: re.compile(re.sub(r"\\{(\w+)\\}", lambda part: f"(?P<{part[1]}>{_PARTS[part[1]]})", re.escape(form)))
    for kind, form in _FORMS.items()
}


_FACTS = {kind: [each.name for each in fields(kind)] for kind in _FORMS}


def write(key: Key) -> str:
    """Return the text form of a key, such as `A.0` for the first tile of set A; `read` reads it back."""
    kind = type(key)
    return _FORMS[kind].format(**{name: getattr(key, name) for name in _FACTS[kind]})


def read(text: str) -> Key | None:
    """Return the key that `write` wrote as this text, which is untrusted; None if no key has this text."""
    for kind, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(text):
            facts = match.groupdict().items()
            key: Key = kind(**{name: int(fact) if fact.isdecimal() else fact for name, fact in facts})
            return key
    return None


def read_tile_key(text: str) -> TileKey | None:
    """Return the tile's key that `write` wrote as this text, which is untrusted; None if no tile key has this text."""
    key = read(text)
    return key if isinstance(key, TileKey) else None


def read_spot(text: str) -> Spot | None:
    """Return the spot's key that `write` wrote as this text, which is untrusted; None if no spot key has this text."""
    key = read(text)
    return key if isinstance(key, Spot) else None


def read_target(text: str) -> TargetKey | None:
    """Return the target's key that `write` wrote as this text, which is untrusted; None if no target key has it."""
    key = read(text)
    return key if isinstance(key, TargetKey) else None


@dataclass(frozen=True, slots=True)
class Way:
    """The key of one way to read a set or cell, by its label, whose joker is unclear: the index in `Bench.ways`."""

    label: str
    index: int


_WAY = re.compile(rf"(?P<label>{_PARTS['label']}|{_PARTS['cell']})\.(?P<index>{_PARTS['index']})")


def write_way(way: Way) -> str:
    """Return the text form of a way, such as `A.1`; `read_way` reads it back."""
    return f"{way.label}.{way.index}"


def read_way(text: str) -> Way | None:
    """Return the way that `write_way` wrote as this text, which is untrusted; None if no way has this text."""
    match = _WAY.fullmatch(text)
    return Way(match["label"], int(match["index"])) if match else None
