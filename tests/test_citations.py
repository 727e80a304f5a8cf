"""What code and docs cite can be looked up in the repository: a rule's clause, or a decision."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*ROOT.glob("*.py"), *ROOT.glob("[!.]*/**/*.py")])
# They cite the clauses of their own page, which their own test checks.
RECIPES = {ROOT / "docs/rule-systems.md", ROOT / "docs/house-rules.md"}
PAPERS = sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")] if path not in RECIPES)
NUMBERED = re.compile(r"^- \*\*([A-Z][A-Z0-9]+-[0-9]+)\*\*", re.MULTILINE)
CITED = re.compile(r"(?<![\w-])(?:[A-Z][A-Z0-9]|DEC)-[0-9]+\b")
ELSEWHERE = re.compile(
    r"\bD-[A-Z0-9]{1,2}-[0-9]+\b"
    r"|\bRULES\b"
    r"|\b(?:DISCORD|HOSTING|LANGUAGE|LASTING|LAYOUT|PLAYERS|RELIABILITY|RENDER|SOLVER)(?:\.md| [0-9])"
    r"|\bshared/[A-Z]+"
    r"|\bsettled rules?\b"
)


@cache
def clauses() -> frozenset[str]:
    """Every clause of every system, and every decision."""
    pages = [ROOT / "docs/decisions.md", *(ROOT / "docs/rules").glob("*.md")]
    return frozenset(number for page in pages for number in NUMBERED.findall(page.read_text("utf-8")))


def prose(source: str) -> Iterator[str]:
    """The comments and docstrings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


@cache
def all_prose() -> tuple[tuple[Path, str], ...]:
    """The comments and docstrings of all modules that cite anything."""
    sources = ((path, path.read_text("utf-8")) for path in SOURCES)
    citing = ((path, source) for path, source in sources if CITED.search(source) or ELSEWHERE.search(source))
    return tuple((path, text) for path, source in citing for text in prose(source))


def test_every_clause_that_is_cited_exists() -> None:
    texts = [*all_prose()]
    texts += [(path, path.read_text("utf-8")) for path in PAPERS]

    assert [(path, number) for path, text in texts for number in CITED.findall(text) if number not in clauses()] == []


def test_no_comment_cites_a_document_outside_the_repository() -> None:
    assert [(path, text) for path, text in all_prose() if ELSEWHERE.search(text)] == []


def test_no_paper_cites_a_document_outside_the_repository() -> None:
    assert [path for path in PAPERS if ELSEWHERE.search(path.read_text("utf-8"))] == []


def test_every_decision_has_a_number_of_its_own_in_order() -> None:
    numbers = NUMBERED.findall((ROOT / "docs/decisions.md").read_text("utf-8"))

    assert numbers == [f"DEC-{number}" for number in range(1, len(numbers) + 1)]


@pytest.mark.parametrize(
    "text", ["# as RULES 3.2 has it", "# D-CL-12", '"""See SOLVER.md."""', "# by D-X-3", "# of the settled rules"]
)
def test_a_citation_of_another_document_is_found(text: str) -> None:
    assert any(ELSEWHERE.search(each) for each in prose(text))


@pytest.mark.parametrize("text", ["(CL-5)", "R2-14: two sets", "RK-5.", "(PK-3, DEC-1)"])
def test_a_citation_of_a_clause_is_found(text: str) -> None:
    assert CITED.search(text)
