"""The cache of recently used games: many open ones, and a few that have ended."""

from storage.games.rows import Game
from storage.recent import LruCache

MOST_OPEN = 2_000  # games; each takes about 33 KB
MOST_ENDED = 50  # which are looked at just after their end, and rarely later


class RecentGames:
    """A cache of games by id; of the open games and of those that have ended, it drops the least recently used.

    A game that is kept takes the place of all its earlier versions.
    """

    def __init__(self, most_open: int = MOST_OPEN, most_ended: int = MOST_ENDED) -> None:
        self._open: LruCache[Game] = LruCache(most_open)
        self._ended: LruCache[Game] = LruCache(most_ended)
        self._places: LruCache[int] = LruCache(most_open)  # a channel's last open game, which may have ended or moved

    def get(self, game_id: int) -> Game | None:
        """Return the game with this id; None if it isn't cached."""
        return self._open.get(game_id) or self._ended.get(game_id)

    def in_channel(self, channel_id: int) -> Game | None:
        """Return the channel's lobby or running game; None if it isn't cached."""
        game = self._open.get(self._places.get(channel_id) or 0)
        return game if game and game.channel_id == channel_id else None  # the schema allows only one per channel

    def keep(self, game: Game) -> None:
        """Cache a game as it is stored now."""
        self.drop(game.id)
        if game.phase.has_ended:
            self._ended.keep(game.id, game)
        else:
            self._open.keep(game.id, game)
            self._places.keep(game.channel_id, game.id)

    def drop(self, game_id: int) -> None:
        """Drop the game with this id, if it's cached."""
        self._open.drop(game_id)
        self._ended.drop(game_id)

    def clear(self) -> None:
        """Drop all games."""
        self._open.clear()
        self._ended.clear()
