"""Games whose channel is gone: they wait for a week to be moved, and no other clock runs meanwhile."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engine.game.actions import Stop
from ratings.game_result import Unrated
from services.deadlines import resume, suspend
from services.overdue.solo_losses import WITHOUT_CHANNEL, lose
from services.tables import Tables
from storage.games import Game, Stale


async def _store(tables: Tables, game: Game, change: Callable[[Game, int], Game]) -> None:
    while (changed := change(game, tables.now())) is not game:
        try:
            await tables.commit(changed, None)
        except Stale as stale:
            game = stale.game
        else:
            return


suspend_here = partial(_store, change=suspend)  # nothing changes if the game isn't running
resume_here = partial(_store, change=resume)  # nothing changes if it wasn't suspended


async def end_suspended(tables: Tables, game: Game) -> None:
    """End a game after a week's suspension, for nobody or as lost on the ladder. Raises: Stale if it has changed."""
    if tables.is_for_ladder(game):
        await lose(tables, game, WITHOUT_CHANNEL)
    else:
        uncounted, seat = replace(game, unrated=Unrated.SUSPENDED), game.state.turn if game.state else 0
        await tables.make_move(uncounted, Stop(seat), None)
