"""Every command and every tap has a unit test: in the file of its cog, called by its name."""

import ast
from pathlib import Path

import pytest
from discord.ext import commands

import cogs
from tests.support.rooms import list_commands, opened

HERE = Path(__file__).parent


def called(source: str, how: str) -> set[str]:
    """The names that tests give to `room.command(...)` or `room.tap(...)`."""
    tests = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.AsyncFunctionDef)]
    return {name for test in tests if test.name.startswith("test_") for name in _named(test, how)}


def _named(test: ast.AsyncFunctionDef, how: str) -> set[str]:
    calls = [
        each
        for each in ast.walk(test)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == how and each.args
    ]
    return {each.args[0].value for each in calls if isinstance(each.args[0], ast.Constant)}  # type: ignore[misc]  # names


def untested(cog: commands.Cog, source: str) -> set[str]:
    """The commands and taps of a cog that no test of this file calls by their names."""
    names = set(list_commands(cog)) - called(source, "command")
    return names | (set(getattr(cog, "taps", {})) - called(source, "tap"))


@pytest.mark.parametrize("kind", cogs.find(), ids=lambda kind: kind.__module__)
async def test_a_test_calls_every_command_and_tap_of_a_cog(tmp_path: Path, kind: type[commands.Cog]) -> None:
    async with opened(tmp_path, kind) as room:
        path = HERE / f"test_{kind.__module__.rpartition('.')[2]}.py"

        assert untested(room.cog, path.read_text("utf-8") if path.exists() else "") == set()


async def test_a_command_or_a_tap_without_a_test_is_found(tmp_path: Path) -> None:
    source = (HERE / "test_claim.py").read_text("utf-8")
    kind = next(each for each in cogs.find() if each.__module__ == "cogs.claim")
    async with opened(tmp_path, kind) as room:
        assert untested(room.cog, "") == {"claim", "claimed"}
        assert untested(room.cog, source.replace('command("claim"', 'command("other"')) == {"claim"}
        assert untested(room.cog, source.replace('tap("claimed"', 'tap("other"')) == {"claimed"}
