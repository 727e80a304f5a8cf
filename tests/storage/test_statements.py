"""What every statement to the database is like."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import benches, posts, schema, vitals
from storage.games import statements
from storage.games.rows import COLUMNS

STORAGE = Path(__file__).parents[2] / "storage"
SQL = {
    f"{module.__name__}.{name}": value
    for module in (statements, posts, benches, vitals)
    for name, value in vars(module).items()
    if isinstance(value, str) and re.match(r"\s*(SELECT|UPDATE|INSERT|REPLACE|DELETE)\b", value)
}
_OPEN = "open_tables_by_time|open_tables_by_server|one_open_game_a_channel"
OPEN_GAMES = re.compile(rf"SCAN game USING (?:COVERING )?INDEX (?:{_OPEN})")
# At starts, after outages, and for the metrics.
OF_ALL_OPEN = {"EXTEND", "SHIFT", "RUNNING", "SERVERS", "WITH_COMPUTERS", "_STALE_TABLES", "COUNT_OPEN"}


def test_no_statement_numbers_its_placeholders() -> None:
    """From Python 3.14 on, sqlite3 refuses to bind a sequence to them; 3.11 says nothing."""
    numbered = re.compile(r"\?\d")

    assert [path.name for path in STORAGE.rglob("*.py") if numbered.search(path.read_text("utf-8"))] == []


@pytest.fixture(scope="module")
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.executescript("\n".join(schema.migrations()))
        yield made


def test_every_column_of_a_game_is_stored(connection: sqlite3.Connection) -> None:
    assert {name for table, name in connection.execute(schema.COLUMNS) if table == "game"} == set(COLUMNS)


def plan(connection: sqlite3.Connection, sql: str) -> list[str]:
    """The steps in which SQLite carries out a statement."""
    named = re.findall(r":(\w+)", sql)
    values = defaultdict[str, int](int, dict.fromkeys(named, 0)) if named else (0,) * sql.count("?")
    return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]


def test_no_statement_reads_all_games(connection: sqlite3.Connection) -> None:
    """Most games have ended, and a row takes 8 KB; those that look at all open games begin with an index of these."""
    for name, sql in SQL.items():
        steps = plan(connection, sql)
        scans = [each for each in steps if re.match(r"SCAN (game|log|post|shown|seat)\b", each)]

        if name.rpartition(".")[2] in OF_ALL_OPEN:
            assert OPEN_GAMES.match(scans.pop(0)), name
        few = ["SCAN game USING INDEX ended_tables"], ["SCAN post USING INDEX posts_on_their_way"]
        assert scans in ([], *few), name


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("BY_USER", "SEARCH seat USING PRIMARY KEY (user_id=?)"),
        ("BY_SERVER", "SEARCH game USING INDEX open_tables_by_server (guild_id=?)"),
        ("CHANNELS", "SEARCH game USING INDEX open_tables_by_server (guild_id=?)"),
        ("HOSTED", "SEARCH game USING INDEX open_tables_by_server (guild_id=? AND host_id=?)"),
        ("OVER", "SEARCH game USING INDEX ended_tables (channel_id=?)"),
        ("DUE", "SEARCH game USING INDEX open_tables_by_time (<expr><?)"),
        ("NEXT_DEADLINE", "SEARCH game USING INDEX open_tables_by_time"),
        ("REMIND", "SEARCH game USING INDEX running_reminders (remind_at<?)"),
        ("NEXT_REMINDER", "SEARCH game USING INDEX running_reminders (remind_at>?)"),
    ],
)
def test_frequent_queries_use_an_index(connection: sqlite3.Connection, name: str, index: str) -> None:
    assert plan(connection, getattr(statements, name))[0] == index
