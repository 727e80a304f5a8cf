"""A user's games are found by their seats, which are those of all open games, whatever has happened to these."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.goals import Level
from services.seats import list_people
from storage.database import Database, open_database
from storage.games import ChannelTaken, Game, GameStore, Phase, Player, TooManyLobbies
from tests.storage.tables import ANN, BOB, NOON, VARIANTS, a_game, a_lobby, dealt, over, url

PEOPLE = [ANN, BOB, Player(33, "Cid"), Player(1 << 60, 'Dee "user_id": 11')]
ADA = Player(None, "Ada", Level.STRONG)
BEFORE = 17  # the schema without the table of seats
SEATS = "SELECT user_id, game_id FROM seat ORDER BY game_id, user_id"


def seats_of(*games: Game) -> list[tuple[int, int]]:
    """The rows that the table of seats must have if these are all games."""
    held = [(game.id, user_id) for game in games if not game.phase.has_ended for user_id in list_people(game.players)]
    return [(user_id, game_id) for game_id, user_id in sorted(held)]


async def stored_seats(database: Database) -> list[tuple[int, int]]:
    return [tuple(row) for row in await database.run(SEATS)]


CHANGES = [
    "open",
    "join",
    "leave",
    "seat a computer",
    "start",
    "go away",
    "come back",
    "move",
    "end",
    "close",
    "reopen",
]
LIVES = st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 3), st.integers(0, 3)), max_size=40)


class Lives:
    """Games and what happens to them: each change is made if the game allows it."""

    def __init__(self, store: GameStore) -> None:
        self.games: dict[int, Game] = {}
        self._store = store
        self._interaction = 0

    async def change(self, change: str, which: int, who: int) -> None:
        """Make this change of one of the games, by or for this person."""
        self._interaction += 1
        if change == "open":
            return await self._open(which, PEOPLE[who])
        game = list(self.games.values())[which % len(self.games)] if self.games else None
        changed = game and self._apply(game, change, PEOPLE[who])
        if game is None or changed is None:
            return None
        store = self._store.reopen if change == "reopen" else self._store.commit
        try:
            self.games[game.id] = await store(changed, interaction_id=self._interaction, now=NOON)
        except (ChannelTaken, TooManyLobbies):
            assert change in {"move", "reopen"}
        return None

    async def _open(self, channel: int, host: Player) -> None:
        try:
            lobby = await a_lobby(self._store, channel=channel, host=host, interaction=self._interaction)
        except (ChannelTaken, TooManyLobbies):
            return
        self.games[lobby.id] = lobby

    def _apply(self, game: Game, change: str, person: Player) -> Game | None:
        seated = [each for each in game.players if each.user_id == person.user_id]
        others = tuple(each for each in game.players if each not in seated)
        if game.phase is Phase.LOBBY:
            made = {
                "join": replace(game, players=(*others, person)),
                "leave": replace(game, players=others) if others else None,
                "seat a computer": replace(game, players=(*game.players, ADA)),
                "start": replace(game, phase=Phase.PLAYING, state=dealt()) if len(game.players) == 2 else None,
                "close": replace(game, phase=Phase.CLOSED),
            }
        elif game.phase is Phase.PLAYING:
            made = {
                "go away": replace(game, players=tuple(replace(each, away=each in seated) for each in game.players)),
                "come back": replace(game, players=tuple(replace(each, away=False) for each in game.players)),
                "end": over(game),
            }
        else:
            made = {"reopen": replace(game, phase=Phase.LOBBY) if game.phase is Phase.CLOSED else None}
        return {**made, "move": replace(game, channel_id=game.channel_id + 1)}.get(change)


@settings(max_examples=40, deadline=None)
@given(LIVES)
def test_seats_are_those_of_the_open_games_after_every_change(changes: list[tuple[str, int, int]]) -> None:
    async def live(path: Path) -> None:
        async with open_database(url(path)) as database:
            await database.run("PRAGMA synchronous = OFF")
            lives = Lives(GameStore(database, VARIANTS))
            for change in changes:
                await lives.change(*change)
                assert await stored_seats(database) == seats_of(*lives.games.values())
            for person in PEOPLE:
                found = await GameStore(database, VARIANTS).of_user(person.user_id or 0)
                assert {(person.user_id, game.id) for game in found} == {
                    row for row in seats_of(*lives.games.values()) if row[0] == person.user_id
                }

    with TemporaryDirectory() as folder:
        asyncio.run(live(Path(folder) / "lives.db"))


async def test_a_change_that_is_rolled_back_leaves_the_seats_as_they_were(database: Database, games: GameStore) -> None:
    lobby = await a_lobby(games, channel=1, interaction=1)
    await a_lobby(games, channel=2, interaction=2, host=BOB)

    with pytest.raises(ChannelTaken):
        await games.commit(replace(lobby, players=(ANN, BOB), channel_id=2), interaction_id=3, now=NOON)

    assert await stored_seats(database) == [(11, 1), (22, 2)]


async def test_times_that_are_moved_write_no_seats(database: Database, games: GameStore) -> None:
    await a_game(games)
    await database.run("DELETE FROM seat")

    await games.postpone(60)

    assert await stored_seats(database) == []


async def test_an_older_database_gets_the_seats_of_its_open_games(path: Path) -> None:
    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        made = [
            await a_lobby(games, channel=1, interaction=1, computers=[ADA]),
            await a_game(games, channel=2, interaction=10),
            await games.commit(over(await a_game(games, channel=3, interaction=20)), interaction_id=None, now=NOON),
        ]
    _go_back(path)

    async with open_database(url(path)) as database:
        assert await stored_seats(database) == seats_of(*made) == [(11, 1), (11, 2), (22, 2)]


def _go_back(path: Path) -> None:
    """Bring the database to the schema without seats again."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(
            f"""
            DROP TRIGGER seats_of_a_new_table; DROP TRIGGER seats_of_a_changed_table; DROP VIEW seat_of_players;
            DROP TABLE seat; DROP INDEX open_tables_by_server; DROP INDEX ended_tables; DROP INDEX open_tables_by_time;
            DROP TABLE rating; DROP TABLE rating_change; DROP TABLE encounter; DROP TABLE season_score;
            DROP VIEW listed_puzzle_score; DROP VIEW unlisted; DROP TABLE lost_server; DROP INDEX ended_games_kept;
            DROP INDEX unlisted_people; DROP INDEX voided_games; DROP TABLE tournament;
            DROP TABLE badge_shown; DROP TABLE seat_result; DROP TABLE finished_game;
            DROP TRIGGER puzzle_solved; DROP TRIGGER solved_puzzle_added; DROP TRIGGER solved_puzzle_deleted;
            DROP TABLE puzzle_score;
            DROP TABLE guild_player; DROP TABLE solo_player; DROP TABLE leaderboard_post;
            CREATE INDEX puzzles_solved_on_a_server ON puzzle_try (guild_id);
            ALTER TABLE game DROP COLUMN outage; ALTER TABLE game DROP COLUMN outage_ended_at;
            ALTER TABLE game DROP COLUMN unrated; ALTER TABLE game DROP COLUMN suspended_until;
            ALTER TABLE alive DROP COLUMN seen_at; ALTER TABLE alive DROP COLUMN shards;
            ALTER TABLE alive DROP COLUMN connected;
            DROP TABLE deleted_today; DROP TABLE person_options; DROP TRIGGER no_bench_of_deleted_people;
            DROP TRIGGER no_text_of_deleted_people; DROP TRIGGER no_direct_bench_of_deleted_people;
            CREATE TABLE result (
                game_id, seat, user_id, name, guild_id, variant, points, won, rated, PRIMARY KEY (game_id, seat)
            );
            CREATE INDEX open_tables_by_time ON game (deadline);
            PRAGMA user_version = {BEFORE};
            """
        )


BROKEN = ["{", "", "[", '["x"]', "[7]", '{"user_id": 11}', '[{"user_id": "11"}]', "null", "[null]"]


@pytest.mark.parametrize("players", BROKEN)
async def test_players_who_can_not_be_read_hide_no_other_game(
    path: Path, players: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        broken, whole = await a_game(games, channel=1, interaction=10), await a_game(games, channel=2, interaction=20)
        ada = await games.commit(replace(whole, players=(ANN, ADA)), interaction_id=None, now=NOON)
    _go_back(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE game SET players = ? WHERE id = ?", (players, broken.id))

    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        assert await games.of_user(11) == [ada]
        assert await games.of_server(ada.guild_id) == await games.with_computers() == [ada]
        await database.run("UPDATE game SET players = ? WHERE id = ?", (f"{players} ", broken.id))
        assert await games.of_user(11) == [ada]
    assert "It is left alone." in caplog.text
    assert all(record.levelno <= logging.WARNING for record in caplog.records)
