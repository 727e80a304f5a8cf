"""The report on the mutants: a table by package, and each survivor with its change."""

from collections.abc import Iterator, Sequence
from difflib import unified_diff

from benchmarks.mutants import trees
from benchmarks.mutants.explained import Explanation, explanation, explanations
from benchmarks.mutants.mutants import Mutant
from benchmarks.mutants.trial import MutantOutcome, MutantVerdict

ENOUGH = 0.85
"""The smallest share of the mutants that must be killed."""
COLUMNS = ("drawn", "killed", "hung", "explained", "survived", "uncovered")


def headline(verdict: MutantVerdict) -> str:
    """Return a line about a mutant: outcome, place, kind of change, number of tests, and the test that killed it."""
    mutant, selection = verdict.mutant, verdict.selection
    place = f"{mutant.path}:{_line(mutant)} {mutant.function or 'module'}"
    left = f" ({selection.left_out} more left out)" if selection.left_out and not verdict.is_dead else ""
    return (
        f"{verdict.fate.value:9} {place}, {mutant.operator}, {len(selection.tests)} tests{left} {verdict.by}".rstrip()
    )


def show(verdicts: Sequence[MutantVerdict]) -> int:
    """Print the surviving mutants and a table by package.

    Return 0 if enough mutants are killed and all others are explained, else 1.
    """
    known = explanations()
    explained = {each.mutant: why for each in verdicts if not each.is_dead and (why := explanation(each.mutant, known))}
    unexplained = [each for each in verdicts if not each.is_dead and each.mutant not in explained]
    for each in unexplained:
        print(f"\n{headline(each)}\n{changed(each.mutant)}")
    if explained:
        print("\nExplained:")
    for mutant, why in explained.items():
        print(f"  {mutant.path}:{_line(mutant)}, {mutant.operator}: {why.reason}")
    print(f"\n{_table(verdicts, explained)}")
    dead = sum(each.is_dead for each in verdicts)
    print(f"\n{dead} of {len(verdicts)} killed: {dead / max(1, len(verdicts)):.1%}; {len(unexplained)} unexplained")
    return int(dead < ENOUGH * len(verdicts) or bool(unexplained))


def _table(verdicts: Sequence[MutantVerdict], explained: dict[Mutant, Explanation]) -> str:
    rows = [_row(each, [one for one in verdicts if _is_of(one, each)], explained) for each in trees.packages()]
    lines = [("", *COLUMNS), *rows, _row("all", verdicts, explained)]
    return "\n".join(f"{name:12}" + "".join(f"{cell:>11}" for cell in cells) for name, *cells in lines)


def _row(name: str, verdicts: Sequence[MutantVerdict], explained: dict[Mutant, Explanation]) -> tuple[str, ...]:
    fates = [each.fate for each in verdicts if each.mutant not in explained]
    counts = [
        fates.count(fate)
        for fate in (MutantOutcome.KILLED, MutantOutcome.HUNG, MutantOutcome.SURVIVED, MutantOutcome.UNCOVERED)
    ]
    numbers = (len(verdicts), *counts[:2], len(verdicts) - len(fates), *counts[2:])
    return name, *map(str, numbers)


def _is_of(verdict: MutantVerdict, package: str) -> bool:
    return verdict.mutant.path == f"{package}.py" or verdict.mutant.path.startswith(f"{package}/")


def changed(mutant: Mutant) -> str:
    """Return the mutant's change as a diff without its header."""
    source = (trees.ROOT / mutant.path).read_bytes()
    before, after = source.decode(), mutant.apply(source).decode()
    return "\n".join(_body(before.splitlines(), after.splitlines()))


def _body(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    for line in unified_diff(before, after, n=0, lineterm=""):
        if not line.startswith(("---", "+++", "@@")):
            yield f"    {line}"


def _line(mutant: Mutant) -> int:
    return (trees.ROOT / mutant.path).read_bytes()[: mutant.start].count(b"\n") + 1
