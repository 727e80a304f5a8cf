"""The lines that each test executes, measured once for each version of the tree and cached."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from coverage import Coverage, CoverageData

from benchmarks.mutants import trees
from benchmarks.mutants.recorder import OUTCOMES, OUTSIDE

CACHE = trees.ROOT / ".mutants-cache"
LIMIT = 600  # seconds for one test, which coverage slows down


@dataclass(frozen=True)
class Test:
    """A test that passes: its pytest id, and the seconds that it took with coverage on."""

    id: str
    seconds: float

    @property
    def file(self) -> str:
        """The path of the test's file."""
        return self.id.partition("::")[0]


def measure_coverage(tests: Sequence[str], at_once: int) -> "CoverageMap":
    """Return which test of this source tree executes which lines, from the cache if that was measured before.

    If `tests` names test files, only those are measured. `at_once` is the number of processes that measure.
    """
    named = hashlib.sha256("\0".join(sorted(tests)).encode()).hexdigest()[:8] if tests else ""
    folder = CACHE / f"{trees.fingerprint()}{named}"
    if not (folder / "done").exists():
        _measure(folder, tests, at_once)
        (folder / "done").touch()
    return CoverageMap(folder)


def _measure(folder: Path, tests: Sequence[str], at_once: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "data").mkdir(parents=True)
    (folder / "outcomes").mkdir()
    copy = trees.Copy.at(folder / "tree")
    settings = folder / "coverage.ini"
    settings.write_text(_settings(folder, copy.root), "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(at_once), "--dist", "loadfile", "--timeout", str(LIMIT)]
    command += ["-p", "benchmarks.mutants.recorder", "-p", "no:cacheprovider", *tests]
    environment = {
        **os.environ,
        "COVERAGE_PROCESS_START": str(settings),
        "PYTHONPATH": str(copy.root),
        OUTCOMES: str(folder / "outcomes"),
    }
    with (folder / "pytest.log").open("w") as log:
        subprocess.run(command, cwd=copy.root, env=environment, stdout=log, stderr=log, check=False)  # noqa: S603  # ours
    _combine(folder)
    shutil.rmtree(copy.root)
    shutil.rmtree(folder / "data")


def _settings(folder: Path, root: Path) -> str:
    """Return the text of coverage's settings file for the source tree at `root`; its data goes to `folder`.

    Only lines are measured. Warnings are off, because they would get into the output that tests read.
    """
    included = "".join(f"\n    {root / part}" for name in trees.packages() for part in (f"{name}.py", f"{name}/*"))
    return f"""\
[run]
data_file = {folder / "data" / "lines"}
parallel = true
plugins = benchmarks.mutants.listener
disable_warnings = no-data-collected, module-not-imported, couldnt-parse, no-ctracer
include = {included}
[paths]
tree =
    {trees.ROOT}
    {root}
"""


def _combine(folder: Path) -> None:
    combined = Coverage(data_file=folder / "lines", config_file=folder / "coverage.ini", plugins=())
    combined.combine([str(folder / "data")])
    combined.save()


class CoverageMap:
    """The lines that each test executes, as measured into a folder."""

    def __init__(self, folder: Path) -> None:
        self._data = CoverageData(str(folder / "lines"))
        self._data.read()
        self._folder = folder

    @cached_property
    def tests(self) -> Mapping[str, Test]:
        """All tests that pass, by id."""
        lines = [
            line for path in self._folder.glob("outcomes/*.jsonl") for line in path.read_text("utf-8").splitlines()
        ]
        outcomes = [json.loads(line) for line in lines]
        return {each["test"]: Test(each["test"], each["seconds"]) for each in outcomes if each["has_passed"]}

    @cache  # noqa: B019  # one map lives as long as the program
    def _contexts(self, path: str) -> Mapping[int, frozenset[str]]:
        lines = self._data.contexts_by_lineno(str(trees.ROOT / path))
        return {line: frozenset(contexts) for line, contexts in lines.items()}

    def of(self, path: str, lines: tuple[int, int] = (0, sys.maxsize)) -> "Executed":
        """Return the tests that execute at least one of these lines of a file: (first, last), by default all."""
        first, last = lines
        each = [contexts for line, contexts in self._contexts(path).items() if first <= line <= last]
        contexts = frozenset[str]().union(*each)
        return Executed(frozenset(self.tests[each] for each in contexts & self.tests.keys()), OUTSIDE in contexts)

    def in_files(self, files: Collection[str]) -> frozenset[Test]:
        """Return all tests of these test files."""
        return frozenset(test for test in self.tests.values() if test.file in files)


@dataclass(frozen=True)
class Executed:
    """The passing tests that execute some lines, and whether these lines also run outside of tests, as on import."""

    tests: frozenset[Test]
    is_import: bool
