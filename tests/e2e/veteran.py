"""A veteran: swaps jokers and takes tables apart where that lays more, and otherwise plays like the beginner."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.errors import GameError
from engine.variants import load

from .player import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

CLASSIC = load()["classic"]
SPARE = 4  # tiles of a set that can lose one

Table = "Mapping[str, Sequence[str]]"


def turn(rack: Sequence[str], table: Mapping[str, Sequence[str]], *, opened: bool) -> tuple[str, str] | None:
    """What kind of turn it is, and its text; None is to draw."""
    for kind, text, after in _tricks(rack, table) if opened else ():
        if _legal(rack, table, after):
            return kind, text
    move = chosen(rack, table, opened=opened)
    return ("plain" if opened else "opening", move.by_letters) if move else None


def _tricks(rack: Sequence[str], table: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str, list[Sequence[str]]]]:
    """Joker swaps, then tiles taken from the table to make a set with two from the rack; not all of them legal."""
    pairs = list(combinations(sorted(set(rack) - {"J"}), 2))
    for letter, row in table.items():
        rest = [each for other, each in table.items() if other != letter]
        for joker in (each for each in row if each.startswith("J=")):
            tile = joker.removeprefix("J=")
            freed = [tile if each == joker else each for each in row]
            for one, other in pairs:
                if tile in rack and tile not in {one, other}:
                    text = f"{letter}-{joker}; {letter}+{tile}; {one} {other} J"
                    yield "joker swap", text, [*rest, freed, [one, other, "J"]]
        for tile in {row[0], row[-1]} if len(row) >= SPARE else ():
            left = list(row)
            left.remove(tile)
            for one, other in pairs if not tile.startswith("J") else ():
                yield "rearrangement", f"{letter}-{tile}; {tile} {one} {other}", [*rest, left, [tile, one, other]]


def _legal(rack: Sequence[str], table: Mapping[str, Sequence[str]], after: Sequence[Sequence[str]]) -> bool:
    rows = {"table": table.values(), "after": after}
    sides = {side: " / ".join(" ".join(row) for row in sets) for side, sets in rows.items()}
    try:
        CLASSIC.judge({**sides, "rack": " ".join(rack), "opened": True})
    except GameError:
        return False
    return True
