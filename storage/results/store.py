"""Reading results: of a game, and the leaderboards of seasons and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from storage.codec import encode
from storage.database import Database
from storage.results.game_result import Departure, Unrated
from storage.results.rating import DAY, UNSURE, Rating
from storage.results.writing import MOST_TOGETHER, TOGETHER, ask_together

T = TypeVar("T")

PAGE = 10  # rows
RECENT = 30 * DAY  # seconds within which people on the leaderboard of ratings have finished a rated game
LEAST_GAMES, LEAST_OPPONENTS = 10, 3  # rated games, and different opponents if the pool has that many

_OF_GAME = """
    SELECT unrated, place, departure, mu_before, sigma_before, mu, sigma
    FROM finished_game JOIN seat_result USING (game_id) LEFT JOIN rating_change USING (game_id, seat)
    WHERE game_id = ? ORDER BY seat
"""
# The name is the one that the player had in their newest game.
_SEASON = """
    WITH total AS (
        SELECT user_id, sum(points) AS points, sum(wins) AS wins, sum(games) AS games
        FROM season_score
        WHERE pool = :pool AND season = :season AND (:variant IS NULL OR variant = :variant)
        GROUP BY user_id
    ),
    placed AS (
        SELECT *, rank() OVER (ORDER BY points DESC, wins DESC, games) AS place,
            row_number() OVER (ORDER BY points DESC, wins DESC, games, user_id) AS line, count(*) OVER () AS players
        FROM total
    )
    SELECT user_id,
        (SELECT name FROM seat_result WHERE user_id = placed.user_id ORDER BY game_id DESC LIMIT 1) AS name,
        place, points, wins, games, line, players
    FROM placed WHERE (line > :skipped AND line <= :skipped + :page) OR user_id = :viewer ORDER BY line
"""
_RATINGS = """
    SELECT user_id, mu, sigma, games, rated_at FROM rating
    WHERE pool = :pool AND variant = :variant AND rated_at > :since AND games >= :games
        AND opponents >= min(:opponents, (
            SELECT count(*) FROM (SELECT 1 FROM rating WHERE pool = :pool AND variant = :variant LIMIT :opponents + 1)
        ) - 1)
"""
_NAMES = """
    SELECT value, (SELECT name FROM seat_result WHERE user_id = value ORDER BY game_id DESC LIMIT 1) FROM json_each(?)
"""


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """A seat's part of a finished game's result: its place, how its player left, and their rating before and after.

    `place` is None if nobody has one; the ratings are None for a computer, and if the game is unrated.
    """

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
    """A player's place in a season: their points, a point for each seat that placed worse, wins and rated games.

    Players with equal points, wins and games share a place. `name` is the one in their newest game.
    """

    user_id: int
    name: str
    place: int
    points: int
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class RatingStanding:
    """A player's place by rating. `name` is the one in their newest game."""

    user_id: int
    name: str
    place: int
    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A part of a leaderboard: up to ten players, best first, the viewer's own line, and how many players it has.

    `number` counts pages from 0. `own`, and the number of the page with it, `own_page`, are None if the viewer isn't on
    the leaderboard. A page that there isn't has no players.
    """

    number: int
    lines: tuple[T, ...]
    own: T | None
    own_page: int | None
    players: int

    @property
    def count(self) -> int:
        """The number of pages, at least 1."""
        return max(1, -(-self.players // PAGE))


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
        ((together,),) = await self._database.read(TOGETHER, ask_together(pool, people, now))
        return (together or 0) >= MOST_TOGETHER

    async def season(
        self, pool: int, season: int, variant: str | None, viewer: int, page: int = 0
    ) -> Page[SeasonStanding]:
        """Return a page of a season's leaderboard, of one rule system or of all (None), with the viewer's own line.

        The best have the most points, then the most wins, then the fewest games.
        """
        asked = {
            "pool": pool,
            "season": season,
            "variant": variant,
            "viewer": viewer,
            "skipped": page * PAGE,
            "page": PAGE,
        }
        rows = await self._database.read(_SEASON, asked)
        lines = [(row["line"], SeasonStanding(*tuple(row)[:6])) for row in rows]
        return Page(
            page,
            tuple(each for line, each in lines if page * PAGE < line <= (page + 1) * PAGE),
            next((each for _, each in lines if each.user_id == viewer), None),
            next(((line - 1) // PAGE for line, each in lines if each.user_id == viewer), None),
            rows[0]["players"] if rows else 0,
        )

    async def ratings(self, pool: int, variant: str, now: int, viewer: int, page: int = 0) -> Page[RatingStanding]:
        """Return a page of the leaderboard of ratings in a rule system, with the viewer's own line.

        It has those whose rating is sure (sigma of 6 or less), after at least ten rated games against three different
        people, or everybody in the pool, and with one in the last 30 days. The best are surely the strongest: they
        have the highest mu - 2 sigma. `now` is in seconds since the epoch.
        """
        asked = {
            "pool": pool,
            "variant": variant,
            "since": now - RECENT,
            "games": LEAST_GAMES,
            "opponents": LEAST_OPPONENTS,
        }
        rows = await self._database.read(_RATINGS, asked)
        rated = [
            (Rating(mu, sigma).after(now - rated_at), user_id, games) for user_id, mu, sigma, games, rated_at in rows
        ]
        ordered = sorted(
            (each for each in rated if each[0].sigma <= UNSURE), key=lambda each: (-each[0].floor, each[1])
        )
        start = page * PAGE
        shown = {
            place: each for place, each in enumerate(ordered) if start <= place < start + PAGE or each[1] == viewer
        }
        names = await self._find_names([user_id for _, user_id, _ in shown.values()])
        lines = {
            place: RatingStanding(user_id, names[user_id], place + 1, rating, games)
            for place, (rating, user_id, games) in shown.items()
        }
        return Page(
            page,
            tuple(each for place, each in lines.items() if start <= place < start + PAGE),
            next((each for each in lines.values() if each.user_id == viewer), None),
            next((place // PAGE for place, each in lines.items() if each.user_id == viewer), None),
            len(ordered),
        )

    async def _find_names(self, people: list[int]) -> dict[int, str]:
        return {user_id: name or "" for user_id, name in await self._database.read(_NAMES, (encode(people),))}
