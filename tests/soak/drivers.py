"""Tables that are driven from outside, each move checked against what the database then says and channels show."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from engine.game.state import GameState
from engine.text.errors import GameError
from playground.client.user import SimulatedUser
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import Channel
from storage.games import Game, Phase
from tests.e2e.running_bot import VARIANTS, RunningBot
from tests.positions import tiles_in_play
from tests.proposer import ideas
from tests.soak.part import Counts


@dataclass(frozen=True)
class Sent:
    """A move on its way: from `before`, written as `line`, leading to `after`."""

    before: Game
    line: str
    after: GameState


@dataclass
class Driver:
    """Plays whatever game its channel has, for both players, and remembers what was answered.

    `asked` has the line of every move that was sent, by game and version, and `answered` of every one that a player was
    told of; `sent` is the move that nobody was told of yet. Tables are opened with the `options` of /new.
    """

    running_bot: RunningBot
    room: Channel
    seats: list[SimulatedUser]
    dice: random.Random
    asked: dict[tuple[int, int], str] = field(default_factory=dict)
    answered: dict[tuple[int, int], str] = field(default_factory=dict)
    sent: Sent | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    _found: set[tuple[str, int, int]] = field(default_factory=set)

    @classmethod
    def seat(cls, running_bot: RunningBot, tables: int, dice: random.Random) -> list[Self]:
        """Seat the same two people at so many tables, each in a channel of its own."""
        return [
            cls(running_bot, running_bot.room(f"table-{number}"), running_bot.seats(2), dice)
            for number in range(tables)
        ]

    async def step(self) -> None:
        """Do what comes next: open, join, start or move."""
        game = self.newest()
        if game is None or game.phase in (Phase.OVER, Phase.CLOSED):
            await self.seats[0].command("new", self.room, self.options)
        elif game.phase is Phase.LOBBY and len(game.players) < len(self.seats):
            await self.seats[1].command("join", self.room)
        elif game.phase is Phase.LOBBY:
            await self.seats[0].command("start", self.room)
        else:
            await self._move(game)

    def newest(self) -> Game | None:
        """The channel's last game as stored."""
        rows = self.running_bot.rows("SELECT id FROM game WHERE channel_id = ? ORDER BY id DESC LIMIT 1", self.room.id)
        return self.running_bot.game_by_id(rows[0]["id"]) if rows else None

    async def _move(self, game: Game) -> None:
        assert game.state
        mover = next(each for each in self.seats if each.user.id == game.players[game.state.turn].user_id)
        self.sent = self._idea(game, game.state)
        verb, _, text = self.sent.line.partition(" ")
        named = {"play": "move", "claim": "set"}.get(verb)
        self.asked[game.id, game.version + 1] = self.sent.line
        await mover.command(verb, self.room, {named: text} if named else {})
        self.answered[game.id, game.version + 1] = self.sent.line
        self.sent = None

    def _idea(self, game: Game, state: GameState) -> Sent:
        """The first idea that the rules allow."""
        variant = VARIANTS[game.variant]
        for line in [idea.line for idea in ideas(variant.view(state, state.turn), self.dice)]:
            one = "draw" if line.startswith("draw") else line
            try:
                after = variant.apply(state, variant.read(state.turn, one), now=state.now).state
            except GameError:
                continue
            return Sent(game, one, after)
        raise AssertionError("This state allows nothing at all.")

    def judge(self) -> Counter[str]:
        """Return how many moves are lost, though answered; doubled, as nobody sent them; and how many games are torn.

        In a torn game a version is missing, there is half a move, or the tiles are others. Nothing is counted again at
        the next call.
        """
        rows = self.running_bot.rows("SELECT id FROM game WHERE channel_id = ?", self.room.id)
        new = {fault for row in rows for fault in self._find_faults(row["id"])} - self._found
        self._found |= new
        self.sent = None
        return Counter(kind for kind, _, _ in new)

    def _find_faults(self, game_id: int) -> Iterator[tuple[str, int, int]]:
        """Yield each fault of a game: its kind, the game and the version."""
        game = self.running_bot.game_by_id(game_id)
        assert game
        log = self.running_bot.rows("SELECT version, line FROM log WHERE game_id = ? ORDER BY version", game_id)
        stored = {each["version"]: each["line"] for each in log}
        answered = {version: line for (number, version), line in self.answered.items() if number == game_id}
        for version, line in answered.items():
            if self._normal(game, stored.get(version) or "gone") != self._normal(game, line):
                yield "lost", game_id, version
        for version, line in stored.items():
            if line is not None and (game_id, version) not in self.asked:
                yield "doubled", game_id, version
        if [*stored] != [*range(1, game.version + 1)] or not self._is_whole(game):
            yield "torn", game_id, game.version

    def _is_whole(self, game: Game) -> bool:
        """Whether all tiles are there, and the move on its way is made or isn't."""
        if game.state is None:
            return True
        box = VARIANTS[game.variant].view(game.state, None).box
        if tiles_in_play(game.state) != Counter(box.tiles()):
            return False
        if not self.sent or self.sent.before.id != game.id:
            return True
        whole = {self.sent.before.version: self.sent.before.state, self.sent.before.version + 1: self.sent.after}
        return game.version in whole and _list_position(game.state) == _list_position(whole[game.version])

    def _normal(self, game: Game, line: str) -> str:
        """The line as the log writes it."""
        try:
            return VARIANTS[game.variant].read(0, line).line()
        except GameError:
            return line


def _list_position(state: GameState | None) -> object:
    """The racks, the pool and the table, and whose turn it is."""
    assert state
    return state.seats, state.pool, getattr(state, "sets", ()), state.turn, state.outcome


async def stop_all(playing: Sequence[asyncio.Task[None]]) -> None:
    """Let nobody play anymore."""
    for task in playing:
        task.cancel()
    ends = await asyncio.gather(*playing, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError)] == []


async def wait(is_there: Callable[[], bool], seconds: float, *, every: float = 0.01) -> float:
    """Wait until this is true, for at most these seconds, and return how many it was."""
    begun = time.monotonic()
    while not is_there() and time.monotonic() - begun < seconds:  # noqa: ASYNC110  # files and processes tell nobody
        await asyncio.sleep(every)
    return time.monotonic() - begun


async def look(list_faults: Callable[[], Mapping[str, list[str]]], seconds: float) -> Counts:
    """Return how many faults of each kind there are, when the time is up or none is left."""
    await wait(lambda: not any(list_faults().values()), seconds, every=0.5)
    found = list_faults()
    for each in (each for faults in found.values() for each in faults):
        print(f"  {each}", flush=True)
    return Counter({name: len(faults) for name, faults in found.items()})


def list_surplus(running_bot: RunningBot, drivers: Sequence[Driver]) -> list[str]:
    """Return the public messages that belong to no game, such as a table that was posted twice."""
    rows = running_bot.rows("SELECT message_id FROM post")
    known = {row["message_id"] for row in rows}
    return [
        f"too many: {message.content or str(message.components)[:200]}"
        for driver in drivers
        for message in running_bot.world.messages(driver.room.id)
        if message.author_id == APPLICATION_ID and not message.ephemeral and message.id not in known
    ]


def list_missing(running_bot: RunningBot) -> list[str]:
    """Return the games whose message isn't there, or isn't up to date, and those whose player to move isn't noted."""
    rows = running_bot.rows(
        """SELECT id FROM game LEFT JOIN post AS shown ON owner = 'table ' || id AND nonce = ''
        WHERE owner IS NULL OR CAST(shown AS INTEGER) < version
        OR EXISTS (SELECT 1 FROM post WHERE owner = 'table ' || id AND message_id IS NULL)"""
    )
    shown = running_bot.rows(
        "SELECT post.channel_id, message_id FROM post JOIN game ON owner = 'table ' || id WHERE phase <> 'closed'"
        " AND message_id"
    )
    gone = [
        f"gone: {each['message_id']}"
        for each in shown
        if each["message_id"] not in {message.id for message in running_bot.world.messages(each["channel_id"])}
    ]
    return [f"not shown: table {row['id']}" for row in rows] + gone
