"""A user's games are found by their seats, which are those of all open games, whatever has happened to these."""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.goals import Level
from services.ending import find_result
from storage.database import Database, open_database
from storage.games import ChannelTaken, Game, GameStore, Phase, Player, TooManyLobbies
from storage.games.rows import list_people
from tests.storage.tables import ANN, BOB, NOON, VARIANTS, a_game, a_lobby, dealt, over, url

PEOPLE = [ANN, BOB, Player(33, "Cid"), Player(1 << 60, 'Dee "user_id": 11')]
ADA = Player(None, "Ada", Level.STRONG)
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
        if change == "end":
            store = partial(self._store.commit, result=find_result(changed, VARIANTS[changed.variant]))
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


async def test_times_that_are_moved_write_no_seats(database: Database, games: GameStore) -> None:
    await a_game(games)
    await database.run("DELETE FROM seat")

    await games.shift_times(60)

    assert await stored_seats(database) == []


BROKEN = ["{", "", "[", '["x"]', "[7]", '{"user_id": 11}', '[{"user_id": "11"}]', "null", "[null]"]


async def test_players_who_can_not_be_read_hide_no_other_game(
    games: GameStore, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = await a_game(games, channel=1, interaction=10), await a_game(games, channel=2, interaction=20)
    ada = await games.commit(replace(whole, players=(ANN, ADA)), interaction_id=None, now=NOON)

    for players in BROKEN:
        caplog.clear()
        await database.run("UPDATE game SET players = ? WHERE id = ?", (players, broken.id))
        fresh = GameStore(database, VARIANTS)
        assert await fresh.of_user(11) == [ada], players
        assert await fresh.of_server(ada.guild_id) == await fresh.with_computers() == [ada], players
        assert "It is left alone." in caplog.text
        assert all(record.levelno <= logging.WARNING for record in caplog.records)
