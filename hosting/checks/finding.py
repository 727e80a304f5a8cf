"""A line of what `check` says."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """A finding's verdict: all is well, the bot runs but not as it should, or it doesn't run."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: its verdict, and a sentence for the host, which says what to do unless all is well."""

    verdict: Verdict
    text: str

    def __str__(self) -> str:
        return f"{self.verdict:<8} {self.text}"


def fine(text: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(Verdict.OK, text)


def warn(text: str) -> Finding:
    """Return a finding about something that doesn't keep the bot from running."""
    return Finding(Verdict.WARNING, text)


def object_to(text: str) -> Finding:
    """Return a finding about something that keeps the bot from running."""
    return Finding(Verdict.PROBLEM, text)
