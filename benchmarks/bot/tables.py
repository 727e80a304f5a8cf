"""Tables of two on a playground, played by drawing alone."""

import asyncio
from dataclasses import dataclass, field

from playground import Playground
from playground.client.user import SimulatedUser
from playground.model.values import Channel

QUIET = 1.5  # seconds without a request after which nothing more is to come; the bot waits 1 s between two edits


class NotAnswered(Exception):
    """The bot did not do what it was asked."""


@dataclass
class Table:
    """`channel` is its own; the seats take turns."""

    channel: Channel
    seats: list[SimulatedUser]
    turn: int = 0
    drawn: int = field(default=0, init=False)

    async def draw(self) -> None:
        """Draw for the player to move.

        Raises:
            NotAnswered: no tile came.
        """
        answer = await self.seats[self.turn].command("draw", self.channel)
        if answer is None or "You drew" not in answer.text:
            raise NotAnswered(answer and answer.text)
        self.turn = (self.turn + 1) % len(self.seats)
        self.drawn += 1


async def open_table(playground: Playground, name: str) -> Table:
    """A game of the two first users in a new channel, its first tile drawn."""
    channel = playground.world.add_channel(name)
    seats = [playground.seat(user) for user in list(playground.world.users.values())[:2]]
    await seats[0].command("new", channel)
    await seats[1].command("join", channel)
    await seats[0].command("start", channel)
    table = Table(channel, seats)
    try:
        await table.draw()
    except NotAnswered:  # the other one begins
        table.turn = 1
        await table.draw()
    return table


async def wait_until_quiet(playground: Playground) -> None:
    """Wait until the bot has nothing left to show."""
    game_view = -1
    while game_view != len(playground.requests):
        game_view = len(playground.requests)
        await asyncio.sleep(QUIET)
