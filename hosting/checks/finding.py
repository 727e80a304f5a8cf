"""A line of the output of `check`."""

from dataclasses import dataclass
from enum import StrEnum


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

    def __str__(self) -> str:
        return f"{self.severity:<8} {self.text}"


def fine(text: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(Severity.OK, text)


def warn(text: str) -> Finding:
    """Return a finding about something that doesn't keep the bot from running."""
    return Finding(Severity.WARNING, text)


def object_to(text: str) -> Finding:
    """Return a finding about something that keeps the bot from running."""
    return Finding(Severity.PROBLEM, text)
