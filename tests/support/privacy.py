"""What PRIVACY.md says about the columns of the database."""

import re
from pathlib import Path

Column = tuple[str, str]
_ENTRY = re.compile(r"^- (.*?)<!-- (.*?) -->", re.MULTILINE | re.DOTALL)


def read_entries() -> list[tuple[str, list[Column]]]:
    """Return the text of each entry, and its columns, as pairs of table and column."""
    page = (Path(__file__).parents[2] / "PRIVACY.md").read_text("utf-8")
    return [(" ".join(text.split()), _read_columns(comment)) for text, comment in _ENTRY.findall(page)]


def _read_columns(comment: str) -> list[Column]:
    tables = [table.partition(":") for table in comment.split(";")]
    return [(table.strip(), column) for table, _, columns in tables for column in columns.split()]
