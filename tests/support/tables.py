"""What cogs share, without Discord: the stores on a database of the test's own."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast
from unittest.mock import Mock

from engine.game.state import GameState
from services.languages import Languages
from services.tables import Tables
from storage.alive import HeartbeatStore
from storage.benches import BenchStore
from storage.database import Database
from storage.games import Game, GameStore, Phase, Player
from storage.posts import PostStore
from storage.results.badges import BadgeStore
from storage.results.profiles import ProfileStore
from storage.results.store import ResultStore
from storage.settings import SettingsStore
from storage.texts import TextStore
from tests.positions import Position
from tests.storage.tables import KEY, NOON, VARIANTS, a_lobby
from ui.services import Services


class Listeners(list["Callable[[Game], None]"]):
    """What the tables announce to: whoever was put down by `listen`."""

    def __call__(self, game: Game) -> None:
        for changed in self:
            changed(game)


def listen(tables: Tables, changed: Callable[[Game], None]) -> None:
    assert isinstance(tables.announce, Listeners)
    tables.announce.append(changed)


def services(**parts: Any) -> Services:
    """As much of the services as a cog needs, and mocks in the place of the others."""
    return cast("Services", Mock(**parts))


async def deal(tables: Tables, where: Position, *players: Player, interaction: int = 1) -> Game:
    """Store a running game of these players, with no deadline."""
    lobby = await a_lobby(tables.games, channel=interaction, interaction=interaction)
    game = replace(lobby, players=players, phase=Phase.PLAYING, state=replace(where.state, deadline=None))
    return await tables.games.commit(game, interaction_id=interaction + 1, now=NOON)


def make_game(state: GameState | None = None, **more: Any) -> Game:
    """A game that isn't stored: a lobby, or a game with this state."""
    plain: dict[str, Any] = {
        **dict.fromkeys(("id", "guild_id", "channel_id", "host_id", "version"), 1),
        "variant": state.variant if state else KEY,
        "options": state.options if state else {},
        "players": (),
        "phase": Phase.PLAYING if state else Phase.LOBBY,
        "news": (),
        "opened_at": 0,
        "changed_at": 0,
    }
    return Game(state=state, **(plain | more))


def open_tables(database: Database) -> Tables:
    seeds = iter(range(256))
    return Tables(
        variants=VARIANTS,
        clauses={},
        games=GameStore(database, VARIANTS),
        posts=PostStore(database),
        texts=TextStore(database),
        benches=BenchStore(database),
        results=ResultStore(database),
        profiles=ProfileStore(database),
        badges=BadgeStore(database),
        settings=SettingsStore(database),
        languages=Languages(SettingsStore(database), lambda _: "en-GB"),
        alive=HeartbeatStore(database),
        server_name=lambda _: "",
        now=lambda: NOON,
        seed=lambda: bytes([next(seeds)]) * 32,
        announce=Listeners(),
    )
