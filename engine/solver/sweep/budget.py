"""The budget of a search, counted in steps and not in time, so that a search is the same on every machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

ENDLESS = 1 << 60  # units; more than any search can spend


class BudgetExhausted(Exception):
    """The budget was spent before the search was complete."""


@dataclass(slots=True)
class SearchBudget:
    """The budget that all sweeps of one search share; `left` counts down.

    One unit is one combination of the ways in which runs go on, as counted by `advance`. Other steps are charged as
    many units as take about the same time.
    """

    left: int = ENDLESS

    def take(self, much: int) -> None:
        """Charge a step of `much` units. Raises BudgetExhausted: fewer units than that were left."""
        self.left -= much
        if self.left < 0:
            raise BudgetExhausted

    def spend(self, much: int) -> None:
        """Charge work of `much` units that is done already; if fewer are left, charge those."""
        self.left = max(0, self.left - much)

    @contextmanager
    def at_most(self, much: int) -> Iterator[None]:
        """Limit the budget to `much` units while the context lasts; afterward, restore the units held back."""
        rest = max(0, self.left - much)
        self.left -= rest
        try:
            yield
        finally:
            self.left = max(0, self.left) + rest
