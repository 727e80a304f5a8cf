"""A database with many open games in the middle of play, and a playground (a simulated Discord) that shows them all.

A few games are really played, by computers, and each of them is stored many times over, with other people. Most people
sit at one table, some at two, and a few at three.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import aiosqlite

from engine.game.goals import Level
from engine.game.log import Logged
from engine.game.self_play import derive_seed
from engine.variants import load
from playground import Message, Playground
from playground.model.starting_world import APPLICATION_ID, GUILD_ID
from playground.model.values import COMPONENTS_V2, User
from services.clocks.patience import LOBBY_LIFE, begin_wait
from services.languages import Languages
from services.lobbies.starting import start_game
from services.tables import Tables
from storage.alive import Heartbeat, HeartbeatStore
from storage.benches import BenchStore
from storage.database import Database, open_database
from storage.games import Game, GameStore, Phase, Player
from storage.games.rows import COLUMNS, columns
from storage.public_messages import PublicMessageStore
from storage.results.badges import BadgeStore
from storage.results.profiles import ProfileStore
from storage.results.store import ResultStore
from storage.settings import SettingsStore
from storage.texts import TextStore

VARIANTS = load()
SAMPLES = 30  # games that are played, of all systems in turn
MOST_TURNS = 36  # turns in them; the others have fewer, at least one
DAY = 24 * 3600  # seconds
LONGEST_SHORT = 200  # seconds: the longest clock of those who play at one sitting
REGULARS, GAMES_EACH = 40, 3  # people who play at several tables, and how many tables that is
_GAME = f"INSERT INTO game ({', '.join(COLUMNS)}) VALUES (:{', :'.join(COLUMNS)})"  # noqa: S608  # our own names
_BOARD = """
    INSERT INTO public_messages (game_id, message_id, posted_at, posted_version, shown_version, ping_for, channel_id)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_LINE = "INSERT INTO log (game_id, version, at, seat, line, interaction_id) VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Sample:
    """A played game, open or over, with its log."""

    game: Game
    log: Sequence[Logged]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A running game of the database, its channel, and the user ids of its players: 0 for a computer."""

    game_id: int
    channel_id: int
    people: tuple[int, ...]


def open_tables(database: Database) -> Tables:
    """Return the application's core on this database, without anybody who hears of changes."""
    settings = SettingsStore(database)
    return Tables(
        variants=VARIANTS,
        clauses={},
        games=GameStore(database, VARIANTS),
        public_messages=PublicMessageStore(database),
        texts=TextStore(database),
        results=ResultStore(database),
        profiles=ProfileStore(database),
        badges=BadgeStore(database),
        settings=settings,
        languages=Languages(settings, lambda _: "en-GB"),
        benches=BenchStore(database),
        alive=HeartbeatStore(database),
        server_name=lambda _: "",
        now=lambda: int(time.time()),
        seed=map(derive_seed, count(1), count(1)).__next__,
        announce=lambda _: None,
    )


async def play_samples(samples: int = SAMPLES) -> list[Sample]:
    """Play this many games of two to four, each for another number of turns, and return those that aren't over."""
    with TemporaryDirectory() as name:
        async with open_database(f"sqlite:///{Path(name) / 'samples.db'}") as database:
            await database.run("PRAGMA synchronous = OFF")
            tables = open_tables(database)
            played = [await _play(tables, number, samples) for number in range(samples)]
            return [Sample(game, await tables.games.log(game.id)) for game in played if game.phase is Phase.PLAYING]


async def _play(tables: Tables, number: int, samples: int) -> Game:
    variant = list(VARIANTS.values())[number % len(VARIANTS)]
    least, most = variant.seats({})
    people = tuple(
        Player(seat + 1, f"Player {seat}") for seat in range(max(least, min(most, 2 + number // len(VARIANTS) % 3)))
    )
    lobby = await tables.games.open(
        guild_id=1,
        channel_id=number + 1,
        host=people[0],
        variant=variant.info.key,
        options={"clock": 0},
        now=tables.now(),
        interaction_id=number + 1,
    )
    game = await start_game(tables, replace(lobby, players=people), 1, None)
    for turn in range(1 + MOST_TURNS * number // samples):
        if game.state is None or game.state.outcome:
            break
        seat = min(game.state.active)
        action = variant.choose(variant.view(game.state, seat), Level.FAIR, derive_seed(number, turn))
        game = await tables.act(game, action, None)
    return game


class OpenGames:
    """The open games to store: which people play which of the samples, and under which clock."""

    def __init__(self, playground: Playground, samples: Sequence[Sample], seed: int = 1) -> None:
        self._world = playground.world
        self._samples = samples
        self._dice = random.Random(seed)  # noqa: S311  # the same games at each run
        self._now = int(self._world.now())
        self._regulars = [self._world.add_user(f"Regular {number}") for number in range(REGULARS)]
        self._interactions = count(1)

    async def store(self, database: Database, games: int) -> list[OpenTable]:
        """Store this many open games, most of them running, with their logs and messages; return the running ones.

        The database must be new. It's filled by SQL of its own, in one transaction, because moves take far longer.
        """
        stored = [self._make(number, users) for number, users in enumerate(islice(self._seats(), games), 1)]

        async def fill(connection: aiosqlite.Connection) -> None:
            await connection.executemany(_GAME, [columns(game) for game, _ in stored])
            await connection.executemany(_LINE, [line for game, log in stored for line in self._log(game, log)])
            await connection.executemany(_BOARD, [self._post(game) for game, _ in stored])

        await database.transaction(fill)
        await HeartbeatStore(database).touch(Heartbeat(self._now, self._now, shards=1, connected=1))
        return [
            OpenTable(game.id, game.channel_id, tuple(player.user_id or 0 for player in game.players))
            for game, _ in stored
            if game.phase is Phase.PLAYING
        ]

    def _seats(self) -> Iterator[list[User]]:
        """Yield the four people of each next table, of whom it may need fewer: first the regulars at theirs."""
        regulars = [each for each in self._regulars for _ in range(GAMES_EACH)]
        strangers = (self._world.add_user(f"Player {number}") for number in count())
        for place, each in enumerate(regulars):
            yield [each, regulars[(place + GAMES_EACH) % len(regulars)], *islice(strangers, 2)]
        while True:
            yield list(islice(strangers, 4))

    def _make(self, number: int, users: Sequence[User]) -> tuple[Game, Sequence[Logged]]:
        """Return the game with this number, and its log; one in twenty is a lobby."""
        sample, people = self._samples[number % len(self._samples)], [Player(each.id, each.name) for each in users]
        clock = self._dice.choices([60, 120, LONGEST_SHORT, DAY, 0], [3, 4, 5, 68, 20])[0]
        game = replace(
            sample.game,
            id=number,
            guild_id=GUILD_ID,
            channel_id=self._world.add_channel(f"table-{number}").id,
            host_id=users[0].id,
            options={"clock": clock},
            opened_at=self._now,
            changed_at=self._now,
        )
        if number % 20 == 0:
            waits_until = self._now + self._dice.randrange(LOBBY_LIFE)
            lobby = replace(game, players=tuple(people[:1]), phase=Phase.LOBBY, state=None, news=(), version=1)
            return replace(lobby, waits_until=waits_until), ()
        return self._time(self._seat(game, people), clock), sample.log

    def _seat(self, game: Game, people: Sequence[Player]) -> Game:
        """Return the game with these people; at one table in ten, a computer sits on one of the seats.

        That isn't the one to move: computers don't wait for long.
        """
        players = list(people[: len(game.players)])
        if game.state and self._dice.random() < 0.1:  # noqa: PLR2004  # as said above
            players[(game.state.turn + 1) % len(players)] = Player(None, "Ada", Level.FAIR)
        return replace(game, players=tuple(players))

    def _time(self, game: Game, clock: int) -> Game:
        """Return the game with a deadline at some moment of this clock; without a clock, in the middle of a wait."""
        if game.state is None:
            raise ValueError("A lobby has no turn.")
        state = replace(game.state, options={**game.state.options, "clock": clock}, now=self._now)
        if not clock:
            return begin_wait(replace(game, state=state), self._now - self._dice.randrange(DAY))
        deadline = self._now + self._dice.randrange(5, clock)
        return replace(game, state=replace(state, deadline=deadline), waits_until=None, remind_at=None)

    def _log(self, game: Game, log: Sequence[Logged]) -> Iterator[tuple[int | str | None, ...]]:
        """Yield the rows of the game's log: its opening, its start, and the actions."""
        for version in range(1, game.version + 1):
            action = log[version - 3] if version > 2 else None  # noqa: PLR2004  # as said above
            seat, line = (action.seat, action.line) if action else (None, None)
            yield game.id, version, self._now, seat, line, next(self._interactions)

    def _post(self, game: Game) -> tuple[int | str, ...]:
        """Post the game's message as the bot would have, and return its record, which says that it's up to date."""
        message = Message(
            id=self._world.snowflake(),
            channel_id=game.channel_id,
            author_id=APPLICATION_ID,
            created=self._world.now(),
            flags=COMPONENTS_V2,
        )
        self._world.post(message)
        turn = str(game.state.turns) if game.state else ""
        return game.id, message.id, self._now, game.version, game.version, turn, game.channel_id
