"""The changes that a rated game makes: to the ratings of its people, whom they have met, and their season's scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratings.game_result import GameResult, SeatResult
from ratings.rating import DAY, Rating, rate
from ratings.seasons import find_season
from ratings.yardsticks import find_yardstick


@dataclass(frozen=True, slots=True)
class DatedRating:
    """A rating as it was after a game that ended at `rated_at`, in seconds since the epoch."""

    rating: Rating
    rated_at: int

    def at(self, now: int) -> Rating:
        """Return the rating at a later time, without a rated game in between."""
        return self.rating.after(now - self.rated_at)


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody with whom a person has finished a rated game: a user id as text, or a computer's level.

    `is_sure`: their rating was no longer provisional before the game.
    """

    name: str
    is_sure: bool


@dataclass(frozen=True, slots=True)
class PersonChange:
    """The changes for the person on a seat.

    `before` and `after` are their rating. `points` are what they get in the season: a point for each seat that placed
    worse. `opponents` are the others at the table.
    """

    seat: int
    user_id: int
    before: Rating
    after: Rating
    points: int
    wins: bool
    opponents: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game: its pool of ratings, season and day (since 1 January 1970, UTC), and the changes for its people."""

    result: GameResult
    pool: int
    season: int
    day: int
    changes: tuple[PersonChange, ...]


def list_people(result: GameResult) -> list[int]:
    """Return the Discord user ids of the game's people, in seat order."""
    return [seat.user_id for seat in result.seats if seat.user_id is not None]


def rate_game(result: GameResult, known: Mapping[int, DatedRating]) -> RatedGame | None:
    """Return what the game changes; None if it's unrated, or if a place or a computer's strength isn't known.

    `known` has the ratings in its pool and rule system of those of its people who have one, by user id.
    """
    if result.pool is None:
        return None
    before = [each for seat in result.seats if (each := _find_rating(seat, result, known))]
    places = [seat.place for seat in result.seats if seat.place is not None]
    if not len(before) == len(places) == len(result.seats):
        return None
    after = rate(before, places)
    changes = tuple(
        _describe_change(result, number, before, after[number])
        for number, seat in enumerate(result.seats)
        if seat.user_id is not None
    )
    return RatedGame(result, result.pool, find_season(result.ended_at), result.ended_at // DAY, changes)


def _find_rating(seat: SeatResult, result: GameResult, known: Mapping[int, DatedRating]) -> Rating | None:
    if seat.level is not None:
        return find_yardstick(result.variant, len(result.seats), seat.level)
    dated = known.get(seat.user_id or 0)
    return dated.at(result.ended_at) if dated else Rating()


def _describe_change(result: GameResult, number: int, before: Sequence[Rating], after: Rating) -> PersonChange:
    """Return the changes for the person on seat `number`; `before` has everybody's rating, `after` only theirs."""
    seat = result.seats[number]
    others = [
        (other, rating)
        for place, (other, rating) in enumerate(zip(result.seats, before, strict=True))
        if place != number
    ]
    return PersonChange(
        seat=number,
        user_id=seat.user_id or 0,
        before=before[number],
        after=after,
        points=sum((other.place or 0) > (seat.place or 0) for other, _ in others),
        wins=seat.place == 1,
        opponents=tuple(
            Opponent(str(other.level or other.user_id), not rating.is_provisional) for other, rating in others
        ),
    )
