"""Reading `.env`. It may have a token in the wrong place, so errors only quote names that are close to known ones."""

import difflib
import io
import re
from collections.abc import Sequence
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream

_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_ALIKE = 0.85  # the least difflib ratio of a misspelled name and a known one; a secret and a name are far less alike


class BadSettings(Exception):
    """Errors in the settings, as `problems`: a sentence for each, for the person who runs the bot."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read_env_file(path: Path, known: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Return the file's settings without empty ones, and what is wrong with it: a sentence for each line.

    A line is a known name, `=` and a value. A missing file has none. Raises: BadSettings if it can't be read.
    """
    lines = [(line.original.string, _find_problem(line, known)) for line in parse_stream(io.StringIO(_text(path)))]
    good = "".join(text for text, problem in lines if not problem)
    settings = {name: value for name, value in dotenv_values(stream=io.StringIO(good)).items() if value}
    return settings, [problem for _, problem in lines if problem]


def guess_name(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that `name` is probably a misspelling of; None if there is none."""
    if not _NAME.fullmatch(name):
        return None
    return next(iter(difflib.get_close_matches(name, known, n=1, cutoff=_ALIKE)), None)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise BadSettings(f"{path.name} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSettings(f"{path.name} isn't a text in UTF-8: save it as one.") from None


def _find_problem(line: Binding, known: Sequence[str]) -> str | None:
    """Return a sentence about what is wrong with a line; None if nothing is."""
    where, name = f"Line {_number(line)} of .env", line.key
    if line.error or (name is not None and (line.value is None or "\n" in line.value)):
        return f"{where} isn't NAME=value, with nothing else on the line and any quotes closed."
    if name is None or name in known:
        return None
    if meant := guess_name(name, known):
        return f"{where}: {name} isn't a setting of Rackety; did you mean {meant}?"
    return f"{where} isn't a setting of Rackety; it has {', '.join(known)}."


def _number(line: Binding) -> int:
    """Return the line number of a setting in the file, from 1; the parser's is that of empty lines before it."""
    text = line.original.string
    return line.original.line + text[: len(text) - len(text.lstrip())].count("\n")
