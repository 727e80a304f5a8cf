"""The papers are true: what exists is documented, and what is documented exists."""

import importlib
import pkgutil
import re
import shutil
import stat
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

import bot_settings
import cogs

ROOT = Path(__file__).parents[1]
PAPERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def read(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def table(paper: str, heading: str) -> dict[str, str]:
    """The rows of the table under a heading: the code in the first cell, and the whole row."""
    section = re.split(r"^## ", read(paper), flags=re.MULTILINE)
    rows = next(part for part in section if part.startswith(heading + "\n")).splitlines()
    return {match[1]: row for row in rows if (match := re.match(r"\| `([^`]+)`", row))}


def defined(namespace: dict[str, object]) -> Iterator[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    for thing in namespace.values():
        if isinstance(thing, app_commands.Command | app_commands.Group):
            yield thing
        elif isinstance(thing, type) and thing.__module__.startswith("cogs."):
            yield from defined(dict(vars(thing)))


def everything_defined() -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    modules = [importlib.import_module(f"cogs.{module.name}") for module in pkgutil.iter_modules(cogs.__path__)]
    return [command for module in modules for command in defined(vars(module))]


def commands() -> dict[str, str]:
    """Every slash command that a cog defines, and its options as docs/commands.md has them: in italics if optional."""
    single = [each for each in everything_defined() if isinstance(each, app_commands.Command)]
    return {f"/{command.qualified_name}": " ".join(marked(command)) for command in single}


def marked(command: app_commands.Command[Any, ..., Any]) -> Iterator[str]:
    for option in command.parameters:
        name = f"`{option.display_name}:`"
        yield name if option.required else f"*{name}*"


def documented_commands() -> dict[str, tuple[str, str]]:
    """The cells of docs/commands.md: each command's options, and what it does."""
    rows = re.findall(r"^\| `(/[\w -]+)` \|(.*)\|(.*)\|$", read("docs/commands.md"), re.MULTILINE)
    assert len({name for name, _, _ in rows}) == len(rows)
    return {name: (options, text) for name, options, text in rows}


def settings() -> dict[str, object]:
    return {field.name.upper(): field.default for field in fields(bot_settings.BotSettings)}


def example() -> dict[str, str]:
    return dict(line.split("=", 1) for line in read(".env.example").splitlines() if line and not line.startswith("#"))


def test_every_command_has_its_line_which_names_its_options_in_order() -> None:
    found = {
        name: " ".join(re.findall(r"\*?`\w+:`\*?", options)) for name, (options, _) in documented_commands().items()
    }

    assert found == commands()


def test_a_command_s_line_says_what_it_does() -> None:
    assert [name for name, (_, text) in documented_commands().items() if not text.strip().endswith(".")] == []


def test_the_readme_mentions_no_command_that_is_not_there() -> None:
    mentioned = set(re.findall(r"`(/[a-z-]+)[ `]", read("README.md")))

    assert mentioned - set(commands()) == set()


def test_every_command_and_option_says_what_it_is() -> None:
    """Discord shows "…" for a description that nobody wrote."""
    found = everything_defined()
    options = [
        option for command in found if isinstance(command, app_commands.Command) for option in command.parameters
    ]

    assert [command.name for command in found if str(command.description) == "…"] == []
    assert [option.name for option in options if str(option.description) == "…"] == []


def test_hosting_lists_every_setting_and_no_other() -> None:
    assert set(table("docs/hosting.md", "Settings")) == set(settings())


def test_the_example_has_every_setting_in_order_with_its_default() -> None:
    defaults = {name: "" if default is MISSING else str(default) for name, default in settings().items()}

    assert list(example().items()) == list(defaults.items())


def test_every_setting_in_the_example_has_one_comment() -> None:
    paragraphs = read(".env.example").strip().split("\n\n")[1:]

    assert all(re.fullmatch(r"# .+\n[A-Z_]+=.*", paragraph) for paragraph in paragraphs)


def test_contributing_and_the_help_list_every_make_target_and_no_other() -> None:
    listed = set(re.findall(r"^\| `make ([a-z-]+)`", read("CONTRIBUTING.md"), re.MULTILINE))
    helped = set(re.findall(r"^([a-z-]+):.*  ## ", read("Makefile"), re.MULTILINE))
    phony = re.search(r"^\.PHONY: (.+)$", read("Makefile"), re.MULTILINE)

    assert phony
    assert set(phony[1].split()) == helped == listed


def test_architecture_maps_every_part() -> None:
    parts = {path.parent.name for path in ROOT.glob("*/*.py") if not path.parent.name.startswith(".")}
    rows = re.findall(r"^\| (?!---|to change).+$", read("ARCHITECTURE.md"), re.MULTILINE)
    mapped = {part for row in rows for part in re.findall(r"`([a-z]+)/", row)}

    assert parts <= mapped
    assert {"engine", "ratings", "render", "services", "storage", "ui", "cogs", "playground"} <= mapped


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(ROOT)))
def test_every_link_of_a_page_points_at_a_file_and_a_heading(paper: Path) -> None:
    text = paper.read_text("utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text)
    named = re.findall(r"`(?!\.venv/)((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml|lock))`", text)
    paths = [*(paper.parent / file for file, _ in links if file), *(ROOT / path for path in named)]

    assert [str(path) for path in paths if not path.exists()] == []
    headings = [(file, heading) for file, heading in links if heading]
    assert [link for link in headings if link[1] not in anchors((paper.parent / link[0]) if link[0] else paper)] == []


def anchors(paper: Path) -> set[str]:
    """Return what the headings of a page are called in links to them."""
    headings = re.findall(r"^#+ (.+)$", paper.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("requirements.lock", ""),
        ("benchmarks/peers.lock", "peers"),
        ("tests/mutants/cosmic-ray.lock", "mutants"),
    ],
)
def test_a_lock_holds_every_dependency_with_hashes_and_no_address(name: str, group: str) -> None:
    lock = read(name)
    papers = tomllib.loads(read("pyproject.toml"))
    project = papers["project"]
    developers = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    wanted = papers["dependency-groups"][group] if group else developers
    names = {re.split(r"[<>=]", requirement)[0].lower().replace(".", "-") for requirement in wanted}
    pins = re.findall(r"^([a-z0-9-]+)==\S+.*(?:\n    --hash=sha256:[0-9a-f]{64}.*)+", lock, re.MULTILINE)

    assert names <= set(pins)
    assert len(pins) == len(re.findall(r"^[^ #]", lock, re.MULTILINE))
    assert not re.search(r"://|--index|--find-links|--trusted", lock)


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md", "docs/live-check.md"])
def test_a_command_that_makes_the_settings_keeps_those_that_are_there(page: str, tmp_path: Path) -> None:
    commands = re.findall(r"[^`\n]*\.env\.example \S*env\b", read(page))
    shutil.copy(ROOT / ".env.example", tmp_path)
    assert commands
    for command in commands:
        words = command.replace("sudo ", "").replace("/opt/rackety/", "").replace("/etc/", "")
        made = tmp_path / words.rpartition(" ")[2]
        made.unlink(missing_ok=True)
        subprocess.run(["/bin/sh", "-c", words], cwd=tmp_path, check=True)  # noqa: S603  # our own pages
        assert stat.S_IMODE(made.stat().st_mode) == 0o600
        made.write_text("DISCORD_TOKEN=mine")
        subprocess.run(["/bin/sh", "-c", words], cwd=tmp_path, check=True)  # noqa: S603  # our own pages
        assert made.read_text() == "DISCORD_TOKEN=mine"
