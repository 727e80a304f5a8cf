"""The image and the services have what the bot needs and nothing else, and what the papers say of them is true."""

import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

import bot
import hosting
from cogs import leave
from hosting.version import VERSION
from tests.support.image import copy_context, list_context
from tests.test_architecture import imports
from ui import outbox

ROOT = Path(__file__).parents[1]
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PAPERS = ["README.md", "SECURITY.md", "TERMS.md", "PRIVACY.md", "docs/hosting.md", "docs/upgrading.md"]
RUNNING = ["Dockerfile", "compose.yaml", "deploy/rackety.service"]
COMMANDS = {
    "run", "check", "health", "backup", "restore",
    "export-user", "erase-user", "erase-guild", "void-game", "live-check",
}  # fmt: skip
PROJECT = "rackety"


@dataclass(frozen=True, slots=True)
class Pin:
    """A package in a lock: its version, its hashes, and the packages that need it."""

    version: str
    hashes: frozenset[str]
    wanted_by: frozenset[str]


def read(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def pins(lock: str) -> dict[str, Pin]:
    found = {}
    for package in re.split(r"^(?=[a-z0-9])", read(lock), flags=re.MULTILINE)[1:]:
        name, _, rest = package.partition("==")
        hashes = re.findall(r"--hash=(sha256:[0-9a-f]{64})", rest)
        wanted_by = re.findall(r"^    #(?: via|  ) ([a-z][\w-]*)", rest, re.MULTILINE)
        found[name] = Pin(rest.split()[0], frozenset(hashes), frozenset(wanted_by))
    return found


def dependencies() -> set[str]:
    """The packages that the bot needs to run, as pyproject.toml has them, by their names in a lock."""
    project = tomllib.loads(read("pyproject.toml"))["project"]
    return {re.split(r"[<>=]", each)[0].lower().replace(".", "-") for each in project["dependencies"]}


def sources(part: str) -> list[Path]:
    """The files of a module or package in the root; none if it isn't there."""
    module = ROOT / f"{part}.py"
    return [module] if module.exists() else sorted((ROOT / part).rglob("*.py"))


def imported_parts(start: str) -> set[str]:
    """The modules and packages in the root that this one imports, also by way of others, and itself."""
    found: set[str] = set()
    new = {start}
    while new:
        part = new.pop()
        found.add(part)
        new |= {name for path in sources(part) for name in imports(path) if sources(name)} - found
    return found


def seconds(file: str, name: str) -> float:
    found = re.search(rf"\b{name}[:=] ?(\d+)s\b", read(file))
    assert found, name
    return float(found[1])


def test_the_image_has_each_part_that_the_bot_imports_and_no_other() -> None:
    listed = {name.removesuffix(".py") for name in list_context() if sources(name.removesuffix(".py"))}

    assert listed == imported_parts("bot")


def test_the_image_has_one_supported_python_runs_as_nobody_and_installs_only_what_is_locked() -> None:
    text = read("Dockerfile")
    first, *others = re.findall(r"^FROM python:(\d\.\d+)-(\S+)", text, re.MULTILINE)
    (install,) = [line for line in text.replace("\\\n", "").splitlines() if "pip " in line]
    *_, last = re.split(r"^FROM ", text, flags=re.MULTILINE)

    assert first[0] in PYTHONS
    assert others == [first]
    assert "\nUSER 10001:10001\n" in last
    assert "\nSTOPSIGNAL SIGTERM\n" in last
    assert "--require-hashes" in install
    assert install.endswith("--requirement requirements-runtime.lock")


def test_the_runtime_lock_has_what_the_bot_needs_and_nothing_else() -> None:
    lock = pins("requirements-runtime.lock")

    assert {name for name, pin in lock.items() if PROJECT in pin.wanted_by} == dependencies()
    assert [name for name, pin in lock.items() if not pin.wanted_by & {PROJECT, *lock}] == []


def test_the_runtime_lock_agrees_with_the_lock_for_developing() -> None:
    lock, whole = pins("requirements-runtime.lock"), pins("requirements.lock")

    assert all(pin.hashes for pin in lock.values())
    assert {name: (pin.version, pin.hashes) for name, pin in lock.items()} == {
        name: (whole[name].version, whole[name].hashes) for name in lock
    }


@pytest.mark.soak  # it downloads
def test_the_code_and_its_packages_take_less_than_100_mb(tmp_path: Path) -> None:
    copy_context(tmp_path / "app")
    options = "--quiet --no-cache-dir --only-binary :all: --require-hashes --requirement requirements-runtime.lock"
    subprocess.run(  # noqa: S603  # as the Dockerfile does
        [sys.executable, "-m", "pip", "install", *options.split(), "--target", tmp_path / "packages"],
        cwd=tmp_path / "app",
        check=True,
    )

    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 100_000_000


@pytest.mark.parametrize(
    ("file", "name"), [("compose.yaml", "stop_grace_period"), ("deploy/rackety.service", "TimeoutStopSec")]
)
def test_a_service_is_given_the_time_that_the_bot_takes_to_end(file: str, name: str) -> None:
    assert seconds(file, name) > bot.CLOSING_TIME + leave._CLOSING_TIME + outbox.CLOSING_TIME  # noqa: SLF001


@pytest.mark.parametrize("path", [*PAPERS, *RUNNING])
def test_a_command_that_is_named_exists(path: str) -> None:
    named = re.findall(r"(?:bot\.py,?|--rm rackety) ([a-z]+(?:-[a-z]+)*)", read(path))

    assert set(named) - COMMANDS - set(hosting.find()) == set()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_do_little_and_runs_only_what_is_pinned(path: Path) -> None:
    text = path.read_text("utf-8")
    actions = re.findall(r"uses: (\S+)(.*)", text)

    assert "\npermissions:\n  contents: read\n\n" in text
    assert [name for name, _ in actions if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", name)] == []
    assert [name for name, version in actions if not re.fullmatch(r"  # v[\d.]+", version)] == []
    assert text.count("persist-credentials: false") == text.count("uses: actions/checkout@")
    assert re.search(r"run: (\.ci/run|make units)\b", text)


def test_the_supported_versions_of_python_are_the_same_everywhere() -> None:
    first, last = PYTHONS[0], PYTHONS[-1]
    needs = tomllib.loads(read("pyproject.toml"))["project"]["requires-python"]

    assert needs == f">={first},<3.{int(last.partition('.')[2]) + 1}"
    assert f"for version in {' '.join(PYTHONS)}; do" in read(".ci/run")
    assert f"python: {PYTHONS}".replace("'", '"') in read(".github/workflows/ci.yml")
    assert all(f"Python {first} to {last}" in read(page) for page in ("README.md", "docs/upgrading.md"))


def test_the_changelog_has_the_version() -> None:
    latest = re.findall(r"^## \[(\d\S*)\] - (?:unreleased|\d{4}-\d\d-\d\d)$", read("CHANGELOG.md"), re.MULTILINE)[0]

    assert latest == VERSION == tomllib.loads(read("pyproject.toml"))["project"]["version"]
