"""Badges in words."""

from collections.abc import Iterator, Mapping, Sequence

from engine.text.phrases import Phrase, join_with_and, later, say, say_many
from ratings.badges import Badge

_NAMES: Mapping[Badge, Phrase] = {
    Badge.WIN: later("first win"),
    Badge.EXIT: later("going out with 10 tiles"),
    Badge.OPENING: later("a first play worth 60 points"),
    Badge.STRONG: later("beating a strong computer"),
    Badge.MASTER: later("beating a master computer"),
    Badge.SYSTEMS: later("winning in every rule system"),
    Badge.WEEK: later("a puzzle streak of 7 days"),
    Badge.MONTH: later("a puzzle streak of 30 days"),
    Badge.CHAMPION: later("season champion"),
    Badge.GAMES: later("100 finished games"),
}
_DESCRIPTIONS: Mapping[Badge, Phrase] = {
    Badge.WIN: later("Won a rated game, or a game against computers."),
    Badge.EXIT: later("Went out with 10 or more tiles in one play."),
    Badge.OPENING: later("Made a first play worth 60 points or more."),
    Badge.STRONG: later("Finished ahead of a strong computer."),
    Badge.MASTER: later("Finished ahead of a master computer."),
    Badge.SYSTEMS: later("Won in every rule system."),
    Badge.WEEK: later("Solved the daily puzzle 7 days in a row."),
    Badge.MONTH: later("Solved the daily puzzle 30 days in a row."),
    Badge.CHAMPION: later("Finished first in a season with at least 3 players."),
    Badge.GAMES: later("Finished 100 games."),
}


def describe_badges(badges: Sequence[Badge]) -> list[str]:
    """Return a sentence about each of a person's badges, in this order."""
    return [str(_DESCRIPTIONS[badge]) for badge in badges]


def announce_badges(badges: Mapping[int, Sequence[Badge]], mentions: Sequence[str]) -> Iterator[str]:
    """Yield a line of small text for each player who earned badges in a game.

    `badges` has their new badges by seat, and `mentions` the game's players, in seat order.
    """
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
    return join_with_and([_NAMES[badge] for badge in badges])
