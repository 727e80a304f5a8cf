"""What is said to a player who asks for help, and to whoever goes through a finished game."""

from dataclasses import dataclass

import discord

from engine.coach.hints import what
from engine.game.goals import Found
from engine.game.views import View
from engine.text.phrases import say
from services.seen import Seen, mention
from storage.games import Game
from ui.controls import Control, Tap, button, row
from ui.layout import picture, screen, text

LAST_STEP = 3  # of a hint
LONGEST_PLAY = 1500  # characters of the lines that say how all lies after a play

Layout = discord.ui.LayoutView


@dataclass(frozen=True)
class Idea:
    """A play that was found, and the table with it."""

    found: Found
    after: View


@dataclass(frozen=True)
class Shown(Idea):
    """One with its picture, and the token that plays it."""

    file: discord.File
    token: str


def _play(seen: Seen, idea: Idea) -> tuple[str, str]:
    """What a play would come to, and how all lies then."""
    lines = "\n".join(map(str, seen.view.whole(idea.after)))
    if len(lines) > LONGEST_PLAY:
        lines = f"{lines[:LONGEST_PLAY]} …"
    return str(seen.variant.preview(seen.game.state, idea.found.action)), f"```\n{lines}\n```"


def _confirm(seen: Seen, shown: Shown) -> Tap | None:
    """The button that plays, at one's turn."""
    if seen.view.you != seen.view.turn:
        return None
    return button(Control.of("lay", seen.game, shown.token), say("Confirm"), style=discord.ButtonStyle.success)


def _cancel(game: Game) -> Tap:
    return button(Control.of("close", game), say("Cancel"))


def _heading(seen: Seen) -> str:
    if seen.view.you == seen.view.turn:
        return say("**Hint** · your turn")
    name = mention(seen.game, seen.view.turn)
    return say("**Hint** · {name} is to move; this is how the table lies now", name=name)


def hint(seen: Seen, step: int, idea: Idea, note: str) -> Layout:
    """Where, then what, one more at each step from 1; the whole play is the last one, and comes with its picture."""
    lines = [_heading(seen), note, *_claims(seen.view), f"1. {seen.view.where(idea.after)}"]
    lines += [f"2. {what(idea.found.played)}"] if step > 1 else []
    if not isinstance(idea, Shown):
        more = button(Control.of("hint", seen.game, str(step + 1)), say("More"), style=discord.ButtonStyle.primary)
        return screen([text(*lines), row(more, _cancel(seen.game))])
    worth, play = _play(seen, idea)
    sure = "" if idea.found.exact else "-# " + say("The best that I found; there may be a better one.")
    buttons = [each for each in (_confirm(seen, idea), _cancel(seen.game)) if each]
    return screen([text(*lines, f"3. {worth}", play, sure), picture(idea.file), row(*buttons)])


def no_hint(seen: Seen, note: str) -> Layout:
    """There is nothing to be laid; the turn can still go on."""
    view, game = seen.view, seen.game
    ways = [
        *([("draw", say("Draw"), say("You can draw."))] if view.may_draw else []),
        *([("pass", say("Pass"), say("You can pass."))] if view.may_pass else []),
        *([("claim", say("Claim"), say("You can claim a set."))] if view.claimable else []),
    ]
    said = " ".join([str(view.nothing), *(sentence for _, _, sentence in ways)])
    buttons = [button(Control.of(verb, game), label) for verb, label, _ in ways if view.you == view.turn]
    lines = [_heading(seen), note, said, *_claims(view)]
    return screen([text(*lines), row(*buttons, _cancel(game))])


def _claims(view: View) -> list[str]:
    """A claim that ends the game is better than any play."""
    return [say("A claim wins: set {label}.", label=each.label) for each in view.claimable if each.wins]
