"""The bench's screen: its text, its color and its buttons."""

import discord

from engine.game.drafts import Conflict
from engine.game.views import Assistance, View
from engine.text.phrases import later, say
from engine.tiles.notation import tile_count, write_tiles
from services.benches import BenchScreenData
from storage.settings import RackOrder
from ui.controls import Button, rows
from ui.layout import FELT, picture, screen, text, write_deadline
from ui.places import describe_place
from ui.screens.bench.menus import PAGE, Emojis, count_pages, make_menus
from ui.screens.table import ORDERS, make_offer_rows, make_turn_buttons

GREEN = discord.Color(0x3C9A5F)
RED = discord.Color(0xC8452F)


def build_bench(shown: BenchScreenData, file: discord.File, emojis: Emojis) -> discord.ui.LayoutView:
    """Return the bench's screen; `file` is its picture, and `emojis` maps the rack's tiles to their emojis."""
    lines, color = _make_heading(shown), _choose_color(shown)
    buttons = [_make_step_row(shown), _make_turn_row(shown), *_make_paging_rows(shown)]
    controls = rows(shown.game_view, [*make_offer_rows(shown.game_view.view), *make_menus(shown, emojis), *buttons])
    return screen([text(*lines), picture(file), *controls], color)


def _choose_color(shown: BenchScreenData) -> discord.Color:
    if not shown.arranged.draft.changes or not shown.appraisal.told:
        return FELT
    return RED if shown.appraisal.refusal else GREEN


# in words


def _make_heading(shown: BenchScreenData) -> list[str]:
    view = shown.game_view.view
    yours = say("Your turn")
    whose = (
        f"**{yours}**"
        if shown.game_view.is_to_move
        else say("{name} is to move", name=shown.game_view.mentions[view.turn])
    )
    place = describe_place(shown.game_view)
    where = say("{system} in {place}", system=shown.game_view.variant.info.name, place=place)
    return [
        shown.note,
        f"{whose}{write_deadline(view.deadline)}",
        *(describe_conflict(each) for each in shown.state.conflicts),
        _describe_draft(shown),
        f"-# {_describe_rack(view)} · {where}",
    ]


def _describe_rack(view: View) -> str:
    """Return the number of tiles on the rack, with their points if the rule system counts them.

    Raises:
        ValueError: the viewer is a spectator and has no rack.
    """
    rack = view.rack
    if rack is None:
        raise ValueError("A spectator has no rack.")
    tiles = tile_count(len(rack.tiles))
    if rack.points is None:
        return say("Your rack: {tiles}", tiles=tiles)
    return say("Your rack: {tiles}, points {points}", tiles=tiles, points=rack.points)


def _describe_draft(shown: BenchScreenData) -> str:
    """Return a line on whether the draft is valid, or why not, with its points if it's the first play.

    Without a draft, return an empty text, or at other players' turns a line that says that drafts are private. With a
    valid draft at their turns, the line also says that it can't be confirmed yet.
    """
    told = shown.appraisal
    if not shown.arranged.draft.changes:
        return (
            ""
            if told.points or shown.game_view.is_to_move
            else say("What you arrange here is a draft: nobody sees it.")
        )
    if not told.told:
        return say("This table judges a turn only when it is made.")
    left = len(shown.arranged.bench.left)
    said = [str(told.refusal or later("Legal: tiles left on your rack: {number}.", number=left))]
    if told.needed:
        said.append(say("Opening: {points} of {needed} points.", points=told.points, needed=told.needed))
    if not told.refusal and not shown.game_view.is_to_move:
        said.append(say("You can confirm it at your turn."))
    return f"{'✖' if told.refusal else '✔'} {' '.join(said)}"


def describe_conflict(each: Conflict) -> str:
    """Return a sentence on a set of the draft that was given up, or lacks tiles, because the table has changed."""
    if not each.lacking:
        return say("The table has changed: what you did with {set} was given up.", set=each.label)
    return say("The table has changed: {set} lacks {tiles}.", set=each.label, tiles=write_tiles(each.lacking))


# buttons


def _make_step_row(shown: BenchScreenData) -> list[Button]:
    view, draft = shown.game_view.view, shown.arranged.draft
    buttons = [
        Button("step", say("Undo"), "undo", is_off=not draft.can_undo),
        Button("step", say("Redo"), "redo", is_off=not draft.can_redo),
        Button("step", say("Reset"), "reset", is_off=not (draft.changes or shown.state.picks)),
    ]
    if view.assistance is not Assistance.OFF:
        buttons.append(Button("fit", say("Fit"), is_off=not _can_arrange(shown)))
    if view.assistance is Assistance.FULL:
        buttons.append(Button("hint", say("Hint")))
    return buttons


def can_confirm(shown: BenchScreenData) -> bool:
    """Return whether the draft can be played now: it's the viewer's turn, and no rule is known to forbid it."""
    if not shown.game_view.is_to_move or not shown.arranged.draft.changes:
        return False
    return not shown.appraisal.told or not shown.appraisal.refusal


def _can_arrange(shown: BenchScreenData) -> bool:
    """Return whether a rack tile is picked or in the draft, so that the solver has something to arrange."""
    return bool(shown.state.picks.rack or len(shown.arranged.bench.left) < len(shown.arranged.bench.rack))


def _make_turn_row(shown: BenchScreenData) -> list[Button]:
    order = RackOrder.NUMBER if shown.order is RackOrder.COLOR else RackOrder.COLOR
    away = [Button("next", say("Next game"))] if shown.others_wait else []
    return [
        Button("confirm", say("Confirm"), style=discord.ButtonStyle.success, is_off=not can_confirm(shown)),
        *(make_turn_buttons(shown.game_view.view) if shown.game_view.is_to_move else away),
        Button("sort", str(ORDERS[order]), order.value),
        Button("text", say("Text")),
    ]


def _make_paging_rows(shown: BenchScreenData) -> list[list[Button]]:
    """Return the rows of buttons to turn the rack menu's pages and to choose a color; none if one page is enough."""
    if len(shown.arranged.bench.left) <= PAGE:
        return []
    last, page = count_pages(shown) - 1, min(shown.state.page, count_pages(shown) - 1)
    colors = ["", *shown.game_view.view.box.colors]
    color = colors[(colors.index(shown.state.color) + 1) % len(colors)] if shown.state.color in colors else ""
    place = say("{page} of {pages}", page=page + 1, pages=last + 1)
    return [
        [
            Button("page", say("Back"), str(page - 1), is_off=page == 0),
            Button("page", place, str(page + 1), is_off=page == last),
            Button("color", say("Show {color}", color=color) if color else say("Show all"), color or "all"),
        ]
    ]
