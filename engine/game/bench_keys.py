"""Keys of a bench's sets, cells and tiles, and their text in menus and in storage.

Stored keys outlive the program that wrote them, so a form never changes its meaning.
"""

import re
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Hold:
    """The spot of the tiles on hold: they were taken off the table and not put anywhere yet."""


@dataclass(frozen=True, slots=True)
class SetKey:
    """A set, named by its letter, as a spot or as a target."""

    label: str


@dataclass(frozen=True, slots=True)
class Lender:
    """The spot of a set's tiles as ones that another set can borrow; `label` is the set's letter."""

    label: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of a grid; the top one is 1."""

    number: int


@dataclass(frozen=True, slots=True)
class HeldTile:
    """A tile on hold; places count from 0."""

    place: int


@dataclass(frozen=True, slots=True)
class SetTile:
    """A tile of the set `label`; places count from 0."""

    label: str
    place: int


@dataclass(frozen=True, slots=True)
class LentTile:
    """A tile of the set `label` that another set is to borrow; places count from 0."""

    label: str
    place: int


@dataclass(frozen=True, slots=True)
class CellKey:
    """A cell of a grid by its name, or the tile on it."""

    cell: str


@dataclass(frozen=True, slots=True)
class NewSet:
    """The target that makes a new set."""


@dataclass(frozen=True, slots=True)
class Away:
    """The target that puts tiles back on the rack, or on hold if they are from the table."""


@dataclass(frozen=True, slots=True)
class SplitTarget:
    """The target in the middle of the run `label`, which the picked tiles split into two sets."""

    label: str


@dataclass(frozen=True, slots=True)
class Across:
    """The target that fills the free cells from `cell` to the right."""

    cell: str


@dataclass(frozen=True, slots=True)
class Down:
    """The target that fills the free cells from `cell` downwards."""

    cell: str


Spot = Hold | SetKey | Lender | GridRow
"""A place to take tiles from."""
TileKey = HeldTile | SetTile | LentTile | CellKey
"""A tile on the table, on the grid or on hold."""
TargetKey = NewSet | Away | SetKey | SplitTarget | CellKey | Across | Down
"""A place to move tiles to."""
Key = Spot | TileKey | TargetKey

_PARTS = {
    "label": "[A-Z]{1,2}",
    "cell": "[A-Z][1-9][0-9]?",
    "number": "[1-9][0-9]?",
    "place": "0|[1-9][0-9]{0,2}",
}
_FORMS: dict[type[Any], str] = {
    Hold: "hold",
    NewSet: "new",
    Away: "away",
    SetKey: "{label}",
    Lender: "{label}@",
    SplitTarget: "{label}/",
    HeldTile: "hold.{place}",
    SetTile: "{label}.{place}",
    LentTile: "{label}@{place}",
    GridRow: "{number}",
    CellKey: "{cell}",
    Across: "{cell}-",
    Down: "{cell}+",
}
_PATTERNS = {
    kind: re.compile(re.sub(r"\\{(\w+)\\}", lambda part: f"(?P<{part[1]}>{_PARTS[part[1]]})", re.escape(form)))
    for kind, form in _FORMS.items()
}


def write(key: Key) -> str:
    """Write a key so that `read` reads it back."""
    return _FORMS[type(key)].format(**{each.name: getattr(key, each.name) for each in fields(key)})


def read(text: str) -> Key | None:
    """Read a key from untrusted text; return None if it isn't one."""
    for kind, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(text):
            facts = match.groupdict().items()
            key: Key = kind(**{name: int(fact) if fact.isdecimal() else fact for name, fact in facts})
            return key
    return None


def read_tile_key(text: str) -> TileKey | None:
    """Read a tile's key from untrusted text; return None if it isn't one."""
    key = read(text)
    return key if isinstance(key, TileKey) else None


def read_spot(text: str) -> Spot | None:
    """Read a spot's key from untrusted text; return None if it isn't one."""
    key = read(text)
    return key if isinstance(key, Spot) else None


def read_target(text: str) -> TargetKey | None:
    """Read a target's key from untrusted text; return None if it isn't one."""
    key = read(text)
    return key if isinstance(key, TargetKey) else None


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways to read the set or cell that `label` names; `place` is its index, from 0, in `Bench.ways`."""

    label: str
    place: int


_WAY = re.compile(rf"(?P<label>{_PARTS['label']}|{_PARTS['cell']})\.(?P<place>{_PARTS['place']})")


def write_way(way: Way) -> str:
    """Write a way so that `read_way` reads it back."""
    return f"{way.label}.{way.place}"


def read_way(text: str) -> Way | None:
    """Read a way from untrusted text; return None if it isn't one."""
    match = _WAY.fullmatch(text)
    return Way(match["label"], int(match["place"])) if match else None
