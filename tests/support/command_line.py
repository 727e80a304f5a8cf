"""The engine's command line, run in this process: starting another Python for each call takes far longer."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from unittest.mock import patch

from engine.__main__ import main


@dataclass(frozen=True)
class Done:
    """What a command has written, and the exit code of its process."""

    code: int
    written: str
    error: str


def run_engine(*arguments: str, given: bytes = b"") -> Done:
    """Run `python -m engine` with these arguments, and `given` as its standard input."""
    bytes_written, error, code = BytesIO(), StringIO(), 0
    written = TextIOWrapper(bytes_written)
    with (
        patch.object(sys, "argv", ["engine", *arguments]),
        patch.object(sys, "stdin", TextIOWrapper(BytesIO(given))),
        redirect_stdout(written),
        redirect_stderr(error),
    ):
        try:
            main()
        except SystemExit as end:  # Python itself writes a sentence that is given instead of a code
            code = end.code if isinstance(end.code, int) else 1
            error.write(end.code if isinstance(end.code, str) else "")
    written.flush()
    return Done(code, bytes_written.getvalue().decode("utf-8"), error.getvalue())
