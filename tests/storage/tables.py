"""Tables to store: lobbies and running games."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.game.state import GameState
from engine.game.views import Outcome, rank_places
from engine.text.phrases import as_is
from engine.variants import load
from services.ending import find_result
from storage.alive import Heartbeat
from storage.games import Game, GameStore, Phase, Player

VARIANTS = load()
KEY = next(iter(VARIANTS))
ANN, BOB, CLEO = Player(11, "Ann"), Player(22, "Bob"), Player(33, "Cleo")
GUILD, CHANNEL = 1_000, 2_000
NOON = 1_800_000_000
SEED = bytes(range(32))


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def dealt(clock: int = 60) -> GameState:
    """A game for two of the first system."""
    state: GameState = VARIANTS[KEY].setup(2, SEED, NOON, {"clock": clock}).state
    return state


def beat(at: int) -> Heartbeat:
    """The sign of life of a connected bot."""
    return Heartbeat(connected_at=at, seen_at=at, shards=1, connected=1)


async def a_lobby(  # noqa: PLR0913  # what a lobby is, each by its name
    games: GameStore,
    *,
    channel: int = CHANNEL,
    interaction: int = 1,
    guild: int = GUILD,
    host: Player = ANN,
    computers: Sequence[Player] = (),
) -> Game:
    return await games.open(
        Game(
            guild_id=guild,
            channel_id=channel,
            host_id=host.user_id or 0,
            variant=KEY,
            options={"clock": 60, "opening": True},
            players=(host, *computers),
            opened_at=NOON,
            changed_at=NOON,
        ),
        interaction_id=interaction,
    )


def started(lobby: Game, clock: int = 60) -> Game:
    """The lobby with Bob in it and the tiles dealt; not stored yet."""
    return replace(lobby, players=(ANN, BOB), phase=Phase.PLAYING, state=dealt(clock))


def over(game: Game) -> Game:
    """The game at its end; not stored yet."""
    assert game.state
    outcome = Outcome((0,), (30, -30), as_is("Enough."), rank_places([True, False]))
    ended = replace(game.state, outcome=outcome, active=frozenset(), deadline=None)
    return replace(game, phase=Phase.OVER, state=ended)


async def a_game(games: GameStore, *, channel: int = CHANNEL, interaction: int = 1, clock: int = 60) -> Game:
    """A running game, at version 2."""
    lobby = await a_lobby(games, channel=channel, interaction=interaction)
    return await games.commit(started(lobby, clock), interaction_id=interaction + 1, now=NOON)


async def finish(games: GameStore, game: Game, *, now: int = NOON, **more: Any) -> Game:
    """Store the game at its end, with its result."""
    ended = over(game)
    return await games.commit(ended, now=now, result=find_result(ended, VARIANTS[game.variant]), **more)
