"""The end of a game: its result, its badges and its end card."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import discord

import render
from engine.game.info import Info
from engine.game.log import GameSummary
from engine.text.phrases import Phrase, join_with_and, later, later_many, say, say_many
from ratings.badges import Badge
from ratings.game_result import Departure, Unrated
from ratings.rating import Rating
from services.game_view import GameView
from services.people.solo_progress import WORTH_TELLING, SoloProgress
from services.seats import LEVELS
from storage.results.profiles import LevelRecord
from storage.results.store import StoredResult
from ui.controls import Button, PreparedRow, row
from ui.layout import GOLD, Layout, picture, screen, text

_BADGES: Mapping[Badge, tuple[Phrase, Phrase]] = {  # what it's for, within a sentence; a sentence
    Badge.WIN: (later("first win"), later("Won a rated game, or a game against computers.")),
    Badge.EXIT: (later("going out with 10 tiles"), later("Went out with 10 or more tiles in one play.")),
    Badge.OPENING: (later("a first play worth 60 points"), later("Made a first play worth 60 points or more.")),
    Badge.STRONG: (later("beating a strong computer"), later("Finished ahead of a strong computer.")),
    Badge.MASTER: (later("beating a master computer"), later("Finished ahead of a master computer.")),
    Badge.SYSTEMS: (later("winning in every rule system"), later("Won in every rule system.")),
    Badge.WEEK: (later("a puzzle streak of 7 days"), later("Solved the daily puzzle 7 days in a row.")),
    Badge.MONTH: (later("a puzzle streak of 30 days"), later("Solved the daily puzzle 30 days in a row.")),
    Badge.CHAMPION: (later("season champion"), later("Finished first in a season with at least 3 players.")),
    Badge.GAMES: (later("100 finished games"), later("Finished 100 games.")),
}


def describe_badges(badges: Sequence[Badge]) -> list[str]:
    """Return a sentence about each of a person's badges, in this order."""
    return [str(_BADGES[badge][1]) for badge in badges]


def announce_badges(badges: Mapping[int, Sequence[Badge]], mentions: Sequence[str]) -> Iterator[str]:
    """Yield a line of small text for each player who earned badges in a game; both arguments are by seat."""
    for seat, earned in sorted(badges.items()):
        sentence = say_many(
            "{name} earned a badge: {badges}.",
            "{name} earned {count} badges: {badges}.",
            len(earned),
            name=mentions[seat],
            badges=_join_names(earned),
        )
        yield f"-# {sentence}"


def announce_own_badges(badges: Sequence[Badge]) -> Iterator[str]:
    """Yield a line of small text about the badges that a puzzle earned its reader; nothing without badges."""
    if badges:
        yield "-# " + say("You earned a badge: {badges}.", badges=_join_names(badges))


def _join_names(badges: Sequence[Badge]) -> Phrase:
    return join_with_and([_BADGES[badge][0] for badge in badges])


_UNRATED: Mapping[Unrated, Phrase] = {
    Unrated.UNPLAYED: later("Not rated: the game ended before the first turn."),
    Unrated.COMPUTERS: later("Not rated: the table has computers."),
    Unrated.HELP: later("Not rated: the table gives hints."),
    Unrated.HOUSE: later("Not rated: the table has house rules."),
    Unrated.AGREED: later("Not rated: everyone agreed to end the game."),
    Unrated.VOID: later("This game counts for nobody."),
    Unrated.SUSPENDED: later("Not rated: the game's channel was gone for 7 days."),
    Unrated.OFTEN: later("Not rated: two of you have already finished 5 rated games together today."),
}
_DEPARTURES: Mapping[Departure, Phrase] = {
    Departure.RESIGNED: later_many("{names} resigned and finished last.", "{names} resigned and finished last.", 1),
    Departure.LEFT: later_many("{names} left and finished last.", "{names} left and finished last.", 1),
    Departure.AWAY: later_many(
        "{names} was away at the end and finished last.", "{names} were away at the end and finished last.", 1
    ),
}


def explain_unrated(reason: Unrated) -> str:
    """Return a line of small text that says why a game isn't rated."""
    return f"-# {_UNRATED[reason]}"


def explain_loss(lost_at: int) -> str:
    """Return a line of small text that says when a voided game for the solo ladder counts as lost.

    `lost_at` is in seconds since the epoch.
    """
    words = say(
        "It counts for the solo ladder: as lost {when}, unless the bot's owner voids it.", when=f"<t:{lost_at}:R>"
    )
    return f"-# {words}"


def describe_result(result: StoredResult, mentions: Sequence[str]) -> Iterator[str]:
    """Yield lines of small text about a finished game's result; `mentions` are its players, in seat order."""
    if result.unrated:
        yield explain_unrated(result.unrated)
    if result.unrated is not Unrated.VOID:
        yield from (f"-# {each}" for each in _list_departures(result, mentions))
    changes = [
        f"{mention} {write_change(seat.before, seat.after)}"
        for mention, seat in zip(mentions, result.seats, strict=True)
        if seat.before and seat.after
    ]
    if changes:
        yield "-# " + say("Ratings: {changes}", changes=" · ".join(changes))


def _list_departures(result: StoredResult, mentions: Sequence[str]) -> Iterator[str]:
    for departure, said in _DEPARTURES.items():
        names = [mention for mention, seat in zip(mentions, result.seats, strict=True) if seat.departure is departure]
        if names:
            yield str(replace(said, count=len(names), facts={"names": join_with_and(names)}))


def describe_records(records: Sequence[LevelRecord]) -> Iterator[str]:
    """Yield a line with the reader's record against each of these levels, if any, and how often they won in a row."""
    if records:
        levels = (
            say("{level} **{won} : {lost}**", level=LEVELS[each.level], won=each.won, lost=each.lost)
            for each in records
        )
        yield say("You against computers: {records}", records=" · ".join(levels))
    streak = max((each.streak for each in records), default=0)
    if streak >= WORTH_TELLING:
        yield say_many("{count} win in a row.", "{count} wins in a row.", streak)


def write_rating(rating: Rating) -> str:
    """Return a rating such as 1540, or about 1540 while it's provisional."""
    return say("about {rating}", rating=rating.shown) if rating.is_provisional else str(rating.shown)


def write_change(before: Rating, after: Rating) -> str:
    """Return a rating after a game, and in brackets how much it has changed, such as `about 1540 (+40)`."""
    return f"{write_rating(after)} ({after.shown - before.shown:+d})"


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A finished game as its end card shows it.

    The names in `game_view` are of those who played to the end; `people` are the mentions of the seats' own players.
    `summary` is None if the game's log has none, and `result` if it has no stored result. `badges` are those that the
    game earned its players, by seat, and `other` is a rule system to try next. `progress` is the viewer's, on their
    private card of a game against computers.
    """

    game_view: GameView
    people: Sequence[str]
    summary: GameSummary | None
    result: StoredResult | None
    badges: Mapping[int, Sequence[Badge]] = field(default_factory=dict)
    other: Info | None = None
    progress: SoloProgress | None = None


def build_end_card(ended: EndedGame, file: discord.File) -> Layout:
    """Return the message of a finished game; `file` is its picture, which shows the points and the plays."""
    return screen([_describe_end(ended), picture(file), _make_buttons(ended)], GOLD)


def build_end_notice(ended: EndedGame) -> Layout:
    """Return the end card without its picture, for a private message about a game that is over."""
    points = _describe_points(ended.game_view, ended.summary)
    return screen([_describe_end(ended, points), _make_buttons(ended)], GOLD)


def _make_buttons(ended: EndedGame) -> PreparedRow:
    other, leads_on = ended.other, ended.progress is not None and ended.progress.leads_on
    return row(
        ended.game_view,
        *([Button("harder", say("Next level"), style=discord.ButtonStyle.primary)] if leads_on else []),
        Button("rematch", say("Rematch"), style=discord.ButtonStyle.success),
        *([Button("rematch", say("Try {system}", system=other.name), other.key)] if other else []),
        Button("review", say("Review")),
        Button("log", say("Log")),
    )


def _describe_end(ended: EndedGame, points: str = "") -> discord.ui.TextDisplay[discord.ui.LayoutView]:
    game_view, view = ended.game_view, ended.game_view.view
    info = game_view.variant.info
    facts = [str(info.name), *([say("the lowest total wins")] if info.low_wins else [])]
    reason = str(view.outcome.reason) if view.outcome else ""
    return text(
        f"## {render.write_title(view, game_view.mentions)}",
        f"-# {' · '.join(facts)}",
        reason,
        points,
        *(describe_result(ended.result, ended.people) if ended.result else ()),
        *(describe_records(ended.progress.records) if ended.progress else ()),
        explain_loss(game_view.lost_at) if game_view.lost_at else "",
        *announce_badges(ended.badges, ended.people),
    )


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
