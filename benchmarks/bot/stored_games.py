"""Games of two in the middle of play, stored as the bot stores them."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from time import time

from engine.game.goals import Level
from engine.game.self_play import derive_seed
from engine.text.phrases import as_is
from engine.variants import load
from playground.model.starting_world import GUILD_ID
from playground.model.world import World
from storage.database import Database
from storage.games import Game, GameStore, Phase, Player

SAMPLES = 32  # games that are really played; each is stored as often as needed, with other people
TURNS = 24  # turns in each game


async def fill(database: Database, world: World, games: int, choose_clock: Callable[[], int] = lambda: 0) -> None:
    """Store this many open games of the first rule system, each in a channel of its own and with new people.

    The user `Player 7` is to move in game 7, in the channel `table-7`. `choose_clock` returns its clock in seconds.
    """
    variants = load()
    store, variant, now = GameStore(database, variants), next(iter(variants.values())), int(time())
    samples = []
    for number in range(min(SAMPLES, games)):
        state = variant.setup(2, derive_seed(1, number), now, {"clock": 0}).state
        for _ in range(TURNS + 1):
            action = variant.choose(variant.view(state, state.turn), Level.FAIR, derive_seed(2, number))
            after = variant.apply(state, action, now=now).state
            if after.outcome or (state.turns >= TURNS and state.turn == 0):
                break
            state = after
        samples.append(state)
    for number, state in zip(range(games), cycle(samples), strict=False):
        users = [world.add_user(f"{name} {number}") for name in ("Player", "Other")]
        players, clock = tuple(Player(user.id, user.name) for user in users), choose_clock()
        table = Game(
            guild_id=GUILD_ID,
            channel_id=world.add_channel(f"table-{number}").id,
            host_id=users[0].id,
            variant=variant.info.key,
            options={"clock": clock},
            players=players,
            opened_at=now,
            changed_at=now,
        )
        lobby = await store.open(table, interaction_id=2 * number + 1)
        timed = replace(state, options={**state.options, "clock": clock}, deadline=now + clock if clock else None)
        begun = replace(lobby, phase=Phase.PLAYING, state=timed, news=(as_is("A tile was drawn."),))
        await store.commit(begun, interaction_id=2 * number + 2, now=now)
