"""The report of a run, in Markdown. It can be shared: it has no token, no ids, and no names of people or places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from hosting.live_check.check import CheckResult, CheckStatus
from hosting.live_check.guided import STEPS
from hosting.version import write_versions

PAGE = "docs/live-check.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A finished run: when it began, how its checks ended, and what couldn't be removed.

    `is_real` is False on another server than Discord's, such as the playground. `total` is the number of all checks;
    if the run was interrupted, some have no outcome.
    """

    began: datetime
    is_real: bool
    outcomes: Sequence[CheckResult]
    total: int
    left: Sequence[str] = ()

    @property
    def is_good(self) -> bool:
        """Whether all checks were made, none failed, and nothing was left behind."""
        return not self.left and len(self.outcomes) == self.total and not self.list_ended(CheckStatus.FAILED)

    def list_ended(self, status: CheckStatus) -> list[CheckResult]:
        """Return the checks that ended like this, in order."""
        return [each for each in self.outcomes if each.status is status]


def summarize(run: Run) -> str:
    """Return a line with the number of checks that ended in each way."""
    parts = [f"{len(run.list_ended(status))} {status.value}" for status in CheckStatus]
    missing = run.total - len(run.outcomes)
    return ", ".join([*parts, *([f"{missing} not made, because the run was interrupted"] if missing else [])])


def write_report(run: Run) -> str:
    """Return the whole report."""
    return "\n".join(
        [
            "# Rackety on the real Discord" if run.is_real else "# Rackety on another server than Discord's",
            "",
            *_write_head(run),
            *_write_failures(run.list_ended(CheckStatus.FAILED)),
            *_write_table("Skipped", "why", run.list_ended(CheckStatus.SKIPPED)),
            *_write_table("Passed", "what was seen", run.list_ended(CheckStatus.PASSED)),
            *_write_guided(),
        ]
    )


def _write_head(run: Run) -> Iterable[str]:
    seconds = sum(each.seconds for each in run.outcomes)
    yield f"- Result: {summarize(run)}, in {seconds:.0f} s"
    yield f"- Date: {run.began:%Y-%m-%d %H:%M} UTC"
    yield f"- Versions: {write_versions()}"
    if run.left:
        yield f"- Left behind, to be removed by hand or by the next run: {', '.join(run.left)}"
    yield ""


def _write_failures(outcomes: Sequence[CheckResult]) -> Iterable[str]:
    for each in outcomes:
        yield f"## Failed: {each.check.name}"
        yield ""
        yield f"- It {each.check.does}."
        yield f"- Expected: {each.check.expects}."
        yield f"- Seen: {each.seen}."
        yield f"- It matters because {each.check.why}."
        yield ""


def _write_table(title: str, column: str, outcomes: Sequence[CheckResult]) -> Iterable[str]:
    if outcomes:
        yield from (f"## {title}", "", f"| check | {column} | s |", "|---|---|---|")
        yield from (f"| {each.check.name} | {each.seen.replace('|', '/')} | {each.seconds:.1f} |" for each in outcomes)
        yield ""


def _write_guided() -> Iterable[str]:
    minutes = -(-sum(each.seconds for each in STEPS) // 60)
    yield f"## What a person must still tap (about {minutes} minutes)"
    yield ""
    yield "Two people, Ana and Ben, one of them on a phone. Start the bot, and use the test channel."
    yield f"{PAGE} has longer sessions; the numbers are its items."
    yield ""
    for each in STEPS:
        yield f"- [ ] {each.do} *Look for:* {each.look_for} ({', '.join(map(str, each.items))})"
    yield ""
