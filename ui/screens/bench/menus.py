"""The bench's menus: the rack, the sets, the places for the picked tiles, and what the jokers stand for."""

from collections import Counter
from collections.abc import Mapping, Sequence

import discord

from engine.game.bench import Target
from engine.game.bench_keys import (
    Across,
    Away,
    Down,
    GridRow,
    Hold,
    Lender,
    NewSet,
    SetKey,
    SplitTarget,
    Spot,
    TargetKey,
    Way,
    write,
    write_way,
)
from engine.text.phrases import say
from engine.tiles.edits import Row
from engine.tiles.notation import write_face, write_pieces, write_tile, write_tiles
from engine.tiles.tiles import Tile, by_color, by_number
from services.benches import BenchScreenData
from storage.settings import RackOrder
from ui.controls import MenuEntry, SelectMenu

PAGE = 25  # Discord's limit for a select's options
LONGEST_PLACEHOLDER = 150  # Discord's limit in characters
WHOLE = "*"  # an entry's value: pick all tiles of the open set
CLOSE = "<"  # close the open set
MORE = ">"  # show the next page of entries
BROWSE = "+"  # pick tiles from the table as well
Emojis = Mapping[Tile, discord.PartialEmoji | None]


def make_menus(shown: BenchScreenData, emojis: Emojis) -> list[SelectMenu]:
    """Return the bench's select menus, topmost first, without empty ones; `emojis` maps the rack's tiles to emojis."""
    return [
        *_make_rack_menu(shown, emojis),
        *_make_set_menus(shown),
        *_make_target_menus(shown),
        *_make_joker_menus(shown),
    ]


# the rack


def name_tiles(tiles: Sequence[Tile]) -> list[str]:
    """Return a unique name for each tile, in order: `R5`, and `R5.2` for a second copy of it."""
    copies: Counter[Tile] = Counter()
    names = []
    for tile in tiles:
        copies[tile] += 1
        names.append(write_tile(tile) + (f".{copies[tile]}" if copies[tile] > 1 else ""))
    return names


def list_rack_tiles(shown: BenchScreenData) -> list[Tile]:
    """Return the tiles that the draft leaves on the rack, sorted as the player likes.

    If the player has chosen to see one color, they are just that color's tiles and the jokers.
    """
    held = shown.arranged.bench
    key = by_color if shown.order is RackOrder.COLOR else by_number
    tiles = sorted((held.rack[place] for place in held.left), key=key)
    color = shown.state.color
    return [tile for tile in tiles if not color or tile.color in {color, None}]


def count_pages(shown: BenchScreenData) -> int:
    """Return the number of pages of the rack menu; at least 1."""
    return max(1, -(-len(list_rack_tiles(shown)) // PAGE))


def _make_rack_menu(shown: BenchScreenData, emojis: Emojis) -> list[SelectMenu]:
    """Return the menu of one page of the rack's tiles, with the picked ones preselected, in a list.

    The list is empty if there are no tiles.
    """
    names, tiles = name_tiles(list_rack_tiles(shown)), list_rack_tiles(shown)
    page = min(shown.state.page, count_pages(shown) - 1)
    here = range(page * PAGE, min(len(tiles), (page + 1) * PAGE))
    if not here:
        return []
    picked = set(name_tiles(shown.state.picks.rack))
    entries = [MenuEntry(_label_copy(names[at]), names[at], emojis.get(tiles[at]), names[at] in picked) for at in here]
    return [SelectMenu("pick", say("Pick tiles of your rack"), entries, str(page), several=True)]


def _label_copy(name: str) -> str:
    tile, _, copy = name.partition(".")
    return say("{tile} (no. {copy})", tile=tile, copy=copy) if copy else tile


# the table


def _make_set_menus(shown: BenchScreenData) -> list[SelectMenu]:
    """Return the menu to pick tiles of the open set, or if none is open, the menu of sets to open, in a list.

    The list is empty if there are no sets, or if tiles are picked and only their new place is still to be chosen.
    """
    spots, state = shown.arranged.bench.spots, shown.state
    if state.spot is not None and state.spot in spots:
        tiles = spots[state.spot]
        entries = [
            MenuEntry(write_tile(tile), write(key), is_chosen=key in state.picks.lying) for key, tile in tiles.items()
        ][: PAGE - 2]
        entries += [MenuEntry(say("All of them"), WHOLE)] * (len(tiles) > 1)
        entries += [MenuEntry(say("Close"), CLOSE)]
        return [SelectMenu("lying", _label_open_set(state.spot), entries, several=True)]
    if not spots or (state.picks and not state.browsing):
        return []
    entries = [
        MenuEntry(f"{_label_set(key)}: {write_tiles(tiles.values())}", write(key)) for key, tiles in spots.items()
    ]
    return [SelectMenu("spot", say("Take tiles from the table"), _page_options(entries, state.spots))]


def _page_options(entries: list[MenuEntry], page: int, always: Sequence[MenuEntry] = ()) -> list[MenuEntry]:
    """Return one page of `entries`, an entry to the next page if there's more than one, and the entries in `always`.

    Pages count from 0 and wrap around. The result has at most 25 entries.
    """
    if len(entries) + len(always) <= PAGE:
        return [*entries, *always]
    size = PAGE - 1 - len(always)
    start = page % -(-len(entries) // size) * size
    return [*entries[start : start + size], MenuEntry(say("More …"), MORE), *always]


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
            return say("{set}, shared", set=label)
    return write(key)


def list_targets(shown: BenchScreenData) -> Sequence[Target]:
    """Return the targets: the places where the picked tiles can be put; none if nothing is picked.

    On a table that gives no verdict before a play, targets aren't marked as making a valid set, and splitting a run
    isn't offered.
    """
    found = shown.arranged.bench.targets(shown.state.picks) if shown.state.picks else []
    if shown.appraisal.told:
        return found
    return [Target(each.key, each.row, fits=False) for each in found if not isinstance(each.key, SplitTarget)]


def _make_target_menus(shown: BenchScreenData) -> list[SelectMenu]:
    if not shown.state.picks or shown.state.browsing:
        return []
    browse = MenuEntry(say("Pick from the table as well"), BROWSE)
    entries = _page_options(
        [MenuEntry(_label_target(each), write(each.key)) for each in list_targets(shown)], shown.state.targets, [browse]
    )
    where = say("Where to put {tiles}", tiles=write_tiles(_list_picked(shown)))
    return [SelectMenu("target", where[:LONGEST_PLACEHOLDER], entries)]


def _list_picked(shown: BenchScreenData) -> list[Tile]:
    spots = shown.arranged.bench.spots
    lying = {key: tile for tiles in spots.values() for key, tile in tiles.items()}
    return [*shown.state.picks.rack, *(lying[key] for key in shown.state.picks.lying)]


def _label_target(each: Target) -> str:
    if each.key == Away():
        return say("Back to the rack, or on hold")
    return f"{'✔ ' if each.fits else ''}{_name_place(each.key)}: {write_pieces(each.row)}"


def _name_place(key: TargetKey) -> str:
    """Return the label of a place for the picked tiles: a set, a new set, a split set, or a cell and a direction."""
    match key:
        case NewSet():
            return say("New set")
        case SplitTarget(label):
            return say("Split {set}", set=label)
        case Across(cell):
            return say("{cell} right", cell=cell)
        case Down(cell):
            return say("{cell} down", cell=cell)
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
    if shown.state.picks or shown.state.browsing:
        return []
    ways = [(key, place, way) for key in list_jokers(shown) for place, way in enumerate(shown.arranged.bench.ways(key))]
    entries = [MenuEntry(f"{key}: {_label_face(way)}", write_way(Way(key, at))) for key, at, way in ways]
    return [SelectMenu("face", say("What is the joker?"), entries[:PAGE])] if entries else []


def _label_face(way: Row) -> str:
    return " ".join(write_face(piece.stands_for) if piece.stands_for else write_tile(piece.tile) for piece in way)
