"""Values that are kept by game, such as the private messages that change with it."""

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ByGame(Generic[K, V]):
    """The latest values of all games, each under its game and a key: at most `most`, then the oldest is dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._ages: dict[tuple[int, K], None] = {}  # the oldest first
        self._values: dict[int, dict[K, V]] = {}

    def of(self, game_id: int) -> Mapping[K, V]:
        """Return a copy of this game's values by key, the oldest first."""
        return dict(self._values.get(game_id, {}))

    def get(self, game_id: int, key: K) -> V | None:
        """Return the value under this game and key; None if it isn't kept."""
        return self._values.get(game_id, {}).get(key)

    def keep(self, game_id: int, key: K, value: V) -> None:
        """Keep the value as the latest of all, in place of the one that this game has under this key."""
        self.drop(game_id, key)
        if len(self._ages) >= self._most:
            self.drop(*next(iter(self._ages)))
        self._ages[game_id, key] = None
        self._values.setdefault(game_id, {})[key] = value

    def replace(self, game_id: int, key: K, value: V) -> None:
        """Replace a value that is kept, which stays as old as it is."""
        self._values[game_id][key] = value

    def drop(self, game_id: int, key: K) -> None:
        """Drop the value under this game and key, if it's kept."""
        if (game_id, key) not in self._ages:
            return
        del self._ages[game_id, key]
        del self._values[game_id][key]
        if not self._values[game_id]:
            del self._values[game_id]
