"""A plugin of coverage for the processes that a test starts: the test tells them when another one begins.

Coverage keeps lines in memory until its context changes, so what a killed bot executed in earlier tests isn't lost.
"""

import json
import os
import socket
import threading
import time
from typing import Any

from coverage import Coverage

PORT = "MUTANTS_PORT"  # in the environment: where the test process on this machine announces tests
POLL = 0.001  # seconds


def coverage_init(registry: Any, options: Any) -> None:
    """Follow the announcements, if this process was started by a test."""
    del registry, options
    if port := os.environ.get(PORT):
        connection = socket.create_connection(("127.0.0.1", int(port)), timeout=5)
        threading.Thread(target=_follow, args=(connection,), daemon=True).start()


def _follow(connection: socket.socket) -> None:
    connection.settimeout(None)
    with connection, connection.makefile("r", encoding="utf-8") as announcements:
        for line in announcements:
            _measuring().switch_context(json.loads(line))
            connection.sendall(b"\n")


def _measuring() -> Coverage:
    """Wait for the start of this process's coverage, which loads its plugins first."""
    while (running := Coverage.current()) is None or not running._started:  # noqa: SLF001  # no public name
        time.sleep(POLL)
    return running
