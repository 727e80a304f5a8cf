"""The bench's menus: the rack, the table, where what is picked can go, and what a joker is."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

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
    Split,
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
from services.benches import Bench
from storage.settings import RackOrder
from ui.controls import Control, Tap, cut, row

PAGE = 25  # options of a menu
WHOLE = "*"  # all tiles of a set
CLOSE = "<"
MORE = ">"
BROWSE = "+"
Menu = discord.ui.ActionRow[Any]
Emoji = Callable[[Tile], discord.PartialEmoji | None]


def menus(shown: Bench, emoji: Emoji) -> list[Menu]:
    """Return those that have anything to choose from."""
    return [menu for menu in (_rack(shown, emoji), *_spots(shown), *_targets(shown), *_faces(shown)) if menu]


# the rack


def named(tiles: Sequence[Tile]) -> list[str]:
    """A name for each tile: `R5`, and `R5.2` for its second copy."""
    seen: Counter[Tile] = Counter()
    names = []
    for tile in tiles:
        seen[tile] += 1
        names.append(write_tile(tile) + (f".{seen[tile]}" if seen[tile] > 1 else ""))
    return names


def rack_tiles(shown: Bench) -> list[Tile]:
    """What is left on the rack in the player's order; of one colour, if he looks at that alone."""
    held = shown.arranged.bench
    key = by_color if shown.order is RackOrder.COLOR else by_number
    tiles = sorted((held.rack[place] for place in held.left), key=key)
    color = shown.desk.color
    return [tile for tile in tiles if not color or tile.color in {color, None}]


def pages(shown: Bench) -> int:
    """How many menus the rack fills; at least one."""
    return max(1, -(-len(rack_tiles(shown)) // PAGE))


def _rack(shown: Bench, emoji: Emoji) -> Menu | None:
    """One page of the rack's tiles; those that are picked are chosen already."""
    names, tiles = named(rack_tiles(shown)), rack_tiles(shown)
    page = min(shown.desk.page, pages(shown) - 1)
    here = range(page * PAGE, min(len(tiles), (page + 1) * PAGE))
    if not here:
        return None
    picked = set(named(shown.desk.picks.rack))
    options = [
        discord.SelectOption(
            label=_copy(names[at]), value=names[at], emoji=emoji(tiles[at]), default=names[at] in picked
        )
        for at in here
    ]
    return _several(Control.of("pick", shown.seen, str(page)), options, say("Pick tiles of your rack"))


def _copy(name: str) -> str:
    tile, _, copy = name.partition(".")
    return say("{tile} (no. {copy})", tile=tile, copy=copy) if copy else tile


def _several(control: Control, options: list[discord.SelectOption], placeholder: str) -> Menu:
    menu = discord.ui.Select[Any](
        custom_id=control.custom_id, options=options, min_values=0, max_values=len(options), placeholder=placeholder
    )
    return row(Tap(menu, control))


def _one(control: Control, options: list[discord.SelectOption], placeholder: str) -> Menu:
    return row(
        Tap(discord.ui.Select[Any](custom_id=control.custom_id, options=options, placeholder=placeholder), control)
    )


# the table


def _spots(shown: Bench) -> list[Menu]:
    """The tiles of the set that is open, or the sets that can be opened."""
    spots, desk, seen = shown.arranged.bench.spots, shown.desk, shown.seen
    if desk.spot is not None and desk.spot in spots:
        tiles = spots[desk.spot]
        options = [
            discord.SelectOption(label=write_tile(tile), value=write(key), default=key in desk.picks.lying)
            for key, tile in tiles.items()
        ][: PAGE - 2]
        options += [discord.SelectOption(label=say("All of them"), value=WHOLE)] * (len(tiles) > 1)
        options += [discord.SelectOption(label=say("Close"), value=CLOSE)]
        return [_several(Control.of("lying", seen), options, _opened(desk.spot))]
    if not spots or (desk.picks and not desk.browsing):
        return []
    options = [
        discord.SelectOption(label=cut(f"{_spot(key)}: {write_tiles(tiles.values())}"), value=write(key))
        for key, tiles in spots.items()
    ]
    return [_one(Control.of("spot", seen), _page(options, desk.spots), say("Take tiles from the table"))]


def _page(
    options: list[discord.SelectOption], page: int, always: Sequence[discord.SelectOption] = ()
) -> list[discord.SelectOption]:
    """As many options as a menu holds, with one that leads to the next of them, and those that are always there."""
    if len(options) + len(always) <= PAGE:
        return [*options, *always]
    size = PAGE - 1 - len(always)
    start = page % -(-len(options) // size) * size
    return [*options[start : start + size], discord.SelectOption(label=say("More …"), value=MORE), *always]


def _opened(spot: Spot) -> str:
    match spot:
        case Hold():
            return say("Tiles on hold")
        case Lender(label):
            return say("Share a tile of set {set}", set=label)
        case GridRow(number):
            return say("Row {row}", row=number)
        case SetKey(label):
            return say("Tiles of set {set}", set=label)


def _spot(key: Spot) -> str:
    match key:
        case Hold():
            return say("On hold")
        case Lender(label):
            return say("{set}, shared", set=label)
    return write(key)


def targets(shown: Bench) -> Sequence[Target]:
    """Where what is picked can go; a table that tells nothing beforehand does not say where it fits."""
    found = shown.arranged.bench.targets(shown.desk.picks) if shown.desk.picks else []
    if shown.appraisal.told:
        return found
    return [Target(each.key, each.row, fits=False) for each in found if not isinstance(each.key, Split)]


def _targets(shown: Bench) -> list[Menu]:
    if not shown.desk.picks or shown.desk.browsing:
        return []
    options = [discord.SelectOption(label=cut(_target(each)), value=write(each.key)) for each in targets(shown)]
    browse = discord.SelectOption(label=say("Pick from the table as well"), value=BROWSE)
    menu = _page(options, shown.desk.targets, [browse])
    where = say("Where to put {tiles}", tiles=write_tiles(_picked(shown)))
    return [_one(Control.of("target", shown.seen), menu, where[:150])]


def _picked(shown: Bench) -> list[Tile]:
    spots = shown.arranged.bench.spots
    lying = {key: tile for tiles in spots.values() for key, tile in tiles.items()}
    return [*shown.desk.picks.rack, *(lying[key] for key in shown.desk.picks.lying)]


def _target(each: Target) -> str:
    if each.key == Away():
        return say("Back to the rack, or on hold")
    return f"{'✔ ' if each.fits else ''}{_aim(each.key)}: {write_pieces(each.row)}"


def _aim(key: TargetKey) -> str:
    """The place of a target: a set, a new one, one that is split, or a cell and the way from it."""
    match key:
        case NewSet():
            return say("New set")
        case Split(label):
            return say("Split {set}", set=label)
        case Across(cell):
            return say("{cell} right", cell=cell)
        case Down(cell):
            return say("{cell} down", cell=cell)
    return write(key)


def jokers(shown: Bench) -> Sequence[str]:
    """The rows, or cells, whose joker has to be told, or can be; the table's as soon as one is touched.

    Jokers are alike: one that moves may leave its part to another, which lies where it lay and is something else now.
    """
    arranged = shown.arranged.bench
    touched = any(piece.tile.is_joker for each in arranged.changes for piece in (*each.before, *each.after))
    able = [key for key in arranged.jokers if key not in shown.appraisal.unclear and len(arranged.ways(key)) > 1]
    return [*shown.appraisal.unclear, *(able if touched else [])]


def _faces(shown: Bench) -> list[Menu]:
    """What a joker is, for every one that may be several things."""
    if shown.desk.picks or shown.desk.browsing:
        return []
    ways = [(key, place, way) for key in jokers(shown) for place, way in enumerate(shown.arranged.bench.ways(key))]
    options = [
        discord.SelectOption(label=cut(f"{key}: {_way(way)}"), value=write_way(Way(key, at))) for key, at, way in ways
    ]
    return [_one(Control.of("face", shown.seen), options[:PAGE], say("What is the joker?"))] if options else []


def _way(way: Row) -> str:
    return " ".join(write_face(piece.stands_for) if piece.stands_for else write_tile(piece.tile) for piece in way)
