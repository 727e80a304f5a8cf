"""Players of whole games: one who knows what a seat sees and nothing else, and a seeded one who tries ideas."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.goals import Goal
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.text.errors import GameError
from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Game, Phase
from tests.positions import position
from tests.proposer import ideas

from .messages import read_rack, read_table, require_answer
from .running_bot import RunningBot


def find_play(rack: Sequence[str], table: Mapping[str, Sequence[str]], *, has_melded: bool) -> str | None:
    """Return the whole table after the play of Classic with the most tiles; None is to draw."""
    sets = " / ".join(map(" ".join, table.values()))
    at = position("classic", table=sets, racks=[" ".join(rack), "-"], has_melded=has_melded)
    found = at.system.find(at.view(0), Goal.TILES)
    return f"table: {at.play(0, found.action.line().removeprefix('play ')).table}" if found else None


async def edit_as_text(seat: SimulatedUser, rack: ShownMessage) -> None:
    """Open the form for a whole turn, which is in the rack's More menu."""
    await seat.click(await require_answer(seat.click(rack, "More")), "Edit as text")


@dataclass
class Reader:
    """Plays a seat of Classic by what the bot's pictures say in words, in commands or in the form."""

    seat: SimulatedUser
    room: Channel
    uses_form: bool = False
    has_melded: bool = False
    plays: int = 0

    async def move(self) -> ShownMessage:
        """Make one turn and return the bot's private answer."""
        rack = await require_answer(self.seat.command("rack", self.room))
        assert "**Your turn**" in rack.text
        table = read_table(await require_answer(self.seat.command("table", self.room)))
        move = find_play(read_rack(rack), table, has_melded=self.has_melded)
        if move is None:
            return await require_answer(self.seat.click(rack, "Draw" if "Draw" in rack.buttons else "Pass"))
        self.has_melded = True
        self.plays += 1
        if not self.uses_form:
            return await require_answer(self.seat.command("play", self.room, move=move))
        await edit_as_text(self.seat, rack)
        return await require_answer(self.seat.submit(move=move))


def choose_line(variant: Variant[Any], state: GameState, dice: random.Random) -> str:
    """Return the first of the player's ideas that the rules allow."""
    for idea in ideas(variant.view(state, state.turn), dice):
        try:
            variant.apply(state, variant.read(state.turn, idea.line), now=state.now)
        except GameError:
            continue
        return idea.line
    raise AssertionError("a player without an idea")


async def send_line(seat: SimulatedUser, room: Channel, line: str) -> ShownMessage:
    """Send an action's line as the command that means it."""
    verb, _, rest = line.partition(" ")
    options: dict[str, dict[str, Any]] = {
        "play": {"move": rest},
        "claim": {"set": rest},
        "draw": {"count": int(rest or 1) if verb == "draw" else 1},
    }
    return await require_answer(seat.command(verb, room, options.get(verb, {})))


async def play_on(
    running_bot: RunningBot, room: Channel, variant: Variant[Any], seats: list[SimulatedUser], *, moves: int = 1000
) -> Game:
    """Let seeded players, who know what their seat may see, make so many moves, or play to the end."""
    dice = random.Random(7)  # noqa: S311  # the same players each time
    while (game := running_bot.game(room)).phase is Phase.PLAYING and moves:
        moves -= 1
        assert game.state is not None
        line = choose_line(variant, game.state, dice)
        answer = await send_line(seats[game.state.turn], room, line)
        assert running_bot.game(room).version > game.version, (line, answer.text)
    return game


async def begin(room: Channel, seats: list[SimulatedUser], **options: str | int) -> None:
    """Open a table, without a clock unless one is given, and start it."""
    host, *others = seats
    lobby = await require_answer(host.command("new", room, {"clock": "0", **options}))
    for each in others:
        await each.click(lobby, "Join")
    await host.click(lobby, "Start")
