"""Whatever people write into modals, and into the options of slash commands, also while they type.

The parts of an input are separated by tabs: who writes, where, what (a modal's custom id, or a command's name after `/`
or, while it's typed, after `?`), and then the fields or options with their values, such as `move=R4 R5 R6`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from discord import AppCommandOptionType
from discord.app_commands import Parameter

from engine.tiles.notation import LONGEST_TEXT
from engine.variants import load
from services.benches import read_bench
from services.puzzles.pool import PuzzleKey
from services.refusals import is_playing
from storage.games import Phase
from tests.soak.fuzzing.middles import find_middle
from tests.soak.fuzzing.notation import WORDS
from tests.soak.fuzzing.open_bot import PEOPLE, PLACES, PLAYERS, PUZZLE, FreshBots, OpenBot
from tests.soak.fuzzing.target import require_same
from tests.storage.tables import CHANNEL
from tests.support.interactions import Interaction
from tests.support.rooms import list_commands
from ui.controls import Control
from ui.screens import puzzle as puzzle_screens
from ui.screens.moves import TURN_FIELD

LONGEST_SOLVED = 60  # characters of a rack or a table for /solve, as large ones may take seconds
LINES = 8  # of each recorded game
DRAFTS = 3  # that are written one after the other
FIRST_GAME = 3  # the id of the first system's game


class Forms:
    """The bot's modals and commands. A draft that was written as text is written again, and must stay what it is."""

    limit = 3.0

    def __init__(self) -> None:
        self._bots = FreshBots()
        names = {each.name: each for each in self._bots.run(_list_commands)}
        self._options = {name: {each.name: each for each in found.parameters} for name, found in names.items()}
        options = {f"{key}=" for known in self._options.values() for key in known}
        self.words = [*WORDS, *(f"/{name}" for name in names), *sorted(options), "\t", "?play", "b\t"]
        self.samples = [each.encode() for each in (*_write_forms(), *_write_commands(self._options))]

    def send(self, data: bytes) -> None:
        who, place, what, *fields = [*data.decode("utf-8", "replace").split("\t"), "", "", ""][:8]
        asked = Interaction(PEOPLE.get(who, PEOPLE["a"]), channel_id=_find_channel(place))
        values = {name: value for name, found, value in (each.partition("=") for each in fields) if found}
        if what[:1] == "/" and what[1:] in self._options:
            options = _fit(self._options[what[1:]], values, LONGEST_SOLVED if what == "/solve" else LONGEST_TEXT)
            if options is not None:
                self._bots.run(lambda bot: bot.command(asked, what[1:], **options))
        elif what[:1] == "?":
            self._bots.run(lambda bot: _type(bot, asked, what[1:], fields[0]))
        else:
            self._bots.run(partial(_submit, asked=asked, custom_id=what[:100], values=values))

    def close(self) -> None:
        self._bots.close()


def _find_channel(place: str) -> int:
    """Return a game's channel by its number; that of the lobby otherwise."""
    return PLACES + int(place) if re.fullmatch("[0-9]", place) else CHANNEL


def _fit(known: Mapping[str, Parameter], values: Mapping[str, str], longest: int) -> dict[str, object] | None:
    """Return the options as Discord lets them through; None if it doesn't."""
    options = {name: _read_option(known[name], value[:longest]) for name, value in values.items() if name in known}
    missing = {each.name for each in known.values() if each.required} - options.keys()
    return None if missing or None in options.values() else options


def _read_option(option: Parameter, value: str) -> object:
    least, most = option.min_value, option.max_value
    if option.choices:
        return next((each.value for each in option.choices if str(each.value) == value), None)
    if option.type is AppCommandOptionType.boolean:
        return value == "True"
    if option.type is AppCommandOptionType.integer and re.fullmatch("-?[0-9]{1,15}", value):
        number = int(value)
        return number if (least is None or number >= least) and (most is None or number <= most) else None
    if option.type is AppCommandOptionType.string and len(value) >= (least or 0):
        return value[: int(most)] if most is not None else value
    return None


async def _submit(bot: OpenBot, asked: Interaction, custom_id: str, values: Mapping[str, str]) -> None:
    """Submit a modal; if what it says is a draft then, submit that too.

    That may change which part of a split set has its letter, and so the order of the sets, but only once.
    """
    await bot.submit(asked, _build_form(custom_id, values))
    control = Control.read(custom_id)
    drafts = [await _read_draft(bot, control.game, asked.user.id) if control else None]
    while control and drafts[-1] is not None and len(drafts) < DRAFTS:
        again = Interaction(asked.by, channel_id=asked.channel_id)
        fields = {TURN_FIELD: drafts[-1]}
        await bot.submit(again, _build_form(Control("text", control.game, 1).custom_id, fields))
        drafts.append(await _read_draft(bot, control.game, asked.user.id))
    first, second, third = [*drafts, None, None][:DRAFTS]
    if first is not None and second is not None:
        require_same(_list_sets(second), _list_sets(first))
    if second is not None and third is not None:
        require_same(third, second)


def _list_sets(draft: str) -> Sequence[str]:
    """Return the sets of a draft, without the letters of those that they cross."""
    return sorted(re.sub("@[A-Z]+", "", draft).split("\n"))


def _build_form(custom_id: str, values: Mapping[str, str]) -> dict[str, Any]:
    """Return what Discord says of a modal: its fields are in labels, or in rows as they were once."""
    fields = [{"custom_id": name, "value": value[:LONGEST_TEXT]} for name, value in values.items()]
    parts = [{"component": each} if place % 2 == 0 else {"components": [each]} for place, each in enumerate(fields)]
    return {"custom_id": custom_id, "components": [{"content": "Your rack"}, *parts]}


async def _read_draft(bot: OpenBot, number: int, user_id: int) -> str | None:
    """Return a player's draft as the modal would have it; None if there is none."""
    game = await bot.tables.games.get(number)
    if game is None or game.phase is not Phase.PLAYING or not is_playing(game, user_id):
        return None
    bench = await read_bench(bot.tables, bot.tables.view_for(game, user_id), user_id)
    return bench.arranged.bench.written if bench.state.draft.changes else None


async def _type(bot: OpenBot, asked: Interaction, name: str, current: str) -> None:
    """Type an option that the bot completes."""
    for cog in bot.cogs:
        for found in list_commands(cog).values():
            callbacks = [each.autocomplete for each in cast("Any", found)._params.values() if each.autocomplete]  # noqa: SLF001  # discord.py's only way to them
            if found.name == name and callbacks:
                asked.client = bot
                await callbacks[0](cog, asked, current)


async def _list_commands(bot: OpenBot) -> Sequence[Any]:
    return [each for cog in bot.cogs for each in list_commands(cog).values()]


def _write_forms() -> Iterator[str]:
    for number, key in enumerate(load()):
        middle = find_middle(key)
        custom_id, who = Control("text", FIRST_GAME + number, 2).custom_id, [*PLAYERS][middle.seat]
        for line in middle.lines[-LINES:]:
            if line.startswith("play "):
                move = line.removeprefix("play ")
                yield f"{who}\t{number}\t{custom_id}\t{TURN_FIELD}={move}"
                yield f"{who}\t{number}\t/play\tmove={move}"
                yield f"{who}\t{number}\t?play\t{move}"
    custom_id = Control(puzzle_screens.FORM, 0, 0, PuzzleKey.of(PUZZLE).name).custom_id
    for answer in ("A+R6", "A+R6 R7; B+O9", "B:2", "table: R3 R4 R5 R6 / B9 K9 J O9", "table: R3", "red six", ""):
        yield f"a\t\t{custom_id}\t{puzzle_screens.FIELD}={answer}"


def _write_commands(known: Mapping[str, Mapping[str, Parameter]]) -> Iterator[str]:
    for name, options in known.items():
        yield f"a\t0\t/{name}"
        for option in options.values():
            for value in [each.value for each in option.choices[:3]] or ["True", "2", "R5 R6", "A"]:
                yield f"a\t0\t/{name}\t{option.name}={value}"
    yield "a\t\t/solve\track=R6 B3 J\ttable=R3 R4 R5"
    yield "a\t\t/solve\track=R6\ttable=H8=R4 I8=R5\tvariant=rummykruss"
    yield "b\t2\t?claim\tA"
