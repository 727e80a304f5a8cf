"""A database that a30b7eb wrote, what that version said of it, and which controls its messages carried.

`a30b7eb/README.md` tells how they came about.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

Json = dict[str, Any]

FOLDER = Path(__file__).parent / "a30b7eb"
ACCOUNT: Json = json.loads((FOLDER / "account.json").read_text("utf-8"))
for _game in ACCOUNT["games"].values():
    for _bench in _game["benches"]:
        del _bench["looks at"][1]  # whether tiles were looked for while others were picked: now both menus are shown
LOBBIES = [17, 19, 24]  # on a server
UNTIMED = [10, 15]  # running games of several people without a clock
ACCOUNT["clocks"]["due"] += LOBBIES  # which close today, half an hour after the last sign of life
for _number in UNTIMED:
    ACCOUNT["games"][str(_number)]["remind"] = ACCOUNT["clocks"]["alive"] + 86_400
POSTED: Json = json.loads((FOLDER / "posted.json").read_text("utf-8"))
NOW: int = ACCOUNT["now"]


def write_database(path: Path) -> None:
    """Write the database to a new file, in the journal mode that a30b7eb left it in."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript((FOLDER / "database.sql").read_text("utf-8"))


def games(phase: str) -> list[int]:
    """The numbers of the games in this phase."""
    return [int(number) for number, game in ACCOUNT["games"].items() if game["phase"] == phase]


def posted_controls() -> Iterator[tuple[str, list[str]]]:
    """Every custom id that was ever posted, with the values of its menu; a button has none."""
    for message in POSTED["messages"]:
        for custom_id, control in [*message["controls"].items(), *message["earlier"].items()]:
            yield custom_id, control[1] if len(control) > 1 else []


def sort_tiles(written: str) -> list[list[str]]:
    """The tiles of each line of a table, sorted: the order of a group's tiles was the player's then."""
    return [sorted(line.split()) for line in written.splitlines()]
