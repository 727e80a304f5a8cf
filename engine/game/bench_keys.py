"""What a bench calls its sets, cells and tiles, and how that is written in menus and in storage.

Written keys outlive the program that wrote them: a form never changes its meaning.
"""

import re
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Hold:
    """The tiles of the table that lie nowhere now."""


@dataclass(frozen=True, slots=True)
class SetKey:
    """A set by its letter."""

    label: str


@dataclass(frozen=True, slots=True)
class Lender:
    """A set whose tiles can be lent to another."""

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
    """A tile of a set; places count from 0."""

    label: str
    place: int


@dataclass(frozen=True, slots=True)
class LentTile:
    """The same tile, lent to another set."""

    label: str
    place: int


@dataclass(frozen=True, slots=True)
class CellKey:
    """A cell of a grid by its name, or the tile on it."""

    cell: str


@dataclass(frozen=True, slots=True)
class NewSet:
    """A new set."""


@dataclass(frozen=True, slots=True)
class Away:
    """The rack, or the hold."""


@dataclass(frozen=True, slots=True)
class SplitTarget:
    """The midst of a run, which becomes two."""

    label: str


@dataclass(frozen=True, slots=True)
class Across:
    """The free cells from this one to the right."""

    cell: str


@dataclass(frozen=True, slots=True)
class Down:
    """The free cells from this one down."""

    cell: str


Spot = Hold | SetKey | Lender | GridRow
"""What tiles can be taken from."""
TileKey = HeldTile | SetTile | LentTile | CellKey
"""A tile that lies, or is on hold."""
TargetKey = NewSet | Away | SetKey | SplitTarget | CellKey | Across | Down
"""Where tiles can go."""
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
    """Write a key, so that `read` gives it back."""
    return _FORMS[type(key)].format(**{each.name: getattr(key, each.name) for each in fields(key)})


def read(text: str) -> Key | None:
    """Read a key from untrusted text; None: it is none."""
    for kind, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(text):
            facts = match.groupdict().items()
            key: Key = kind(**{name: int(fact) if fact.isdecimal() else fact for name, fact in facts})
            return key
    return None


def read_tile_key(text: str) -> TileKey | None:
    """Read the key of a tile from untrusted text; None: it is none."""
    key = read(text)
    return key if isinstance(key, TileKey) else None


def read_spot(text: str) -> Spot | None:
    """Read what tiles can be taken from, from untrusted text; None: it is no such thing."""
    key = read(text)
    return key if isinstance(key, Spot) else None


def read_target(text: str) -> TargetKey | None:
    """Read where tiles can go from untrusted text; None: it is no such place."""
    key = read(text)
    return key if isinstance(key, TargetKey) else None


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways to read a set, or what a wildcard on a cell can be; places count from 0."""

    label: str
    place: int


_WAY = re.compile(rf"(?P<label>{_PARTS['label']}|{_PARTS['cell']})\.(?P<place>{_PARTS['place']})")


def write_way(way: Way) -> str:
    """Write a way, so that `read_way` gives it back."""
    return f"{way.label}.{way.place}"


def read_way(text: str) -> Way | None:
    """Read a way from untrusted text; None: it is none."""
    match = _WAY.fullmatch(text)
    return Way(match["label"], int(match["place"])) if match else None
