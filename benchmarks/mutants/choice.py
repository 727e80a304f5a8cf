"""The choice of mutants (changes to the code that tests should notice), and of the tests to run against each."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from benchmarks.mutants import trees
from benchmarks.mutants.coverage_map import CoverageMap, Test
from benchmarks.mutants.explained import line_of
from benchmarks.mutants.mutants import Mutant, mutants

LEAST = 10
"""The minimum number of mutants drawn from each package, however small its share would be."""
BUDGET = 60.0  # seconds of quick tests for a mutant, and as many seconds of slow ones, as measured with coverage
QUICK = 1.0  # seconds; a test that takes this long or longer is slow, and mostly starts a bot
FIRST_FILES, FIRST_SECONDS = 10, 10.0  # of the tests that come first; pytest takes long to read many files


def draw_mutants(packages: Iterable[str], count: int, seed: int, at: str = "") -> list[Mutant]:
    """Draw `count` mutants at random: from each package in proportion to its number of mutants, but at least `LEAST`.

    The draw depends only on `seed` and on what each mutant changes, so that a new line or file hardly alters it. If
    `at` names a FILE or FILE:LINE, return all mutants there instead.
    """
    if at:
        return _at(*at.partition(":")[::2])
    known = {package: _all_of(package) for package in packages}
    shares = _shares({package: len(each) for package, each in known.items()}, count)
    return [mutant for package, each in known.items() for mutant in shuffled(each, seed)[: shares[package]]]


def shuffled(known: Iterable[Mutant], seed: int) -> list[Mutant]:
    """Return the mutants in an order that is random but depends only on `seed` and on what each mutant changes.

    The names of the file and class that it changes don't matter.
    """
    seen = Counter[tuple[str, ...]]()
    order = {}
    for mutant in known:
        change = (mutant.function.rpartition(".")[2], line_of(mutant), mutant.operator, mutant.text)
        order[mutant] = hashlib.sha256(repr((seed, change, seen[change])).encode()).digest()
        seen[change] += 1
    return sorted(order, key=order.__getitem__)


def _at(path: str, line: str) -> list[Mutant]:
    found = mutants(path, (trees.ROOT / path).read_bytes())
    return [each for each in found if not line or each.lines[0] <= int(line) <= each.lines[1]]


def _all_of(package: str) -> list[Mutant]:
    paths = trees.sources(package)
    return [mutant for path in paths for mutant in mutants(path, (trees.ROOT / path).read_bytes())]


def _shares(sizes: Mapping[str, int], count: int) -> Mapping[str, int]:
    """Return how many mutants to draw from each package, by name; `sizes` has how many mutants there are.

    The numbers sum up to `count`, unless a package has too few mutants. What rounding leaves over is added to the
    largest package.
    """
    least = min(LEAST, count // len(sizes))
    free = count - least * len(sizes)
    shares = {name: least + free * size // max(1, sum(sizes.values())) for name, size in sizes.items()}
    shares[max(sizes, key=lambda name: sizes[name])] += count - sum(shares.values())
    return {name: min(share, sizes[name]) for name, share in shares.items()}


@dataclass(frozen=True)
class Selection:
    """The tests to run against a mutant, in order, and the number of tests that the time budget leaves out."""

    tests: Sequence[Test]
    left_out: int

    def split(self) -> Sequence[Sequence[Test]]:
        """Return the tests in the stages in which they run: a few that notice most mutants, and then the others."""
        files = list(dict.fromkeys(test.file for test in self.tests))[:FIRST_FILES]
        first = _within([test for test in self.tests if test.file in files], FIRST_SECONDS)
        chosen = frozenset(first)
        others = [test for test in self.tests if test not in chosen]
        return [first, others] if others else [first]


def select_tests(mutant: Mutant, lines: CoverageMap) -> Selection:
    """Choose the tests that execute a mutant's lines, within the time budget; `lines` says which test executes which.

    Lines that run on import run only in whichever test comes first. For those, choose the tests that execute anything
    in the file, then those that execute a file that imports it. If no test file has two tests that execute the lines,
    these may run once per test file, as in a fixture or a cached function; then add the other tests of these files.
    """
    direct = lines.of(mutant.path, mutant.lines)
    tiers = [direct.tests]
    if direct.is_import:
        tiers = [direct.tests | lines.of(mutant.path).tests]
        tiers += [lines.of(path).tests for path in importers(mutant.path)]
    elif len({test.file for test in direct.tests}) == len(direct.tests):
        tiers.append(lines.in_files({test.file for test in direct.tests}))
    ordered = list(dict.fromkeys(test for tier in tiers for test in alternate_files(tier)))
    quick = _within([test for test in ordered if test.seconds < QUICK], BUDGET)
    slow = _within([test for test in ordered if test.seconds >= QUICK], BUDGET)
    return Selection((*quick, *slow), len(ordered) - len(quick) - len(slow))


def alternate_files(tests: Iterable[Test]) -> list[Test]:
    """Return the fastest test of each file, then the second fastest of each, and so on.

    Tests of one file are much alike, so another file's test is more likely to notice something else.
    """
    by_file: dict[str, list[Test]] = {}
    for test in sorted(tests, key=lambda test: (test.seconds, test.id)):
        by_file.setdefault(test.file, []).append(test)
    return [test for rank in zip_longest(*by_file.values()) for test in rank if test]


def _within(tests: Sequence[Test], seconds: float) -> Sequence[Test]:
    """Return the first tests that take at most `seconds` together, but at least one if there is any."""
    spent = 0.0
    for at, test in enumerate(tests):
        spent += test.seconds
        if spent > seconds:
            return tests[: max(1, at)]
    return tests


def importers(path: str) -> list[str]:
    """Return the paths of the files that import the module at `path`."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, name = module.rpartition(".")
    wanted = (f"import {module}", f"from {module} import", *([f"from {package} import "] if package else ()))
    return [
        other
        for other, text in _texts()
        if any(line.startswith(wanted[:2]) or (line.startswith(wanted[2:]) and name in line) for line in text)
    ]


@cache
def _texts() -> Sequence[tuple[str, Sequence[str]]]:
    paths = [path for package in trees.packages() for path in trees.sources(package)]
    return [(path, (trees.ROOT / path).read_text("utf-8").splitlines()) for path in paths]
