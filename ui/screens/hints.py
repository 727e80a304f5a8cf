"""What is said to a player who asks for help, and to whoever goes through a finished game."""

from dataclasses import dataclass

import discord

from engine.coach.hints import what
from engine.game.goals import FoundTurn
from engine.game.views import View
from engine.text.phrases import Phrase, say
from services.seen import Seen
from ui.controls import Control, Tap, button, row
from ui.layout import picture, screen, text

LAST_STEP = 3  # of a hint
LONGEST_PLAY = 1500  # characters of the lines that say how all lies after a play

Layout = discord.ui.LayoutView


@dataclass(frozen=True)
class Idea:
    """A play that was found, and the table with it."""

    found: FoundTurn
    after: View


@dataclass(frozen=True)
class Shown(Idea):
    """One with its picture, the token that plays it, and what it is worth in words."""

    file: discord.File
    token: str
    worth: Phrase


def _after(seen: Seen, idea: Idea) -> str:
    """How all lies after a play."""
    lines = "\n".join(map(str, seen.view.whole(idea.after)))
    if len(lines) > LONGEST_PLAY:
        lines = f"{lines[:LONGEST_PLAY]} …"
    return f"```\n{lines}\n```"


def _confirm(seen: Seen, shown: Shown) -> Tap | None:
    """The button that plays, at one's turn."""
    if not seen.is_to_move:
        return None
    return button(Control.of("lay", seen, shown.token), say("Confirm"), style=discord.ButtonStyle.success)


def _cancel(seen: Seen) -> Tap:
    return button(Control.of("close", seen), say("Cancel"))


def _heading(seen: Seen) -> str:
    if seen.is_to_move:
        return say("**Hint** · your turn")
    name = seen.mentions[seen.view.turn]
    return say("**Hint** · {name} is to move; this is how the table lies now", name=name)


def hint(seen: Seen, step: int, idea: Idea, note: str) -> Layout:
    """Where, then what, one more at each step from 1; the whole play is the last one, and comes with its picture."""
    lines = [_heading(seen), note, *_claims(seen.view), f"1. {seen.view.where(idea.after)}"]
    lines += [f"2. {what(idea.found.played)}"] if step > 1 else []
    if not isinstance(idea, Shown):
        more = button(Control.of("hint", seen, str(step + 1)), say("More"), style=discord.ButtonStyle.primary)
        return screen([text(*lines), row(more, _cancel(seen))])
    sure = "" if idea.found.exact else "-# " + say("The best that I found; there may be a better one.")
    buttons = [each for each in (_confirm(seen, idea), _cancel(seen)) if each]
    return screen([text(*lines, f"3. {idea.worth}", _after(seen, idea), sure), picture(idea.file), row(*buttons)])


def no_hint(seen: Seen, note: str) -> Layout:
    """There is nothing to be laid; the turn can still go on."""
    view = seen.view
    ways = [
        *([("draw", say("Draw"), say("You can draw."))] if view.may_draw else []),
        *([("pass", say("Pass"), say("You can pass."))] if view.may_pass else []),
        *([("claim", say("Claim"), say("You can claim a set."))] if view.claimable else []),
    ]
    said = " ".join([str(view.nothing), *(sentence for _, _, sentence in ways)])
    buttons = [button(Control.of(verb, seen), label) for verb, label, _ in ways if seen.is_to_move]
    lines = [_heading(seen), note, said, *_claims(view)]
    return screen([text(*lines), row(*buttons, _cancel(seen))])


def _claims(view: View) -> list[str]:
    """A claim that ends the game is better than any play."""
    return [say("A claim wins: set {label}.", label=each.label) for each in view.claimable if each.wins]
