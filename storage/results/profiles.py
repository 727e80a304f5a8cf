"""Players' profiles: their results on a server, and against each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from sqlite3 import Row

from engine.game.goals import Level
from ratings.game_result import WITHOUT_PLACES
from ratings.rating import Rating
from storage.codec import encode
from storage.database import Database

HISTORY = 50  # rated games
RECENT = 5  # games

# These begin with the user's own results: however many others a server has, only those are read.
_RESULTS = """
    SELECT game_id, name, variant, ended_at, pool, unrated, place, departure, mu_before, sigma_before, mu, sigma
    FROM seat_result INDEXED BY results_of_a_user CROSS JOIN finished_game USING (game_id)
        LEFT JOIN rating_change USING (game_id, seat)
    WHERE user_id = :user AND guild_id = :guild ORDER BY number
"""
_MEETINGS = """
    SELECT total(mine.place < theirs.place), total(mine.place > theirs.place), total(mine.place = theirs.place)
    FROM seat_result AS mine INDEXED BY results_of_a_user CROSS JOIN finished_game USING (game_id)
        JOIN seat_result AS theirs ON theirs.game_id = mine.game_id AND theirs.user_id = :other
    WHERE mine.user_id = :user AND pool = :guild
"""
# A game against several computers of a level counts once: for the best of them.
_LEVELS = """
    SELECT theirs.level, mine.place < min(theirs.place) AS is_won, mine.place > min(theirs.place) AS is_lost
    FROM seat_result AS mine INDEXED BY results_of_a_user CROSS JOIN finished_game USING (game_id)
        JOIN seat_result AS theirs ON theirs.game_id = mine.game_id AND theirs.level IS NOT NULL
    WHERE mine.user_id = :user AND variant = :variant AND mine.place IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM seat_result AS other WHERE other.game_id = mine.game_id AND other.user_id <> mine.user_id
    )
    GROUP BY number, theirs.level ORDER BY number
"""
_GAMES = """
    SELECT id, version, (SELECT count(*) FROM seat_result WHERE game_id = id) AS seats,
        EXISTS (SELECT 1 FROM log WHERE game_id = id AND line IS NOT NULL) AS has_log
    FROM game WHERE id IN (SELECT value FROM json_each(?))
"""


@dataclass(frozen=True, slots=True)
class RatedRecord:
    """A player's rated games in one rule system.

    `rating` is the present one, None without a rated game. `history` has the ratings after each of the last 50, oldest
    first. `places` counts how often the player placed first, second, third, and fourth or worse. A streak counts games
    won in a row: `streak` is the present one, and `longest` the longest ever.
    """

    rating: Rating | None
    history: tuple[Rating, ...]
    places: tuple[int, int, int, int]
    streak: int
    longest: int

    @property
    def games(self) -> int:
        """The number of rated games."""
        return sum(self.places)


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A finished game of a player: its id and version, rule system, end (in seconds since the epoch) and seats.

    `place` is the player's, None if nobody has one. `before` and `after` are their rating, None if the game is unrated.
    `has_log`: its moves are stored, so that it can be reviewed.
    """

    id: int
    version: int
    variant: str
    ended_at: int
    place: int | None
    seats: int
    has_log: bool
    before: Rating | None
    after: Rating | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The rated games that two players both played: how often one finished ahead of the other, behind, or tied."""

    ahead: int
    behind: int
    tied: int

    @property
    def games(self) -> int:
        """The number of these games."""
        return self.ahead + self.behind + self.tied


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """A person's games alone against computers of a level: won and lost ones, and how many they have won in a row."""

    level: Level
    won: int
    lost: int
    streak: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's results on a server; `name` is the one in their newest game there.

    `rated` is their record in one rule system. `finished` is the number of `games` that they played to the end, in all
    systems, rated or not; games don't count if everybody agreed to end them, a manager did, or their channel was gone.
    `recent` has their last five games, newest first.
    """

    name: str
    rated: RatedRecord
    games: int
    finished: int
    recent: tuple[RecentGame, ...]


class ProfileStore:
    """Reads profiles, on the connection for reading, so that no move waits for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild_id: int, variant: str, user_id: int, now: int) -> Profile | None:
        """Return a player's results on a server, with the rating as of `now`, in seconds; None without results."""
        rows = await self._database.read(_RESULTS, {"guild": guild_id, "user": user_id})
        if not rows:
            return None
        counted = [row["departure"] for row in rows if row["unrated"] not in WITHOUT_PLACES]
        there = [row for row in rows if (row["pool"], row["variant"]) == (guild_id, variant)]
        return Profile(
            name=rows[-1]["name"],
            rated=_make_record([row for row in there if row["mu"] is not None], now),
            games=len(counted),
            finished=counted.count(None),
            recent=await self._find_recent(rows[: -RECENT - 1 : -1]),
        )

    async def compare(self, guild_id: int, user_id: int, other_id: int) -> HeadToHead:
        """Return how a player did against another one in all their rated games on a server, in any rule system."""
        asked = {"guild": guild_id, "user": user_id, "other": other_id}
        (row,) = await self._database.read(_MEETINGS, asked)
        return HeadToHead(*map(int, row))

    async def against_levels(self, user_id: int, variant: str) -> list[LevelRecord]:
        """Return a person's records against computers on all servers in a rule system, the weakest level first."""
        games: dict[str, list[Row]] = {}
        for row in await self._database.read(_LEVELS, {"user": user_id, "variant": variant}):
            games.setdefault(row["level"], []).append(row)
        return [_make_level_record(level, games[level]) for level in Level if level in games]

    async def _find_recent(self, rows: Sequence[Row]) -> tuple[RecentGame, ...]:
        games = {each["id"]: each for each in await self._database.read(_GAMES, (encode([row[0] for row in rows]),))}
        return tuple(
            RecentGame(
                id=row["game_id"],
                version=games[row["game_id"]]["version"],
                variant=row["variant"],
                ended_at=row["ended_at"],
                place=row["place"],
                seats=games[row["game_id"]]["seats"],
                has_log=bool(games[row["game_id"]]["has_log"]),
                before=None if row["mu"] is None else Rating(row["mu_before"], row["sigma_before"]),
                after=None if row["mu"] is None else Rating(row["mu"], row["sigma"]),
            )
            for row in rows
        )


def _make_level_record(level: Level, games: Sequence[Row]) -> LevelRecord:
    results = [bool(game["is_won"]) for game in games]
    newest = results[::-1]
    streak = newest.index(False) if False in newest else len(newest)
    return LevelRecord(level, sum(results), sum(game["is_lost"] for game in games), streak)


def _make_record(rows: Sequence[Row], now: int) -> RatedRecord:
    places = [row["place"] for row in rows]
    history = [Rating(row["mu"], row["sigma"]) for row in rows[-HISTORY:]]
    first, second, third = (places.count(place) for place in (1, 2, 3))
    streaks = [(is_won, len([*games])) for is_won, games in groupby(place == 1 for place in places)]
    return RatedRecord(
        rating=history[-1].after(now - rows[-1]["ended_at"]) if history else None,
        history=tuple(history),
        places=(first, second, third, len(places) - first - second - third),
        streak=streaks[-1][1] if streaks and streaks[-1][0] else 0,
        longest=max((games for is_won, games in streaks if is_won), default=0),
    )
