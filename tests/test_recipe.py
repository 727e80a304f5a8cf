"""docs/rule-systems.md works as printed: its four files, added to a copy of the tree, are a whole rule system."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RECIPE = ROOT / "docs" / "rule-systems.md"
FENCED = re.compile(r"^```(python|markdown|shell)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MODULE, PAGE, TESTS, GAME = (
    "engine/variants/quick.py",
    "docs/rules/quick.md",
    "tests/rules/test_quick.py",
    "tests/playthroughs/quick.txt",
)
# What holds for every system, and how commands are described in languages that lack its sentences.
ABOUT_EVERY_SYSTEM = [
    "tests/rules/test_pages.py",
    "tests/test_architecture.py",
    "tests/test_contract.py",
    "tests/test_docs.py",
    "tests/test_languages.py",
    "tests/test_playthroughs.py",
]
ITS_OWN = "quick or described_within"

pytestmark = pytest.mark.timeout(900)  # the tests of a whole system, however busy the machine is


def printed() -> dict[str, tuple[str, str]]:
    """The block under each heading that names a file: its kind, and its text."""
    sections = re.split(r"^## \d\. .*: (\S+)$", RECIPE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    found = [(path, FENCED.search(text)) for path, text in zip(sections[::2], sections[1::2], strict=True)]
    return {path: (block[1], block[2]) for path, block in found if block}


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module or program in the tree."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  # our own tools


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the system of the recipe."""
    copy = tmp_path_factory.mktemp("recipe") / "tree"
    # With bytecode, which would take seconds to make again; but not what other workers are writing just now.
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "*.pyc.*", "*.db*"))
    for path, (kind, text) in printed().items():
        if kind == "shell":
            _, *arguments = shlex.split(text)
            done = run(copy, sys.executable, *arguments)
            assert done.returncode == 0, done.stderr
        else:
            (copy / path).write_text(text, "utf-8")
    return copy


def test_a_system_takes_a_module_a_page_tests_and_a_recorded_game() -> None:
    assert list(printed()) == [MODULE, PAGE, TESTS, GAME]


def test_the_printed_command_records_the_game(tree: Path) -> None:
    _, command = printed()[GAME]

    assert GAME in command
    assert "\nwinners: " in (tree / GAME).read_text("utf-8")


def test_the_printed_code_is_linted_and_formatted(tree: Path) -> None:
    ruff = str(Path(sys.executable).with_name("ruff"))

    for command in (("check",), ("format", "--check")):
        done = run(tree, ruff, *command, MODULE, TESTS)
        assert done.returncode == 0, done.stdout


@pytest.mark.soak
def test_the_printed_code_is_typed(tree: Path) -> None:
    done = run(tree, sys.executable, "-m", "mypy", MODULE, TESTS)

    assert done.returncode == 0, done.stdout


@pytest.mark.soak
def test_the_system_passes_what_every_system_must_pass(tree: Path) -> None:
    done = run(
        tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ITS_OWN, TESTS, *ABOUT_EVERY_SYSTEM
    )

    assert done.returncode == 0, done.stdout


@pytest.mark.soak
def test_what_nobody_has_translated_is_listed_and_stops_a_release_alone(tree: Path) -> None:
    listed = run(tree, sys.executable, "-m", "tests.translations")
    released = run(tree, sys.executable, "-m", "tests.translations", "--complete")

    assert {"de: Quick", "ja: docs/rules/ja/quick.md"} <= set(listed.stdout.splitlines())
    assert (listed.returncode, released.returncode) == (0, 1)
    assert released.stdout == listed.stdout
