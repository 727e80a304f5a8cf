"""A coverage plugin for processes that a test starts, such as a bot: the test process tells it when a test begins.

It then switches coverage's context (the test to which lines are attributed). Coverage keeps executed lines in memory
until its context changes, so that the switch saves them, even if a later test kills the process.
"""

import json
import os
import socket
import threading
import time
from typing import Any

from coverage import Coverage

PORT = "MUTANTS_PORT"  # environment variable: the local port where the test process announces tests
POLL = 0.001  # seconds


def coverage_init(registry: Any, options: Any) -> None:
    """Start to listen for which test is running, if a test started this process; coverage calls this."""
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
    """Wait until coverage runs in this process, because it loads its plugins first, and return it."""
    while (running := Coverage.current()) is None or not running._started:  # noqa: SLF001  # no public name
        time.sleep(POLL)
    return running
