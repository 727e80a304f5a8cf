"""Games that computers play to their end in the real bot: what the database and the bot's log keep of each."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from benchmarks.bot.open_games import VARIANTS, open_tables
from benchmarks.bot.processes import run_bot
from engine.game.self_play import derive_seed
from playground import Playground
from playground.model.starting_world import GUILD_ID
from services.lobbies.starting import start_game
from storage.database import open_database
from storage.games import Player

GAMES = 15  # three of each system
SEATS = 4
PATIENCE = 600.0  # seconds until all are over
SIZES = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"
CONTENT = """
    SELECT game.id, (SELECT count(*) FROM log WHERE game_id = game.id),
        (SELECT sum(length(coalesce(line, ''))) FROM log WHERE game_id = game.id),
        length(state) + length(news) + length(players) + length(options)
    FROM game ORDER BY game.id
"""


@dataclass(frozen=True, slots=True)
class MeasuredGames:
    """The bytes kept of each finished game, on average: in the database, of these in the table of the log, and so on.

    `moves` and `text` are the rows of a game's log and the length of their text; `row` is the game's own text. `logged`
    is what the bot wrote to its log, beyond what it writes without games.
    """

    stored: float
    log_table: float
    moves: float
    text: float
    row: float
    logged: float

    def describe(self) -> str:
        """Return what is printed."""
        return (
            f"  database: {self.stored:6.0f} bytes for each finished game, {self.log_table:.0f} of them its log:"
            f" {self.moves:.0f} changes, {self.text:.0f} characters\n"
            f"  the bot's log: {self.logged:6.0f} bytes for each game played to its end"
        )


async def measure_played_games(folder: Path) -> MeasuredGames:
    """Let computers play `GAMES` games, for people who are away, to their end."""
    path, log = folder / "played.db", folder / "played.log"
    async with Playground.start(answer_within=30, record=False) as playground:
        quiet = await _run(playground, path, log)
        empty = _sizes(path)
        async with open_database(f"sqlite:///{path}") as database:
            tables = open_tables(database)
            for number in range(GAMES):
                variant = list(VARIANTS.values())[number % len(VARIANTS)]
                users = [
                    playground.world.add_user(f"Player {number} {seat}")
                    for seat in range(min(SEATS, variant.seats({})[1]))
                ]
                people = [Player(user.id, user.name) for user in users]
                lobby = await tables.games.open(
                    guild_id=GUILD_ID,
                    channel_id=playground.world.add_channel(f"played-{number}").id,
                    host=people[0],
                    variant=variant.info.key,
                    options={"clock": 0},
                    now=tables.now(),
                    interaction_id=number + 1,
                )
                game = await start_game(
                    replace(tables, seed=lambda: derive_seed(3, number)),  # noqa: B023  # it's called at once
                    replace(lobby, players=tuple(people)),
                    people[0].user_id or 0,
                    None,
                )
                away = tuple(replace(each, away=True) for each in game.players)
                await tables.store(replace(game, players=away), None)
        logged = await _run(playground, path, log) - quiet
    return _describe(path, empty, logged)


async def _run(playground: Playground, path: Path, log: Path) -> int:
    """Run the bot until no game is running anymore, and return the bytes that it has logged."""
    before = _size(log)
    async with run_bot(playground, path, log=log, COMPUTER_PAUSE="0"), asyncio.timeout(PATIENCE):
        while _rows(path, "SELECT 1 FROM game WHERE phase = 'playing' LIMIT 1"):  # noqa: ASYNC110  # as in `games`
            await asyncio.sleep(0.2)
        await asyncio.sleep(3)  # for the last tables to be shown
    return _size(log) - before


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _describe(path: Path, empty: dict[str, int], logged: int) -> MeasuredGames:
    grown = {name: size - empty.get(name, 0) for name, size in _sizes(path).items()}
    content = _rows(path, CONTENT)
    return MeasuredGames(
        stored=sum(grown.values()) / GAMES,
        log_table=sum(size for name, size in grown.items() if name in {"log", "sqlite_autoindex_log_1"}) / GAMES,
        moves=mean(row[1] for row in content),
        text=mean(row[2] for row in content),
        row=mean(row[3] for row in content),
        logged=logged / GAMES,
    )


def _sizes(path: Path) -> dict[str, int]:
    """Return the bytes of every table and index, without unused pages."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")
        return dict(connection.execute(SIZES).fetchall())


def _rows(path: Path, sql: str) -> Sequence[tuple[int, ...]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reader:
        return reader.execute(sql).fetchall()
