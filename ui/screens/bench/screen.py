"""What the bench says, and which buttons it has: a turn arranged with few taps."""

from typing import Any

import discord

from engine.game.drafts import Conflict
from engine.game.views import Assistance, View
from engine.text.phrases import later, say
from engine.tiles.notation import tile_count, write_tiles
from services.benches import Bench
from storage.settings import RackOrder
from ui.controls import Control, Tap, button, row
from ui.layout import FELT, picture, screen, text
from ui.places import describe_place
from ui.screens.bench.menus import PAGE, Emoji, Menu, menus, pages
from ui.screens.table import ORDERS, clock, offers, turn_buttons

GREEN = discord.Color(0x3C9A5F)
RED = discord.Color(0xC8452F)


def bench(shown: Bench, file: discord.File, emoji: Emoji) -> discord.ui.LayoutView:
    """The whole panel."""
    items: list[discord.ui.Item[Any]] = [
        text(*_heading(shown)),
        picture(file),
        *offers(shown.seen),
    ]
    items += menus(shown, emoji)
    items += [_steps(shown), _turn(shown), *_paging(shown)]
    return screen(items, _color(shown))


def _color(shown: Bench) -> discord.Color:
    if not shown.arranged.draft.changes or not shown.appraisal.told:
        return FELT
    return RED if shown.appraisal.refusal else GREEN


# in words


def _heading(shown: Bench) -> list[str]:
    view = shown.seen.view
    yours = say("Your turn")
    whose = f"**{yours}**" if shown.mine else say("{name} is to move", name=shown.seen.mentions[view.turn])
    place = describe_place(shown.seen)
    where = say("{system} in {place}", system=shown.seen.variant.info.name, place=place)
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


# buttons


def _steps(shown: Bench) -> Menu:
    seen, view, draft = shown.seen, shown.seen.view, shown.arranged.draft
    buttons = [
        _button(Control.of("step", seen, "undo"), say("Undo"), off=not draft.can_undo),
        _button(Control.of("step", seen, "redo"), say("Redo"), off=not draft.can_redo),
        _button(Control.of("step", seen, "reset"), say("Reset"), off=not (draft.changes or shown.desk.picks)),
    ]
    if view.assistance is not Assistance.OFF:
        buttons.append(_button(Control.of("fit", seen), say("Fit"), off=not _fits(shown)))
    if view.assistance is Assistance.FULL:
        buttons.append(_button(Control.of("hint", seen), say("Hint")))
    return row(*buttons)


def _fits(shown: Bench) -> bool:
    """Is there anything for which a place could be found?"""
    return bool(shown.desk.picks.rack or len(shown.arranged.bench.left) < len(shown.arranged.bench.rack))


def _turn(shown: Bench) -> Menu:
    seen = shown.seen
    order = RackOrder.NUMBER if shown.order is RackOrder.COLOR else RackOrder.COLOR
    confirm = _button(
        Control.of("confirm", seen), say("Confirm"), off=not shown.can_confirm, style=discord.ButtonStyle.success
    )
    sort = _button(Control.of("sort", seen, order.value), str(ORDERS[order]))
    words = _button(Control.of("text", seen), say("Text"))
    away = [_button(Control.of("next", seen), say("Next game"))] if shown.others_wait else []
    return row(confirm, *(turn_buttons(seen) if shown.mine else away), sort, words)


def _paging(shown: Bench) -> list[Menu]:
    """Leaves through a rack that fills more than a menu, or shows one colour of it."""
    if len(shown.arranged.bench.left) <= PAGE:
        return []
    seen, last, page = shown.seen, pages(shown) - 1, min(shown.desk.page, pages(shown) - 1)
    colors = ["", *shown.seen.view.box.colors]
    color = colors[(colors.index(shown.desk.color) + 1) % len(colors)] if shown.desk.color in colors else ""
    return [
        row(
            _button(Control.of("page", seen, str(page - 1)), say("Back"), off=page == 0),
            _button(
                Control.of("page", seen, str(page + 1)),
                say("{page} of {pages}", page=page + 1, pages=last + 1),
                off=page == last,
            ),
            _button(
                Control.of("color", seen, color or "all"),
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
