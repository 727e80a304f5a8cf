"""The alt texts of pictures, for screen readers and for places where pictures don't load."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch

from engine.game.bench import Bench, DraftCheck, Picks
from engine.game.bench_keys import Across, CellKey, Down, HeldTile, LentTile, SetTile, TargetKey, TileKey, write
from engine.game.views import RackView, View
from engine.rules.claims import ClaimedSet
from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.rummykruss.view import GridView
from engine.table.view import TableView
from engine.text.phrases import Phrase, later, say
from engine.tiles.edits import Row
from engine.tiles.notation import point_count, tile_count, write_pieces, write_tile, write_tiles
from engine.tiles.sets import Mark
from engine.tiles.tiles import Tile
from render.content import BenchScene, Order, claims_on, group_tiles, list_rack_tiles, make_rack_tiles
from render.text.standing import describe_standing, write_signed_points

LONGEST = 1024
"""The maximum number of characters in the description of a picture on Discord."""
LONGEST_NAME = 24
TIMES = {1: None, 2: later("second claim"), 3: later("locked")}


@dataclass(frozen=True)
class ListPhrases:
    """The wording of an empty list (`none`), a complete one (`all`) or one cut short, with what separates entries."""

    none: Phrase
    all: Phrase
    some: Phrase
    between: str


SETS = ListPhrases(later("No sets yet."), later("Sets: {list}."), later("Sets: {list} … and {count} more."), "; ")
TILES = ListPhrases(later("No tiles yet."), later("Tiles: {list}."), later("Tiles: {list} … and {count} more."), " ")


def clean_name(name: str, seat: int) -> str:
    """Return a name on one line, without control characters and cut to `LONGEST_NAME`, or the seat, `P1` for 0."""
    seen = "".join(character for character in name if character.isspace() or unicodedata.category(character)[0] != "C")
    plain = " ".join(seen.split())
    return (plain if len(plain) <= LONGEST_NAME else f"{plain[: LONGEST_NAME - 1]}…") or f"P{seat + 1}"


@singledispatch
def table_text(view: View, names: Sequence[str]) -> str:
    """Return the alt text of the public picture, at most `LONGEST` characters.

    Raises: TypeError if this kind of view has no picture.
    """
    raise TypeError(f"no words for {type(view).__name__} and {len(names)} names")


@table_text.register
def _(view: TableView, names: Sequence[str]) -> str:
    head = [f"{view.part.numbered(view.game, view.games)}."] if view.games > 1 else []
    head += describe_seats(view, names)
    claims = claims_on(view)
    rows = [
        f"{placed.label}: {placed.written}{_describe_claim(claims.get(placed.label), names)}" for placed in view.table
    ]
    played, moved = (write_tiles(list_marked(view, mark)) for mark in (Mark.PLAYED, Mark.MOVED))
    return _cut_to_fit(head, SETS, rows, _describe_news(played, moved))


@table_text.register
def _(view: GridView, names: Sequence[str]) -> str:
    head = [*describe_seats(view, names), say("Board {size} by {size}.", size=view.size)]
    if view.barred:
        head.append(say("Barred: {numbers}.", numbers=" ".join(map(str, view.barred))))
    if view.row:
        head.append(say("Open tiles: {tiles}.", tiles=write_tiles(view.row)))
    cells = [_describe_cell(each) for each in sorted(view.tiles, key=lambda each: (each.row, each.column))]
    news = _describe_news(_describe_marked_cells(view, Mark.PLAYED), _describe_marked_cells(view, Mark.MOVED))
    if view.blocks:
        news.append(say("Blocked: {cells}.", cells=" ".join(cell_name(*block) for block in sorted(view.blocks))))
    return _cut_to_fit(head, TILES, cells, news)


def _describe_cell(each: GridTile) -> str:
    tile = f"J:{write_tile(each.face)}" if each.tile.is_joker else write_tile(each.tile)
    return f"{cell_name(each.row, each.column)}={tile}"


def _describe_marked_cells(view: GridView, mark: Mark) -> str:
    return " ".join(cell_name(each.row, each.column) for each in view.tiles if each.mark is mark)


def describe_seats(view: View, names: Sequence[str]) -> list[str]:
    """Return a sentence on the players, in the order of the seats, and one on the pool; none without names."""
    if not names:
        return []
    seats = "; ".join(describe_seat(view, seat, clean_name(name, seat)) for seat, name in enumerate(names))
    return [f"{seats}.", say("Pool: {tiles}.", tiles=tile_count(view.pool))]


def describe_seat(view: View, seat: int, name: str) -> str:
    """Return a player's name and state in words, separated by commas; after the end, the points and who won."""
    player, outcome = view.seats[seat], view.outcome
    if outcome is not None:
        said = [f"{name} {write_signed_points(outcome.scores[seat])}"] + [say("won")] * (seat in outcome.winners)
    else:
        said = [f"{name} {tile_count(player.tiles)}", *filter(None, [describe_standing(view, seat)])]
        said += [say("to play")] * (seat == view.turn)
        said += [say("not opened")] * (not player.has_melded and not player.resigned)
    return ", ".join(said + [say("resigned")] * player.resigned)


def _describe_news(played: str, moved: str) -> list[str]:
    """Return up to two sentences on the last turn's tiles or cells; an empty list has none."""
    said = [say("Played: {tiles}.", tiles=played)] if played else []
    return [*said, say("Moved: {tiles}.", tiles=moved)] if moved else said


def _describe_claim(claim: ClaimedSet | None, names: Sequence[str]) -> str:
    """Return the words, in brackets, for the claim on a set; empty for None."""
    if claim is None:
        return ""
    times, said = TIMES[claim.times], f"{clean_name(names[claim.seat], claim.seat)} {claim.value}"
    return f" ({said}, {times})" if times else f" ({said})"


def list_marked(view: TableView, mark: Mark) -> list[Tile]:
    """Return the tiles on the table that the last turn played, or moved."""
    return [
        tile
        for placed in view.table
        for tile, each in zip(placed.meld.tiles, placed.marks, strict=True)
        if each is mark
    ]


def _cut_to_fit(head: Sequence[str], wording: ListPhrases, rows: Sequence[str], news: Sequence[str]) -> str:
    """Return `head`, as many `rows` as fit into `LONGEST` characters, and `news` if it fits, too."""
    for kept in range(len(rows), 0, -1):
        listed, missing = wording.between.join(rows[:kept]), len(rows) - kept
        said = (wording.some if missing else wording.all).of({"list": listed, "count": missing})
        if len(text := " ".join([*head, said])) <= LONGEST:
            return _add_news(text, news)
    return _add_news(" ".join([*head, str(wording.none)] if not rows else head)[:LONGEST], news)


def _add_news(text: str, news: Sequence[str]) -> str:
    whole = " ".join([text, *news])
    return whole if len(whole) <= LONGEST else text


def rack_text(rack: RackView, order: Order) -> str:
    """Return the alt text of a rack: all its tiles in this order, and then again the new ones if all of them fit."""
    tiles = [each for group in group_tiles(make_rack_tiles(rack), order) for each in group]
    count, listed = tile_count(len(tiles)), write_tiles(each.tile for each in tiles) or say("empty")
    if rack.points is None:
        text = say("Your rack, {tiles}: {list}.", tiles=count, list=listed)
    else:
        text = say("Your rack, {tiles}, {points}: {list}.", tiles=count, points=point_count(rack.points), list=listed)
    new = write_tiles(each.tile for each in tiles if each.is_new)
    return _add_news(text, [say("New: {tiles}.", tiles=new)] if new else [])


def bench_text(scene: BenchScene) -> str:
    """Return the alt text of a bench, in at most `LONGEST` characters.

    If it is too long, players and unchanged sets are left out, and then as many of the last changes as necessary.
    """
    rest = " ".join(
        [*_describe_loose_tiles(scene.bench, scene.picks), *_describe_targets(scene), *_describe_rack(scene)]
    )
    changes = _describe_changes(scene.bench, scene.appraisal)
    for kept in range(len(changes), -1, -1):
        text = f"{_describe_changed(changes, kept)} {rest}"
        if len(text) <= LONGEST:
            break
    for more in (" ".join(describe_seats(scene.view, scene.shown_names)), _describe_others(scene.bench)):
        text = f"{text} {more}" if more and len(text) + len(more) < LONGEST else text
    return text[:LONGEST]


def _describe_changed(changes: Sequence[str], kept: int) -> str:
    if not changes:
        return say("Nothing has changed yet.")
    rows, missing = "; ".join(changes[:kept]), len(changes) - kept
    if missing:
        return say("Changed: {rows} … and {count} more.", rows=rows, count=missing)
    return say("Changed: {rows}.", rows=rows)


def _describe_changes(bench: Bench, appraisal: DraftCheck) -> list[str]:
    said = []
    for each in bench.changes:
        row = _write_row(each.label, each.after)
        why = appraisal.wrong.get(each.label)
        said.append(f"{row} ({why})" if why else row)
    changed = {each.label for each in bench.changes}
    said += [f"{label} ({why})" for label, why in appraisal.wrong.items() if label not in changed]
    return said


def _write_row(label: str, row: Row) -> str:
    return f"{label}: {write_pieces(row)}" if row else say("{label}: empty", label=label)


def _describe_loose_tiles(bench: Bench, picks: Picks) -> Iterator[str]:
    if bench.hold:
        yield say("On hold: {tiles}.", tiles=write_tiles(bench.hold))
    if picks:
        on_table = [
            _picked(key, tile) for tiles in bench.spots.values() for key, tile in tiles.items() if key in picks.on_table
        ]
        yield say("Picked up: {tiles}.", tiles=", ".join([*map(write_tile, picks.rack), *on_table]))


def _describe_targets(scene: BenchScene) -> Iterator[str]:
    lettered = scene.lettered
    if lettered:
        names = {letter: f"{letter}: {_name_cells(each.key)}" for letter, each in lettered.items()}
        places = "; ".join(
            f"{names[letter]} +{each.points}" * each.fits or names[letter] for letter, each in lettered.items()
        )
        yield say("Places for them: {places}.", places=places)


def _name_cells(key: TargetKey) -> str:
    match key:
        case Across(cell):
            return say("{cell} right", cell=cell)
        case Down(cell):
            return say("{cell} down", cell=cell)
    return write(key)


def _picked(key: TileKey, tile: Tile) -> str:
    match key:
        case HeldTile():
            return write_tile(tile)
        case CellKey(label) | SetTile(label, _) | LentTile(label, _):
            return say("{tile} of {label}", tile=write_tile(tile), label=label)


def _describe_rack(scene: BenchScene) -> Iterator[str]:
    """Yield sentences on the rack: its tiles in their order, those kept together, the new ones, and the color shown."""
    held = [each for group in scene.rack_groups for each in group if not each.is_gone]
    tiles = write_tiles(each.tile for each in held)
    yield say("Your rack: {tiles}.", tiles=tiles) if held else say("Your rack is empty.")
    if scene.sorting.together:
        yield say("Kept together: {groups}.", groups="; ".join(map(write_tiles, scene.sorting.together)))
    if new := [each.tile for each in held if each.is_new]:
        yield say("New: {tiles}.", tiles=write_tiles(new))
    if scene.sorting.color:
        yield say("Highlighted: {tiles}.", tiles=write_tiles(list_rack_tiles(scene.rack, scene.bench, scene.sorting)))


def _describe_others(bench: Bench) -> str:
    changed = {each.label for each in bench.changes}
    rows = "; ".join(f"{label}: {write_pieces(row)}" for label, row in bench.placed.items() if label not in changed)
    return say("Unchanged: {rows}.", rows=rows) if rows else ""
