"""Taps on components with any custom id and any values, by somebody who plays, hosts, watches or is a stranger.

An input has a tap on each line: who taps which message, the custom id and the picked values, separated by tabs.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle, product

from engine.game import bench_keys
from services.puzzles.pool import PuzzleKey
from services.refusals import Refusal
from storage.games import Game
from tests.soak.fuzzing.open_bot import PEOPLE, TODAY, FreshBots, OpenBot
from tests.soak.fuzzing.target import require_same
from tests.support.interactions import PRIVATE, PUBLIC, Interaction
from ui.controls import Control

MOST = 4  # taps of an input
GAMES = 2  # that each verb begins with, all in turn
LONGEST = 100  # characters of a custom id or of a value, as in Discord
ARGUMENTS = (
    *("0", "1", "2", "undo", "redo", "reset", "all", "R", "color", "rules", "house", "dm-on", "text-off", "threads-on"),
    *(f"{TODAY}", "2027-01-15-easy", "2027-01-15-hard", "clock", "opening", "hints", "role", "language", "m1", "theme"),
)
VALUES = ("R5.1", "A", "A.0", "hold", "new", "away", "A@", "A@0", "H8", "H8-", "H8+", "A/", "3", "A.1", "more", "whole")


class Ids:
    """The bot's components. What custom ids and values name is also written and read again."""

    limit = 2.0

    def __init__(self) -> None:
        self._bots = FreshBots()
        verbs, games = self._bots.run(_list_parts)
        self.words = [*(f"rk:{verb}:" for verb in verbs), *ARGUMENTS, *VALUES, "\n", "\t", "\na\trk:", "\nb\trk:"]
        turns = zip(product(verbs, range(GAMES)), cycle(games), strict=False)
        self.samples = [f"a\t{Control.of(verb, game).custom_id}\t0".encode() for (verb, _), game in turns]

    def send(self, data: bytes) -> None:
        lines = data.decode("utf-8", "replace").split("\n")[:MOST]
        taps = [[part[:LONGEST] for part in line.split("\t")] for line in lines]
        for custom_id, *values in (parts for _, *parts in taps if parts):
            _check_writing(custom_id, values)
        self._bots.run(lambda bot: _tap(bot, taps))

    def close(self) -> None:
        self._bots.close()


async def _list_parts(bot: OpenBot) -> tuple[Sequence[str], Sequence[Game]]:
    games = [await bot.tables.require_game(number + 1) for number in range(2 + len(bot.tables.variants))]
    return bot.verbs, games


async def _tap(bot: OpenBot, taps: Sequence[Sequence[str]]) -> None:
    for who, *parts in taps:
        if parts:
            player = PEOPLE.get(who.lower(), PEOPLE["a"])
            message = PUBLIC if who.isupper() else PRIVATE
            asked = Interaction(player, message, manages=who.lower() == "m")
            await bot.tap(asked, parts[0], parts[1:])


def _check_writing(custom_id: str, values: Sequence[str]) -> None:
    """Raises: Changed."""
    control = Control.read(custom_id)
    if control is None:
        return
    require_same(Control.read(control.custom_id), control)
    for text in (control.argument, *values):
        key, way = bench_keys.read(text), bench_keys.read_way(text)
        if key:
            require_same(bench_keys.write(key), text)
        if way:
            require_same(bench_keys.write_way(way), text)
    for puzzle in _read_puzzles(control):
        require_same(PuzzleKey.read(puzzle.name), puzzle)
        require_same(PuzzleKey.numbered(puzzle.number), puzzle)


def _read_puzzles(control: Control) -> Iterator[PuzzleKey]:
    for read in (partial(PuzzleKey.read, control.argument), partial(PuzzleKey.numbered, control.game)):
        try:
            yield read()
        except Refusal:
            continue
