"""The search for a play of the tiles that a player picked, or of as many of them as possible."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.game.goals import FoundTurn, Goal
from engine.game.views import Assistance
from engine.text.errors import HasResigned
from engine.text.phrases import say
from engine.tiles.notation import say_tiles
from engine.tiles.tiles import Tile, by_color
from services.game_view import GameView
from services.options import HELP, list_options
from services.refusals import Refusal
from services.search import TurnSearch
from services.tables import Tables
from storage.games import Game


async def play_picked(search: TurnSearch, game_view: GameView, picked: Sequence[Tile]) -> tuple[FoundTurn | None, str]:
    """Return a legal play of exactly the picked tiles, or else of as many of them as possible, and a sentence.

    The sentence tells the player that not all of the tiles can be played; it's empty if the play uses them all. The
    play is None if no legal turn uses just picked tiles of the rack.
    """
    if found := await search.find(game_view, Goal.FIT, picked):
        return found, ""
    best = await search.find_best(game_view)  # which a hint may have shown, and whose search is longer
    if best and Counter(best.played) == Counter(picked):
        return best, ""
    view, tiles = game_view.view, say_tiles(sorted(picked, key=by_color))
    rack = view.rack and replace(view.rack, tiles=tuple(picked), fresh=0)
    some = await search.find(replace(game_view, view=replace(view, rack=rack)), Goal.TILES)
    if some is None:
        nothing = say("No valid play uses exactly {tiles}.", tiles=tiles)
        has_melded = view.seats[view.you or 0].has_melded
        return None, nothing if has_melded else nothing + " " + say("You haven't opened yet.")
    if len(some.played) == len(picked):
        return some, ""  # the bounded search above may have missed it
    return some, say(
        "No valid play uses exactly {tiles}, but one uses {fewer}.",
        tiles=tiles,
        fewer=say_tiles(sorted(some.played, key=by_color)),
    )


def require_assistance(tables: Tables, game: Game, user_id: int, needed: Assistance) -> GameView:
    """Return the player's own view of a game whose table gives the `needed` help, or full help.

    Raises:
        Refusal: the table doesn't give that help, or the user isn't in the game.
        HasResigned: the player has resigned.
    """
    game_view = tables.view_for(game, user_id)
    if game_view.view.assistance not in {needed, Assistance.FULL}:
        raise Refusal(_explain_missing_help(game_view))
    if game_view.view.seats[game_view.view.you or 0].resigned:
        raise HasResigned
    return game_view


def _explain_missing_help(game_view: GameView) -> str:
    option = [each for each in game_view.variant.options if each.key == HELP]
    ((name, value),) = list_options(game_view.variant, option, game_view.view.options)
    if (
        game_view.view.assistance is Assistance.OFF
        and game_view.variant.chosen(game_view.view.options)[HELP] != Assistance.OFF
    ):
        return say("This table has a penalty for mistakes, so plays aren't checked before you make them.")
    return say(
        "This table plays with **{option}: {choice}**. The host chooses that before the game starts.",
        option=name,
        choice=value,
    )
