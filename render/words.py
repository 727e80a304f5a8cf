"""Pictures in words: the text that goes with each, for those who hear it read and where pictures do not load."""

import unicodedata
from collections.abc import Sequence
from functools import singledispatch

from engine.notation import write_meld, write_tiles
from engine.sets import Mark
from engine.tiles import Tile
from engine.views import RackView, TableView, View
from render.header import signed
from render.rack import Order, grouped

LONGEST = 1024
"""Characters of a description that Discord takes."""
LONGEST_NAME = 24


def tile_count(count: int) -> str:
    """`1 tile`, `3 tiles`."""
    return f"{count} tile{'' if count == 1 else 's'}"


def spoken(name: str, seat: int) -> str:
    """A name in one line and without control characters, cut where it is long; the seat if nothing is left."""
    seen = "".join(character for character in name if character.isspace() or unicodedata.category(character)[0] != "C")
    plain = " ".join(seen.split())
    return (plain if len(plain) <= LONGEST_NAME else f"{plain[: LONGEST_NAME - 1]}…") or f"P{seat + 1}"


@singledispatch
def table_text(view: View, names: Sequence[str]) -> str:
    """Say what the public picture shows, in at most `LONGEST` characters.

    Raises:
        TypeError: there is no picture of this kind of view.
    """
    raise TypeError(f"no words for {type(view).__name__} and {len(names)} names")


@table_text.register
def _(view: TableView, names: Sequence[str]) -> str:
    seats = "; ".join(_seat(view, seat, spoken(name, seat)) for seat, name in enumerate(names))
    head = [f"Game {view.game} of {view.games}."] if view.games > 1 else []
    head += [f"{seats}.", f"Pool: {tile_count(view.pool)}."]
    rows = [f"{placed.label}: {write_meld(placed.meld)}" for placed in view.table]
    return _fitted(" ".join(head), rows, _news(view))


def _seat(view: TableView, seat: int, name: str) -> str:
    player, outcome = view.seats[seat], view.outcome
    if outcome is not None:
        said = [f"{name} {signed(outcome.scores[seat])} points"] + ["won"] * (seat in outcome.winners)
    else:
        said = [f"{name} {tile_count(player.tiles)}"]
        said += [f"{signed(player.score)} points"] * (view.games > 1)
        said += ["to move"] * (seat == view.turn) + ["not opened"] * (not player.opened and not player.resigned)
    return ", ".join(said + ["resigned"] * player.resigned)


def _news(view: TableView) -> str:
    laid, moved = (_marked(view, mark) for mark in (Mark.LAID, Mark.MOVED))
    return (f" Laid: {write_tiles(laid)}." if laid else "") + (f" Moved: {write_tiles(moved)}." if moved else "")


def _marked(view: TableView, mark: Mark) -> list[Tile]:
    return [
        tile
        for placed in view.table
        for tile, each in zip(placed.meld.tiles, placed.marks, strict=True)
        if each is mark
    ]


def _fitted(head: str, rows: Sequence[str], news: str) -> str:
    """All rows, and the news if there is room; else as many rows as there is room for, and how many are missing."""
    if not rows:
        return f"{head} No sets yet."
    for kept in range(len(rows), 0, -1):
        missing = len(rows) - kept
        text = f"{head} Sets: {'; '.join(rows[:kept])}{f' … and {missing} more' if missing else ''}."
        if len(text) <= LONGEST:
            return text + news if len(text + news) <= LONGEST else text
    return f"{head} {len(rows)} sets."[:LONGEST]


def rack_text(rack: RackView, order: Order) -> str:
    """Say every tile of a rack, sorted, and which are new."""
    held = [each for group in grouped(rack, order) for each in group]
    points = f"{rack.points} point{'' if rack.points == 1 else 's'}"
    text = f"Your rack, {tile_count(len(held))}, {points}: {write_tiles(each.tile for each in held) or 'empty'}."
    new = write_tiles(each.tile for each in held if each.is_new)
    news = f" New: {new}." if new else ""
    return text + news if len(text + news) <= LONGEST else text
