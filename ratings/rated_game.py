"""The changes that a rated game makes: to the ratings of its people, whom they have met, and their season's scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratings.game_result import GameResult
from ratings.rating import Rating, rate
from ratings.yardsticks import find_yardstick


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


def list_people(result: GameResult) -> list[int]:
    """Return the Discord user ids of the game's people, in seat order."""
    return [seat.user_id for seat in result.seats if seat.user_id is not None]


def rate_game(result: GameResult, known: Mapping[int, Rating]) -> Sequence[PersonChange]:
    """Return what a game changes for its people; nothing if a place or a computer's strength isn't known.

    `known` has the ratings before the game of those of its people who have one in its pool and rule system, by user id.
    """
    before = [
        find_yardstick(result.variant, len(result.seats), seat.level)
        if seat.level is not None
        else known.get(seat.user_id or 0, Rating())
        for seat in result.seats
    ]
    ratings = [each for each in before if each is not None]
    places = [seat.place for seat in result.seats if seat.place is not None]
    if not len(ratings) == len(places) == len(result.seats):
        return ()
    return [
        PersonChange(
            seat=number,
            user_id=seat.user_id,
            before=ratings[number],
            after=after,
            points=sum(place > places[number] for place in places),
            wins=places[number] == 1,
            opponents=tuple(
                Opponent(str(other.level or other.user_id), not rating.is_provisional)
                for other, rating in zip(result.seats, ratings, strict=True)
                if other is not seat
            ),
        )
        for number, (seat, after) in enumerate(zip(result.seats, rate(ratings, places), strict=True))
        if seat.user_id is not None
    ]
