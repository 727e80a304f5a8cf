"""Seats that are lost to a computer just after an outage, which makes a game unrated.

A player who was there before a long outage may not notice that it's over. A short one, or one that ended a while ago,
changes nothing: the time is given back, and whoever could restart the bot gains nothing by it.
"""

import logging
from dataclasses import replace

from services.clocks.patience import find_turn_length
from storage.games import Game
from storage.results.game_result import Unrated

log = logging.getLogger(__name__)

SLACK = 10  # seconds that the clock may be late, or players may be given beside the outage's length


def note_lapse(before: Game, after: Game, now: int) -> Game:
    """Return a game after a change, unrated if a seat was lost within one turn after an outage of over half a turn.

    A turn is as long as the clock allows or, without one, as the game waits for a player. `now` is the time of the
    change, in seconds since the epoch.
    """
    lapsed = any(
        player.away and not player.left and not was.away
        for was, player in zip(before.players, after.players, strict=False)
    )
    if not lapsed or not _is_just_after_outage(before, now):
        return after
    log.info("game %s isn't rated: a seat was lost just after an outage of %d s", after.id, before.outage.seconds)
    return replace(after, unrated=Unrated.OUTAGE)


def _is_just_after_outage(game: Game, now: int) -> bool:
    turn = find_turn_length(game)
    return game.outage.seconds > turn / 2 and now - game.outage.ended_at <= turn + SLACK
