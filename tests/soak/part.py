"""What a part of the soak is: trials that are numbered by seeds, and controls that show that its checks can fail."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

Counts = Counter[str]  # what was done how often, and what was found how often
Trial = Callable[[int], Counts]  # of a seed; a module's function, because it's called in another process


ERRORS = "errors"  # trials that came to no end


@dataclass(frozen=True)
class Control:
    """A fault that is planted on purpose, and must be found within these many seeds."""

    fault: str  # as a sentence
    finds: str  # the count that must rise
    trial: Trial
    tries: int = 5


@dataclass(frozen=True)
class Part:
    """One kind of bad day: `run` lives through it once for each seed, and counts what it finds.

    Of the counts, those in `faults` must stay 0. `full` and `sample` are the numbers of seeds, from 1 on. `run_sample`
    takes the place of `run` in a sample, where that takes too long.
    """

    name: str
    promise: str
    run: Trial
    full: int
    sample: int
    faults: tuple[str, ...]
    controls: tuple[Control, ...]
    run_sample: Trial | None = None

    def find_faults(self, counts: Counts) -> Counts:
        """Return the counts that should be 0 and aren't; trials that came to no end are among them."""
        return Counter({name: counts[name] for name in (*self.faults, ERRORS) if counts[name]})
