"""How much may still be looked at before a search is given up: a count of states, never a time.

So a search ends for the same position at the same point on every machine, and never takes long.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

ENDLESS = 1 << 60


class BudgetExhausted(Exception):
    """All that could be looked at was looked at, and the search was not at its end."""


@dataclass(slots=True)
class SearchBudget:
    """Shared by all sweeps of one search; `left` counts down."""

    left: int = ENDLESS

    @property
    def is_out(self) -> bool:
        """Has something been given up?"""
        return self.left < 0

    def take(self, much: int) -> None:
        """Look at so much more.

        Raises:
            OutOfWork: there is not so much left.
        """
        self.left -= much
        if self.left < 0:
            raise BudgetExhausted

    @contextmanager
    def at_most(self, much: int) -> Iterator[None]:
        """Let a part of the search take no more than this."""
        rest = max(0, self.left - much)
        self.left -= rest
        try:
            yield
        finally:
            self.left = max(0, self.left) + rest
