"""The bench's screen: its text, its color and its buttons."""

from collections.abc import Mapping, Sequence

import discord

from engine.game.views import Assistance, View
from engine.rummykruss.view import GridView
from engine.text.phrases import Phrase, later, say
from engine.tiles.notation import point_count
from services.benches import BenchScreenData
from services.game_view import GameView, NewsLine
from storage.settings import Person, RackOrder
from ui.controls import Button, rows
from ui.layout import FELT, MOST_BUTTONS, picture, screen, text, write_deadline, write_loss
from ui.places import link_place
from ui.screens.bench.menus import make_menus, make_ready_menus, make_view_buttons
from ui.screens.bench.status import DraftStatus, describe_next_step, describe_status, write_legend

GREEN = discord.Color(0x3C9A5F)
RED = discord.Color(0xC8452F)
SORT_BY: Mapping[RackOrder, Phrase] = {
    RackOrder.COLOR: later("Sort by color"),
    RackOrder.NUMBER: later("Sort by number"),
}
MOST_NEWS = 150  # bytes of what happened: two or three lines on a phone


def build_bench(shown: BenchScreenData, file: discord.File) -> discord.ui.LayoutView:
    """Return the bench's screen; `file` is its picture."""
    menus = [*make_offer_rows(shown.game_view.view), *make_ready_menus(shown), *make_menus(shown)]
    status = describe_status(shown)
    said = status.text or describe_next_step(shown)
    heading = _make_heading(shown, write_legend(shown.game_view.view) if shown.has_legend else "")
    buttons = [make_draft_buttons(shown, status), _make_other_buttons(shown)]
    above, below = rows(shown.game_view, menus), rows(shown.game_view, filter(None, buttons))
    items = [text(*heading), picture(file), *above, *([text(said)] if said else []), *below]
    return screen(items, choose_color(shown))


def choose_color(shown: BenchScreenData) -> discord.Color:
    """Return the color of a bench's frame: whether the draft is valid, as far as the table says."""
    if not shown.arranged.draft.changes or not shown.appraisal.is_judged:
        return FELT
    return RED if shown.appraisal.refusal else GREEN


def _make_heading(shown: BenchScreenData, legend: str) -> list[str]:
    """Return whose turn it is, what happened, and small lines: at first the colors, then the points and the place."""
    game_view = shown.game_view
    view = game_view.view
    yours, name = say("Your turn"), game_view.mentions[view.turn]
    whose = f"**{yours}**" if game_view.is_to_move else say("{name} to play", name=name)
    part = str(view.part.numbered(view.game, view.games)) if view.games > 1 else ""
    small = [part, _describe_points(view), _name_barred(game_view), link_place(game_view)]
    return [
        f"{whose}{write_deadline(view.deadline)}",
        _tell_news(game_view.news, MOST_NEWS),
        write_loss(game_view.lost_at) if game_view.lost_at else "",
        f"-# {legend}" if legend else "",
        f"-# {' · '.join(filter(None, small))}",
    ]


def _tell_news(news: Sequence[NewsLine], most: int) -> str:
    """Return what happened since the viewer's last move; if it has too many bytes, the oldest in brief or left out."""
    full, brief = [str(each.full) for each in news], [str(each.brief) for each in news]
    ways = [[*brief[:count], *full[count:]] for count in range(len(news) + 1)]
    ways += [brief[count:] for count in range(1, len(news))]
    written = map(" ".join, ways)
    return next((each for each in written if len(each.encode()) <= most), "")


def _describe_points(view: View) -> str:
    """Return the points on the rack; empty if the rule system doesn't count them."""
    if view.rack is None:
        raise ValueError("A spectator has no rack.")
    return "" if view.rack.points is None else str(point_count(view.rack.points))


def _name_barred(game_view: GameView) -> str:
    """Return the numbers that the viewer can't place on a grid this turn; empty if there are none."""
    view = game_view.view
    if not isinstance(view, GridView) or not view.barred or not game_view.is_to_move:
        return ""
    return f"{say('Not this turn:')} **{' '.join(map(str, view.barred))}**"


# buttons


def make_draft_buttons(shown: BenchScreenData, status: DraftStatus) -> list[Button]:
    """Return Confirm, which says what it does or what is missing, and ways back; none of them while nothing is done."""
    draft, picks = shown.arranged.draft, shown.state.picks
    confirm = Button("confirm", status.label, style=discord.ButtonStyle.success, is_off=not status.can_confirm)
    return [
        *([confirm] if draft.changes or picks else []),
        *([Button("step", say("Undo"), "undo")] if draft.can_undo or picks else []),
        *([Button("step", say("Redo"), "redo")] if draft.can_redo and not picks else []),
        *([Button("step", say("Start over"), "reset")] if draft.changes else []),
    ]


def _make_other_buttons(shown: BenchScreenData) -> list[Button]:
    """Return up to five buttons: those that end the turn, away from Confirm, and what applies now; More has the rest.

    Without a draft, they are all that there is.
    """
    game_view = shown.game_view
    ends = make_turn_buttons(game_view.view) if game_view.is_to_move else []
    more = Button("more", say("More"))
    views = make_view_buttons(shown) if isinstance(game_view.view, GridView) else []
    if shown.arranged.draft.changes or shown.state.picks:
        tools = [*make_together_buttons(shown), *_make_arrange_buttons(shown), *views]
        return [*tools[: MOST_BUTTONS - 1 - len(ends)], *ends, more]
    away = [Button("next", say("Next game"))] if shown.others_wait else []
    sort = Button("sort", say("Sort"), next_order(shown.person).value)
    has_hints = game_view.view.assistance is Assistance.FULL
    helps = make_help_buttons(game_view)[:1] if has_hints or not shown.ready else []
    if views:  # a phone has no room for "Any play?" beside the whole board
        tools = helps if has_hints else [sort]
    elif has_hints:
        tools = [*helps, sort]
    else:  # nor for both in one row
        tools = helps or [sort]
    rules = [] if views else [Button("rules", say("Rules"))]
    return [*[*ends, *away, *views, *tools, *rules][: MOST_BUTTONS - 1], more]


def _make_arrange_buttons(shown: BenchScreenData) -> list[Button]:
    has_tiles = bool(shown.state.picks.rack or shown.arranged.bench.played)
    is_offered = has_tiles and shown.game_view.view.assistance is not Assistance.OFF
    return [Button("fit", say("Arrange"))] if is_offered else []


def make_help_buttons(game_view: GameView) -> list[Button]:
    """Return buttons for the help that the table gives: the best turn, and whether there is one."""
    hint = [Button("hint", say("Hint"))] if game_view.view.assistance is Assistance.FULL else []
    return [*hint, *([Button("anyplay", say("Any play?"))] if may_ask_for_play(game_view) else [])]


def may_ask_for_play(game_view: GameView) -> bool:
    """Return whether the player can ask if they have a play: the table helps, and it's their turn to play tiles."""
    view = game_view.view
    return view.assistance is not Assistance.OFF and game_view.is_to_move and bool(view.may_draw or view.may_pass)


def make_together_buttons(shown: BenchScreenData) -> list[Button]:
    """Return the button that keeps the picked rack tiles together, in a list; the list is empty if none is picked."""
    return [Button("together", say("Keep together"))] if shown.state.picks.rack else []


def next_order(person: Person) -> RackOrder:
    """Return the order of the rack that its player doesn't have now."""
    return RackOrder.NUMBER if person.order is RackOrder.COLOR else RackOrder.COLOR


def make_order_button(person: Person) -> Button:
    """Return the button that sorts this player's racks the other way."""
    order = next_order(person)
    return Button("sort", str(SORT_BY[order]), order.value)


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
