"""Somebody makes a small mistake in the engine or in storage, and a test must notice.

A trial makes ten such mistakes, one at a time in a copy of the code, and runs those of the package's tests that execute
the changed line, until one fails (`benchmarks/mutants/`). What each test executes is measured once for each version.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from filelock import FileLock

from benchmarks.mutants import report, trees
from benchmarks.mutants.choice import draw_mutants, select_tests, shuffled
from benchmarks.mutants.coverage_map import CACHE, measure_coverage
from benchmarks.mutants.explained import explanation, explanations
from benchmarks.mutants.mutants import Mutant, mutants
from benchmarks.mutants.report import ENOUGH
from benchmarks.mutants.trial import verdicts
from tests.soak.part import SHORT, Control, Counts, Part, Share

TESTS: Mapping[str, Sequence[str]] = {
    "engine": ("tests/engine", "tests/rules", "tests/test_contract.py", "tests/test_playthroughs.py"),
    "storage": ("tests/storage", "tests/services", "tests/cogs"),
}
BATCH, EACH = 10, 300  # mutants of a trial, and of a package in the full size
DRAW = 1  # which mutants are drawn of all that there are
SMALL = {  # for a sample: a file of each package, and its own tests
    "engine/game/bench_keys.py": "tests/engine/game/test_bench_keys.py",
    "storage/puzzles.py": "tests/storage/test_puzzles.py",
}
SAMPLE = 5  # mutants
SURE = {  # file, function and kind of a mistake that no test of the file in `SMALL` can miss
    "engine": ("engine/game/bench_keys.py", "write", "answer"),
    "storage": ("storage/puzzles.py", "PuzzleStore.get", "answer"),
}
AT_ONCE = 2  # processes that measure what tests execute


def run(seed: int) -> Counts:
    """Try ten mutants, of the engine and of storage in turn."""
    package, batch = [*TESTS][(seed - 1) % len(TESTS)], (seed - 1) // len(TESTS)
    drawn = draw_mutants([package], BATCH * (batch + 1), DRAW)[BATCH * batch :]
    return _try(package, drawn, TESTS[package])


def run_sample(seed: int) -> Counts:
    """Try a few mutants of one file, with its own tests alone."""
    path, tests = [*SMALL.items()][(seed - 1) % len(SMALL)]
    return _try(path.partition("/")[0], _draw_from(path), [tests])


def _draw_from(path: str) -> Sequence[Mutant]:
    return shuffled(mutants(path, (trees.ROOT / path).read_bytes()), DRAW)[:SAMPLE]


def _try(package: str, drawn: Sequence[Mutant], tests: Sequence[str]) -> Counts:
    """Count the mutants, those that a test noticed, and those explained as without effect; print the others."""
    CACHE.mkdir(exist_ok=True)
    with FileLock(CACHE / "measuring.lock"):
        lines = measure_coverage(tests, AT_ONCE)
    cases = [(mutant, select_tests(mutant, lines)) for mutant in drawn]
    counts: Counts = Counter()
    known = explanations()
    with TemporaryDirectory() as folder:
        for verdict in verdicts(cases, Path(folder), at_once=1):
            counts[f"mutants of {package}"] += 1
            counts[f"killed in {package}"] += verdict.is_dead
            if verdict.is_dead:
                continue
            if explanation(verdict.mutant, known):
                counts[f"without effect in {package}"] += 1
            else:
                print(f"{report.headline(verdict)}\n{report.changed(verdict.mutant)}", flush=True)
    return counts


def leave_out(seed: int) -> Counts:
    """Try the sample's mutants without making them, so that every one lives."""

    @contextmanager
    def mutated(_copy: trees.Copy, _mutant: Mutant) -> Iterator[None]:
        yield

    copy: Any = trees.Copy
    original, copy.mutated = copy.mutated, mutated
    try:
        counts = run_sample(seed)
    finally:
        copy.mutated = original
    return Counter({SHORT: len(PART.find_shortfalls(counts)) if counts.total() == SAMPLE else 0})


def break_surely(package: str, _seed: int) -> Counts:
    """Try a mutant that a test must kill."""
    path, function, operator = SURE[package]
    known = mutants(path, (trees.ROOT / path).read_bytes())
    sure = [each for each in known if (each.function, each.operator) == (function, operator)]
    tests = next(tests for path, tests in SMALL.items() if path.startswith(package))
    return _try(package, sure, [tests])


PART = Part(
    name="mutants",
    promise="A test notices most of the small mistakes in the engine and in storage",
    run=run,
    run_sample=run_sample,
    full=EACH // BATCH * len(TESTS),
    sample=len(SMALL),
    faults=(),
    shares=tuple(
        Share(f"killed in {package}", f"mutants of {package}", ENOUGH, f"without effect in {package}")
        for package in TESTS
    ),
    controls=(
        Control("mistakes aren't made in the code that is tested", SHORT, leave_out, tries=1),
        Control(
            "the key of a tile is written as nothing", "killed in engine", partial(break_surely, "engine"), tries=1
        ),
        Control("a stored puzzle isn't found", "killed in storage", partial(break_surely, "storage"), tries=1),
    ),
)
