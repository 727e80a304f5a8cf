"""A line of the output of `check`."""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from engine.override import override


class Severity(StrEnum):
    """A finding's severity: all is well, the bot runs but not as it should, or it doesn't run."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: its severity, and a sentence for the owner, which says what to do unless all is well."""

    severity: Severity
    text: str

    @override
    def __str__(self) -> str:
        return f"{self.severity:<8} {self.text}"


fine = partial(Finding, Severity.OK)
warn = partial(Finding, Severity.WARNING)
object_to = partial(Finding, Severity.PROBLEM)
