"""The alt text of a bench, where a player prepares a turn: changes and mistakes first, unchanged sets last."""

from collections.abc import Iterator, Sequence

from engine.game.bench import Bench, DraftCheck, Picks
from engine.game.bench_keys import Across, CellKey, Down, HeldTile, LentTile, SetTile, TargetKey, TileKey, write
from engine.text.phrases import say
from engine.tiles.edits import Row
from engine.tiles.notation import write_pieces, write_tile, write_tiles
from engine.tiles.tiles import Tile
from render.content.bench_rack import list_rack_tiles
from render.content.bench_scene import BenchScene
from render.text.alt_text import describe_seats

LONGEST = 1024
"""The maximum number of characters in the description of a picture on Discord."""


def bench_text(scene: BenchScene) -> str:
    """Return the alt text of a bench, in at most `LONGEST` characters.

    It has the changes with their mistakes, the tiles on hold, the picked tiles, the rack, the players and the unchanged
    sets. If that is too long, the last two are left out, and then as many of the last changes as necessary.
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
        lying = [
            _picked(key, tile) for tiles in bench.spots.values() for key, tile in tiles.items() if key in picks.on_table
        ]
        yield say("Picked up: {tiles}.", tiles=", ".join([*map(write_tile, picks.rack), *lying]))


def _describe_targets(scene: BenchScene) -> Iterator[str]:
    lettered = scene.lettered
    if lettered:
        places = "; ".join(f"{letter}: {_name_cells(each.key)} +{each.points}" for letter, each in lettered.items())
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
