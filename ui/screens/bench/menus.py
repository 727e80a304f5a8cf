"""The bench's menus, of which those of the rack and of targets have modules of their own."""

from collections.abc import Sequence

from engine.game.bench_keys import (
    GridRow,
    Hold,
    Lender,
    SetKey,
    SetTile,
    Spot,
    Way,
    write,
    write_way,
)
from engine.text.phrases import say
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.notation import write_face, write_tile, write_tiles
from engine.tiles.tiles import Tile
from services.benches import BenchScreenData
from ui.controls import ControlRow, MenuEntry, SelectMenu
from ui.screens.bench.paging import FEW_ENTRIES, MOST_ENTRIES, label_page, page_entries
from ui.screens.bench.rack_menu import Emojis, has_pages, make_rack_menus
from ui.screens.bench.targets import make_target_menus

WHOLE = "*"  # an entry's value: pick all tiles of the open set
CLOSE = "<"  # close the open set
LIKELY_ENTRIES = 4
"""Most single tiles that may suit the picked ones and are listed however many sets there are: tests/ui/screens/bench/
test_turns.py counts fewer interactions with them than without."""


def make_menus(shown: BenchScreenData, emojis: Emojis) -> list[ControlRow]:
    """Return the bench's menus, topmost first, without empty ones, and the buttons that turn the rack's pages.

    `emojis` maps the rack's tiles to emojis.
    """
    rack, is_long = make_rack_menus(shown, emojis), has_pages(shown)
    jokers, most = _make_joker_menus(shown), FEW_ENTRIES if shown.state.picks or is_long else MOST_ENTRIES
    return [*rack, *_make_table_menus(shown, most), *make_target_menus(shown), *jokers]


def _make_table_menus(shown: BenchScreenData, most: int) -> list[SelectMenu]:
    """Return the menu to pick tiles of the open set, or if none is open, the menu of the whole table, in a list.

    The whole table's menu has at most `most` entries at a time. The list is empty if there are no sets.
    """
    spots, state = shown.arranged.bench.spots, shown.state
    if state.spot is not None and state.spot in spots:
        tiles = spots[state.spot]
        entries = [
            MenuEntry(write_tile(tile), write(key), is_chosen=key in state.picks.on_table)
            for key, tile in tiles.items()
        ][: MOST_ENTRIES - 2]
        entries += [MenuEntry(say("All of them"), WHOLE)] * (len(tiles) > 1)
        entries += [MenuEntry(say("Close"), CLOSE)]
        return [SelectMenu("lying", _label_open_set(state.spot), entries, several=True)]
    if not spots:
        return []
    singles, likely = _list_single_tiles(shown)
    room = max(min(likely, LIKELY_ENTRIES), most - len(spots))
    keys = [*singles[:room], *sorted(spots, key=lambda key: isinstance(key, Lender))]
    entries = [_make_spot_entry(shown, key) for key in keys]
    label = label_page(say("Take tiles from the table"), len(entries), state.spots, most)
    return [SelectMenu("spot", label, page_entries(entries, state.spots, most))]


def _make_spot_entry(shown: BenchScreenData, key: Spot | SetTile) -> MenuEntry:
    bench = shown.arranged.bench
    if isinstance(key, SetTile):
        return MenuEntry(say("{tile} from {set}", tile=write_tile(bench.loose[key]), set=key.label), write(key))
    return MenuEntry(f"{_label_set(key)}: {write_tiles(bench.spots[key].values())}", write(key))


def _list_single_tiles(shown: BenchScreenData) -> tuple[list[SetTile], int]:
    """Return the tiles of the table that can be picked alone, and how many of them may make a set with the picked ones.

    Those come first.
    """
    picked, loose = shown.state.picks, shown.arranged.bench.loose
    suits = {key: _may_share_set_with_picks(shown, tile) for key, tile in loose.items() if key not in picked.on_table}
    return sorted(suits, key=lambda key: not suits[key]), sum(suits.values())


def _may_share_set_with_picks(shown: BenchScreenData, tile: Tile) -> bool:
    return any(_may_share_set(tile, picked) for picked in shown.state.picks.rack)


def _may_share_set(one: Tile, other: Tile) -> bool:
    """Return whether two tiles may be near each other in a set: a joker goes with any tile."""
    if one.is_joker or other.is_joker or one.number == other.number:
        return True
    return one.color == other.color and abs(one.number - other.number) < SMALLEST_SET


def _label_open_set(spot: Spot) -> str:
    match spot:
        case Hold():
            return say("Tiles on hold")
        case Lender(label):
            return say("Share a tile of set {set}", set=label)
        case GridRow(number):
            return say("Row {row}", row=number)
        case SetKey(label):
            return say("Tiles of set {set}", set=label)


def _label_set(key: Spot) -> str:
    match key:
        case Hold():
            return say("On hold")
        case Lender(label):
            return say("Share a tile of {set}", set=label)
    return write(key)


def list_jokers(shown: BenchScreenData) -> Sequence[str]:
    """Return the sets or grid cells, by letter or name, whose jokers the player can choose a meaning for.

    Those with an ambiguous joker come first, as the player must choose there. Others follow only once the draft has
    changed a row with a joker. Then they are those of the whole table: jokers are interchangeable, so another joker may
    have taken the moved one's place and meaning.
    """
    arranged = shown.arranged.bench
    touched = any(piece.tile.is_joker for each in arranged.changes for piece in (*each.before, *each.after))
    able = [key for key in arranged.jokers if key not in shown.appraisal.unclear and len(arranged.ways(key)) > 1]
    return [*shown.appraisal.unclear, *(able if touched else [])]


def _make_joker_menus(shown: BenchScreenData) -> list[SelectMenu]:
    """Return the menu of up to 25 meanings that the player can choose for jokers, in a list.

    The list is empty if there are none, and while tiles are being picked.
    """
    if shown.state.picks or shown.state.spot is not None:
        return []
    ways = [(key, place, way) for key in list_jokers(shown) for place, way in enumerate(shown.arranged.bench.ways(key))]
    entries = [MenuEntry(f"{key}: {_label_face(way)}", write_way(Way(key, at))) for key, at, way in ways]
    return [SelectMenu("face", say("What is the joker?"), entries[:MOST_ENTRIES])] if entries else []


def _label_face(way: Row) -> str:
    return " ".join(write_face(piece.stands_for) if piece.stands_for else write_tile(piece.tile) for piece in way)
