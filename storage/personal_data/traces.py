"""Counts of what a database has about a person or a server: the bot's own, or a backup, also of an older release."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path

from storage.backups.contents import open_to_read
from storage.database import Database
from storage.errors import StorageError
from storage.paths import is_there
from storage.pseudonyms import mention
from storage.schema import COLUMNS, OURS, UNRELEASED


class Subject(Enum):
    """A person or a server, as the columns with their id and the columns of text that may name them."""

    PERSON = ("user_id", "host_id", "organizer_id"), ("players", "news", "state", "tournament")
    SERVER = ("guild_id", "pool"), ()


# What rows are, by table. Those of other tables belong to one of these, such as a game's moves, or repeat them.
_KINDS: Mapping[str, str] = {
    "game": "games",
    "seat_result": "results",
    "finished_game": "results",
    "rating": "ratings",
    "season_score": "seasons",
    "encounter": "opponents",
    "badge_shown": "badges",
    "tournament": "tournaments",
    "puzzle_try": "puzzles",
    "puzzle_score": "puzzle scores",
    "guild_player": "names",
    "solo_player": "games against computers",
    "person": "settings",
    "server": "settings",
    "leaderboard_post": "settings",
    "lost_server": "departures",
}


async def count_traces(database: Database, subject: Subject, number: int) -> Mapping[str, int]:
    """Return how many rows of each kind are about the person or server with this id; no kind without any."""
    asked, found = _write_parameters(number), Counter[str]()
    columns = [(row[0], row[1]) for row in await database.read(COLUMNS)]
    for kind, sql in _write_queries(columns, subject):
        ((count,),) = await database.read(sql, asked)
        found[kind] += count
    return +found


def find_copies(database: Path, folders: Iterable[Path], subject: Subject, number: int) -> list[Path]:
    """Return the other databases of ours in these folders that have something about a person or server, in order."""
    files = {
        file
        for folder in folders
        if is_there(folder) and folder.is_dir()
        for file in folder.iterdir()
        if file.is_file()
    }
    return sorted(file for file in files if not file.samefile(database) and _has_traces(file, subject, number))


def _has_traces(file: Path, subject: Subject, number: int) -> bool:
    try:
        with open_to_read(file, is_in_use=False) as reader:
            if reader.execute("PRAGMA application_id").fetchone()[0] not in (OURS, UNRELEASED):
                return False
            queries = [*_write_queries(reader.execute(COLUMNS).fetchall(), subject)]
            return any(reader.execute(sql, _write_parameters(number)).fetchone()[0] for _, sql in queries)
    except StorageError:  # it isn't a database, or can't be read
        return False


def _write_queries(columns: Sequence[tuple[str, str]], subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield a kind, and the SQL that counts its rows in one table; `columns` are the tables' and columns' names."""
    ids, texts = subject.value
    for table, kind in _KINDS.items():
        own = [column for name, column in columns if name == table]
        wanted = [f"{column} = :id" for column in own if column in ids]
        wanted += [f"instr({column}, :seat) OR instr({column}, :mention)" for column in own if column in texts]
        if wanted:
            yield kind, f"SELECT count(*) FROM {table} WHERE {' OR '.join(wanted)}"  # noqa: S608  # our own tables


def _write_parameters(number: int) -> Mapping[str, int | str]:
    return {"id": number, "seat": f'"user_id":{number},', "mention": mention(number)}


def describe_traces(found: Mapping[str, int]) -> str:
    """Return how much was found, such as `games: 12, results: 10`."""
    return ", ".join(f"{kind}: {count}" for kind, count in found.items())
