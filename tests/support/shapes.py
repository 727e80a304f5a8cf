"""Values of JSON by their shape: what a schema may judge of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD = re.compile(r"[A-Za-z_-]{1,24}")  # what an enumeration may hold
LARGE = 1 << 16  # from here on an integer is an id or a time, whose value nothing depends on


class Shapes:
    """Names the shapes of values: a value's fields and types, words and small numbers, and lengths between `limits`.

    All that is left out is how a longer text reads.
    """

    def __init__(self, limits: Sequence[int]) -> None:
        self._limits = limits
        self._names: dict[object, object] = {}
        self._named: dict[int, object] = {}  # by identity, of the value that is being judged

    def begin(self) -> None:
        """Forget the values: the next one may have the identity of one that is gone."""
        self._named.clear()

    def of(self, value: object) -> object:
        """Return the name of the value's shape."""
        if not isinstance(value, (dict, list)):
            return self._plain(value)
        if id(value) not in self._named:
            parts = self._parts(value)
            self._named[id(value)] = self._names.setdefault(parts, (Shapes, len(self._names)))
        return self._named[id(value)]

    def _parts(self, value: dict[str, object] | list[object]) -> object:
        if isinstance(value, dict):
            return tuple((name, self.of(each)) for name, each in value.items())
        return bisect_left(self._limits, len(value)), *dict.fromkeys(map(self.of, value))

    def _plain(self, value: object) -> object:
        if isinstance(value, str):
            return value if WORD.fullmatch(value) else (str, value.isdecimal(), bisect_left(self._limits, len(value)))
        if isinstance(value, bool) or not isinstance(value, int):
            return type(value), value
        return value if value < LARGE else int
