"""The trial of a mutant (a change to the code): the tests chosen for it are run until one fails."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from queue import SimpleQueue

from benchmarks.mutants import trees
from benchmarks.mutants.choice import Selection
from benchmarks.mutants.chooser import CHOSEN
from benchmarks.mutants.coverage_map import Test
from benchmarks.mutants.mutants import Mutant

START = 60.0  # more seconds for all tests, to start a process and collect tests on a busy machine
PATIENCE = 15.0  # seconds for one test, besides twice the seconds that the slowest one took when measured
SLOWER = 3.0  # times the measured seconds of all tests, so that a busy machine isn't taken for a mutant that hangs
NO_TESTS = 5  # pytest's exit code if it finds no test to run
FAILURE = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


class MutantOutcome(Enum):
    """The outcome of a mutant's trial.

    `KILLED`: a test failed. `HUNG`: the tests took far too long. `SURVIVED`: they all passed. `UNCOVERED`: no test
    executes its lines.
    """

    KILLED = "killed"
    HUNG = "hung"
    SURVIVED = "survived"
    UNCOVERED = "uncovered"


@dataclass(frozen=True)
class MutantVerdict:
    """A mutant's outcome (`fate`), and the id of the test that killed it if one did (`by`)."""

    mutant: Mutant
    selection: Selection
    fate: MutantOutcome
    by: str = ""

    @property
    def is_dead(self) -> bool:
        """Whether a test noticed the mutant, by failing or by hanging."""
        return self.fate in {MutantOutcome.KILLED, MutantOutcome.HUNG}


def verdicts(cases: Sequence[tuple[Mutant, Selection]], folder: Path, at_once: int) -> Iterator[MutantVerdict]:
    """Run each mutant's tests until one fails, and yield the verdict on each mutant, in the order of the cases.

    `at_once` mutants are tried at a time, each in a copy of the source tree below `folder`.
    """
    copies: SimpleQueue[trees.Copy] = SimpleQueue()
    for number in range(at_once):
        copies.put(trees.Copy.at(folder / f"tree-{number}"))

    def one(case: tuple[Mutant, Selection]) -> MutantVerdict:
        copy = copies.get()
        try:
            return _try(*case, copy)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(at_once) as threads:
        yield from threads.map(one, cases)


def _try(mutant: Mutant, selection: Selection, copy: trees.Copy) -> MutantVerdict:
    if not selection.tests:
        return MutantVerdict(mutant, selection, MutantOutcome.UNCOVERED)
    with copy.mutated(mutant):
        for tests in selection.split():
            outcome, by = _run_tests(tests, copy)
            if outcome is not MutantOutcome.SURVIVED:
                break
    return MutantVerdict(mutant, selection, outcome, by)


def _run_tests(tests: Sequence[Test], copy: trees.Copy) -> tuple[MutantOutcome, str]:
    chosen = copy.root.with_suffix(".json")
    chosen.write_text(json.dumps([test.id for test in tests]), "utf-8")
    shutil.rmtree(copy.root / ".hypothesis", ignore_errors=True)  # remembered from the last mutant
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--hypothesis-seed", "0", "-p", "no:cacheprovider"]
    patience = PATIENCE + 2 * max(test.seconds for test in tests)
    command += [
        "--timeout",
        str(patience),
        "-p",
        "benchmarks.mutants.chooser",
        *dict.fromkeys(test.file for test in tests),
    ]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", CHOSEN: str(chosen)}
    with subprocess.Popen(  # noqa: S603  # our own tests
        command,
        cwd=copy.root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            said, _ = running.communicate(timeout=START + SLOWER * sum(test.seconds for test in tests))
        except subprocess.TimeoutExpired:
            return MutantOutcome.HUNG, ""
        finally:
            _end(running)
    if running.returncode in {0, NO_TESTS}:
        return MutantOutcome.SURVIVED, ""
    failed = FAILURE.search(said)
    return MutantOutcome.KILLED, failed[1] if failed else "collection"


def _end(running: subprocess.Popen[str]) -> None:
    """Kill a process group by its leader, if that still runs: the process and those that it started."""
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)
