"""A pytest plugin that records each test's executed lines, its duration, and whether it passes."""

import gc
import json
import os
import socket
import threading
from collections.abc import Generator
from contextlib import suppress
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from coverage import Coverage

from benchmarks.mutants.listener import PORT

OUTCOMES = "MUTANTS_OUTCOMES"  # environment variable: the folder for the tests' outcomes
OUTSIDE = ""
"""The context of lines that run outside of tests, such as on import."""
PATIENCE = 5.0  # seconds for a process to switch to a test


class Announcer:
    """A server that tells coverage which test is running, in this process and in those that tests started.

    Coverage attributes executed lines to a context: a test's pytest id, or `OUTSIDE`.
    """

    def __init__(self) -> None:
        self._context = OUTSIDE
        self._processes: list[socket.socket] = []
        self._lock = threading.Lock()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def switch(self, context: str) -> None:
        """Attribute all lines that are executed from now on to this context."""
        if own := Coverage.current():
            own.switch_context(context)
        with self._lock:
            self._context = context
            self._processes = [each for each in self._processes if _tell(each, context)]

    def _accept(self) -> None:
        while True:
            process, _ = self._server.accept()
            process.settimeout(PATIENCE)
            with self._lock:
                if _tell(process, self._context):
                    self._processes.append(process)


def _tell(process: socket.socket, context: str) -> bool:
    """Send the context to a process, and return whether coverage there has switched to it.

    If the process doesn't answer within `PATIENCE` seconds, or is gone, close the connection `process`.
    """
    with suppress(OSError):
        process.sendall(json.dumps(context).encode() + b"\n")
        if process.recv(1):
            return True
    process.close()
    return False


class Recorder:
    """The pytest plugin that writes each test's id, seconds and success to a file, as one line of JSON per test."""

    def __init__(self, announcer: Announcer, outcomes: Path) -> None:
        self._announcer = announcer
        self._file = outcomes / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.jsonl"
        self._module = ""
        self._seconds = 0.0
        self._has_passed = True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test with the executed lines attributed to it, and write its outcome.

        Before the first test of each file, clear all caches.
        """
        if (module := item.nodeid.partition("::")[0]) != self._module:
            self._module = module
            _clear_caches()
        self._seconds, self._has_passed = 0.0, True
        self._announcer.switch(item.nodeid)
        result = yield
        self._announcer.switch(OUTSIDE)
        self._write(item)
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """Make coverage save the test's lines before the teardown of its fixtures kills processes that it started."""
        self._announcer.switch(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the duration and result of a phase (setup, call or teardown) to those of the running test."""
        self._seconds += report.duration
        self._has_passed &= report.passed

    def _write(self, item: pytest.Item) -> None:
        outcome = {"test": item.nodeid, "seconds": round(self._seconds, 4), "has_passed": self._has_passed}
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(outcome) + "\n")


def _clear_caches() -> None:
    """Clear all function caches, so that a file's first test executes what a cache would have spared it."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and not each.__module__.startswith(("re", "typing", "_pytest")):
            each.cache_clear()


def pytest_configure(config: pytest.Config) -> None:
    """Start recording if this process runs tests itself; pytest calls this at its start."""
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    if is_worker or not config.getoption("numprocesses", default=None):
        announcer = Announcer()
        os.environ[PORT] = str(announcer.port)
        config.pluginmanager.register(Recorder(announcer, Path(os.environ[OUTCOMES])))
