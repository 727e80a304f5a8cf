"""The values used last, so that they need not be read and decoded for every tap."""

from collections import OrderedDict
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """At most `most` values by number; the one that nobody asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[int, V] = OrderedDict()

    def get(self, number: int) -> V | None:
        """The value, None where it is not here."""
        value = self._values.get(number)
        if value is not None:
            self._values.move_to_end(number)
        return value

    def keep(self, number: int, value: V) -> None:
        """Have the value at hand."""
        self._values[number] = value
        self._values.move_to_end(number)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def drop(self, number: int) -> None:
        """Forget one value."""
        self._values.pop(number, None)

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()

    def __len__(self) -> int:
        return len(self._values)
