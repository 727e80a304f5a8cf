"""Find what CONTRIBUTING.md asks writers to avoid: `python -m tests.prose` checks docstrings, comments and pages."""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.override import override

ROOT = Path(__file__).parents[1]
PACKAGES = (
    "cogs",
    "engine",
    "hosting",
    "monitoring",
    "render",
    "services",
    "storage",
    "ratings",
    "ui",
    "playground",
    "benchmarks",
)
PAGES = ("*.md", "docs/*.md", "docs/rules/*.md")
SPELLED = (
    *("*.py", *(f"{package}/**/*.py" for package in (*PACKAGES, "tests")), "playground/page/*"),
    *(".env.example", ".github/**/*.yml", *PAGES),
)
MISSPELLED = {"tests/prose.py", "tests/test_prose.py"}  # on purpose
FOR_OWNERS = (
    *("PRIVACY.md", "TERMS.md", "SECURITY.md", "docs/hosting.md", "docs/monitoring.md", "docs/upgrading.md"),
    *(".env.example", "hosting/**/*.py", "storage/errors.py", "monitoring/owner.py"),
)
MOST_COLUMNS, MOST_LINES = 150, 400  # of a page; code in it may be wider

PHRASES = {
    "name the person, or write they": r"\b(?:he|him|his|himself|she|her|herself)\b",
    "write isn't a, or has no": r"(?<!there\s)\b(?:is|are|was|were) no (?!longer|more\b|less\b|one\b|other\b|better\b)",
    "say how many": r"\bso many\b",
    "write as it is now": r"\b(?:as|such as) (?:it|they) (?:lies?|lay|stands?|stood)\b",
    "write expensive, or costs": r"\bdear(?:er|est)?\b",
    "write separated by": r"\bparted by\b",
    "write again, or new": r"\banew\b",
    "write forever, or always": r"\bfor ever\b",
    "write play": r"\bto lay\b",
}
BRITISH = re.compile(
    r"(?:col|fav|flav|hon|hum|lab|neighb|behavi|harb|rum|arm|vap)our|\bgrey|\bcentre|theatre|catalogue|analogue"
    r"|(?:cance|labe|trave|mode|leve|signa)ll(?:ed|ing)|judgement|acknowledgement|artefact|whilst|amongst|(?:after|back|down|for|out|to|up)wards\b"
    r"|(?:organ|recogn|real|minim|maxim|optim|normal|initial|summar|serial|prior|custom)is(?:e[ds]?|ing|ation)\b"
    r"|analys(?:ed?|ing)\b|defence|offence|licence|\bpractis|programme\b|\blearnt|\bfulfil\b|\benrol\b|skilful|ageing"
    r"|\bany more(?=[.,;:!?)])",
    re.IGNORECASE,
)
AS_NAMED = re.compile(  # by Python, by ARIA, and by a solver that we compare with
    r"CancelledError|\.cancell(?:ed|ing)\(\)|aria-labelledby|tile\.colour\b"
)
OPERATOR = re.compile(r"(?<!to )\bhosts?\b", re.IGNORECASE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
FRAGMENT = re.compile(r"(?:Of|By|As|With|What|Who|Whom|Whose|Which|That|Where|How|So|Such|Because|To)\b")


@dataclass(frozen=True, order=True)
class Complaint:
    """Something to rewrite, and why."""

    path: str
    line: int
    reason: str
    text: str

    @override
    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}: {self.text}"


def check_docstrings(path: str, source: str) -> Iterator[Complaint]:
    """Yield the complaints about the docstrings of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            text = node.value.value
            summary = text.strip().partition("\n")[0]
            if summary.endswith("?"):
                yield Complaint(path, node.lineno, "a summary isn't a question", summary)
            if FRAGMENT.match(summary):
                yield Complaint(path, node.lineno, "a summary isn't a fragment", summary)
            yield from check_phrases(path, node.lineno, text)


def check_comments(path: str, source: str) -> Iterator[Complaint]:
    """Yield the complaints about the comments of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from check_phrases(path, token.start[0], token.string)


def check_page(path: str, text: str) -> Iterator[Complaint]:
    """Yield the complaints about a page of Markdown. Code in it is neither read nor too wide."""
    lines = FENCED.sub(lambda code: "\n" * code[0].count("\n"), text).splitlines()
    if len(lines) > MOST_LINES:
        yield Complaint(path, len(lines), f"a page has at most {MOST_LINES} lines", "")
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_COLUMNS:
            yield Complaint(path, number, f"a line has at most {MOST_COLUMNS} columns", line[:60])
    yield from check_phrases(path, 1, re.sub(r"`[^`\n]*`", "", "\n".join(lines)))


def check_phrases(path: str, line: int, text: str) -> Iterator[Complaint]:
    """Yield the complaints about the words of a text that begins in this line."""
    for reason, phrase in PHRASES.items():
        for found in re.finditer(phrase, text, re.IGNORECASE):
            at = line + text.count("\n", 0, found.start())
            yield Complaint(path, at, reason, text[max(0, found.start() - 20) : found.end() + 20].replace("\n", " "))


def check_spelling(path: str, text: str) -> Iterator[Complaint]:
    """Yield the British spellings in a file: in its text, its code and its names."""
    for number, line in enumerate(text.splitlines(), 1):
        for found in BRITISH.finditer(AS_NAMED.sub("", line)):
            yield Complaint(path, number, "write American English", found[0])


def check_owner(path: str, text: str) -> Iterator[Complaint]:
    """Yield the places where a text calls the bot's owner a host: a host opens a table."""
    for number, line in enumerate(text.splitlines(), 1):
        if OPERATOR.search(line):
            yield Complaint(path, number, "write owner", line)


def check_tree(root: Path = ROOT) -> Iterator[Complaint]:
    """Yield all complaints about the tree."""
    for path in (*root.glob("*.py"), *(path for package in PACKAGES for path in root.glob(f"{package}/**/*.py"))):
        source, name = path.read_text("utf-8"), str(path.relative_to(root))
        yield from check_docstrings(name, source)
        yield from check_comments(name, source)
    for path in (path for pattern in PAGES for path in root.glob(pattern)):
        yield from check_page(str(path.relative_to(root)), path.read_text("utf-8"))
    for check, patterns in ((check_spelling, SPELLED), (check_owner, FOR_OWNERS)):
        for path in {path for pattern in patterns for path in root.glob(pattern)}:
            if path.is_file() and (name := str(path.relative_to(root))) not in MISSPELLED:
                yield from check(name, path.read_text("utf-8"))


def report(complaints: Iterable[Complaint]) -> int:
    """Print the complaints in order, and return 1 if there are any."""
    found = sorted(complaints)
    for complaint in found:
        print(complaint)  # noqa: T201  # for the person who runs it
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(report(check_tree()))
