"""Check that the tests notice mistakes: `python -m benchmarks.mutants` makes one at a time in the code and runs tests.

A mutant is the code with one of these mistakes; it's killed if a test fails.
"""

import entry_point  # isort: skip

if __name__ == "__main__":
    entry_point.prepare("setup", "pytest")

import argparse
import sys
import time
from collections.abc import Sequence

from benchmarks.mutants import coverage_map, report, trees
from benchmarks.mutants.choice import draw_mutants, select_tests
from benchmarks.mutants.trial import MutantVerdict, verdicts


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    parser.add_argument(
        "--count", type=entry_point.count_to(10**6), default=300, help="how many mutants (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: %(default)s)")
    parser.add_argument("--package", nargs="+", default=trees.packages(), choices=trees.packages(), metavar="NAME")
    parser.add_argument("--at", metavar="FILE[:LINE]", default="", help="those of a file or line alone")
    parser.add_argument("--tests", nargs="+", default=(), metavar="FILE", help="with these test files alone")
    parser.add_argument(
        "--at-once", type=entry_point.count_to(1000), default=2, metavar="N", help="processes (default: %(default)s)"
    )
    return parser.parse_args()


def _run(asked: argparse.Namespace) -> Sequence[MutantVerdict]:
    lines = coverage_map.measure_coverage(asked.tests, asked.at_once)
    cases = [
        (mutant, select_tests(mutant, lines))
        for mutant in draw_mutants(asked.package, asked.count, asked.seed, asked.at)
    ]
    print(f"{len(cases)} mutants, seed {asked.seed}")
    begun, told = time.monotonic(), []
    for verdict in verdicts(cases, coverage_map.CACHE, asked.at_once):
        told.append(verdict)
        seconds = time.monotonic() - begun
        print(f"{len(told)}/{len(cases)} {seconds:.0f} s: {report.headline(verdict)}", file=sys.stderr, flush=True)
    return told


def main() -> int:
    """Try the mutants and print a report; return 0 if enough are killed and all others are explained, else 1."""
    return report.show(_run(_arguments()))


if __name__ == "__main__":
    entry_point.run(main)
