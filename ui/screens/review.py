"""The review of a finished game: its summary and a page for each turn."""

from dataclasses import dataclass, field
from typing import Any

import discord

from engine.coach.replay import ReplayedTurn
from engine.coach.review import Judgment, count_held_back
from engine.game.goals import Goal
from engine.text.phrases import say, say_many
from engine.tiles.notation import say_tiles
from engine.tiles.tiles import by_color
from services.game_view import GameView
from ui.controls import Button, row
from ui.layout import Layout, picture, screen, text


@dataclass(slots=True)
class ReviewedGame:
    """A finished game, and the judgments of its turns so far, by index in `turns`."""

    game_view: GameView
    turns: tuple[ReplayedTurn, ...]
    judgments: dict[int, Judgment] = field(default_factory=dict)

    @property
    def is_judged(self) -> bool:
        """Whether all turns have been judged."""
        return len(self.judgments) == len(self.turns)


def build_summary(reviewed: ReviewedGame, note: str = "") -> Layout:
    """Return the review's summary: a line on every player once all turns are judged, and until then the progress."""
    game_view, system = reviewed.game_view, reviewed.game_view.variant.info.name
    judged, turns = len(reviewed.judgments), len(reviewed.turns)
    scores = (
        [_describe_score(reviewed, seat) for seat in range(len(game_view.mentions))]
        if turns and reviewed.is_judged
        else []
    )
    judging = "" if reviewed.is_judged else say("Comparing the turns: {judged} of {all}", judged=judged, all=turns)
    own = say("**Next difference** shows your turns where more was possible; spectators see everyone's.")
    heading = text(
        "## " + say("Review"), f"-# {system} · {_describe_turns(turns)}", note, judging, *scores, f"-# {own}"
    )
    begin = [
        Button("review", say("Turn by turn"), "1", style=discord.ButtonStyle.primary),
        Button("review", say("Next difference"), "m0"),
    ]
    again = [] if reviewed.is_judged else [Button("review", say("Refresh"), "0")]
    return screen([heading, *([row(game_view, *begin, *again)] if turns else [])])


def _describe_score(reviewed: ReviewedGame, seat: int) -> str:
    """Return a line on a player's turns; a winner reads of tiles held back without a number: that won the game."""
    game_view = reviewed.game_view
    judged = [
        (turn, reviewed.judgments[index])
        for index, turn in enumerate(reviewed.turns)
        if turn.seat == seat and reviewed.judgments[index].missed is not None
    ]
    name, turns = game_view.mentions[seat], _describe_turns(len(judged))
    best = sum(not judgment.missed for _, judgment in judged)
    if reviewed.judgments[0].goal is Goal.VALUE:
        return say("{name} scored the most points possible in {best} of {turns}.", name=name, best=best, turns=turns)
    held = count_held_back(judged)
    outcome = game_view.view.outcome
    if held and outcome and seat in outcome.winners:
        return say(
            "{name} played the most tiles possible in {best} of {turns}, held tiles back and won.",
            name=name,
            best=best,
            turns=turns,
        )
    line = say("{name} played the most tiles possible in {best} of {turns}.", name=name, best=best, turns=turns)
    earlier = say_many("{count} tile could have gone earlier.", "{count} tiles could have gone earlier.", held)
    return f"{line} {earlier}" if held else line


def _describe_turns(count: int) -> str:
    return say_many("{count} turn", "{count} turns", count)


def build_turn_page(
    reviewed: ReviewedGame, index: int, played: discord.File, best: discord.File | None = None
) -> Layout:
    """Return the page of the judged turn at `index`, with pictures of the table after it and the best play."""
    turn, judgment, game_view = reviewed.turns[index], reviewed.judgments[index], reviewed.game_view
    players = game_view.mentions
    rack = sorted(turn.state.seats[turn.seat].rack, key=by_color)
    number = say("Turn {turn} of {turns}", turn=index + 1, turns=len(reviewed.turns))
    heading = [f"**{number}** · {players[turn.seat]}", "-# " + say("Rack: {tiles}", tiles=say_tiles(rack))]
    items: list[discord.ui.Item[Any]] = [text(*heading, str(turn.event.sentence(players))), picture(played)]
    items += [text(_describe_verdict(turn, judgment))]
    items += [picture(best)] if best else []
    steps = {
        str(index): say("Back"),
        str(index + 2): say("Next"),
        f"m{index + 1}": say("Next difference"),
        "": say("Summary"),
    }
    return screen([*items, row(game_view, *(Button("review", label, each) for each, label in steps.items()))])


def _describe_verdict(turn: ReplayedTurn, judgment: Judgment) -> str:
    best, made = judgment.best, turn.gained or 0
    if best is None:
        return say("The review found nothing better.") if made > 0 else say("Nothing to play.")
    tiles, in_points = say_tiles(sorted(best.played, key=by_color)), judgment.goal is Goal.VALUE
    if judgment.missed is None:
        return say("Claims aren't compared. Most tiles: {tiles}.", tiles=tiles)
    if not judgment.missed:
        return _describe_no_difference(exact=best.exact, in_points=in_points)
    facts = {"made": made, "most": made + judgment.missed, "tiles": tiles}
    if in_points:
        return say("Points scored: {made}. Most found: {most}, with {tiles}.", **facts)
    if best.exact:
        return say("Tiles played: {made}. Most possible: {most}, with {tiles}.", **facts)
    return say("Tiles played: {made}. Most found: {most}, with {tiles}.", **facts)


def _describe_no_difference(*, exact: bool, in_points: bool) -> str:
    if in_points:
        return say("The most points that the review found.")
    return say("The most tiles possible.") if exact else say("The most tiles that the review found.")
