"""The runs of the soak that were made: one line of JSON for each, and the table in docs/reliability.md adds them up."""

import json
import re
import subprocess
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap

from tests.soak.part import ERRORS, Control, Counts, Part

ROOT = Path(__file__).parents[2]
LINES = ROOT / "docs" / "reliability.jsonl"
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- soak -->", "<!-- /soak -->"
WIDTH = 48  # columns for what was done; more of it goes to rows below, as a page has at most 150 columns


@dataclass(frozen=True)
class Run:
    """Trials of one part that were made in one go.

    `version` is the commit. `faults` are the seeds that found something, with what they found; `controls` has what each
    control found.
    """

    date: str
    part: str
    seeds: str
    version: str
    seconds: int
    counts: dict[str, int]
    controls: dict[str, int]
    faults: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def is_proof(self) -> bool:
        """Whether each control found its fault. If one didn't, the run proves nothing and isn't counted."""
        return all(self.controls.values())


def run_part(part: Part, seeds: Sequence[int], processes: Executor, version: str) -> Run:
    """Run the controls and then the seeds."""
    begun = time.monotonic()
    planted = {each.fault: processes.submit(_find_planted, each) for each in part.controls}
    controls = {fault: found.result() for fault, found in planted.items()}
    counts: Counts = Counter()
    faults: dict[str, dict[str, int]] = {}
    running = {processes.submit(part.run, seed): seed for seed in seeds}
    for future in as_completed(running):
        seed, brought = running[future], _result_of(future)
        counts += brought
        if found := part.find_faults(brought):
            faults[str(seed)] = dict(found)
        print(f"  seed {seed}: " + ", ".join(f"{count} {name}" for name, count in brought.items()), flush=True)
    print(f"{part.name}: {dict(counts)}, faults: {faults or 'none'}", flush=True)
    return Run(
        date=datetime.now(UTC).date().isoformat(),
        part=part.name,
        seeds=write_seeds(seeds),
        version=version,
        seconds=int(time.monotonic() - begun),
        counts=dict(counts),
        controls=controls,
        faults=faults,
    )


def _find_planted(control: Control) -> int:
    """Return how much of a planted fault was found; 0 after all tries."""
    for seed in range(1, control.tries + 1):
        if found := control.trial(seed)[control.finds]:
            print(f"  control: {control.fault}: {found} {control.finds}", flush=True)
            return found
    print(f"  control: {control.fault}: not found, so this check can't fail", flush=True)
    return 0


def _result_of(future: Future[Counts]) -> Counts:
    try:
        return future.result()
    except Exception:  # noqa: BLE001  # one trial's failure is a result of the run
        traceback.print_exc()
        return Counter({ERRORS: 1})


def read_runs(lines: Path = LINES) -> list[Run]:
    """Return the runs in the order in which they were made."""
    return [Run(**json.loads(line)) for line in lines.read_text("utf-8").splitlines()] if lines.exists() else []


def note_run(run: Run, lines: Path = LINES) -> None:
    """Note a run."""
    with lines.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(run), ensure_ascii=False) + "\n")


def read_seeds(written: str) -> list[int]:
    """Return the seeds that are written like `1-40,43`. Raises: ValueError."""
    ends = [part.partition("-") for part in written.split(",") if part]
    return [seed for first, _, last in ends for seed in range(int(first), int(last or first) + 1)]


def write_seeds(seeds: Iterable[int]) -> str:
    """Write seeds like `1-40,43`."""
    ranges: list[list[int]] = []
    for seed in sorted(seeds):
        if ranges and ranges[-1][1] == seed - 1:
            ranges[-1][1] = seed
        else:
            ranges.append([seed, seed])
    return ",".join(f"{first}-{last}" if first < last else str(first) for first, last in ranges)


def find_version(figures: Sequence[Path] = (LINES, PAGE)) -> str:
    """Return the commit of this checkout; with a `+` if there are changes beside these files of figures."""
    changed = _git("status", "--porcelain", "--", ".", *(f":!{file.relative_to(ROOT)}" for file in figures))
    return _git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def _git(*arguments: str) -> str:
    done = subprocess.run(["/usr/bin/env", "git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603  # our own words
    return done.stdout.strip()


def build_table(parts: Sequence[Part], runs: Sequence[Run]) -> str:
    """Return the rows of the page: of each part, what was done and found in all runs since the last that found a fault.

    A fault is mended by then, or the newest run is the one that found it.
    """
    rows = ["| part | done | found | runs | last |", "|---|---|---|---|---|"]
    for part in parts:
        mine = [run for run in runs if run.part == part.name and run.is_proof]
        faulty = [number for number, run in enumerate(mine) if run.faults]
        newest = mine[faulty[-1] + 1 :] if faulty and faulty[-1] + 1 < len(mine) else mine[-1:] if faulty else mine
        rows.append(_write_row(part, newest))
    return "\n".join(rows)


def _write_row(part: Part, runs: Sequence[Run]) -> str:
    counts: Counts = sum((Counter(run.counts) for run in runs), Counter())
    done = ", ".join(f"{count:,} {name}" for name, count in counts.items() if name not in {*part.faults, ERRORS})
    found = ", ".join(f"{count:,} {name}" for name, count in part.find_faults(counts).items())
    nothing = f"0 {' or '.join(', '.join(part.faults).rsplit(', ', 1))}"
    if not runs:
        return f"| `{part.name}` | nothing yet | | 0 | |"
    first, *others = wrap(done, WIDTH) or [""]
    row = f"| `{part.name}` | {first} | {found or nothing} | {len(runs)} | {max(run.date for run in runs)} |"
    return "\n".join([row, *(f"| | {each} | | | |" for each in others)])


def write_page(parts: Sequence[Part], runs: Sequence[Run], page: Path = PAGE) -> None:
    """Bring the table of the page up to date."""
    text = page.read_text("utf-8")
    table = f"{BEGIN}\n{build_table(parts, runs)}\n{END}"
    page.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: table, text, flags=re.DOTALL), "utf-8")
