"""The log: its levels, its two formats, and what it says of exceptions."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from engine.override import override

# Below INFO, libraries log what they send and receive: tokens, tiles and texts. So only our own loggers may go there.
OWN = ("__main__", "bot", "cogs", "hosting", "monitoring", "render", "services", "storage", "ui")

TEXT, SECONDS = "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S"

Describe = Callable[[BaseException], str]


class JsonFormatter(logging.Formatter):
    """A line of JSON for each record: the time in UTC, the level, the logger and the message.

    An exception is in `error`. A record's other fields are left out, because nobody has checked what they show.
    """

    @override
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_text:
            line["error"] = record.exc_text
        return json.dumps(line)


def set_up_logs(level: int, *, is_json: bool, describe: Describe) -> None:
    """Log to standard error from this level on; libraries log nothing below INFO.

    `describe` returns what to log of an exception, whose own message may name hidden tiles.
    """
    handler = logging.StreamHandler()
    handler.addFilter(partial(_describe_exception, describe))
    handler.setFormatter(JsonFormatter() if is_json else logging.Formatter(TEXT, SECONDS, style="{"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(level, logging.INFO))
    for name in OWN:
        logging.getLogger(name).setLevel(level)


def _describe_exception(describe: Describe, record: logging.LogRecord) -> bool:
    """Put the description of a record's exception in place of the exception, and let the record pass."""
    if record.exc_info and record.exc_info[1] is not None:
        record.exc_text, record.exc_info = describe(record.exc_info[1]), None
    return True
