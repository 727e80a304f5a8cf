"""PRIVACY.md names all that is stored."""

import sqlite3
from collections import Counter
from contextlib import closing

from storage.schema import COLUMNS, migrations
from tests.support.privacy import read_entries


def test_every_column_is_in_the_privacy_policy_once() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.executescript("\n".join(migrations()))
        stored = Counter((table, column) for table, column in made.execute(COLUMNS) if not table.startswith("sqlite_"))

    assert Counter(column for _, columns in read_entries() for column in columns) == stored


def test_every_entry_says_how_long_it_is_kept_and_what_a_deletion_does() -> None:
    effects = ("it's deleted", "your id and name are replaced", "it's made, without your id", "it isn't about you")

    for text, _ in read_entries():
        assert any(each in text.partition(" Kept ")[2] for each in effects), text
