"""Options that systems on an open table share: what hosts may change, and what each value does to the rules."""

from dataclasses import replace
from typing import Any

from engine.game import Choice, Option
from engine.scoring import Numbers, highest_total, most_won
from engine.state import TableRules
from engine.views import Assistance, Skin, Value

DAY = 24 * 60 * 60  # seconds
MOST_GAMES = 10


def clock(own: int | None, *also: int) -> Option[TableRules]:
    """Seconds a turn; the system's own time comes first, and further ones come before the usual ones."""
    usual = {60: "60 seconds", 120: "120 seconds", 200: "200 seconds", DAY: "24 hours", 0: "off"}
    names = {seconds: f"{seconds} seconds" for seconds in also} | usual
    own_first = sorted(names, key=lambda seconds: seconds != (own or 0))
    return Option(
        "clock",
        "Clock",
        "How long a turn may take.",
        tuple(Choice(seconds, names[seconds]) for seconds in own_first),
        lambda rules, seconds: replace(rules, clock=seconds or None),
    )


def games(own: int = 1, name: str = "game") -> Option[TableRules]:
    """The length of a match; the system's own comes first, and 0 is one game a player."""
    numbers = sorted(range(1, MOST_GAMES + 1), key=lambda number: number != own)
    choices = [Choice(number, f"{number} {name}{'s' if number > 1 else ''}") for number in numbers]
    return Option(
        "games",
        f"{name.capitalize()}s in the match",
        f"Points add up over all the {name}s.",
        (*choices, Choice(0, f"One {name} a player")),
        lambda rules, number: replace(rules, games=number),
    )


def match() -> Option[TableRules]:
    """What decides a match."""
    return of_values(
        "match",
        "Who wins the match",
        "What counts at the end of several games.",
        "match",
        (("total", "The highest total", highest_total), ("most_won", "The most games won, then points", most_won)),
    )


def direction() -> Option[TableRules]:
    """Which way the turns go round."""
    return of_values(
        "direction",
        "Direction",
        "Which way the turns go round.",
        "direction",
        (("clockwise", "Clockwise", 1), ("counter", "Counter-clockwise", -1)),
    )


def joker_points(own: int, other: int) -> Option[TableRules]:
    """What a joker costs that is left on a rack."""
    return of_values(
        "joker_points",
        "A joker left on a rack",
        "What it counts against its player at the end.",
        "worth",
        tuple((points, f"{points} points", Numbers(points)) for points in (own, other)),
    )


def assistance() -> Option[Any]:
    """How much of a turn the table tells beforehand."""
    return of_values(
        "assistance",
        "Help",
        "How much the bot helps a player to find a turn.",
        "helps",
        (
            (Assistance.FIT.value, "Fit: pick tiles, the bot finds the arrangement", Assistance.FIT),
            (Assistance.OFF.value, "None", Assistance.OFF),
            (Assistance.FULL.value, "Full: hints as well", Assistance.FULL),
        ),
    )


def skin() -> Option[TableRules]:
    """What the tiles are drawn as."""
    return of_values(
        "skin",
        "Pictures",
        "Tiles, or two packs of playing cards: ace 1, jack 11, queen 12, king 13.",
        "skin",
        ((Skin.TILES.value, "Tiles", Skin.TILES), (Skin.CARDS.value, "Playing cards", Skin.CARDS)),
    )


def of_values(
    key: str, name: str, text: str, field: str, choices: tuple[tuple[Value, str, Any], ...]
) -> Option[TableRules]:
    """Build an option each of whose values, given as value, name and rule, sets one field of the rules."""
    rules_of = {value: rule for value, _, rule in choices}
    return Option(
        key,
        name,
        text,
        tuple(Choice(value, name) for value, name, _ in choices),
        lambda rules, value: replace(rules, **{field: rules_of[value]}),
    )
