"""The start and end of a program. Python 3.6 can read this file, and those that import it."""

import signal
import sys
from collections.abc import Callable

OLDEST = (3, 11)
INTERRUPTED = 130  # the exit code of a program that Ctrl-C ended, as shells have it


def prepare(target: str, package: str) -> None:
    """Let Ctrl-C end the process without a word, and exit if this Python is too old or lacks the `package`.

    This comes before all imports of packages, which take a second. The Makefile's `target` installs them.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from importlib.util import find_spec  # noqa: PLC0415  # now Ctrl-C is quiet

    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:2]))
        sys.exit(f"Rackety needs Python 3.11 to 3.14, and this is {found}. Use: make PYTHON=python3.12 {target}")
    if find_spec(package) is None:
        sys.exit(f"This Python lacks packages that Rackety needs. Run `make {target}`, which installs them in .venv.")


def count_to(most: int) -> "Callable[[str], int]":
    """Return a function that reads a number from 1 to `most` in a command line, for argparse."""
    from argparse import ArgumentTypeError  # noqa: PLC0415  # as above

    def read(word: str) -> int:
        if not (word.isdecimal() and 0 < int(word) <= most):
            raise ArgumentTypeError(f"{word!r} isn't a number from 1 to {most}")
        return int(word)

    return read


def run(main: "Callable[[], int | None]", cleans_up: bool = True) -> None:
    """Exit with the code that `main` returns.

    Ctrl-C ends the process without a word, but after whatever `main` does in its `finally` blocks if it `cleans_up`.
    """
    try:
        if cleans_up:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = main()
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)
