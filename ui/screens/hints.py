"""The screens of /hint: a play revealed in three steps, or what to do when there is none."""

from dataclasses import dataclass

import discord

from engine.game.goals import FoundTurn
from engine.game.views import View
from engine.text.phrases import Phrase, say
from services.game_view import GameView
from ui.controls import Button, row
from ui.layout import Layout, picture, screen, text

LAST_STEP = 3  # of a hint: the whole play
LONGEST_PLAY = 1500  # characters of the text that shows the table after a play


@dataclass(frozen=True)
class Hint:
    """A play that the solver has found, and the view of the table after it."""

    found: FoundTurn
    after: View


@dataclass(frozen=True)
class RevealedHint(Hint):
    """A hint at its last step, with a picture; `token` names the stored play, and `worth` says what it's worth."""

    file: discord.File
    token: str
    worth: Phrase


def _describe_after(game_view: GameView, found_hint: Hint) -> str:
    lines = "\n".join(map(str, game_view.view.whole(found_hint.after)))
    if len(lines) > LONGEST_PLAY:
        lines = f"{lines[:LONGEST_PLAY]} …"
    return f"```\n{lines}\n```"


def _make_cancel_button() -> Button:
    return Button("close", say("Cancel"))


def _make_heading(game_view: GameView) -> str:
    if game_view.is_to_move:
        return say("**Hint** · your turn")
    name = game_view.mentions[game_view.view.turn]
    return say("**Hint** · {name} to play, with the table as it is now", name=name)


def build_hint(game_view: GameView, step: int, found_hint: Hint, note: str) -> Layout:
    """Return the screen of a hint at this step: 1 says where to play, 2 also which tiles, 3 shows the whole play.

    The third step takes a `RevealedHint`. `note` is shown above the hint.
    """
    lines = [
        _make_heading(game_view),
        note,
        *_list_claims(game_view.view),
        f"1. {game_view.view.where(found_hint.after)}",
    ]
    lines += [f"2. {found_hint.found.name_tiles()}"] if step > 1 else []
    if not isinstance(found_hint, RevealedHint):
        more = Button("hint", say("More"), str(step + 1), style=discord.ButtonStyle.primary)
        whole = Button("hint", say("Show the play"), str(LAST_STEP))
        buttons = [more, *([whole] if step + 1 < LAST_STEP else []), _make_cancel_button()]
        return screen([text(*lines), row(game_view, *buttons)])
    sure = "" if found_hint.found.exact else "-# " + say("The best play I found. There may be a better one.")
    confirm = Button("lay", say("Confirm"), found_hint.token, style=discord.ButtonStyle.success)
    buttons = [*([confirm] if game_view.is_to_move else []), _make_cancel_button()]
    return screen(
        [
            text(*lines, f"3. {found_hint.worth}", _describe_after(game_view, found_hint), sure),
            picture(found_hint.file),
            row(game_view, *buttons),
        ]
    )


def build_no_hint(game_view: GameView, note: str) -> Layout:
    """Return the screen for a viewer who can't play any tiles, with buttons to draw, pass or claim instead."""
    view = game_view.view
    draw = say("Draw until you have a play.") if view.draws_on else say("Draw a tile.")
    ways = [
        *([("draw", say("Draw"), draw)] if view.may_draw else []),
        *([("pass", say("Pass"), say("You can pass."))] if view.may_pass else []),
        *([("claim", say("Claim"), say("You can claim a set."))] if view.claimable else []),
    ]
    said = " ".join([str(view.nothing), *(sentence for _, _, sentence in ways)])
    buttons = [Button(verb, label) for verb, label, _ in ways if game_view.is_to_move]
    lines = [_make_heading(game_view), note, said, *_list_claims(view)]
    return screen([text(*lines), row(game_view, *buttons, _make_cancel_button())])


def _list_claims(view: View) -> list[str]:
    return [say("A claim wins: set {label}.", label=each.label) for each in view.claimable if each.wins]
