"""The screens of /hint: a play revealed in three steps on the player's rack, or what to do when there is none."""

from dataclasses import dataclass

import discord

from engine.game.goals import FoundTurn
from engine.game.views import View
from engine.text.phrases import Phrase, say
from services.game_view import GameView
from ui.controls import Button, row
from ui.layout import Layout, picture, screen, text

LAST_STEP = 3  # of a hint: the whole play


@dataclass(frozen=True)
class Hint:
    """A play that the solver has found, the view of the table after it, and the picture of what this step reveals.

    At the last step, `token` names the stored play, and `worth` says what it's worth.
    """

    found: FoundTurn
    after: View
    file: discord.File
    token: str = ""
    worth: Phrase | None = None


def _make_heading(game_view: GameView) -> str:
    if game_view.is_to_move:
        return say("**Hint** · your turn")
    name = game_view.mentions[game_view.view.turn]
    return say("**Hint** · {name} to play, with the table as it is now", name=name)


def build_hint(game_view: GameView, step: int, hint: Hint, note: str) -> Layout:
    """Return the screen of a hint at this step: 1 says where to play, 2 also which tiles, 3 shows the whole play.

    `note` is shown above the hint.
    """
    lines = [
        _make_heading(game_view),
        note,
        *_list_claims(game_view.view),
        f"1. {game_view.view.where(hint.after)}",
        f"2. {hint.found.name_tiles()}" if step > 1 else "",
    ]
    cancel = Button("close", say("Cancel"))
    if step < LAST_STEP:
        more = Button("hint", say("More"), str(step + 1), style=discord.ButtonStyle.primary)
        whole = Button("hint", say("Show the play"), str(LAST_STEP))
        buttons = [more, *([whole] if step + 1 < LAST_STEP else []), cancel]
    else:
        sure = "" if hint.found.exact else "-# " + say("The best play I found. There may be a better one.")
        lines += [f"3. {hint.worth}", sure]
        confirm = Button("lay", say("Confirm"), hint.token, style=discord.ButtonStyle.success)
        buttons = [*([confirm] if game_view.is_to_move else []), cancel]
    return screen([text(*lines), picture(hint.file), row(game_view, *buttons)])


def describe_no_hint(view: View) -> str:
    """Return the sentences above the rack's buttons of a viewer with nothing to play: they can draw, pass or claim."""
    draw = say("Draw until you have a play.") if view.draws_on else say("Draw a tile.")
    ways = [
        *([draw] if view.may_draw else []),
        *([say("You can pass.")] if view.may_pass else []),
        *([say("You can claim a set.")] if view.claimable else []),
    ]
    return "\n".join([" ".join([str(view.nothing), *ways]), *_list_claims(view)])


def _list_claims(view: View) -> list[str]:
    return [say("A claim wins: set {label}.", label=each.label) for each in view.claimable if each.wins]
