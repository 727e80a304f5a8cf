"""What every statement to the database is like."""

from __future__ import annotations

import re
from pathlib import Path

STORAGE = Path(__file__).parents[2] / "storage"


def test_no_statement_numbers_its_placeholders() -> None:
    """From Python 3.14 on, sqlite3 refuses to bind a sequence to them; 3.11 says nothing."""
    numbered = re.compile(r"\?\d")

    assert [path.name for path in STORAGE.rglob("*.py") if numbered.search(path.read_text("utf-8"))] == []
