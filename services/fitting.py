"""Turns that are found for a player: the arrangement of tiles that he picked, or of as many of them as can be laid."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.game.goals import FoundTurn, Goal
from engine.game.views import Assistance
from engine.text.errors import HasResigned
from engine.text.phrases import say
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import Tile, by_color
from services.game_view import GameView
from services.lobbies import list_options
from services.refusals import Refusal
from services.search import TurnSearch
from services.tables import Tables
from storage.games import Game

OPTION = "assistance"


class PickedTilesSolver:
    """Finds places for tiles."""

    def __init__(self, search: TurnSearch) -> None:
        self._search = search

    async def solve(self, game_view: GameView, picked: Sequence[Tile]) -> tuple[FoundTurn | None, str]:
        """The arrangement of these tiles, or of as many of them as can be laid at once; and what to say of it."""
        if found := await self._search.find(game_view, Goal.FIT, picked):
            return found, ""
        best = await self._search.find_best(game_view)
        if best and Counter(best.played) == Counter(picked):
            return best, ""  # a search that is bounded may find it this way only
        tiles = write_tiles(sorted(picked, key=by_color))
        some = await self._search.find(_with_rack(game_view, picked), Goal.TILES)
        if some is None:
            nothing = say("{tiles}: I find no legal turn with just these.", tiles=tiles)
            return None, nothing if _has_opened(game_view) else nothing + " " + say("You have not opened yet.")
        if len(some.played) == len(picked):
            return some, ""  # as above
        fewer = await self._search.find(game_view, Goal.FIT, some.played) or some
        return fewer, say(
            "{tiles}: I find no legal turn with just these, but there is one with {fewer}.",
            tiles=tiles,
            fewer=write_tiles(sorted(fewer.played, key=by_color)),
        )


def _has_opened(game_view: GameView) -> bool:
    """Has the viewer? Before, tiles may not do that would do later."""
    return game_view.view.seats[game_view.view.you or 0].opened


def _with_rack(game_view: GameView, tiles: Sequence[Tile]) -> GameView:
    """As if the viewer held these alone."""
    rack = game_view.view.rack
    return replace(game_view, view=replace(game_view.view, rack=rack and replace(rack, tiles=tuple(tiles), fresh=0)))


def require_assistance(tables: Tables, game: Game, user_id: int, needed: Assistance) -> GameView:
    """The player's own view of a table that helps so much.

    Raises:
        Refusal: it does not, or the user has no seat.
        HasResigned: the player has left the game.
    """
    game_view = tables.view_for(game, user_id)
    if game_view.view.assistance not in {needed, Assistance.FULL}:
        raise Refusal(_explain_missing_help(game_view))
    if game_view.view.seats[game_view.view.you or 0].resigned:
        raise HasResigned
    return game_view


def _explain_missing_help(game_view: GameView) -> str:
    """The table's rule, and who sets it."""
    options = zip(game_view.variant.options, list_options(game_view.variant, game_view.view.options), strict=True)
    name, value = next(said for option, said in options if option.key == OPTION)
    if (
        game_view.view.assistance is Assistance.OFF
        and game_view.variant.chosen(game_view.view.options)[OPTION] != Assistance.OFF
    ):
        return say("This table punishes mistakes, so nothing is said of a play before it is made.")
    return say(
        "This table's rule is **{option}: {choice}**. The host sets it with **Rules** before the game begins.",
        option=name,
        choice=value,
    )
