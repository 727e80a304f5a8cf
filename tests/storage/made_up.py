"""A made-up second migration, with which the bot brings databases up to date as a later release will."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from unittest.mock import patch

from storage import schema

SECOND = """
ALTER TABLE game ADD COLUMN made_up INTEGER NOT NULL DEFAULT 0;
UPDATE game SET made_up = 10 * id;
CREATE TABLE made_up AS SELECT game_id, max(version) AS newest FROM log GROUP BY game_id;
DROP INDEX ended_tables;
"""


@contextmanager
def second_migration() -> Iterator[None]:
    """Let the bot have this migration, too, within the context."""
    with TemporaryDirectory() as folder:
        copytree(Path(schema.__file__).parent / "migrations", Path(folder) / "migrations")
        (Path(folder) / "migrations" / "0002_made_up.sql").write_text(SECOND)
        with patch.object(schema, "__file__", str(Path(folder) / "schema.py")):
            yield
