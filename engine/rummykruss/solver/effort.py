"""The budget of a search on a grid, counted in steps and never in time, so that no search takes long.

A search of the same position ends at the same point on every machine.
"""

from dataclasses import dataclass

ENDLESS = 1 << 60  # steps; more than any search can take
# With these three, a step took 1 to 3 microseconds in all searches; `python -m benchmarks thinking` shows the sums.
POSITION = 150  # steps that looking at a position costs besides those of its search for lines
NEW_SET = 3  # steps that finding a place for a set of its own costs
LINE = 25  # steps that adding a line to a turn costs


@dataclass(slots=True)
class Effort:
    """The budget of a search: `left` is the number of steps that it may still take, negative if overspent.

    A step is a cell that a search for lines looks at, or work that takes about as long.
    """

    left: int

    def spend(self, steps: int = POSITION) -> bool:
        """Spend these steps, by default those of a position, and return whether there were as many left."""
        self.left -= steps
        return self.left >= 0
