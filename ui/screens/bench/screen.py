"""The bench's screen: its text, its color and its buttons."""

from collections.abc import Mapping, Sequence

import discord

from engine.game.views import Assistance, View
from engine.text.phrases import Phrase, later, say
from engine.tiles.notation import point_count, tile_count
from services.benches import BenchScreenData
from services.game_view import GameView, NewsLine
from storage.settings import RackOrder
from ui.controls import Button, rows
from ui.layout import FELT, picture, screen, text, write_deadline, write_loss
from ui.places import describe_place
from ui.screens.bench.menus import make_menus, make_ready_menus
from ui.screens.bench.status import DraftStatus, describe_next_step, describe_status, write_legend

GREEN = discord.Color(0x3C9A5F)
RED = discord.Color(0xC8452F)
SORT_BY: Mapping[RackOrder, Phrase] = {
    RackOrder.COLOR: later("Sort by color"),
    RackOrder.NUMBER: later("Sort by number"),
}
MOST_NEWS = 420  # bytes of what happened: a large rack's menus leave no more in a message


def build_bench(shown: BenchScreenData, file: discord.File) -> discord.ui.LayoutView:
    """Return the bench's screen; `file` is its picture."""
    view = shown.game_view.view
    offers, ends = make_offer_rows(view), make_turn_buttons(view) if shown.game_view.is_to_move else []
    ready = make_ready_menus(shown)
    menus, status = make_menus(shown), describe_status(shown)
    buttons = [_make_turn_row(shown, status, ends), make_draft_buttons(shown), _make_other_row(shown)]
    color, lines = _choose_color(shown), _make_heading(shown)
    said = [text(status.text or describe_next_step(shown))]
    items = [text(*lines), picture(file), *rows(shown.game_view, [*offers, *ready, *menus]), *said]
    return screen([*items, *rows(shown.game_view, buttons)], color)


def _choose_color(shown: BenchScreenData) -> discord.Color:
    if not shown.arranged.draft.changes or not shown.appraisal.is_judged:
        return FELT
    return RED if shown.appraisal.refusal else GREEN


def _make_heading(shown: BenchScreenData) -> list[str]:
    game_view = shown.game_view
    view = game_view.view
    yours, legend = say("Your turn"), write_legend(view) if shown.has_legend else ""
    name = game_view.mentions[view.turn]
    whose = f"**{yours}**" if game_view.is_to_move else say("{name} to play", name=name)
    where = say("{system} in {place}", system=game_view.variant.info.name, place=describe_place(game_view))
    return [
        f"{whose}{write_deadline(view.deadline)}",
        _tell_news(game_view.news, MOST_NEWS - len(legend.encode())),
        write_loss(game_view.lost_at) if game_view.lost_at else "",
        f"-# {legend}" if legend else "",
        f"-# {' · '.join(filter(None, (_describe_rack(view), where)))}",
    ]


def _tell_news(news: Sequence[NewsLine], most: int) -> str:
    """Return what happened since the viewer's last move; if it has too many bytes, the oldest in brief or left out."""
    full, brief = [str(each.full) for each in news], [str(each.brief) for each in news]
    ways = [[*brief[:count], *full[count:]] for count in range(len(news) + 1)]
    ways += [brief[count:] for count in range(1, len(news))]
    written = map(" ".join, ways)
    return next((each for each in written if len(each.encode()) <= most), "")


def _describe_rack(view: View) -> str:
    """Return the number of tiles on the rack and their points; empty if the rule system doesn't count points."""
    rack = view.rack
    if rack is None:
        raise ValueError("A spectator has no rack.")
    if rack.points is None:
        return ""
    return say("{tiles}, {points}", tiles=tile_count(len(rack.tiles)), points=point_count(rack.points))


# buttons


def _make_turn_row(shown: BenchScreenData, status: DraftStatus, ends: list[Button]) -> list[Button]:
    away = [Button("next", say("Next game"))] if shown.others_wait else []
    style = discord.ButtonStyle.success
    return [Button("confirm", status.label, style=style, is_off=not status.can_confirm), *ends, *away]


def make_draft_buttons(shown: BenchScreenData) -> list[Button]:
    """Return the buttons that change the draft or help with it."""
    draft, helps = shown.arranged.draft, shown.game_view.view.assistance
    buttons = [
        Button("step", say("Undo"), "undo", is_off=not (draft.can_undo or shown.state.picks)),
        Button("step", say("Redo"), "redo", is_off=not draft.can_redo),
        Button("step", say("Start over"), "reset", is_off=not (draft.changes or shown.state.picks)),
    ]
    if helps is not Assistance.OFF:
        has_tiles = bool(shown.state.picks.rack or shown.arranged.bench.played)
        buttons.append(Button("fit", say("Arrange"), is_off=not has_tiles))
    if helps is Assistance.FULL:
        buttons.append(Button("hint", say("Hint")))
    return buttons


def _make_other_row(shown: BenchScreenData) -> list[Button]:
    asks = may_ask_for_play(shown.game_view) and not shown.state.picks  # a large rack's menus for picks leave no room
    answers = [Button("anyplay", say("Any play?"))] if asks else []
    return [*make_order_buttons(shown), *answers, Button("text", say("Edit as text")), Button("more", say("More"))]


def may_ask_for_play(game_view: GameView) -> bool:
    """Return whether the player can ask if they have a play: the table helps, and it's their turn to play tiles."""
    view = game_view.view
    return view.assistance is not Assistance.OFF and game_view.is_to_move and bool(view.may_draw or view.may_pass)


def make_order_buttons(shown: BenchScreenData) -> list[Button]:
    """Return the buttons that change the order of the rack: how it's sorted, and which tiles are kept together."""
    order = RackOrder.NUMBER if shown.person.order is RackOrder.COLOR else RackOrder.COLOR
    return [
        Button("sort", str(SORT_BY[order]), order.value),
        Button("together", say("Keep together"), is_off=not shown.state.picks.rack),
    ]


def make_turn_buttons(view: View) -> list[Button]:
    """Return buttons for those of the actions draw, pass and claim that the player to move can take now."""
    buttons = []
    if view.may_draw:
        buttons.append(Button("draw", say("Draw")))
    if view.may_pass:
        buttons.append(Button("pass", say("Pass")))
    if view.claimable:
        buttons.append(Button("claim", say("Claim")))
    return buttons


def make_offer_rows(view: View) -> list[list[Button]]:
    """Return a row with a button for each of the view's offers, which are actions that take one tap, if any."""
    buttons = [Button("offer", str(each.label), str(index)) for index, each in enumerate(view.offers)]
    return [buttons] if buttons else []
