"""The menus of a bench's rack: its tiles, page by page, and the color to show."""

from collections import Counter
from collections.abc import Mapping, Sequence

import discord

from engine.text.phrases import say
from engine.tiles.notation import write_tile
from engine.tiles.tiles import Tile, by_color, by_number
from render.text.text_mode import COLORS
from services.benches import BenchScreenData
from storage.settings import RackOrder
from ui.controls import Button, MenuEntry, SelectMenu

PAGE = 25  # Discord's limit for a select's options
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

    If the player has chosen to see one color, they are just that color's tiles and the jokers.
    """
    held = shown.arranged.bench
    key = by_color if shown.order is RackOrder.COLOR else by_number
    left = Counter(held.rack[place] for place in held.left)
    front = [tile for group in shown.state.together for tile in group if left[tile] > 0 and not left.subtract([tile])]
    color = shown.state.color
    return [tile for tile in (*front, *sorted((+left).elements(), key=key)) if not color or tile.color in {color, None}]


def count_pages(shown: BenchScreenData) -> int:
    """Return the number of pages of the rack menu; at least 1."""
    return max(1, -(-len(list_rack_tiles(shown)) // PAGE))


def make_rack_menus(shown: BenchScreenData, emojis: Emojis) -> list[SelectMenu]:
    """Return the menu of one page of the rack's tiles, with the picked ones preselected, and the menu of colors.

    There's no menu of tiles without tiles, and none of colors if all tiles of the rack fit on one page.
    """
    names, tiles = name_tiles(list_rack_tiles(shown)), list_rack_tiles(shown)
    here = _list_places(shown)
    picked = set(name_tiles(shown.state.picks.rack))
    entries = [MenuEntry(_label_copy(names[at]), names[at], emojis.get(tiles[at]), names[at] in picked) for at in here]
    page = str(min(shown.state.page, count_pages(shown) - 1))
    menu = SelectMenu("pick", say("Pick tiles from your rack"), entries, page, several=True)
    return [*([menu] if entries else []), *_make_color_menus(shown)]


def _list_places(shown: BenchScreenData) -> range:
    """Return the indices, in `list_rack_tiles`, of the tiles on the page shown."""
    page = min(shown.state.page, count_pages(shown) - 1)
    return range(page * PAGE, min(len(list_rack_tiles(shown)), (page + 1) * PAGE))


def _label_copy(name: str) -> str:
    tile, _, copy = name.partition(".")
    return say("{tile} (no. {copy})", tile=tile, copy=copy) if copy else tile


def _make_color_menus(shown: BenchScreenData) -> list[SelectMenu]:
    if not has_pages(shown):
        return []
    chosen = shown.state.color
    colors = [MenuEntry(say("All colours"), ALL_COLORS, is_chosen=not chosen)]
    colors += [
        MenuEntry(str(COLORS[each]).capitalize(), each, is_chosen=each == chosen)
        for each in shown.game_view.view.box.colors
    ]
    return [SelectMenu("color", say("Show one colour"), colors)]


def has_pages(shown: BenchScreenData) -> bool:
    """Return whether the whole rack is too large for one page of the menu."""
    return len(shown.arranged.bench.left) > PAGE


def make_paging_rows(shown: BenchScreenData) -> list[list[Button]]:
    """Return a row of buttons that turn the pages of the rack menu, around a label; none if one page is enough."""
    last, page = count_pages(shown) - 1, min(shown.state.page, count_pages(shown) - 1)
    if not last:
        return []
    here = _list_places(shown)
    place = say("Tiles {first}-{last} of {all}", first=here[0] + 1, last=here[-1] + 1, all=len(list_rack_tiles(shown)))
    return [
        [
            Button("page", "◀", str(max(0, page - 1)), is_off=page == 0),
            Button("pages", place, is_off=True),
            Button("page", "▶", str(min(last, page + 1)), is_off=page == last),
        ]
    ]
