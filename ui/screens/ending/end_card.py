"""The end card, which replaces a table's public message when its game is over, and its private copies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import discord

import render
from engine.game.log import GameSummary, LoggedPlay
from engine.text.phrases import say, say_many
from ratings.badges import Badge
from services.game_view import GameView
from storage.results.store import StoredResult
from ui.controls import Button, PreparedRow, cut, row
from ui.layout import GOLD, Layout, picture, screen, text
from ui.screens.ending.badges import announce_badges
from ui.screens.ending.result import describe_result, explain_loss

LONGEST = 400  # characters of a sentence about a play


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A finished game as its end card shows it.

    The names in `game_view` are of those who played to the end; `people` are the mentions of the seats' own players.
    `summary` is None if the game's log has none, and `result` if it has no stored result. `badges` are those that the
    game earned its players, by seat.
    """

    game_view: GameView
    people: Sequence[str]
    summary: GameSummary | None
    result: StoredResult | None
    badges: Mapping[int, Sequence[Badge]] = field(default_factory=dict)


def build_end_card(ended: EndedGame, file: discord.File) -> Layout:
    """Return the message of a finished game.

    It has who won, the last and the longest play, the points, the changes of the ratings, new badges, and `file`, its
    picture.
    """
    return screen([_describe_end(ended), picture(file), _make_buttons(ended.game_view)], GOLD)


def build_end_notice(ended: EndedGame) -> Layout:
    """Return the end card without its picture, for a private message about a game that is over."""
    return screen([_describe_end(ended), _make_buttons(ended.game_view)], GOLD)


def _make_buttons(game_view: GameView) -> PreparedRow:
    return row(
        game_view,
        Button("rematch", say("Rematch"), style=discord.ButtonStyle.success),
        Button("review", say("Review")),
        Button("log", say("Log")),
    )


def _describe_end(ended: EndedGame) -> discord.ui.TextDisplay[discord.ui.LayoutView]:
    game_view, summary = ended.game_view, ended.summary
    view = game_view.view
    facts = [str(game_view.variant.info.name)]
    if view.games > 1:
        facts.append(str(view.part.numbered(view.game, view.games)))
    if summary:
        facts.append(say_many("{count} turn", "{count} turns", summary.turns))
    reason = str(view.outcome.reason) if view.outcome else ""
    return text(
        f"## {render.write_title(view, game_view.mentions)}",
        f"-# {' · '.join(facts)}",
        reason,
        *_describe_plays(game_view, summary),
        _describe_points(game_view, summary),
        *(describe_result(ended.result, ended.people) if ended.result else ()),
        explain_loss(game_view.lost_at) if game_view.lost_at else "",
        *announce_badges(ended.badges, ended.people),
    )


def _describe_plays(game_view: GameView, summary: GameSummary | None) -> list[str]:
    if summary is None or summary.last is None or summary.longest is None:
        return []
    if summary.last is summary.longest:
        return [say("Last and longest play: {play}", play=_describe_play(game_view, summary.last))]
    return [
        say("Last play: {play}", play=_describe_play(game_view, summary.last)),
        say("Longest play: {play}", play=_describe_play(game_view, summary.longest)),
    ]


def _describe_play(game_view: GameView, play: LoggedPlay) -> str:
    return cut(str(play.event.sentence(game_view.mentions)), LONGEST)


def _describe_points(game_view: GameView, summary: GameSummary | None) -> str:
    """Return everybody's points, the best first; in a match those of all its games, and in brackets of the last one."""
    view = game_view.view
    scores = view.outcome.scores if view.outcome else ()
    last = summary.points if summary and view.games > 1 else None
    return " · ".join(
        f"{game_view.mentions[seat]} **{scores[seat]:+d}**"
        + (" " + say("({points} in this game)", points=f"{last[seat]:+d}") if last else "")
        for seat in render.rank_seats(view)
    )
