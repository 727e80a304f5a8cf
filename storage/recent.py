"""A cache of recently used values, which saves reading and decoding them at every tap."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """A cache of at most `most` values by key; if it's full, the least recently used value is dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        """Return the value, which becomes the most recently used; None if it isn't cached."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def keep(self, key: Hashable, value: V) -> None:
        """Cache the value under this key, as the most recently used one."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def drop(self, key: Hashable) -> None:
        """Drop the key's value, if it's cached."""
        self._values.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()

    def __len__(self) -> int:
        return len(self._values)
