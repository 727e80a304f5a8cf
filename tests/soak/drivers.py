"""Tables that are driven from outside, each move checked against what the database then says."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.game.state import GameState
from engine.text.errors import GameError
from storage.games import Game, Phase
from tests.e2e.running_bot import VARIANTS, RunningBot
from tests.positions import tiles_in_play
from tests.proposer import ideas

if TYPE_CHECKING:
    from playground.client.user import SimulatedUser
    from playground.model.values import Channel


@dataclass(frozen=True)
class Sent:
    """A move on its way: from `before`, written as `line`, leading to `after`."""

    before: Game
    line: str
    after: GameState


@dataclass
class Driver:
    """Plays whatever game its channel has, for both players, and remembers what was answered.

    `answered` has the line of every version that a player was told of; `sent` is the move that nobody was told of yet.
    """

    running_bot: RunningBot
    room: Channel
    seats: list[SimulatedUser]
    dice: random.Random
    answered: dict[tuple[int, int], str] = field(default_factory=dict)
    sent: Sent | None = None

    async def step(self) -> None:
        """Do what comes next: open, join, start or move."""
        game = self.newest()
        if game is None or game.phase in (Phase.OVER, Phase.CLOSED):
            await self.seats[0].command("new", self.room)
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
        named = {"play": "move"}.get(verb)
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

    def check(self) -> None:
        """Nothing told is lost, nothing is there twice or by half, and no tile is gone."""
        for row in self.running_bot.rows("SELECT id FROM game WHERE channel_id = ?", self.room.id):
            game = self.running_bot.game_by_id(row["id"])
            assert game
            log = self.running_bot.rows(
                "SELECT version, seat, line FROM log WHERE game_id = ? ORDER BY version", game.id
            )
            versions = [each["version"] for each in log]
            assert versions[0] == 1
            assert versions[-1] == game.version
            assert all(later - earlier == 1 for earlier, later in pairwise(versions))
            told = {version: line for (number, version), line in self.answered.items() if number == game.id}
            stored = {each["version"]: each["line"] for each in log}
            assert {version: self._normal(game, stored.get(version, "gone")) for version in told} == {
                version: self._normal(game, line) for version, line in told.items()
            }
            self._check_state(game)
        self.sent = None

    def _check_state(self, game: Game) -> None:
        if game.state is None:
            return
        box = VARIANTS[game.variant].view(game.state, None).box
        assert tiles_in_play(game.state) == Counter(box.tiles())
        if self.sent and self.sent.before.id == game.id:
            whole = {self.sent.before.version: self.sent.before.state, self.sent.before.version + 1: self.sent.after}
            assert _lying(game.state) == _lying(whole[game.version])

    def _normal(self, game: Game, line: str) -> str:
        """The line as the log writes it."""
        try:
            return VARIANTS[game.variant].read(0, line).line()
        except GameError:
            return line


def _lying(state: GameState | None) -> object:
    """What lies where, and whose turn it is."""
    assert state
    return state.seats, state.pool, getattr(state, "sets", ()), state.turn, state.outcome
