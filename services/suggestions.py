"""Turns that Discord's autocomplete suggests to a player who is typing one, at tables that give full help."""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.goals import FoundTurn, Goal
from engine.game.views import Assistance
from engine.text.errors import BadNotation
from engine.text.phrases import say
from engine.tiles.notation import read_tile, tile_count, write_tiles
from engine.tiles.tiles import Tile, by_color
from services.concurrency.supervise import log_error
from services.game_view import GameView
from services.search import TurnSearch
from services.tables import Tables
from storage.texts import TextKind

PATIENCE = 1.5  # seconds; Discord waits three for choices
KEPT_TOKEN = "kept:"  # noqa: S105  # prefix of a choice that refers to a stored text of this seat
KINDS = {Goal.TILES: TextKind.TILES, Goal.VALUE: TextKind.VALUE, Goal.FIT: TextKind.FIT}
# A tile, or a joker with its face; not a cell, a set's letter before a sign, or a tile taken from the table.
_WRITTEN = re.compile(
    r"(?<![\w>-])(?:(?P<joker>[Jj])(?:[=:][A-Za-z]?[0-9]{1,2})?|(?P<tile>[A-Za-z](?:[0-9]{1,2}|[NAna])))(?![\w=>+:@-])"
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested turn: the label that the player reads, and the text that Discord sends if the player picks it.

    The text is the play in notation, or if that is too long for Discord, `KEPT_TOKEN` and the token of a stored text.
    """

    label: str
    text: str


class Suggestions:
    """A source of suggested turns: the plays with the most tiles, with the most value, and with just the typed tiles.

    All include the typed tiles. `longest` is the most characters that Discord accepts as a choice's value.
    """

    def __init__(self, tables: Tables, search: TurnSearch, longest: int) -> None:
        self._tables = tables
        self._search = search
        self._longest = longest  # a suggestion's text, in characters

    async def suggest(self, game_view: GameView, text: str) -> list[Suggestion]:
        """Return up to three suggestions for a player who has typed `text` so far.

        There are none if the table gives no hints, if the search takes over `PATIENCE` seconds, or if anything fails.
        """
        if game_view.view.assistance is not Assistance.FULL:
            return []
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._find_suggestions(game_view, read_written_tiles(game_view, text))
        except TimeoutError:
            return []
        except Exception as error:  # noqa: BLE001  # an error would interrupt the player's typing
            log_error("suggesting turns", error)
            return []

    async def _find_suggestions(self, game_view: GameView, tiles: Sequence[Tile]) -> list[Suggestion]:
        goals = dict.fromkeys((game_view.view.goal, Goal.TILES, Goal.VALUE))
        found = {goal: await self._search.find(game_view, goal) for goal in goals}
        if tiles:
            found[Goal.FIT] = await self._search.find(game_view, Goal.FIT, tiles)
        plays = {each.action.line(): (goal, each) for goal, each in reversed(found.items()) if each}
        fitting = [each for each in reversed(plays.values()) if not Counter(tiles) - Counter(each[1].played)]
        return [await self._make_suggestion(game_view, goal, each) for goal, each in fitting]

    async def _make_suggestion(self, game_view: GameView, goal: Goal, found: FoundTurn) -> Suggestion:
        text = found.action.line().partition(" ")[2]
        if len(text) > self._longest:
            text = KEPT_TOKEN + await self._tables.texts.keep(
                game_view.id, game_view.view.you or 0, game_view.version, text, KINDS[goal]
            )
        return Suggestion(_describe(goal, found), text)


def _describe(goal: Goal, found: FoundTurn) -> str:
    tiles = write_tiles(sorted(found.played, key=by_color))
    if goal is Goal.TILES:
        return say("Most tiles, {number}: {tiles}", number=len(found.played), tiles=tiles)
    if goal is Goal.VALUE:
        return say("Most value, {points}: {tiles}", points=found.value, tiles=tiles)
    return say("Just {number}: {tiles}", number=tile_count(len(found.played)), tiles=tiles)


def read_written_tiles(game_view: GameView, text: str) -> list[Tile]:
    """Return the tiles of the viewer's rack that `text`, an unfinished play in notation, names."""
    named: Counter[Tile] = Counter()
    for word in _WRITTEN.finditer(text):
        try:
            named[read_tile(word["joker"] or word["tile"], game_view.view.box)] += 1
        except BadNotation:
            continue
    return list((named & Counter(game_view.view.rack.tiles if game_view.view.rack else ())).elements())
