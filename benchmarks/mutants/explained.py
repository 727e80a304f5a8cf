"""Surviving mutants that no test needs to kill, each with the reason."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutants import trees
from benchmarks.mutants.mutants import Mutant

LIST = Path(__file__).with_name("explained.toml")


@dataclass(frozen=True)
class Explanation:
    """The reason why a mutant may survive.

    `file` and `function` are where it is, `line` is the source line where it begins, without a comment at its end,
    `operator` is the name of the mutation operator, and `after` is the text that replaces the original.
    """

    file: str
    function: str
    line: str
    operator: str
    after: str
    reason: str

    def fits(self, mutant: Mutant) -> bool:
        """Return whether this explains the mutant; once `file` doesn't exist anymore, the mutant's file may be any."""
        same = (mutant.function, line_of(mutant), mutant.operator, mutant.text)
        has_moved = not (trees.ROOT / self.file).exists()
        return same == (self.function, self.line, self.operator, self.after) and (mutant.path == self.file or has_moved)


def explanations() -> Sequence[Explanation]:
    """Return all explanations, read from `explained.toml`.

    Raises:
        TypeError: an explanation has a missing or an unknown field.
    """
    return [Explanation(**each) for each in tomllib.loads(LIST.read_text("utf-8")).get("explained", ())]


def explanation(mutant: Mutant, known: Iterable[Explanation]) -> Explanation | None:
    """Return the first of the `known` explanations that fits the mutant, or None if none does."""
    return next((each for each in known if each.fits(mutant)), None)


def line_of(mutant: Mutant) -> str:
    """Return the source line where a mutant begins, without the space around it and the comment behind it."""
    source = (trees.ROOT / mutant.path).read_bytes()
    line = source[: mutant.start].rpartition(b"\n")[2] + source[mutant.start :].partition(b"\n")[0]
    return line.decode().partition("  # ")[0].strip()
