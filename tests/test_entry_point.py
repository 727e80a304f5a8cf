"""Programs that lack packages or get wrong numbers say so in a sentence, and Ctrl-C ends them without a word."""

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import entry_point
from playground import Playground, launch

ROOT = Path(__file__).parent.parent
PROGRAMS = {
    "bot.py": ["bot.py"],
    "playground/__init__.py": ["-m", "playground", "--bot"],
    "benchmarks/__main__.py": ["-m", "benchmarks"],
    "tests/mutants/__main__.py": ["-m", "tests.mutants"],
    "tests/soak/__main__.py": ["-m", "tests.soak"],
}
"""By its file that Python reads first: the words that start a program."""


def start(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **more}
    words = (sys.executable, *words)
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  # our own programs


@pytest.mark.parametrize("file", ["entry_point.py", *PROGRAMS])
def test_an_old_python_can_read_what_comes_before_the_refusal(file: str) -> None:
    ast.parse((ROOT / file).read_text("utf-8"), feature_version=(3, 6))


def test_an_old_python_is_refused_with_the_versions_that_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 to 3\.14, and this is 3\.9\. .* PYTHON=python3\.12 bot$"):
        entry_point.prepare("bot", "discord")


@pytest.mark.parametrize(
    ("file", "target"), [*zip(PROGRAMS, ["bot", "play", "setup", "mutants", "setup"], strict=True)]
)
def test_without_packages_a_sentence_names_the_target_that_installs_them(file: str, target: str) -> None:
    done = start("-S", *PROGRAMS[file])

    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"This Python lacks packages that Rackety needs. Run `make {target}`, which installs them in .venv."
    ]


@pytest.mark.parametrize("file", PROGRAMS)
def test_ctrl_c_during_the_imports_ends_a_program_without_a_word(file: str, tmp_path: Path) -> None:
    for package in ("PIL", "aiohttp", "cosmic_ray", "discord", "msgspec", "pytest"):
        (tmp_path / f"{package}.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")

    done = start(*PROGRAMS[file], PYTHONPATH=str(tmp_path))

    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_ctrl_c_lets_a_program_clean_up_and_ends_it_without_a_word() -> None:
    script = """
        import asyncio, entry_point, os, signal
        async def main():
            try:
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.sleep(60)
            finally:
                print("cleaned up")
        entry_point.run(lambda: asyncio.run(main()))
    """
    done = start("-c", script.replace("\n        ", "\n"))

    assert (done.returncode, done.stdout, done.stderr) == (entry_point.INTERRUPTED, "cleaned up\n", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("playground --port 99999", "argument --port: '99999' isn't a number from 1 to 65535"),
        ("playground --port -1", "argument --port: '-1' isn't a number from 1 to 65535"),
        ("playground --shards 0", "argument --shards: '0' isn't a number from 1 to 1000"),
        ("playground --bot --root docs", "there is no bot.py in docs"),
        ("tests.soak --at-once 0", "argument --at-once: '0' isn't a number from 1 to 1000"),
    ],
)
def test_a_number_out_of_range_gets_a_sentence(words: str, sentence: str) -> None:
    done = start("-m", *words.split())

    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"python -m {words.split(maxsplit=1)[0]}: error: {sentence}"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError, r"^Only root can open port 65530: choose one from 1024 to 65535\.$"),
        (OSError, r"^The ports from 65530 to 65535 are all taken: choose another with --port\.$"),
    ],
)
async def test_ports_that_cannot_be_opened_get_a_sentence(
    monkeypatch: pytest.MonkeyPatch, error: type[OSError], sentence: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    async def hear_nobody(_: str) -> None:
        pass

    monkeypatch.setattr(Playground, "start", refuse)
    monkeypatch.setattr(launch, "ask_hello", hear_nobody)
    monkeypatch.setattr(launch, "_stop_on_signals", lambda: None)
    with pytest.raises(launch.NoPort, match=sentence):
        await launch.Launch(ROOT, 65530, with_bot=False).run()
