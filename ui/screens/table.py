"""A table's public message, the buttons for a turn, and the reply to a refused play."""

from collections.abc import Mapping

import discord

import render
from engine.text.phrases import Phrase, later, say
from services.game_view import GameView
from storage.settings import RackOrder
from ui.controls import Button, Versioned, row, rows
from ui.layout import MOST_BUTTONS, picture, screen, text, write_deadline, write_loss
from ui.markdown import write_bold
from ui.screens.bench.screen import make_offer_rows, make_turn_buttons

ORDERS: Mapping[RackOrder, Phrase] = {RackOrder.COLOR: later("By color"), RackOrder.NUMBER: later("By number")}


def build_table(game_view: GameView, file: discord.File) -> discord.ui.LayoutView:
    """Return the public message of a running game; `file` is the table's picture."""
    view = game_view.view
    turn = say("{name} to play", name=game_view.mentions[view.turn])
    buttons = [
        make_rack_button(),
        *(make_turn_buttons(view) if game_view.person_moves else []),
        *([Button("whole", say("Whole board"))] if render.is_cropped(view) else []),
        Button("rules", say("Rules")),
    ]
    first_row = [*buttons[: MOST_BUTTONS - 1], Button("more", say("More"))]  # More leads to Rules, too
    offers = make_offer_rows(view) if game_view.person_moves else []
    backs = [[Button("back", say("I'm back"), style=discord.ButtonStyle.success)]] if game_view.absent else []
    controls = rows(game_view, [*offers, first_row, *backs])
    part = f" · {view.part.numbered(view.game, view.games)}" if view.games > 1 else ""
    words = text(
        f"{write_bold(turn)}{write_deadline(view.deadline)}{part}",
        game_view.news_text,
        write_loss(game_view.lost_at) if game_view.lost_at else "",
        *_list_kept_seats(game_view),
    )
    return screen([words, picture(file), *controls])


def _list_kept_seats(game_view: GameView) -> list[str]:
    left = later("A computer plays for {name}, who left.")
    gone = later("A computer plays for {name}, who is away.")
    said = [(left if each.has_left else gone).of({"name": each.mention}) for each in game_view.absent]
    return [f"-# {sentence}" for sentence in said]


def make_rack_button() -> Button:
    """Return the button that opens the tapping player's rack."""
    return Button("rack", say("My rack"), style=discord.ButtonStyle.primary)


def build_refusal(game: Versioned, why: str, token: str) -> discord.ui.LayoutView:
    """Return the reply to a refused play: the reason `why`, and a button to edit the text that `token` names."""
    again = Button("again", say("Edit again"), token, discord.ButtonStyle.primary)
    return screen([text(why), row(game, again)])
