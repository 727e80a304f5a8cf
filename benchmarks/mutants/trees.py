"""The parts of the source tree that are mutated, and copies of the tree in which to mutate them."""

import hashlib
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutants.mutants import Mutant

ROOT = Path(__file__).parents[2]
SETTINGS = "pyproject.toml"


def packages() -> list[str]:
    """Return the names of the packages and modules to mutate, which are those that coverage measures."""
    settings = tomllib.loads((ROOT / SETTINGS).read_text("utf-8"))
    return [str(name) for name in settings["tool"]["coverage"]["run"]["source"]]


def sources(package: str) -> list[str]:
    """Return the paths of a package's Python files, or of a single module's, relative to the root."""
    module = ROOT / f"{package}.py"
    found = [module] if module.exists() else (ROOT / package).rglob("*.py")
    return sorted(str(path.relative_to(ROOT)) for path in found)


def files() -> list[str]:
    """Return the sorted paths of all files that git tracks or would track, relative to the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603  # git
    return sorted(path for path in listed.split("\0") if path and (ROOT / path).is_file())


def fingerprint() -> str:
    """Return a digest of all files that decide which test executes which line: packages, tests and their settings."""
    digest = hashlib.sha256()
    for path in files():
        if path == SETTINGS or any(_belongs(path, part) for part in (*packages(), "tests")):
            digest.update(f"{path}\0".encode() + hashlib.sha256((ROOT / path).read_bytes()).digest())
    return digest.hexdigest()[:16]


def _belongs(path: str, part: str) -> bool:
    return path == f"{part}.py" or path.startswith(f"{part}/")


@dataclass(frozen=True)
class Copy:
    """A copy of the source tree in the folder `root`, in which one file at a time is mutated."""

    root: Path

    @classmethod
    def at(cls, root: Path) -> "Copy":
        """Delete everything in the folder `root`, copy the source tree to it, and return the copy."""
        shutil.rmtree(root, ignore_errors=True)
        for path in files():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, target)
        return cls(root)

    @contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        """Apply a mutant's change to the copy, and undo it when the block ends."""
        path = self.root / mutant.path
        source = path.read_bytes()
        path.write_bytes(mutant.apply(source))
        try:
            yield
        finally:
            path.write_bytes(source)
