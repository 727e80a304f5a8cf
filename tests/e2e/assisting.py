"""A table that helps, and what is found there."""

from typing import Any

from engine.game.views import Assistance
from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Game
from tests.e2e.running_bot import RunningBot
from tests.positions import Position, position

from .looking import require_answer, require_private

FULL = {"assistance": Assistance.FULL.value}
OFF = {"assistance": Assistance.OFF.value}


def lay_out_table(running_bot: RunningBot, room: Channel, **more: Any) -> Game:
    """Two sets, and a rack with tiles for one of them, for a set of their own, and for nothing."""
    return running_bot.lay(room, at(**more))


def at(**more: Any) -> Position:
    given: dict[str, Any] = {"table": "r4 r5 r6 / b9 k9 o9", "racks": ["r7 k1 k2 k3 o12", "o1 o2"]}
    return position("classic", **(given | more))


def sets(running_bot: RunningBot, room: Channel) -> list[str]:
    return [each.written for each in running_bot.state(room).sets]


async def ask_for_hint(seat: SimulatedUser, room: Channel) -> ShownMessage:
    """The last step of a hint."""
    shown = await require_private(seat.command("hint", room))
    for _ in range(2):
        shown = await require_answer(seat.click(shown, "More"))
    return shown
