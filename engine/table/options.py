"""Functions that build the options (house rules) that several rule systems share."""

from dataclasses import replace
from typing import Any

from engine.game.info import Choice, Option
from engine.game.views import Assistance, Part, Skin, Value
from engine.rules.scoring import Numbers, highest_total, most_won
from engine.rules.table_rules import TableRules
from engine.text.phrases import Phrase, later, later_many
from engine.tiles.notation import point_count

USUAL = (60, 120, 200)  # seconds that every rule system's clock can be set to
MINUTE, DAY = 60, 24 * 60 * 60  # seconds
MOST_GAMES = 10


def clock(own: int | None, *also: int) -> Option[TableRules]:
    """Build the option for the maximum length of a turn, in seconds; 0 means that there's no limit.

    `own` is the rule system's default, None for no limit; `also` are further choices, listed before the usual ones.
    """
    names = {seconds: _time(seconds) for seconds in (*also, *USUAL)} | {DAY: later("24 hours"), 0: later("no limit")}
    own_first = sorted(names, key=lambda seconds: seconds != (own or 0))
    return Option(
        "clock",
        later("Clock"),
        later("The time limit per turn."),
        tuple(Choice(seconds, names[seconds]) for seconds in own_first),
        lambda rules, seconds: replace(rules, clock=seconds or None),
        is_neutral=True,
    )


def _time(seconds: int) -> Phrase:
    minutes, rest = divmod(seconds, MINUTE)
    if rest and minutes:
        return later("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    if rest:
        return later_many("{count} second", "{count} seconds", seconds)
    return later_many("{count} minute", "{count} minutes", minutes)


_MATCHES = {
    Part.GAME: (
        later("Games in the match"),
        later("Points add up over all games."),
        later("One game per player"),
    ),
    Part.ROUND: (
        later("Rounds in the match"),
        later("Points add up over all rounds."),
        later("One round per player"),
    ),
}


def games(own: int = 1, part: Part = Part.GAME) -> Option[TableRules]:
    """Build the option for a match's number of games: `own` by default, 0 for one a player; `part` is a game's word."""
    name, text, one_each = _MATCHES[part]
    numbers = sorted(range(1, MOST_GAMES + 1), key=lambda number: number != own)
    return Option(
        "games",
        name,
        text,
        (*(Choice(number, part.counted(number)) for number in numbers), Choice(0, one_each)),
        lambda rules, number: replace(rules, games=number),
        is_neutral=True,
    )


def match() -> Option[TableRules]:
    """Build the option for what decides a match: the highest total, or the most games won."""
    option = make_option(
        "match",
        later("Winner of the match"),
        later("How the winner is decided after several games."),
        "match",
        (
            ("total", later("The highest total"), highest_total),
            ("most_won", later("The most games won, then points"), most_won),
        ),
    )
    return replace(option, is_neutral=True)


def direction() -> Option[TableRules]:
    """Build the option for the direction of play."""
    option = make_option(
        "direction",
        later("Direction"),
        later("The order of turns."),
        "direction",
        (("clockwise", later("Clockwise"), 1), ("counter", later("Counter-clockwise"), -1)),
    )
    return replace(option, is_neutral=True)


def joker_points(own: int, other: int) -> Option[TableRules]:
    """Build the option for the points that a joker left on a rack costs: `own` by default, or `other`."""
    return make_option(
        "joker_points",
        later("Joker left on a rack"),
        later("The points that it costs at the end."),
        "worth",
        tuple((points, point_count(points), Numbers(points)) for points in (own, other)),
    )


def assistance() -> Option[Any]:
    """Build the option for how much the bot helps players to find turns."""
    option = make_option(
        "assistance",
        later("Help"),
        later("How much the bot helps players find a play."),
        "helps",
        (
            (Assistance.FIT.value, later("Arrange: you pick tiles, the bot places them"), Assistance.FIT),
            (Assistance.OFF.value, later("No help"), Assistance.OFF),
            (Assistance.FULL.value, later("Full: Arrange and hints"), Assistance.FULL),
        ),
    )
    return replace(option, is_neutral=True)


def skin() -> Option[TableRules]:
    """Build the option for how the tiles are drawn: as tiles or as playing cards."""
    option = make_option(
        "skin",
        later("Pictures"),
        later("Tiles, or two decks of playing cards: ace 1, jack 11, queen 12, king 13."),
        "skin",
        ((Skin.TILES.value, later("Tiles"), Skin.TILES), (Skin.CARDS.value, later("Playing cards"), Skin.CARDS)),
    )
    return replace(option, is_neutral=True)


def make_option(
    key: str, name: Phrase, text: Phrase, field: str, choices: tuple[tuple[Value, Phrase, Any], ...]
) -> Option[Any]:
    """Build an option that sets one `field` of the rules; `key` is its key, `name` and `text` are what players read.

    Each choice is a tuple of a value, its name, and what the field is set to; the first is the default.
    """
    rules_of = {value: rule for value, _, rule in choices}
    return Option(
        key,
        name,
        text,
        tuple(Choice(value, name) for value, name, _ in choices),
        lambda rules, value: replace(rules, **{field: rules_of[value]}),
    )
