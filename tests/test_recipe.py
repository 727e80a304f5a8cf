"""docs/rule-systems.md works as printed: its four files are a whole rule system. So does docs/house-rules.md."""

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
HOUSE_RULES = ROOT / "docs" / "house-rules.md"
FENCED = re.compile(r"^```(python|markdown|shell)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MODULE, PAGE, TESTS, GAME = (
    "engine/variants/quick.py",
    "docs/rules/quick.md",
    "tests/rules/test_quick.py",
    "tests/playthroughs/quick.txt",
)
PAGES = "tests/rules/test_pages.py"
# What holds for every system, and how commands are described in languages that lack its sentences.
ABOUT_EVERY_SYSTEM = [
    PAGES,
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


def printed_house_rules() -> list[str]:
    """The blocks of docs/house-rules.md."""
    return [text for _, text in FENCED.findall(HOUSE_RULES.read_text("utf-8"))]


def add_house_rules(tree: Path) -> None:
    """Add what the page prints, where it says."""
    imports, code, options, rows, clauses, tests = printed_house_rules()
    for path, old, new in (
        (MODULE, '"""Quick: docs/rules/quick.md."""\n', f'"""Quick: docs/rules/quick.md."""\n\n{imports}'),
        (MODULE, "\nVARIANT =", f"\n{code}\n\n{options}\nVARIANT ="),
        (MODULE, "options.games()),", "options.games(), *HOUSE_RULES),"),
        (MODULE, "    clauses={\n", '    clauses={\n        JokerInside: "QU-14",\n'),
        (PAGE, "\n\n## The game\n", f"\n{rows}\n## The game\n"),
        (PAGE, "  are hints as well.*\n", f"  are hints as well.*\n{clauses}"),
        (
            TESTS,
            "from engine.tiles.tiles import JOKER\n",
            "from engine.tiles.tiles import JOKER\nfrom engine.variants.quick import JokerInside\n",
        ),
    ):
        text = (tree / path).read_text("utf-8")
        assert old in text
        (tree / path).write_text(text.replace(old, new), "utf-8")
    with (tree / TESTS).open("a", encoding="utf-8") as file:
        file.write(f"\n\n{tests}")


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


@pytest.fixture(scope="module")
def house_tree(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another copy, with the printed house rules."""
    copy = tmp_path_factory.mktemp("house") / "tree"
    shutil.copytree(tree, copy)
    add_house_rules(copy)
    return copy


def test_the_printed_house_rules_work_and_computers_play_by_them(house_tree: Path) -> None:
    """They have a joker check that the solver doesn't know."""
    games = ("selfplay", "--variant", "quick", "--options", '{"joker_ends": true}')

    for command in (("pytest", "-q", "-p", "no:cacheprovider", "-k", "quick", TESTS, PAGES), ("engine", *games)):
        done = run(house_tree, sys.executable, "-m", *command)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
def test_a_system_with_the_printed_house_rules_passes_what_every_system_must_pass(house_tree: Path) -> None:
    """A refusal, a joker check, a scoring and two options: nothing else has to change."""
    done = run(
        house_tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ITS_OWN, *ABOUT_EVERY_SYSTEM
    )
    typed = run(house_tree, sys.executable, "-m", "mypy", MODULE, TESTS)

    assert done.returncode == 0, done.stdout
    assert typed.returncode == 0, typed.stdout
