"""What CI does on machines unlike GitHub's."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOOK = """
id -u
touch /srv/here && echo writes to /srv
ls /.dockerenv
for each in cc c99 gcc clang x86_64-linux-gnu-gcc; do command -v "$each"; done
ls pyproject.toml .venv
"""


def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=ROOT, env={**os.environ, **more}, capture_output=True, text=True, check=False)  # noqa: S603  # our own words


@pytest.mark.skipif(
    os.geteuid() != 0 or run("unshare", "--mount", "true").returncode != 0, reason="only root can make mount namespaces"
)
def test_a_plain_machine_has_no_root_no_compiler_and_no_mark_of_a_container() -> None:
    before = {path.name for path in Path("/tmp").iterdir()}  # noqa: S108  # where the copy is

    seen = run(".ci/plain", "sh", "-c", LOOK)

    assert seen.stdout.split() == ["65534", "pyproject.toml"], seen.stderr
    assert run(".ci/plain", "false").returncode == 1
    assert not [name for name in {path.name for path in Path("/tmp").iterdir()} - before if name.startswith("tmp.")]  # noqa: S108  # as above


@pytest.mark.skipif(os.geteuid() == 0, reason="root installs it")
def test_missing_packages_are_named_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "dirname").symlink_to("/usr/bin/dirname")

    done = run("/bin/bash", ".ci/run", PATH=str(tmp_path))

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "Missing: make python3-venv chromium-headless-shell libatomic1. "
        "On Debian: sudo apt install make python3-venv chromium-headless-shell libatomic1\n"
    )
