"""`make setup` on machines that lack something."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOBODY = "http://127.0.0.1:9/simple"  # nothing listens on the discard port


def make_bare_python(folder: Path) -> Path:
    """Write a Python without ensurepip, such as Debian's, whose environments take no seconds to fill with pip."""
    bare = folder / "python"
    bare.write_text(f'#!/bin/sh\ncase "$*" in *"import ensurepip"*) exit 1;; esac\nexec {sys.executable} "$@"\n')
    bare.chmod(0o755)
    return bare


def run_setup(folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run `make setup` for an environment in this folder, with none of pip's settings but `more`."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "MAKE"))}
    return subprocess.run(  # noqa: S603  # our own Makefile
        ["/usr/bin/make", "setup", f"VENV={folder / 'venv'}", f"PYTHON={make_bare_python(folder)}"],
        cwd=ROOT,
        env={**environment, "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "1", **more},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_network_setup_says_so_in_one_sentence(tmp_path: Path) -> None:
    """A missing network gives a sentence, not pip's list of retries, and no environment that looks ready."""
    done = run_setup(tmp_path, PIP_INDEX_URL=NOBODY)
    assert done.returncode
    said = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    assert said == ["The packages could not be downloaded. Check your network, then run make again."]
    assert not (tmp_path / "venv" / ".from-lock").exists()


@pytest.mark.soak
def test_other_errors_of_pip_are_shown(tmp_path: Path) -> None:
    """What isn't the network's fault is said in pip's own words: here that an index lacks a package."""
    done = run_setup(tmp_path, PIP_NO_INDEX="1")
    assert done.returncode
    assert "No matching distribution" in done.stderr


def test_an_old_python_is_refused_with_the_versions_that_work(tmp_path: Path) -> None:
    """A Python that's too old is refused before anything is set up."""
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = subprocess.run(  # noqa: S603  # our own Makefile
        ["/usr/bin/make", "setup", f"VENV={tmp_path / 'venv'}", f"PYTHON={old}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Rackety needs Python 3.11 to 3.14" in done.stderr
    assert not (tmp_path / "venv").exists()


def plan(target: str, venv: Path) -> str:
    """Return what `make` would do for a target with this environment."""
    words = ["/usr/bin/make", "--dry-run", target, f"VENV={venv}"]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S603  # our own Makefile


def test_a_host_gets_the_runtime_lock_and_a_developer_keeps_everything(tmp_path: Path) -> None:
    """`make bot` installs what running takes, unless the environment for developing is there."""
    assert "--requirement requirements-runtime.lock" in plan("bot", tmp_path)
    assert "--requirement requirements.lock" in plan("test", tmp_path)

    (tmp_path / ".from-lock").touch()
    assert "--requirement" not in plan("bot", tmp_path)
