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
from services.lobbies import chosen
from services.refusals import Refusal
from services.search import Thinking
from services.seen import Seen
from services.tables import House
from storage.games import Game

OPTION = "assistance"


class Fitting:
    """Finds places for tiles."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def fitted(self, seen: Seen, picked: Sequence[Tile]) -> tuple[FoundTurn | None, str]:
        """The arrangement of these tiles, or of as many of them as can be laid at once; and what to say of it."""
        if found := await self._thinking.found(seen, Goal.FIT, picked):
            return found, ""
        best = await self._thinking.best(seen)
        if best and Counter(best.played) == Counter(picked):
            return best, ""  # a search that is bounded may find it this way only
        tiles = write_tiles(sorted(picked, key=by_color))
        some = await self._thinking.found(_with_rack(seen, picked), Goal.TILES)
        if some is None:
            nothing = say("{tiles}: I find no legal turn with just these.", tiles=tiles)
            return None, nothing if _has_opened(seen) else nothing + " " + say("You have not opened yet.")
        if len(some.played) == len(picked):
            return some, ""  # as above
        fewer = await self._thinking.found(seen, Goal.FIT, some.played) or some
        return fewer, say(
            "{tiles}: I find no legal turn with just these, but there is one with {fewer}.",
            tiles=tiles,
            fewer=write_tiles(sorted(fewer.played, key=by_color)),
        )


def _has_opened(seen: Seen) -> bool:
    """Has the viewer? Before, tiles may not do that would do later."""
    return seen.view.seats[seen.view.you or 0].opened


def _with_rack(seen: Seen, tiles: Sequence[Tile]) -> Seen:
    """As if the viewer held these alone."""
    rack = seen.view.rack
    return replace(seen, view=replace(seen.view, rack=rack and replace(rack, tiles=tuple(tiles), fresh=0)))


def helped(house: House, game: Game, user_id: int, needed: Assistance) -> Seen:
    """The player's own view of a table that helps so much.

    Raises:
        Refusal: it does not, or the user has no seat.
        HasResigned: the player has left the game.
    """
    seen = house.seen(game, user_id)
    if seen.view.assistance not in {needed, Assistance.FULL}:
        raise Refusal(_unhelpful(seen))
    if seen.view.seats[seen.view.you or 0].resigned:
        raise HasResigned
    return seen


def _unhelpful(seen: Seen) -> str:
    """The table's rule, and who sets it."""
    options = zip(seen.variant.options, chosen(seen.variant, seen.view.options), strict=True)
    name, value = next(said for option, said in options if option.key == OPTION)
    if seen.view.assistance is Assistance.OFF and seen.variant.chosen(seen.view.options)[OPTION] != Assistance.OFF:
        return say("This table punishes mistakes, so nothing is said of a play before it is made.")
    return say(
        "This table's rule is **{option}: {choice}**. The host sets it with **Rules** before the game begins.",
        option=name,
        choice=value,
    )
