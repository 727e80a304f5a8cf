"""Games of two players on a playground (a simulated Discord), in which they only draw tiles."""

import asyncio
from dataclasses import dataclass, field

from playground import Playground
from playground.client.user import SimulatedUser
from playground.model.values import Channel

QUIET = 1.5  # seconds without a request that mean that the bot is done; it waits 1 s between two edits


class NotAnswered(Exception):
    """The bot didn't do what it was asked; the exception's message is the bot's answer."""


@dataclass
class Table:
    """A game in a channel of its own, in which the players draw in turn.

    `turn` is the index in `seats` of the player to move, and `drawn` the number of tiles drawn so far.
    """

    channel: Channel
    seats: list[SimulatedUser]
    turn: int = 0
    drawn: int = field(default=0, init=False)

    async def draw(self) -> None:
        """Draw a tile as the player whose turn it is.

        Raises:
            NotAnswered: the bot doesn't say that a tile was drawn.
        """
        answer = await self.seats[self.turn].command("draw", self.channel)
        if answer is None or "You drew" not in answer.text:
            raise NotAnswered(answer and answer.text)
        self.turn = (self.turn + 1) % len(self.seats)
        self.drawn += 1


async def open_table(playground: Playground, name: str) -> Table:
    """Start a game of two new users in a new channel, and draw its first tile.

    They are new because the bot limits how many tables one person opens.
    """
    channel = playground.world.add_channel(name)
    seats = [playground.seat(playground.world.add_user(user)) for user in (f"{name}-host", f"{name}-guest")]
    await seats[0].command("new", channel)
    await seats[1].command("join", channel)
    await seats[0].command("start", channel)
    table = Table(channel, seats)
    try:
        await table.draw()
    except NotAnswered:  # the other seat begins
        table.turn = 1
        await table.draw()
    return table


async def wait_until_quiet(playground: Playground) -> None:
    """Wait until the bot has sent no request to Discord for `QUIET` seconds."""
    sent = -1
    while sent != len(playground.requests):
        sent = len(playground.requests)
        await asyncio.sleep(QUIET)
