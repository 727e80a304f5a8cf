"""Games whose channel is gone: they wait for a week to be moved, and no other clock runs meanwhile."""

from collections.abc import Callable
from dataclasses import replace

from engine.game.actions import Stop
from ratings.game_result import Unrated
from services.clocks.patience import DAY, WEEK, find_grace
from services.clocks.solo_losses import WITHOUT_CHANNEL, lose
from services.tables import Tables
from storage.games import Game, Phase, Stale


def suspend(game: Game, now: int) -> Game:
    """Return a running game suspended from now on, in seconds since the epoch; others are returned as they are."""
    if game.phase is not Phase.PLAYING or game.suspended_until is not None:
        return game
    return replace(game, suspended_until=now + WEEK, grace=DAY)


def resume(game: Game, now: int) -> Game:
    """Return a suspended game with its clocks running again, as much later as it was suspended; others unchanged."""
    if game.suspended_until is None:
        return game
    lost = now - (game.suspended_until - WEEK)
    state = game.state
    if state and state.deadline is not None:
        state = replace(state, deadline=state.deadline + lost)
    going_on = replace(
        game,
        state=state,
        remind_at=None if game.remind_at is None else game.remind_at + lost,
        waits_until=None if game.waits_until is None else game.waits_until + lost,
        suspended_until=None,
    )
    return replace(going_on, grace=find_grace(going_on))


async def suspend_here(tables: Tables, game: Game) -> None:
    """Store that this game is suspended, because its channel is gone; nothing changes if it isn't running."""
    await _change(tables, game, suspend)


async def resume_here(tables: Tables, game: Game) -> None:
    """Store that this game goes on, because its channel is there again; nothing changes if it wasn't suspended."""
    await _change(tables, game, resume)


async def _change(tables: Tables, game: Game, change: Callable[[Game, int], Game]) -> None:
    while (changed := change(game, tables.now())) is not game:
        try:
            await tables.store(changed, None)
        except Stale as stale:
            game = stale.game
        else:
            return


async def end_suspended(tables: Tables, game: Game) -> None:
    """End a game that was suspended for a week; it counts for nobody, or as lost if it's for the solo ladder.

    Raises:
        Stale: the game has changed meanwhile.
    """
    if tables.is_for_ladder(game):
        await lose(tables, game, WITHOUT_CHANNEL)
    else:
        await tables.act(replace(game, unrated=Unrated.SUSPENDED), Stop(game.state.turn if game.state else 0), None)
