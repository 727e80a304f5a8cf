"""The leaderboard: how many games each player has won, and with how many points."""

from dataclasses import dataclass

from storage.database import Database

# `name` is from the player's newest game: SQLite takes a bare column from the row that max() picks.
_LEADERBOARD = """
    SELECT user_id, name, count(*) AS games, sum(won) AS wins, sum(points) AS points, max(game_id) AS newest
    FROM result
    WHERE rated AND (:guild_id IS NULL OR guild_id = :guild_id) AND (:variant IS NULL OR variant = :variant)
    GROUP BY user_id
    ORDER BY wins DESC, CASE WHEN :variant IS NULL THEN 0 ELSE :better * sum(points) END DESC, games, user_id
    LIMIT :limit
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place on the leaderboard: the rated games played and won, and the points in them.

    `name` is the player's name in the newest of these games. `points` is the sum of the final scores; it's comparable
    only within one rule system.
    """

    user_id: int
    name: str
    games: int
    wins: int
    points: int


class ScoreStore:
    """Reads the leaderboard from the results of rated games: those that someone won and that no computer played in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(
        self, *, guild_id: int | None, variant: str | None, low_wins: bool = False, limit: int = 10
    ) -> list[Standing]:
        """Return up to `limit` best players: most wins, then best points, then fewest games, then oldest account.

        Only games on the server `guild_id` and of the rule system `variant` count; None means all of them. Points
        decide only within one rule system, and `low_wins` says that fewer are better.
        """
        asked = {"guild_id": guild_id, "variant": variant, "better": -1 if low_wins else 1, "limit": limit}
        rows = await self._database.run(_LEADERBOARD, asked)
        return [Standing(*tuple(row)[:5]) for row in rows]
