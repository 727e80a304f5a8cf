"""Reading the results of games."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.game_result import Departure, Unrated
from ratings.rating import Rating
from storage.database import Database
from storage.results.writing import have_met_often

_OF_GAME = """
    SELECT unrated, place, departure, mu_before, sigma_before, mu, sigma
    FROM finished_game JOIN seat_result USING (game_id) LEFT JOIN rating_change USING (game_id, seat)
    WHERE game_id = ? ORDER BY seat
"""


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """A seat's place, departure, and rating before and after; None where nobody has one, or it's unrated."""

    place: int | None
    departure: Departure | None
    before: Rating | None
    after: Rating | None


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A finished game's result, with its seats in order; `unrated` is why it counts in no rating, None if it does."""

    unrated: Unrated | None
    seats: tuple[SeatStanding, ...]


class ResultStore:
    """Reads results, on a connection of its own, so that no move waits for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_game(self, game_id: int) -> StoredResult | None:
        """Return a finished game's result; None if it has none."""
        rows = await self._database.read(_OF_GAME, (game_id,))
        if not rows:
            return None
        unrated = rows[0]["unrated"]
        return StoredResult(
            None if unrated is None else Unrated(unrated),
            tuple(
                SeatStanding(
                    place,
                    None if departure is None else Departure(departure),
                    None if mu is None else Rating(mu_before, sigma_before),
                    None if mu is None else Rating(mu, sigma),
                )
                for _, place, departure, mu_before, sigma_before, mu, sigma in rows
            ),
        )

    async def met_often(self, pool: int, people: Sequence[int], now: int) -> bool:
        """Return whether two of these people have met too often today, so that another game of theirs is unrated."""
        return await have_met_often(self._database.read, pool, people, now)
