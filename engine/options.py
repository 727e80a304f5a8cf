"""Options that systems on an open table share: what hosts may change, and what each value does to the rules."""

from dataclasses import replace

from engine.game import Choice, Option
from engine.state import TableRules

MINUTE = 60
DAY = 24 * 60 * MINUTE


def clock(own: int | None) -> Option[TableRules]:
    """Seconds a turn; the system's own time comes first."""
    names = {60: "60 seconds", 120: "120 seconds", 200: "200 seconds", DAY: "24 hours", 0: "off"}
    own_first = sorted(names, key=lambda seconds: seconds != (own or 0))
    return Option(
        "clock",
        "Clock",
        "How long a turn may take.",
        tuple(Choice(seconds, names[seconds]) for seconds in own_first),
        lambda rules, seconds: replace(rules, clock=seconds or None),
    )


def games() -> Option[TableRules]:
    """The length of a match."""
    return Option(
        "games",
        "Games in the match",
        "Points add up over this many games; the highest total wins.",
        tuple(Choice(number, f"{number} game{'s' if number > 1 else ''}") for number in range(1, 11)),
        lambda rules, number: replace(rules, games=number),
    )
