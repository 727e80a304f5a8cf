"""Make small mistakes in the code, one at a time, and print the first test that notices each.

`python -m tests.mutants` tries those in `drawn.tsv`, of the rules and of the results, and fails if one isn't
noticed anymore. `--draw 20 --seed 2 engine/coach tests/engine/coach` draws others from files, for these tests, and
`--draw 50 rules` from an area. cosmic-ray makes the mutants, in a second worktree of the last commit. Each is known by
its operator and source line, so that it's found again when lines shift or a function moves.
"""

import entry_point  # isort: skip

if __name__ == "__main__":
    entry_point.prepare("mutants", "cosmic_ray")

import argparse
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import groupby, islice, zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

parts = ("commands", "mutating", "plugins", "work_db")  # of cosmic-ray, without which mypy runs
commands, mutating, plugins, work_db = (import_module(f"cosmic_ray.{part}") for part in parts)
LIST = Path(__file__).parent / "drawn.tsv"
AREAS = {  # what to draw from, and the tests to try, those first that find most
    "rules": (
        *("engine/rules", "engine/table", "engine/rummykruss/rules", "engine/variants", "engine/tiles"),
        *("tests/rules", "tests/test_contract.py", "tests/test_playthroughs.py", "tests/engine/rules"),
        *("tests/engine/tiles", "tests/engine/table", "tests/engine/game", "tests/engine/rummykruss/rules"),
    ),
    "results": (
        *("ratings", "services/ending.py", "storage/results", "tests/ratings", "tests/storage/results"),
        *("tests/services/test_ending.py", "tests/hosting/test_void_game.py"),
        *("tests/cogs/test_leaderboard.py", "tests/cogs/test_profile.py", "tests/services", "tests/ui/screens"),
    ),
}
# Equal small numbers are the same object, and a module can't be imported with other operators between types.
WITHOUT_EFFECT = re.compile("ComparisonOperator_(Eq|NotEq|Lt|LtE|Gt|GtE)_Is|BinaryOperator_BitOr_|RemoveDecorator")
PYTEST = ("-m", "pytest", "-x", "-q", "--tb=line", "-p", "no:cacheprovider")
LONGEST, MEMORY = 900, 6 << 30  # seconds and bytes, because a mutant may go on for ever


class Mutant(NamedTuple):
    """A changed line, and the first test that fails by it, or "" if none does."""

    area: str
    file: str
    function: str
    operator: str
    before: str
    after: str
    noticed: str = ""


@cache
def _list_changes(file: str) -> Sequence[Any]:
    """Return all of cosmic-ray's mutations of a file, in the order of its lines."""
    with TemporaryDirectory() as folder, work_db.use_db(f"{folder}/session.sqlite") as session:
        commands.init([Path(file)], session, {})
        changes = [item.mutations[0] for item in session.work_items]
    return sorted(changes, key=lambda each: (each.start_pos, each.operator_name, each.occurrence))


def _describe(area: str, change: Any) -> Mutant | None:
    """Return what a mutation does to the source; None if it only changes a decorator."""
    code = change.module_path.read_text("utf-8")
    mutated = mutating.mutate_code(code, plugins.get_operator(change.operator_name)(), change.occurrence)
    pairs = zip_longest(code.splitlines(), mutated.splitlines(), fillvalue="")
    before, after = next((before.strip(), after.strip()) for before, after in pairs if before != after)
    known = (area, str(change.module_path), change.definition_name or "", change.operator_name, before, after)
    return None if before.startswith("@") else Mutant(*known)


def _find(listed: Mutant) -> tuple[Any, Mutant] | None:
    """Return a listed mutant where it is now: in its file and function, or in the same function of another file."""
    files = sorted(str(file) for file in Path().rglob("*.py") if file.parts[0] not in ("tests", "benchmarks"))
    for file in sorted(files, key=lambda file: file != listed.file):
        if listed.before in Path(file).read_text("utf-8"):
            changes = [each for each in _list_changes(file) if each.operator_name == listed.operator]
            for change in sorted(changes, key=lambda each: (each.definition_name or "") != listed.function):
                found = _describe(listed.area, change)
                is_there = found and (found.file == listed.file or found.function == listed.function)
                if found and is_there and found[3:6] == listed[3:6]:
                    return change, found._replace(noticed=listed.noticed)
    print("Not there anymore:", *listed, sep="\t", file=sys.stderr)
    return None


def _draw(area: str, paths: Sequence[str], seed: int) -> Iterator[tuple[Any, Mutant]]:
    """Return one mutant of each line, in an order that the seed decides."""
    files = sorted({str(file) for path in paths for file in (*Path(path).rglob("*.py"), Path(path)) if file.is_file()})
    changes = [each for file in files for each in _list_changes(file) if not WITHOUT_EFFECT.search(each.operator_name)]
    lines = [[*each] for _, each in groupby(changes, lambda each: (each.module_path, each.start_pos[0]))]
    dice = Random(seed)
    drawn = ((change, _describe(area, change)) for change in map(dice.choice, dice.sample(lines, len(lines))))
    return ((change, mutant) for change, mutant in drawn if mutant)


def _try(change: Any, mutant: Mutant, tests: Sequence[str]) -> Mutant:
    """Run the tests against a mutant, first the one that noticed it before, until one fails."""
    path, _, name = mutant.noticed.partition("::")
    is_there = Path(path).is_file() and f"def {name}(" in Path(path).read_text("utf-8")
    for chosen in ([mutant.noticed], tests) if is_there else (tests,):
        result = mutating.mutate_and_test([change], " ".join([sys.executable, *PYTEST, *chosen]), LONGEST)
        if result.test_outcome != "survived":
            failed = re.search(r"^(?:FAILED|ERROR) ([^\s\[]+)", result.output, re.MULTILINE)
            return mutant._replace(noticed=failed[1] if failed else result.output[-60:].strip() or "import")
    return mutant._replace(noticed="")


def _run(area: str, paths: Sequence[str], draw: int, seed: int) -> bool:
    """Try mutants of an area; return whether all are noticed that are listed as noticed."""
    tests = [path for path in paths if path.startswith("tests/")]
    listed = (Mutant(*line.split("\t")) for line in LIST.read_text("utf-8").splitlines())
    found = (_find(each) for each in listed if each.area == area)
    chosen = islice(_draw(area, [path for path in paths if path not in tests], seed), draw) if draw else found
    subprocess.run([sys.executable, *PYTEST, *tests], check=True, stdout=sys.stderr)  # noqa: S603  # they must pass
    good = True
    for change, mutant in filter(None, chosen):
        tried = _try(change, mutant, tests)
        good &= bool(tried.noticed) or not mutant.noticed
        print(*tried, sep="\t", flush=True)
    return good


def main() -> int:
    """Try mutants; return 1 if one isn't noticed anymore, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH", help=f"or an area: {', '.join(AREAS)}")
    parser.add_argument("--draw", type=entry_point.count_to(10_000), default=0, metavar="N", help="draw so many others")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="draw by this seed (default: 1)")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ["CI"] = "true"  # so that Hypothesis tries the same examples each time
    areas = {area: AREAS[area] for area in asked.paths or AREAS if area in AREAS} or {"others": asked.paths}
    with TemporaryDirectory() as folder:
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", folder, "HEAD"], check=True)  # noqa: S603, S607
        os.chdir(folder)
        try:
            results = [_run(area, paths, asked.draw, asked.seed) for area, paths in areas.items()]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], check=True)  # noqa: S603, S607
    return int(not all(results))


if __name__ == "__main__":
    entry_point.run(main)
