"""What the bench says, and which menus and buttons it has: a turn arranged with few taps."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

import render
from engine.game.bench import Appraisal, Arranged, Target
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
from engine.game.drafts import Conflict
from engine.game.views import Assistance, View
from engine.text.phrases import later, say
from engine.tiles.edits import Row
from engine.tiles.notation import tile_count, write_pieces, write_tile, write_tiles
from engine.tiles.tiles import Tile, by_color, by_number
from services.seen import Seen, mention
from storage.benches import Desk
from ui.controls import Control, Tap, button, cut, row
from ui.layout import FELT, picture, screen, text
from ui.screens.table import ORDERS, clock, offers, turn_buttons

PAGE = 25  # options of a menu
WHOLE = "*"  # all tiles of a set
CLOSE = "<"
MORE = ">"
BROWSE = "+"
GREEN = discord.Color(0x3C9A5F)
RED = discord.Color(0xC8452F)
Menu = discord.ui.ActionRow[Any]
Emoji = Callable[[Tile], discord.PartialEmoji | None]


@dataclass(frozen=True, slots=True)
class Bench:
    """All that a bench's screen is made of.

    `note` says what has just happened, `look` how pictures are liked; `others_wait`: another game waits for a move.
    """

    seen: Seen
    desk: Desk
    arranged: Arranged
    appraisal: Appraisal
    order: render.Order
    note: str = ""
    look: render.Look = field(default_factory=render.Look)
    others_wait: bool = False

    @property
    def mine(self) -> bool:
        """Is it this player's turn?"""
        return self.seen.view.you == self.seen.view.turn

    @property
    def can_confirm(self) -> bool:
        """Is this a turn that can be made now?"""
        if not self.mine or not self.arranged.draft.changes:
            return False
        return not self.appraisal.told or not self.appraisal.refusal


def bench(shown: Bench, file: discord.File, emoji: Emoji) -> discord.ui.LayoutView:
    """The whole panel."""
    items: list[discord.ui.Item[Any]] = [
        text(*_heading(shown)),
        picture(file),
        *offers(shown.seen.game, shown.seen.view),
    ]
    items += [menu for menu in (_rack(shown, emoji), *_spots(shown), *_targets(shown), *_faces(shown)) if menu]
    items += [_steps(shown), _turn(shown), *_paging(shown)]
    return screen(items, _color(shown))


def _color(shown: Bench) -> discord.Color:
    if not shown.arranged.draft.changes or not shown.appraisal.told:
        return FELT
    return RED if shown.appraisal.refusal else GREEN


# in words


def _heading(shown: Bench) -> list[str]:
    game, view = shown.seen.game, shown.seen.view
    yours = say("Your turn")
    whose = f"**{yours}**" if shown.mine else say("{name} is to move", name=mention(game, view.turn))
    where = say("{system} in {place}", system=shown.seen.variant.info.name, place=shown.seen.place)
    return [
        shown.note,
        f"{whose}{clock(view.deadline)}",
        *(conflict(each) for each in shown.desk.conflicts),
        _status(shown),
        f"-# {_held(view)} · {where}",
    ]


def _held(view: View) -> str:
    """How much the rack holds, and what it would cost."""
    rack = view.rack
    if rack is None:
        raise ValueError("A spectator has no rack.")
    tiles = tile_count(len(rack.tiles))
    if rack.points is None:
        return say("Your rack: {tiles}", tiles=tiles)
    return say("Your rack: {tiles}, points {points}", tiles=tiles, points=rack.points)


def _status(shown: Bench) -> str:
    """What the draft would come to."""
    told = shown.appraisal
    if not shown.arranged.draft.changes:
        return "" if told.points or shown.mine else say("What you arrange here is a draft: nobody sees it.")
    if not told.told:
        return say("This table judges a turn only when it is made.")
    left = len(shown.arranged.bench.left)
    said = [str(told.refusal or later("Legal: tiles left on your rack: {number}.", number=left))]
    if told.needed:
        said.append(say("Opening: {points} of {needed} points.", points=told.points, needed=told.needed))
    if not told.refusal and not shown.mine:
        said.append(say("You can confirm it at your turn."))
    return f"{'✖' if told.refusal else '✔'} {' '.join(said)}"


def conflict(each: Conflict) -> str:
    """What of a draft is given up since the table has changed."""
    if not each.lacking:
        return say("The table has changed: what you did with {set} was given up.", set=each.label)
    return say("The table has changed: {set} lacks {tiles}.", set=each.label, tiles=write_tiles(each.lacking))


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
    key = by_color if shown.order is render.Order.COLOR else by_number
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
    return _several(Control.of("pick", shown.seen.game, str(page)), options, say("Pick tiles of your rack"))


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
    spots, desk, game = shown.arranged.bench.spots, shown.desk, shown.seen.game
    if desk.spot is not None and desk.spot in spots:
        tiles = spots[desk.spot]
        options = [
            discord.SelectOption(label=write_tile(tile), value=write(key), default=key in desk.picks.lying)
            for key, tile in tiles.items()
        ][: PAGE - 2]
        options += [discord.SelectOption(label=say("All of them"), value=WHOLE)] * (len(tiles) > 1)
        options += [discord.SelectOption(label=say("Close"), value=CLOSE)]
        return [_several(Control.of("lying", game), options, _opened(desk.spot))]
    if not spots or (desk.picks and not desk.browsing):
        return []
    options = [
        discord.SelectOption(label=cut(f"{_spot(key)}: {write_tiles(tiles.values())}"), value=write(key))
        for key, tiles in spots.items()
    ]
    return [_one(Control.of("spot", game), _page(options, desk.spots), say("Take tiles from the table"))]


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
    return [_one(Control.of("target", shown.seen.game), menu, where[:150])]


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
    return [_one(Control.of("face", shown.seen.game), options[:PAGE], say("What is the joker?"))] if options else []


def _way(way: Row) -> str:
    return write_tiles(piece.stands_for or piece.tile for piece in way)


# buttons


def _steps(shown: Bench) -> Menu:
    game, view, draft = shown.seen.game, shown.seen.view, shown.arranged.draft
    buttons = [
        _button(Control.of("step", game, "undo"), say("Undo"), off=not draft.can_undo),
        _button(Control.of("step", game, "redo"), say("Redo"), off=not draft.can_redo),
        _button(Control.of("step", game, "reset"), say("Reset"), off=not (draft.changes or shown.desk.picks)),
    ]
    if view.assistance is not Assistance.OFF:
        buttons.append(_button(Control.of("fit", game), say("Fit"), off=not _fits(shown)))
    if view.assistance is Assistance.FULL:
        buttons.append(_button(Control.of("hint", game), say("Hint")))
    return row(*buttons)


def _fits(shown: Bench) -> bool:
    """Is there anything for which a place could be found?"""
    return bool(shown.desk.picks.rack or len(shown.arranged.bench.left) < len(shown.arranged.bench.rack))


def _turn(shown: Bench) -> Menu:
    game, view = shown.seen.game, shown.seen.view
    order = render.Order.NUMBER if shown.order is render.Order.COLOR else render.Order.COLOR
    confirm = _button(
        Control.of("confirm", game), say("Confirm"), off=not shown.can_confirm, style=discord.ButtonStyle.success
    )
    sort = _button(Control.of("sort", game, order.value), str(ORDERS[order]))
    words = _button(Control.of("text", game), say("Text"))
    away = [_button(Control.of("next", game), say("Next game"))] if shown.others_wait else []
    return row(confirm, *(turn_buttons(game, view) if shown.mine else away), sort, words)


def _paging(shown: Bench) -> list[Menu]:
    """Leaves through a rack that fills more than a menu, or shows one colour of it."""
    if len(shown.arranged.bench.left) <= PAGE:
        return []
    game, last, page = shown.seen.game, pages(shown) - 1, min(shown.desk.page, pages(shown) - 1)
    colors = ["", *shown.seen.view.box.colors]
    color = colors[(colors.index(shown.desk.color) + 1) % len(colors)] if shown.desk.color in colors else ""
    return [
        row(
            _button(Control.of("page", game, str(page - 1)), say("Back"), off=page == 0),
            _button(
                Control.of("page", game, str(page + 1)),
                say("{page} of {pages}", page=page + 1, pages=last + 1),
                off=page == last,
            ),
            _button(
                Control.of("color", game, color or "all"),
                say("Show {color}", color=color) if color else say("Show all"),
            ),
        )
    ]


def _button(
    control: Control,
    label: str,
    *,
    off: bool = False,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Tap:
    tap = button(control, label, style=style)
    tap.item.disabled = off  # type: ignore[attr-defined]  # it is a button
    return tap
