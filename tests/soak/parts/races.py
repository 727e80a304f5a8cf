"""People tap at the same moment, time runs out meanwhile, and Discord delivers interactions twice.

A trial is a hundred rounds, each at a table of its own, through the real cogs and stores. In a round several things are
asked at once, in any order, of which a known number can happen. Then one of them is delivered again and mustn't happen.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from unittest import mock

from discord.ext import commands

from cogs.bench import BenchCog
from cogs.clock import ClockCog
from cogs.lobby import LobbyCog
from cogs.play import PlayCog
from cogs.start import StartCog
from cogs.write import WriteCog
from storage.games import Game, GameStore, Player, Stale
from tests.soak.part import Control, Counts, Part
from tests.storage.tables import ANN, BOB, NOON, a_lobby
from tests.support.interactions import PRIVATE, PUBLIC, Interaction
from tests.support.rooms import REFUSALS, Room, list_commands, opened
from ui.controls import Control as Button
from ui.controls import TapHandler
from ui.messages.error_replies import explain
from ui.messages.private.private_bench import PrivateBenches

Ask = Callable[[Interaction], Awaitable[None]]  # what a cog does with an interaction
Scene = Callable[["Race"], Coroutine[Any, Any, "Round"]]

ROUNDS = 100
MOST_AT_ONCE = 6
CROWD, CROWDED = 50, 0.1  # asks of each kind in a crowd, and how often there is one
SEATS = 4
LATEST = 8  # turns of the event loop after which the last ask of a round begins


@dataclass
class Round:
    """What is asked at once at a table, by whom, and how often the game may change."""

    game: Game
    asks: list[tuple[Ask, Interaction]]
    effects: int
    besides: Sequence[Coroutine[Any, Any, object]] = ()  # what happens without being asked for


@dataclass
class Race:
    """The cogs and tables of one trial."""

    room: Room
    dice: random.Random
    counts: Counts = field(default_factory=Counter)
    number: int = 0

    def __post_init__(self) -> None:
        kinds = (PlayCog, LobbyCog, StartCog, WriteCog, BenchCog)
        self.cogs: list[commands.Cog] = [kind(self.room.services) for kind in kinds]
        self.clock = ClockCog(self.room.services)
        self.clock._connected.add(0)  # noqa: SLF001  # as if its only shard had connected
        self.taps: dict[str, TapHandler] = {}
        for cog in self.cogs:
            self.taps |= cast("Any", cog).taps

    # asking

    def by(self, player: Player, message: Any = PRIVATE) -> Interaction:
        return Interaction(player, message, guild_id=self.number, channel_id=self.number)

    def tap(self, verb: str, game: Game, argument: str = "") -> Ask:
        return lambda asked: self.taps[verb](cast("Any", asked), Button.of(verb, game, argument), ())

    def command(self, name: str, **options: object) -> Ask:
        cog, found = next(
            (cog, each) for cog in self.cogs for each in list_commands(cog).values() if each.qualified_name == name
        )
        return lambda asked: cast("Any", found).callback(cog, asked, **options)

    async def ask(self, ask: Ask, asked: Interaction) -> None:
        """Ask, as discord.py does, a little later."""
        for _ in range(self.dice.randint(0, LATEST)):
            await asyncio.sleep(0)
        asked.client = self.room.bot
        try:
            await ask(asked)
        except REFUSALS as refusal:
            await explain(cast("Any", asked), refusal)
        self.counts["asked"] += 1
        self.counts["unanswered"] += asked.first is None

    # tables

    async def deal(self, deadline: int | None = None) -> Game:
        """A running game of Ann and Bob, in which it's Ann's turn."""
        game = await self.room.playing("R6 B9 K1", "O2 O3 O4", guild=self.number, channel=self.number)
        assert game.state
        timed = replace(game, state=replace(game.state, deadline=deadline))
        return await self.room.tables.games.commit(timed, interaction_id=None, now=NOON)

    async def lobby(self, *players: Player) -> Game:
        games = self.room.tables.games
        lobby = await a_lobby(games, interaction=self.number, guild=self.number, channel=self.number)
        changed = replace(lobby, players=(*lobby.players, *players))
        return await games.commit(changed, interaction_id=None, now=NOON) if players else lobby

    async def count_changes(self, game: Game) -> int:
        rows = await self.room.database.run(
            "SELECT 1 FROM log WHERE game_id = ? AND version > ?", (game.id, game.version)
        )
        return len(rows)

    # a round

    async def run(self, scene: Scene) -> None:
        """Ask everything at once, then one thing again, and count what is wrong."""
        self.number += 1
        turn = await scene(self)
        self.dice.shuffle(turn.asks)
        await asyncio.gather(*(self.ask(*each) for each in turn.asks), *turn.besides)
        await self._judge(turn.game, turn.effects)
        ask, first = self.dice.choice(turn.asks)
        await self.redeliver(ask, first)
        await self._judge(turn.game, turn.effects)
        self.counts["rounds"] += 1

    async def redeliver(self, ask: Ask, first: Interaction) -> None:
        again = Interaction(first.by, first.message, first.guild_id, first.channel_id, id=first.id)
        await self.ask(ask, again)
        self.counts["redelivered"] += 1

    async def _judge(self, game: Game, effects: int) -> None:
        surplus = await self.count_changes(game) - effects
        self.counts["doubled"] += max(0, surplus)
        self.counts["lost"] += max(0, -surplus)


# scenes


async def same_taps(race: Race) -> Round:
    """Ann taps Draw several times."""
    game = await race.deal()
    taps = range(race.dice.randint(2, MOST_AT_ONCE))
    return Round(game, [(race.tap("draw", game), race.by(ANN)) for _ in taps], effects=1)


async def other_moves(race: Race) -> Round:
    """Ann draws and plays in several ways, and Bob taps Draw."""
    game = await race.deal()
    ways: list[tuple[Ask, Player]] = [
        (race.tap("draw", game), ANN),
        (race.command("draw"), ANN),
        (race.command("play", move="A+R6"), ANN),
        (race.tap("draw", game), BOB),
    ]
    more = race.dice.choices(ways, k=race.dice.randint(0, MOST_AT_ONCE - 2))
    asks = [(ask, race.by(player)) for ask, player in [*race.dice.sample(ways[:3], 2), *more]]
    return Round(game, asks, effects=1)


async def crowds(race: Race) -> Round:
    """Ann taps Draw, and draws and plays in other ways; in one round of ten, fifty times each."""
    game = await race.deal()
    many = CROWD if race.dice.random() < CROWDED else MOST_AT_ONCE
    others = [race.command("draw"), race.command("play", move="A+R6"), race.command("play", move="A+R6 B9")]
    asks = [*[race.tap("draw", game)] * many, *race.dice.choices(others[:2], k=many - 1), others[2]]
    return Round(game, [(ask, race.by(ANN)) for ask in asks], effects=1)


async def joins(race: Race) -> Round:
    """Several people tap Join, some of them twice."""
    game = await race.lobby()
    people = [Player(100 + number, f"Guest {number}") for number in range(race.dice.randint(2, MOST_AT_ONCE))]
    taps = [*people, *race.dice.choices(people, k=2)]
    asks = [(race.tap("join", game), race.by(player, PUBLIC)) for player in taps]
    return Round(game, asks, effects=min(len(people), SEATS - 1))


async def starts(race: Race) -> Round:
    """Ann starts the game with several taps and commands."""
    game = await race.lobby(BOB)
    ways = race.dice.choices([race.tap("start", game), race.command("start")], k=race.dice.randint(2, MOST_AT_ONCE))
    return Round(game, [(ask, race.by(ANN)) for ask in ways], effects=1)


async def timeouts(race: Race) -> Round:
    """Ann's time is up while she undoes and confirms what she has drafted."""
    game = await race.deal(deadline=NOON)
    pick = race.taps["pick"]
    await pick(cast("Any", race.by(ANN)), Button.of("pick", game, "0"), ("R6",))
    ways = [race.tap("step", game, "undo"), race.tap("confirm", game), race.tap("draw", game)]
    asks = [(ask, race.by(ANN)) for ask in race.dice.sample(ways, race.dice.randint(1, len(ways)))]
    return Round(game, asks, effects=1, besides=[race.clock._is_settled(game)])  # noqa: SLF001  # what its loop does


async def redeliveries(race: Race) -> Round:
    """Ann's command is delivered twice at once, and again when it's her turn anew."""
    game = await race.deal()
    draw, ann, bob = race.command("draw"), race.by(ANN), race.by(BOB)
    again = replace(ann, shown=[])
    await asyncio.gather(race.ask(draw, ann), race.ask(draw, again))
    await race.ask(draw, bob)
    for first in (ann, bob):
        await race.redeliver(draw, first)
    return Round(game, [(draw, replace(ann, first=None, shown=[]))], effects=2)


SCENES: tuple[Scene, ...] = (same_taps, other_moves, crowds, joins, starts, timeouts, redeliveries)


def run(seed: int) -> Counts:
    """Run a hundred rounds, all scenes in turn."""
    return asyncio.run(race(seed, [SCENES[number % len(SCENES)] for number in range(ROUNDS)]))


async def race(seed: int, scenes: Sequence[Scene]) -> Counts:
    """Run a round of each scene, one after the other."""
    with TemporaryDirectory() as folder:
        async with opened(Path(folder), PlayCog) as room:
            running = Race(room, random.Random(seed))
            for scene in scenes:
                await running.run(scene)
            return running.counts


# controls


def take_stale(seed: int) -> Counts:
    async def commit(store: GameStore, game: Game, **named: Any) -> Game:
        try:
            return await original(store, game, **named)
        except Stale as stale:
            return await commit(store, replace(game, version=stale.game.version), **named)

    original = GameStore.commit
    return _plant(seed, same_taps, GameStore, "commit", commit)


def forget_interaction(seed: int) -> Counts:
    async def commit(store: GameStore, game: Game, **named: Any) -> Game:
        return await original(store, game, **{**named, "interaction_id": None})

    original = GameStore.commit
    return _plant(seed, redeliveries, GameStore, "commit", commit)


def store_nothing(seed: int) -> Counts:
    async def commit(store: GameStore, game: Game, **named: Any) -> Game:
        return game if named.get("line") else await original(store, game, **named)

    original = GameStore.commit
    return _plant(seed, same_taps, GameStore, "commit", commit)


def say_nothing(seed: int) -> Counts:
    async def refresh(*_: object, **__: object) -> None:
        """Leave the tap without an answer."""

    return _plant(seed, same_taps, PrivateBenches, "refresh", refresh)


def _plant(seed: int, scene: Scene, owner: type, method: str, fault: object) -> Counts:
    """Run a few rounds with another method in the place of the bot's."""
    with mock.patch.object(owner, method, fault):
        return asyncio.run(race(seed, [scene] * 5))


PART = Part(
    name="races",
    promise="What is asked at the same moment, or delivered twice, happens once, and every tap is answered",
    run=run,
    full=100,
    sample=10,
    faults=("doubled", "lost", "unanswered"),
    controls=(
        Control("the store takes moves that are based on an old version", "doubled", take_stale),
        Control("the store forgets which interactions it has seen", "doubled", forget_interaction),
        Control("the store stores nothing", "lost", store_nothing),
        Control("the bot leaves taps without an answer", "unanswered", say_nothing),
    ),
)
