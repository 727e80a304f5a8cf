"""The solo ladder: ratings from games alone against computers, of everybody or of a server's people."""

from sqlite3 import Row
from typing import Any

from ratings.rating import DAY, GROWTH, Rating
from storage.database import Database
from storage.results.pages import EVERYWHERE, PAGE, Page, find_names, make_page
from storage.results.store import RECENT, RatingStanding

# Against computers of two levels, a rating is then within about 3 mu of the strength (1,946 games of known players).
LEAST_GAMES, LEAST_LEVELS, MOST_SIGMA = 20, 2, 4.5

# `pool = 0` (`SOLO`) and `mu - 2 * sigma` are written as in the index `solo_ladder`, so that SQLite uses it.
_LISTED = """
    FROM {people}
    WHERE pool = 0 AND variant = :variant AND rated_at > :since AND games >= :games AND opponents >= :levels
        AND sigma * sigma + :growth * max(0, :now - rated_at) <= :variance AND user_id NOT IN unlisted
"""
_LINES = """
    SELECT user_id, mu, sigma, games, rated_at, mu - 2 * sigma AS floor {listed}
    ORDER BY mu - 2 * sigma DESC, user_id LIMIT :most OFFSET :first
"""
_OWN = "SELECT user_id, mu, sigma, games, rated_at, mu - 2 * sigma AS floor {listed} AND user_id = :viewer"
_COUNT = "SELECT count(*) {listed}"
_BEFORE = """
    SELECT count(*) {listed} AND mu - 2 * sigma >= :floor AND (mu - 2 * sigma > :floor OR user_id < :viewer)
"""
_RATINGS = "rating"
_EVERYBODY = "rating INDEXED BY solo_ladder"  # SQLite would choose another one to count
_OF_GUILD = (
    "(SELECT variant, user_id FROM solo_player WHERE guild_id = :guild) CROSS JOIN rating USING (variant, user_id)"
)


class LadderStore:
    """Reads the solo ladder, on the connection for reading, so that no move waits for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, guild_id: int, variant: str, now: int, viewer: int, page: int = 0) -> Page[RatingStanding]:
        """Return a page of the ladder in a rule system, with the viewer's own line.

        It has all people for `EVERYWHERE`, else those who have finished a rated game against computers on the server
        `guild_id`: their ratings, which are worldwide, were shown there. They're listed while their sigma is 4.5 or
        less, after at least 20 games against two levels, with one in the last 30 days. The best had the highest
        mu - 2 sigma after their last game. `now` is in seconds since the epoch.
        """
        asked: dict[str, Any] = {
            "variant": variant,
            "since": now - RECENT,
            "games": LEAST_GAMES,
            "levels": LEAST_LEVELS,
            "growth": GROWTH / DAY,
            "now": now,
            "variance": MOST_SIGMA**2,
            "viewer": viewer,
            "most": PAGE,
            "first": page * PAGE,
        }
        is_worldwide = guild_id == EVERYWHERE
        if not is_worldwide:
            asked["guild"] = guild_id
        listed = _LISTED.format(people=_EVERYBODY if is_worldwide else _OF_GUILD)
        viewers = _LISTED.format(people=_RATINGS if is_worldwide else _OF_GUILD)
        rows = dict(enumerate(await self._database.read(_LINES.format(listed=listed), asked), page * PAGE))
        for own in await self._database.read(_OWN.format(listed=viewers), asked):
            ((before,),) = await self._database.read(_BEFORE.format(listed=listed), {**asked, "floor": own["floor"]})
            rows[before] = own
        ((players,),) = await self._database.read(_COUNT.format(listed=listed), asked)
        names = await find_names(self._database, guild_id, [row["user_id"] for row in rows.values()])
        lines = {line: _read_standing(row, line, names, now) for line, row in rows.items()}
        return make_page(lines, viewer, page, players)


def _read_standing(row: Row, line: int, names: dict[int, str], now: int) -> RatingStanding:
    user_id, mu, sigma, games, rated_at, _ = row
    return RatingStanding(user_id, names[user_id], line + 1, Rating(mu, sigma).after(now - rated_at), games)
