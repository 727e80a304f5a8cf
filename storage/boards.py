"""What Discord shows of each game: a copy that can be made again."""

from dataclasses import astuple, dataclass

from storage.database import Database

_SAVE = """
    INSERT INTO board (game_id, message_id, posted_at, posted_version, shown_version, ping_id, ping_for)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game_id) DO UPDATE SET
        message_id = excluded.message_id, posted_at = excluded.posted_at, posted_version = excluded.posted_version,
        shown_version = excluded.shown_version, ping_id = excluded.ping_id,
        ping_for = excluded.ping_for
"""
_GET = """
    SELECT game_id, message_id, posted_at, posted_version, shown_version, ping_id, ping_for
    FROM board WHERE game_id = ?
"""
_OUTDATE = """
    UPDATE board SET shown_version = 0
    WHERE game_id IN (SELECT id FROM game WHERE phase = 'playing' AND deadline IS NOT NULL)
"""
_STALE = """
    SELECT game.id FROM game LEFT JOIN board ON board.game_id = game.id
    WHERE game.version > board.shown_version OR (board.game_id IS NULL AND game.phase IN ('lobby', 'playing'))
    ORDER BY game.id
"""


@dataclass(frozen=True, slots=True)
class Board:
    """The public message of a game, None where none stands, and the small one that pings whose turn it is.

    `posted_at` is in seconds since the epoch; the versions are the game's when it was posted and last edited;
    `ping_for` names the turn that was pinged last, so that none is pinged twice.
    """

    game_id: int
    message_id: int | None
    posted_at: int
    posted_version: int
    shown_version: int
    ping_id: int | None = None
    ping_for: str = ""


class Boards:
    """The board of every game that has been shown."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, game_id: int) -> Board | None:
        """The game's board, None where it was never shown."""
        rows = await self._database.run(_GET, (game_id,))
        return Board(*rows[0]) if rows else None

    async def save(self, board: Board) -> None:
        """Note what is shown now."""
        await self._database.run(_SAVE, astuple(board))

    async def outdate_clocks(self) -> None:
        """Note that every countdown on show is wrong, as after all clocks were put back."""
        await self._database.run(_OUTDATE)

    async def stale(self) -> list[int]:
        """The games whose board shows an older version, ended ones too, and the open ones that have none."""
        return [row["id"] for row in await self._database.run(_STALE)]
