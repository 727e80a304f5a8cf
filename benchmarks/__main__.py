"""Run the named benchmarks, by default all: `python -m benchmarks [name ...]`."""

import entry_point  # isort: skip

if __name__ == "__main__":
    entry_point.prepare("setup", "pytest")

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.bot import commands, games, pictures, requests, storage, taps, thinking
from benchmarks.engine import players, puzzles, ratings, systems, yardsticks
from benchmarks.measure.figures import Figure, write_missed, write_table
from benchmarks.measure.kept import KEPT, OtherPrograms, SubjectRun, by_key, find_machine, keep
from benchmarks.pages import PAGES
from benchmarks.solver import exactness, latency, worst_case
from tests.soak.runs import find_version

Subject = Callable[[], Sequence[Figure]]
Subjects = Mapping[str, Subject]

SUBJECTS: Subjects = {
    "pictures": pictures.run,
    "systems": systems.run,
    "solver": latency.run,
    "worst": worst_case.run,
    "thinking": thinking.run,
    "puzzles": puzzles.run,
    "players": players.run,  # ten minutes
    "yardsticks": yardsticks.run,  # ten minutes
    "ratings": ratings.run,  # ten minutes
    "exactness": exactness.run,  # ten minutes
    "storage": storage.run,
    "backups": storage.run_backups,
    "commands": commands.run,
    "taps": taps.run,
    "requests": requests.run,
    "games": games.run,  # five minutes
}


def _measure(subject: Subject, version: str) -> SubjectRun | None:
    others = OtherPrograms()
    try:
        figures = by_key(subject())
    except Exception as error:  # noqa: BLE001  # the other benchmarks run all the same
        print(f"  failed: {type(error).__name__}: {error}")
        return None
    today = datetime.now(UTC).date().isoformat()
    run = SubjectRun(today, version, find_machine(), others.count_cores(), figures)
    if run.is_disturbed:
        print(f"  Other programs used {run.others:.2f} cores meanwhile.")
    return run


def choose_kept(runs: Mapping[str, SubjectRun | None], *, busy: bool) -> Mapping[str, SubjectRun]:
    """Return the runs to keep: those that didn't fail and, unless `busy`, weren't disturbed."""
    return {name: run for name, run in runs.items() if run and (busy or not run.is_disturbed)}


def _print_kept(kept: Collection[str], others: Collection[str]) -> None:
    if kept:
        print(f"\nKept the figures of {', '.join(kept)}. `make figures` writes them into README and docs.")
    if others:
        print(f"\nKept no figures of {', '.join(others)}: the benchmark failed, or other programs disturbed it.")
        print(f"Measure again while nothing else runs: .venv/bin/python -m benchmarks --keep {' '.join(others)}")


def _read_arguments(words: Sequence[str], subjects: Subjects) -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"by default all: {', '.join(subjects)}")
    parser.add_argument("--keep", action="store_true", help=f"keep the figures in docs/{KEPT.name}, for the pages")
    parser.add_argument("--busy", action="store_true", help="keep them even if other programs run meanwhile")
    asked = parser.parse_args(words)
    unknown = set(asked.names) - set(subjects)
    if unknown:
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(subjects)}")
    return asked


def main(words: Sequence[str], subjects: Subjects = SUBJECTS, path: Path = KEPT) -> int:
    """Run benchmarks as the words of the command line say, and print their figures beside their alternatives.

    With `--keep`, the figures are kept in the file `path`. Return 0 if every figure is within its bound, else 1.
    Raises: SystemExit with code 2 if a word is unknown.
    """
    asked = _read_arguments(words, subjects)
    version = find_version([KEPT, *PAGES]) if asked.keep else ""
    print(find_machine())
    runs: dict[str, SubjectRun | None] = {}
    for name in asked.names or subjects:
        print(f"\n{name}", flush=True)
        runs[name] = _measure(subjects[name], version)
        if asked.keep:
            keep(choose_kept({name: runs[name]}, busy=asked.busy), subjects, path)
    failed = {name: [Figure(f"{name} measured", 0, 1, at_least=True)] for name in runs}
    figures = [each for name, run in runs.items() for each in (run.figures.values() if run else failed[name])]
    print("", write_table(figures), "", write_missed(figures), sep="\n")
    if asked.keep:
        kept = choose_kept(runs, busy=asked.busy)
        _print_kept(kept, [name for name in runs if name not in kept])
    return int(not all(figure.reached for figure in figures))


if __name__ == "__main__":
    entry_point.run(lambda: main(sys.argv[1:]))
