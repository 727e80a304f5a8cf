"""Voiding a running game, which the owner can do while the bot is stopped."""

from dataclasses import replace
from typing import Any

from engine.game.actions import Void
from engine.game.variant import Variant
from engine.text.phrases import later
from storage.games.games import GameStore
from storage.games.rows import Game, Phase
from storage.results.game_result import Unrated


async def void_running(games: GameStore, game: Game, variant: Variant[Any], now: int) -> Game:
    """End a running game so that it counts for nobody, and return it as stored. `now` is in seconds since the epoch.

    A game for the solo ladder that a manager has voided counts for nobody, too, not as lost.

    Raises:
        ValueError: the game isn't running, and doesn't wait to count as lost.
    """
    if game.is_pending:
        voided = replace(game, unrated=Unrated.VOID, waits_until=None)
        return await games.commit(voided, interaction_id=None, now=now)
    if game.phase is not Phase.PLAYING or game.state is None:
        raise ValueError(f"Game {game.id} isn't running.")
    action = Void(game.state.turn)
    state = variant.apply(game.state, action, now=now).state
    outcome = replace(state.outcome, reason=later("The bot's owner ended the game."))
    ended = replace(game, state=replace(state, outcome=outcome), phase=Phase.OVER, remind_at=None, waits_until=None)
    return await games.commit(ended, interaction_id=None, now=now, line=action.line(), seat=action.seat)
