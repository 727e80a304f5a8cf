"""The menus of a bench's rack: its tiles, page by page, and the color to show."""

from collections import Counter
from collections.abc import Mapping, Sequence

import discord

from engine.text.phrases import say
from engine.tiles.notation import write_tile
from engine.tiles.tiles import Tile
from render.content import bench_rack
from render.content.rack_order import Order, Sorting
from render.text.text_mode import COLORS
from services.benches import BenchScreenData
from ui.controls import Button, ControlRow, MenuEntry, SelectMenu
from ui.screens.bench.paging import MOST_ENTRIES

ALL_COLORS = "all"  # the value that shows tiles of all colors
Emojis = Mapping[Tile, discord.PartialEmoji | None]


def name_tiles(tiles: Sequence[Tile]) -> list[str]:
    """Return a unique name for each tile, in order: `R5`, and `R5.2` for a second copy of it."""
    copies: Counter[Tile] = Counter()
    names = []
    for tile in tiles:
        copies[tile] += 1
        names.append(write_tile(tile) + (f".{copies[tile]}" if copies[tile] > 1 else ""))
    return names


def list_rack_tiles(shown: BenchScreenData) -> list[Tile]:
    """Return the tiles that the draft leaves on the rack: those kept together, then the rest in the player's order.

    If the player has chosen to see one color, they are just that color's tiles and the jokers. The picture has the same
    order.
    """
    rack, state = shown.game_view.view.rack, shown.state
    sorting = Sorting(Order(shown.person.order), state.together, state.color)
    return bench_rack.list_rack_tiles(rack, shown.arranged.bench, sorting) if rack else []


def count_pages(shown: BenchScreenData) -> int:
    """Return the number of pages of the rack menu; at least 1."""
    return _count_pages(list_rack_tiles(shown))


def _count_pages(tiles: Sequence[Tile]) -> int:
    return max(1, -(-len(tiles) // MOST_ENTRIES))


def has_pages(shown: BenchScreenData) -> bool:
    """Return whether the rack, in all colors, is too large for one page of its menu."""
    return len(shown.arranged.bench.left) > MOST_ENTRIES


def make_rack_menus(shown: BenchScreenData, emojis: Emojis) -> list[ControlRow]:
    """Return the menu of one page of the rack's tiles, with the picked ones preselected, and ways to see the others.

    Those are buttons that turn the pages, and while nothing is picked, a menu of colors. Both are left out if all tiles
    fit on one page.
    """
    tiles = list_rack_tiles(shown)
    names, pages = name_tiles(tiles), _count_pages(tiles)
    page = min(shown.state.page, pages - 1)
    here = range(page * MOST_ENTRIES, min(len(tiles), (page + 1) * MOST_ENTRIES))
    picked = set(name_tiles(shown.state.picks.rack))
    entries = [MenuEntry(_label_copy(names[at]), names[at], emojis.get(tiles[at]), names[at] in picked) for at in here]
    menu = SelectMenu("pick", say("Pick tiles from your rack"), entries, str(page), several=True)
    return [*([menu] if entries else []), *_make_paging_rows(here, len(tiles)), *_make_color_menus(shown)]


def _label_copy(name: str) -> str:
    tile, _, copy = name.partition(".")
    return say("{tile} (no. {copy})", tile=tile, copy=copy) if copy else tile


def _make_color_menus(shown: BenchScreenData) -> list[SelectMenu]:
    if not has_pages(shown) or shown.state.picks:
        return []
    chosen = shown.state.color
    colors = [MenuEntry(say("All colors"), ALL_COLORS, is_chosen=not chosen)]
    colors += [
        MenuEntry(str(COLORS[each]).capitalize(), each, is_chosen=each == chosen)
        for each in shown.game_view.view.box.colors
    ]
    return [SelectMenu("color", say("Show one color"), colors)]


def _make_paging_rows(here: range, count: int) -> list[list[Button]]:
    if len(here) == count:
        return []
    page, is_last = here.start // MOST_ENTRIES, here.stop == count
    place = say("Tiles {first}-{last} of {all}", first=here.start + 1, last=here.stop, all=count)
    return [
        [
            Button("page", "◀", str(max(0, page - 1)), is_off=page == 0),
            Button("pages", place, is_off=True),
            Button("page", "▶", str(page + 1), is_off=is_last),
        ]
    ]
