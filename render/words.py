"""Pictures in words: the text that goes with each, for those who hear it read and where pictures do not load."""

import unicodedata
from collections.abc import Sequence
from functools import singledispatch

from engine.notation import write_tile, write_tiles
from engine.sets import Mark
from engine.tiles import Tile
from engine.views import Claim, GridTile, GridView, RackView, TableView, View, cell_name
from render.header import signed, standing
from render.rack import Order, grouped, held

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
    seats = "; ".join(seat_words(view, seat, spoken(name, seat)) for seat, name in enumerate(names))
    head = [f"{view.part.capitalize()} {view.game} of {view.games}."] if view.games > 1 else []
    head += [f"{seats}.", f"Pool: {tile_count(view.pool)}."]
    claims = {claim.label: claim for claim in view.claims}
    rows = [f"{placed.label}: {placed.written}{_claim(claims.get(placed.label), names)}" for placed in view.table]
    return _fitted(" ".join(head), rows, _news(view))


@table_text.register
def _(view: GridView, names: Sequence[str]) -> str:
    seats = "; ".join(seat_words(view, seat, spoken(name, seat)) for seat, name in enumerate(names))
    head = [f"{seats}.", f"Pool: {tile_count(view.pool)}.", f"Board {view.size} by {view.size}."]
    head += [f"Barred: {' '.join(map(str, view.barred))}."] * bool(view.barred)
    head += [f"To pick from: {write_tiles(view.row)}."] * bool(view.row)
    cells = [_cell(each) for each in sorted(view.tiles, key=lambda each: (each.row, each.column))]
    blocks = [cell_name(*block) for block in sorted(view.blocks)]
    news = _cells_news(view) + (f" Blocked: {' '.join(blocks)}." if blocks else "")
    return _fitted(" ".join(head), cells, news, "Tiles", " ") if cells else f"{' '.join(head)} No tiles yet.{news}"


def _cell(each: GridTile) -> str:
    tile = f"J:{write_tile(each.face)}" if each.tile.is_joker else write_tile(each.tile)
    return f"{cell_name(each.row, each.column)}={tile}"


def _cells_news(view: GridView) -> str:
    laid, moved = (
        " ".join(cell_name(each.row, each.column) for each in view.tiles if each.mark is mark)
        for mark in (Mark.LAID, Mark.MOVED)
    )
    return (f" Laid: {laid}." if laid else "") + (f" Moved: {moved}." if moved else "")


def seat_words(view: View, seat: int, name: str) -> str:
    """How a player stands."""
    player, outcome = view.seats[seat], view.outcome
    if outcome is not None:
        said = [f"{name} {signed(outcome.scores[seat])} points"] + ["won"] * (seat in outcome.winners)
    else:
        said = [f"{name} {tile_count(player.tiles)}", *filter(None, [standing(view, seat)])]
        said += ["to move"] * (seat == view.turn) + ["not opened"] * (not player.opened and not player.resigned)
    return ", ".join(said + ["resigned"] * player.resigned)


def _news(view: TableView) -> str:
    laid, moved = (_marked(view, mark) for mark in (Mark.LAID, Mark.MOVED))
    return (f" Laid: {write_tiles(laid)}." if laid else "") + (f" Moved: {write_tiles(moved)}." if moved else "")


_TIMES = {1: "", 2: ", second claim", 3: ", locked"}


def _claim(claim: Claim | None, names: Sequence[str]) -> str:
    """Who holds the set, and for how much."""
    if claim is None:
        return ""
    return f" ({spoken(names[claim.seat], claim.seat)} {claim.value}{_TIMES[claim.times]})"


def _marked(view: TableView, mark: Mark) -> list[Tile]:
    return [
        tile
        for placed in view.table
        for tile, each in zip(placed.meld.tiles, placed.marks, strict=True)
        if each is mark
    ]


def _fitted(head: str, rows: Sequence[str], news: str, title: str = "Sets", between: str = "; ") -> str:
    """All rows, and the news if there is room; else as many rows as there is room for, and how many are missing."""
    if not rows:
        return f"{head} No {title.lower()} yet."
    for kept in range(len(rows), 0, -1):
        missing = len(rows) - kept
        text = f"{head} {title}: {between.join(rows[:kept])}{f' … and {missing} more' if missing else ''}."
        if len(text) <= LONGEST:
            return text + news if len(text + news) <= LONGEST else text
    return f"{head} {len(rows)} {title.lower()}."[:LONGEST]


def rack_text(rack: RackView, order: Order) -> str:
    """Say every tile of a rack, sorted, and which are new."""
    tiles = [each for group in grouped(held(rack), order) for each in group]
    points = "" if rack.points is None else f", {rack.points} point{'' if rack.points == 1 else 's'}"
    text = f"Your rack, {tile_count(len(tiles))}{points}: {write_tiles(each.tile for each in tiles) or 'empty'}."
    new = write_tiles(each.tile for each in tiles if each.is_new)
    news = f" New: {new}." if new else ""
    return text + news if len(text + news) <= LONGEST else text
