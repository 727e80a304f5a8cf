"""`make setup` on machines that lack something."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOBODY = "http://127.0.0.1:9/simple"  # nothing listens on the discard port
CLEAR, RUN, DEVELOP = "venv --clear", "--requirement requirements-runtime.lock", "--requirement requirements.lock"


def set_up(folder: Path, python: str) -> list[str]:
    """Return what `make setup` says that fails with this Python, which is a shell script."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{python}\n")
    program.chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "MAKE"))}
    done = subprocess.run(  # noqa: S603  # our own Makefile
        ["/usr/bin/make", "setup", f"VENV={folder / 'venv'}", f"PYTHON={program}"],
        cwd=ROOT,
        env={**environment, "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "1", "PIP_INDEX_URL": NOBODY},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    return [line for line in done.stderr.splitlines() if not line.startswith("make")]


def test_without_a_network_setup_says_so_in_one_sentence(tmp_path: Path) -> None:
    """A missing network gives a sentence, not pip's list of retries, and no environment that looks ready."""
    # without ensurepip, such as Debian's, whose environments take no seconds to fill with pip
    bare = f'case "$*" in *"import ensurepip"*) exit 1;; esac\nexec "{sys.executable}" "$@"'

    said = set_up(tmp_path, bare)

    assert said == ["The packages could not be downloaded. Check your network, then run make again."]
    assert not (tmp_path / "venv" / ".from-lock").exists()


def test_an_old_python_is_refused_with_the_versions_that_work(tmp_path: Path) -> None:
    """A Python that's too old is refused before anything is set up."""
    said = set_up(tmp_path, "exit 1")

    assert "Rackety needs Python 3.11 to 3.14" in "\n".join(said)
    assert not (tmp_path / "venv").exists()


def list_steps(target: str, folder: Path, *stamps: str, age: int = 0, works: bool = True) -> list[str]:
    """Return what `make` does to an environment for a target: the locks that it installs, and whether it clears all.

    The environment has these stamps, new or from `age` seconds after the epoch, and a Python that only notes its
    arguments, and says of every package that it's there, or if it doesn't `work`, that it isn't.
    """
    venv, notes = folder / "venv", folder / "notes"
    (venv / "bin").mkdir(parents=True)
    for path, result in ((folder / "python", "true"), (venv / "bin" / "python", "true" if works else "[ $1 != -c ]")):
        path.write_text(f'#!/bin/sh\necho "$*" >> {notes}\n{result}\n')
        path.chmod(0o755)
    for name in stamps:
        (venv / name).touch()
        if age:
            os.utime(venv / name, (age, age))
    words = ["/usr/bin/make", target, f"VENV={venv}", f"PYTHON={folder / 'python'}"]
    subprocess.run(words, cwd=ROOT, capture_output=True, check=True)  # noqa: S603  # our own Makefile
    return re.findall(r"venv --clear|--requirement \S+", notes.read_text())


@pytest.mark.parametrize("target", ["bot", "play"])
def test_running_needs_the_runtime_lock_alone(target: str, tmp_path: Path) -> None:
    """`make bot` and `make play` install what running takes, and nothing if that or more is there."""
    assert list_steps(target, tmp_path / "new") == [RUN]
    assert list_steps(target, tmp_path / "run", ".from-runtime-lock") == []
    assert list_steps(target, tmp_path / "developed", ".from-runtime-lock", ".from-lock") == []


def test_nothing_clears_an_environment_in_which_a_bot_may_run(tmp_path: Path) -> None:
    """Tools, changed locks, and the locks of an environment from 1.0.0 are installed on top of what is there."""
    assert list_steps("setup", tmp_path / "tools", ".from-runtime-lock") == [DEVELOP]
    assert list_steps("setup", tmp_path / "changed", ".from-runtime-lock", ".from-lock", age=1) == [RUN, DEVELOP]
    assert list_steps("bot", tmp_path / "first-release", ".from-lock", age=1) == [RUN]


def test_an_environment_whose_python_is_gone_is_built_again(tmp_path: Path) -> None:
    """An environment outlives its Python when the system is upgraded: no bot can run in it anymore."""
    stamps = [".from-runtime-lock", ".from-lock"]
    assert list_steps("bot", tmp_path / "bot", *stamps, works=False) == [CLEAR, RUN]
    assert list_steps("setup", tmp_path / "setup", *stamps, works=False) == [CLEAR, RUN, DEVELOP]
