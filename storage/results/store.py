"""Reading results: of a game, and the leaderboards of seasons and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.game_result import Departure, Unrated
from ratings.rating import DAY, UNSURE, Rating, grow_unsure
from storage.database import Database
from storage.results.pages import Page, find_names, find_shown, make_page
from storage.results.writing import ALL_SYSTEMS, have_met_often

RECENT = 30 * DAY  # seconds within which people on the leaderboard of ratings have finished a rated game
LEAST_GAMES, LEAST_OPPONENTS = 10, 3  # rated games, and different opponents with sure ratings

_OF_GAME = """
    SELECT unrated, place, departure, mu_before, sigma_before, mu, sigma
    FROM finished_game JOIN seat_result USING (game_id) LEFT JOIN rating_change USING (game_id, seat)
    WHERE game_id = ? ORDER BY seat
"""
_SEASON = """
    SELECT user_id, points, wins, games FROM season_score
    WHERE pool = ? AND season = ? AND variant = ? AND user_id NOT IN unlisted
    ORDER BY points DESC, wins DESC, games, user_id
"""
_RATINGS = """
    SELECT user_id, mu, sigma, games, rated_at FROM rating
    WHERE pool = :pool AND variant = :variant AND rated_at > :since AND games >= :games AND sigma <= :unsure
        AND user_id NOT IN unlisted
        AND opponents >= min(:opponents, (
            SELECT count(*) FROM (
                SELECT 1 FROM rating WHERE pool = :pool AND variant = :variant AND sigma <= :unsure LIMIT :opponents + 1
            )
        ) - 1)
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


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A player's place in a season, which equals share, points (one for each seat that placed worse) and wins."""

    user_id: int
    name: str
    place: int
    points: int
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class RatingStanding:
    """A player's place by rating. `name` is as in `find_names`."""

    user_id: int
    name: str
    place: int
    rating: Rating
    games: int


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

    async def season(
        self, pool: int, season: int, variant: str | None, viewer: int, page: int = 0
    ) -> Page[SeasonStanding]:
        """Return a page of a season, in one rule system or all (None): most points, then wins, then fewest games."""
        rows = await self._database.read(_SEASON, (pool, season, variant or ALL_SYSTEMS))
        scores = [tuple(row)[1:] for row in rows]
        shown = find_shown([row["user_id"] for row in rows], viewer, page)
        names = await find_names(self._database, pool, [rows[line]["user_id"] for line in shown])
        lines = {
            line: SeasonStanding(user_id, names[user_id], scores.index(scores[line]) + 1, *scores[line])
            for line, user_id in ((line, rows[line]["user_id"]) for line in shown)
        }
        return make_page(lines, viewer, page, len(rows))

    async def ratings(self, pool: int, variant: str, now: int, viewer: int, page: int = 0) -> Page[RatingStanding]:
        """Return a page of the leaderboard of ratings in a rule system, with the viewer's own line.

        It has those whose rating is sure (sigma of 6 or less), after at least ten rated games, with one in the last 30
        days, and against three different people whose ratings were sure, or all of these in the pool. So nobody gets
        there by beating new accounts of their own. The best are surely the strongest: they have the highest
        mu - 2 sigma. `now` is in seconds since the epoch.
        """
        asked = {
            "pool": pool,
            "variant": variant,
            "since": now - RECENT,
            "games": LEAST_GAMES,
            "opponents": LEAST_OPPONENTS,
            "unsure": UNSURE,
        }
        rows = await self._database.read(_RATINGS, asked)
        grown = ((grow_unsure(sigma, now - at), mu, user_id, games) for user_id, mu, sigma, games, at in rows)
        ordered = sorted(
            (2 * sigma - mu, user_id, mu, sigma, games) for sigma, mu, user_id, games in grown if sigma <= UNSURE
        )
        shown = find_shown([user_id for _, user_id, *_ in ordered], viewer, page)
        names = await find_names(self._database, pool, [ordered[line][1] for line in shown])
        lines = {
            line: RatingStanding(user_id, names[user_id], line + 1, Rating(mu, sigma), games)
            for line, (_, user_id, mu, sigma, games) in ((line, ordered[line]) for line in shown)
        }
        return make_page(lines, viewer, page, len(ordered))
