"""What the Dockerfile puts into the image."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]


def list_context() -> list[str]:
    """The files and folders that .dockerignore lets in, as paths from the root."""
    everything, *lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] != "#"]
    assert everything == "*"
    assert [line for line in lines if line[0] != "!"] == ["**/__pycache__"]
    return [line[1:] for line in lines if line[0] == "!"]


def copy_context(folder: Path) -> None:
    """Copy what the image gets into this folder."""
    for name in list_context():
        source, copy = ROOT / name, folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy)
