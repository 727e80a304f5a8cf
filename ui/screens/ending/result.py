"""A finished game's result in words: who left, how the ratings have changed, or why they haven't."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.text.phrases import Phrase, join_with_and, later, later_many, say
from ratings.game_result import Departure, Unrated
from ratings.rating import Rating
from storage.results.store import StoredResult

_UNRATED: Mapping[Unrated, Phrase] = {
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


def write_rating(rating: Rating) -> str:
    """Return a rating such as 1540, or 1540? while it's provisional."""
    return f"{rating.shown}?" if rating.is_provisional else str(rating.shown)


def write_change(before: Rating, after: Rating) -> str:
    """Return a rating after a game, and in brackets how much it has changed, such as `1540? (+40)`."""
    return f"{write_rating(after)} ({after.shown - before.shown:+d})"
