"""The log: each line of JSON is whole, and no line says more than it may, whatever is logged at whatever level."""

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitoring.logs import OWN, JsonFormatter, set_up_logs
from services.concurrency.supervise import describe_exception
from storage.errors import DatabaseFull

SECRET = "R5 R6 K13 J"  # noqa: S105  # a rack
LEVELS = [logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR]


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """What has been written to standard error; all loggers are as before afterward."""
    root, names = logging.getLogger(), ["", *OWN]
    before = root.handlers[:], {name: logging.getLogger(name).level for name in names}
    yield lambda: capsys.readouterr().err
    root.handlers[:] = before[0]
    for name, level in before[1].items():
        logging.getLogger(name).setLevel(level)


def lines(written: Callable[[], str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written().splitlines()]


def log_failure(error: BaseException) -> None:
    try:
        raise error  # noqa: TRY301  # so that it has a traceback
    except BaseException:
        logging.getLogger("cogs.play").exception("a command failed")


def test_a_line_has_its_time_level_logger_and_message(written: Callable[[], str]) -> None:
    set_up_logs(logging.INFO, is_json=True, describe=describe_exception)

    logging.getLogger("cogs.upload").info("%d commands", 28, extra={"rack": SECRET})

    (line,) = lines(written)
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "INFO", "logger": "cogs.upload", "message": "28 commands"}


def test_a_line_of_text_has_no_colors_even_on_a_terminal(
    written: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    set_up_logs(logging.INFO, is_json=False, describe=describe_exception)

    logging.getLogger("cogs.upload").info("%d commands", 28)

    assert re.fullmatch(r"\[20[0-9-]{8} [0-9:]{8}\] \[INFO    \] cogs\.upload: 28 commands\n", written())


@given(st.text(st.characters()))
def test_whatever_is_said_is_one_line_that_can_be_read(text: str) -> None:
    record = logging.LogRecord("cogs", logging.INFO, __file__, 1, "%s", (text,), None)

    said = JsonFormatter().format(record)

    assert len(said.splitlines()) == 1
    assert said.isascii()
    assert json.loads(said)["message"] == text


@pytest.mark.parametrize("is_json", [True, False])
@pytest.mark.parametrize("error", [ValueError(SECRET), KeyError(SECRET), KeyboardInterrupt(SECRET)])
def test_an_exception_is_logged_without_its_message(
    written: Callable[[], str], error: BaseException, *, is_json: bool
) -> None:
    set_up_logs(logging.INFO, is_json=is_json, describe=describe_exception)

    log_failure(error)

    said = written()
    assert type(error).__name__ in said
    assert "Traceback (most recent call last)" in said
    assert "test_logs.py" in said
    assert SECRET not in said


def test_the_database_s_own_message_is_kept(written: Callable[[], str]) -> None:
    set_up_logs(logging.INFO, is_json=True, describe=describe_exception)

    log_failure(DatabaseFull("The disk is full."))

    assert lines(written)[0]["error"].startswith("DatabaseFull: The disk is full.\nTraceback")


def test_a_chain_of_exceptions_shows_no_message_of_any(written: Callable[[], str]) -> None:
    set_up_logs(logging.INFO, is_json=False, describe=describe_exception)
    error = RuntimeError("outer")
    error.__cause__, error.__context__ = ValueError(SECRET), KeyError(SECRET)
    error.add_note(SECRET)

    log_failure(error)

    assert SECRET not in written()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("library", ["discord.gateway", "discord.http", "aiosqlite", "PIL.Image", "asyncio", "other"])
def test_no_library_says_what_it_sends_and_receives(written: Callable[[], str], level: int, library: str) -> None:
    set_up_logs(level, is_json=True, describe=describe_exception)

    logging.getLogger(library).debug(SECRET)

    assert written() == ""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["bot", "cogs.play", "storage.database", "ui.messages.error_replies"])
def test_our_own_parts_log_from_the_level_on(written: Callable[[], str], level: int, name: str) -> None:
    set_up_logs(level, is_json=True, describe=describe_exception)

    for each in LEVELS:
        logging.getLogger(name).log(each, "said")

    said = [line["level"] for line in lines(written)]
    assert said == [logging.getLevelName(each) for each in LEVELS if each >= level]
