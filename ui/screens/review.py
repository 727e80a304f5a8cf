"""The review of a finished game: its summary and a page for each turn."""

from dataclasses import dataclass, field
from typing import Any

import discord

from engine.coach.replay import ReplayedTurn
from engine.coach.review import Judgement, describe_gain
from engine.text.phrases import say, say_many
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import by_color
from services.game_view import GameView
from ui.controls import Control, button, row
from ui.layout import Layout, picture, screen, text


@dataclass(slots=True)
class ReviewedGame:
    """A finished game, and for the turns judged so far, how they compare with the best play.

    `judgements` has these comparisons by index in `turns`.
    """

    game_view: GameView
    turns: tuple[ReplayedTurn, ...]
    judgements: dict[int, Judgement] = field(default_factory=dict)

    @property
    def is_counted(self) -> bool:
        """Whether all turns have been judged."""
        return len(self.judgements) == len(self.turns)


def build_summary(reviewed: ReviewedGame, note: str = "") -> Layout:
    """Return the review's summary: a line on every player once all turns are judged, and until then the progress."""
    game_view, system = reviewed.game_view, reviewed.game_view.variant.info.name
    judged, turns = len(reviewed.judgements), len(reviewed.turns)
    scores = (
        [_describe_score(reviewed, seat) for seat in range(len(game_view.mentions))]
        if turns and reviewed.is_counted
        else []
    )
    counting = "" if reviewed.is_counted else say("Counting the turns: {judged} of {all} …", judged=judged, all=turns)
    own = say("**Next missed** shows your turns in which more could be laid; to onlookers, everybody's.")
    heading = text(
        "## " + say("Review"), f"-# {system} · {_describe_turns(turns)}", note, counting, *scores, f"-# {own}"
    )
    begin = [
        button(Control.of("review", game_view, "1"), say("Turn by turn"), style=discord.ButtonStyle.primary),
        button(Control.of("review", game_view, "m0"), say("Next missed")),
    ]
    again = [] if reviewed.is_counted else [button(Control.of("review", game_view, "0"), say("Refresh"))]
    return screen([heading, *([row(*begin, *again)] if turns else [])])


def _describe_score(reviewed: ReviewedGame, seat: int) -> str:
    """Return a line on a player's judged turns: how many, how many were the best, and how much was missed in total."""
    missed = [
        each.missed
        for place, each in reviewed.judgements.items()
        if reviewed.turns[place].seat == seat and each.missed is not None
    ]
    return say(
        "{name} — {turns}, the best play in {best}, {amount} missed",
        name=reviewed.game_view.mentions[seat],
        turns=_describe_turns(len(missed)),
        best=sum(not each for each in missed),
        amount=describe_gain(reviewed.judgements[0].goal, sum(missed)),
    )


def _describe_turns(count: int) -> str:
    return say_many("{count} turn", "{count} turns", count)


def build_turn_page(
    reviewed: ReviewedGame, place: int, played: discord.File, best: discord.File | None = None
) -> Layout:
    """Return the page of the turn at index `place`, which must have been judged: what was played, and the best play.

    `played` and `best` are pictures of the table after each of them; `best` is None if it isn't shown.
    """
    turn, judgement, game_view = reviewed.turns[place], reviewed.judgements[place], reviewed.game_view
    players = game_view.mentions
    rack = sorted(turn.state.seats[turn.seat].rack, key=by_color)
    number = say("Turn {turn} of {turns}", turn=place + 1, turns=len(reviewed.turns))
    heading = [f"**{number}** · {players[turn.seat]}", "-# " + say("Rack: {tiles}", tiles=write_tiles(rack))]
    items: list[discord.ui.Item[Any]] = [text(*heading, str(turn.event.sentence(players))), picture(played)]
    items += [text(_describe_verdict(turn, judgement))]
    items += [picture(best)] if best else []
    steps = {
        str(place): say("Back"),
        str(place + 2): say("Next"),
        f"m{place + 1}": say("Next missed"),
        "": say("Summary"),
    }
    return screen(
        [*items, row(*(button(Control.of("review", game_view, each), label) for each, label in steps.items()))]
    )


def _describe_verdict(turn: ReplayedTurn, judgement: Judgement) -> str:
    if judgement.best is None:
        return say("I found no better play.") if (turn.gained or 0) > 0 else say("Nothing could be laid.")
    laid, sure = write_tiles(sorted(judgement.best.played, key=by_color)), judgement.best.exact
    if judgement.missed is None:
        return say("A claim is not measured. Most tiles: {tiles}.", tiles=laid)
    if not judgement.missed:
        return say("The best play.") if sure else say("The best play that I found.")
    missed = describe_gain(judgement.goal, judgement.missed)
    if sure:
        return say("The best play lays {tiles}: {amount} missed.", tiles=laid, amount=missed)
    return say("The best play that I found lays {tiles}: {amount} missed.", tiles=laid, amount=missed)
