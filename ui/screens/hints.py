"""What is said to a player who asks for help, and to whoever goes through a finished game."""

from dataclasses import dataclass

import discord

from engine.coach.hints import what
from engine.game.goals import FoundTurn
from engine.game.views import View
from engine.text.phrases import Phrase, say
from services.game_view import GameView
from ui.controls import Control, Tap, button, row
from ui.layout import Layout, picture, screen, text

LAST_STEP = 3  # of a hint
LONGEST_PLAY = 1500  # characters of the lines that say how all lies after a play


@dataclass(frozen=True)
class Hint:
    """A play that was found, and the table with it."""

    found: FoundTurn
    after: View


@dataclass(frozen=True)
class RevealedHint(Hint):
    """One with its picture, the token that plays it, and what it is worth in words."""

    file: discord.File
    token: str
    worth: Phrase


def _describe_after(game_view: GameView, found_hint: Hint) -> str:
    """How all lies after a play."""
    lines = "\n".join(map(str, game_view.view.whole(found_hint.after)))
    if len(lines) > LONGEST_PLAY:
        lines = f"{lines[:LONGEST_PLAY]} …"
    return f"```\n{lines}\n```"


def _make_confirm_button(game_view: GameView, shown: RevealedHint) -> Tap | None:
    """The button that plays, at one's turn."""
    if not game_view.is_to_move:
        return None
    return button(Control.of("lay", game_view, shown.token), say("Confirm"), style=discord.ButtonStyle.success)


def _make_cancel_button(game_view: GameView) -> Tap:
    return button(Control.of("close", game_view), say("Cancel"))


def _make_heading(game_view: GameView) -> str:
    if game_view.is_to_move:
        return say("**Hint** · your turn")
    name = game_view.mentions[game_view.view.turn]
    return say("**Hint** · {name} is to move; this is how the table lies now", name=name)


def build_hint(game_view: GameView, step: int, found_hint: Hint, note: str) -> Layout:
    """Where, then what, one more at each step from 1; the whole play is the last one, and comes with its picture."""
    lines = [
        _make_heading(game_view),
        note,
        *_list_claims(game_view.view),
        f"1. {game_view.view.where(found_hint.after)}",
    ]
    lines += [f"2. {what(found_hint.found.played)}"] if step > 1 else []
    if not isinstance(found_hint, RevealedHint):
        more = button(Control.of("hint", game_view, str(step + 1)), say("More"), style=discord.ButtonStyle.primary)
        return screen([text(*lines), row(more, _make_cancel_button(game_view))])
    sure = "" if found_hint.found.exact else "-# " + say("The best that I found; there may be a better one.")
    buttons = [each for each in (_make_confirm_button(game_view, found_hint), _make_cancel_button(game_view)) if each]
    return screen(
        [
            text(*lines, f"3. {found_hint.worth}", _describe_after(game_view, found_hint), sure),
            picture(found_hint.file),
            row(*buttons),
        ]
    )


def build_no_hint(game_view: GameView, note: str) -> Layout:
    """There is nothing to be laid; the turn can still go on."""
    view = game_view.view
    ways = [
        *([("draw", say("Draw"), say("You can draw."))] if view.may_draw else []),
        *([("pass", say("Pass"), say("You can pass."))] if view.may_pass else []),
        *([("claim", say("Claim"), say("You can claim a set."))] if view.claimable else []),
    ]
    said = " ".join([str(view.nothing), *(sentence for _, _, sentence in ways)])
    buttons = [button(Control.of(verb, game_view), label) for verb, label, _ in ways if game_view.is_to_move]
    lines = [_make_heading(game_view), note, said, *_list_claims(view)]
    return screen([text(*lines), row(*buttons, _make_cancel_button(game_view))])


def _list_claims(view: View) -> list[str]:
    """A claim that ends the game is better than any play."""
    return [say("A claim wins: set {label}.", label=each.label) for each in view.claimable if each.wins]
