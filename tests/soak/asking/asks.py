"""Every command and every tap of the bot, each with options that it can do something with at one of `tables.py`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord

from engine.coach.puzzles import Grade
from services.puzzles.pool import PuzzleKey
from storage.games import Game
from storage.texts import TextKind
from tests.soak.fuzzing.open_bot import PUZZLE, OpenBot
from tests.storage.tables import GUILD
from tests.support.interactions import Interaction
from tests.support.rooms import list_commands
from ui.controls import Control

ELSEWHERE = 9_000  # a channel without a table
EASY = PuzzleKey(PUZZLE.day, Grade.EASY)
PUZZLES = ("puzzle", "solve", "resolve", "giveup", "reveal", "pboard")  # taps that name a puzzle
BENCH = "p"  # what taps on a puzzle's bench begin with; they carry its number in place of a game's
STORED = {"again": TextKind.REFUSED, "lay": TextKind.FOUND}  # taps whose argument is the token of a stored text


@dataclass(frozen=True)
class Ask:
    """A slash command, whose name begins with `/`, or a tap on a control with this verb."""

    name: str
    argument: str = ""
    values: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    async def send(self, bot: OpenBot, asked: Interaction, game: Game | None) -> None:
        """Ask this of the bot, as discord.py does, at this game.

        Raises: whatever the bot refuses it with.
        """
        asked.client = bot
        await bot.track_answer(asked)
        if self.name.startswith("/"):
            cog, command = next(
                (cog, each) for cog in bot.cogs for name, each in list_commands(cog).items() if f"/{name}" == self.name
            )
            await bot.note_presence(asked)
            await cast("Any", command).callback(cog, asked, **self.options)
        else:
            control = await self._control(bot, game, asked.user.id)
            await bot.note_presence(asked, control)
            await bot.taps[self.name](cast("Any", asked), control, self.values)

    async def _control(self, bot: OpenBot, game: Game | None, user_id: int) -> Control:
        if self.name in PUZZLES:
            return Control(self.name, 0, 0, EASY.name)
        if self.name in {f"{BENCH}{verb}" for verb in BENCH_TAPS}:
            return Control(self.name, EASY.number, 1, self.argument)
        if game is None:
            return Control(self.name, 0, 0, self.argument)
        seat = next((place for place, each in enumerate(game.players) if each.user_id == user_id), 0)
        kind = STORED.get(self.name)
        text = await bot.tables.texts.latest(game.id, seat, kind) if kind else None
        return Control.of(self.name, game, text.token if text else self.argument)


THERE = SimpleNamespace(
    id=ELSEWHERE,
    guild_id=GUILD,
    type=discord.ChannelType.text,
    permissions=discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True),
)
COMMANDS: Mapping[str, Mapping[str, Any]] = {  # those that need options, or do more with them
    "/feedback": {"text": "Larger tiles, please."},
    "/fit": {"tiles": "R6"},
    "/claim": {"label": "A"},
    "/move-table": {"channel": THERE},
    "/settings": {"theme": "dark"},
    "/tournament": {"kind": "swiss"},
    "/solve": {"rack": "R6 B3 J", "table": "R3 R4 R5"},
    "/play": {"move": "A+R6"},
}
BENCH_TAPS: Mapping[str, tuple[str, Sequence[str]]] = {
    "pick": ("0", ["R6"]),
    "lying": ("", ["*"]),
    "spot": ("", ["A"]),
    "target": ("", ["new"]),
    "face": ("", ["A.0"]),
    "step": ("undo", []),
    "page": ("1", []),
    "color": ("", ["B"]),
    "together": ("", []),
    "sort": ("number", []),
    "confirm": ("", []),
}
TAPS: Mapping[str, tuple[str, Sequence[str]]] = {  # argument and values of those that need any
    **BENCH_TAPS,
    **{f"{BENCH}{verb}": parts for verb, parts in BENCH_TAPS.items()},
    "claimed": ("", ["A"]),
    "clauses": ("classic", ["1"]),
    **dict.fromkeys(("board", "boardback", "boardon", "boardscope", "boardmine", "boardpost"), ("season-all-0", [])),
    "help": ("notation", []),
    "hint": ("3", []),
    "offer": ("0", []),
    "review": ("1", []),
    "option": ("clock", ["1"]),
    "preset": ("", ["1"]),
    "rule": ("", ["0"]),
    "level": ("", ["add-fair"]),
    "patience": ("", ["2"]),
    "prefer": ("theme", ["dark"]),
    "switch": ("text-on", []),
    "setup": ("system", ["1"]),
    **{verb: ("1", []) for verb in ("signup", "withdraw", "begin", "calloff", "calledoff")},  # before the start
    **{verb: ("2", []) for verb in ("imhere", "dropout", "dropped")},  # in the first round
}


async def list_asks(bot: OpenBot) -> tuple[Ask, ...]:
    """Return an ask for each command and each tap of this bot."""
    commands = [f"/{name}" for cog in bot.cogs for name in list_commands(cog)]
    given = [Ask(name, options=COMMANDS.get(name, {})) for name in commands]
    return (*given, *(Ask(verb, *TAPS.get(verb, ("", ()))) for verb in bot.verbs))
