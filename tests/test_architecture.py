"""The lines that ARCHITECTURE.md draws between the parts, held by import-linter and by reading the sources."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("cogs", "engine", "playground", "render", "services", "storage", "ui")
VARIANTS = sorted(path.stem for path in (ROOT / "engine/variants").glob("[!_]*.py"))


def imports(path: Path) -> set[str]:
    """The top-level names that a module imports anywhere in its text."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def wires(statement: ast.stmt) -> bool:
    """Whether a module's statement does something when the module is merely imported."""
    return isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant)


def sources(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def test_every_import_contract_is_kept() -> None:
    linter = Path(sys.executable).with_name("lint-imports")  # as a program: its own call switches off all loggers

    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603  # our own tool

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_every_part_is_a_package_that_the_contracts_see(package: str) -> None:
    assert (ROOT / package / "__init__.py").exists()


def test_bot_wires_the_parts_and_leaves_their_libraries_to_them() -> None:
    assert not imports(ROOT / "bot.py") & {"PIL", "aiosqlite", "asyncpg", "msgspec", "playground", "sqlite3", "tests"}


def test_nothing_imports_bot() -> None:
    assert [path for path in sources(*PACKAGES) if "bot" in imports(path)] == []


def test_importing_bot_starts_nothing() -> None:
    statements = ast.parse((ROOT / "bot.py").read_text("utf-8")).body

    assert [ast.unparse(statement) for statement in statements if wires(statement)] == []


@pytest.mark.parametrize("key", VARIANTS)
def test_a_rule_systems_key_is_written_in_its_own_module_alone(key: str) -> None:
    word = re.compile(rf"\b{key}\b", re.IGNORECASE)
    elsewhere = [
        str(path.relative_to(ROOT))
        for path in sources("cogs", "engine", "render", "services", "storage", "ui")
        if path != ROOT / f"engine/variants/{key}.py" and word.search(path.read_text("utf-8"))
    ]

    assert elsewhere == []
