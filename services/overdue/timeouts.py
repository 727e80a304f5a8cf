"""The end of a table's time: a lobby closes, an absent player is replaced, or a turn ends.

A turn that its player had prepared is played: a draft on the bench, or a written play that was refused.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine.game.actions import Action, Play, TimeUp
from engine.text.errors import GameError
from services.benches import clear_bench
from services.deadlines import find_awaited, has_one_person_left
from services.lobbies.lobby import expire_lobby
from services.overdue.solo_losses import ABANDONED, lose
from services.overdue.suspensions import end_suspended
from services.seats import replace_absent
from services.tables import Tables
from storage.games import Game, Phase
from storage.texts import TextKind


async def end_time(tables: Tables, game: Game) -> None:
    """Do what is due at a lobby or running game whose time is up. Raises: Stale if it has changed meanwhile.

    An idle lobby closes, and a game that was suspended for a week ends. Without a clock, a computer takes the seat of
    the player to move, or if it's a game for the solo ladder, they lose it. With a clock, the turn ends.
    """
    if game.phase is Phase.LOBBY:
        await tables.commit(expire_lobby(game), None)
    elif game.suspended_until is not None:
        await end_suspended(tables, game)
    elif game.state and game.state.deadline is not None:
        await _end_turn(tables, game)
    elif (seat := find_awaited(game)) is not None:
        if await tables.games.get(game.id) == game:  # or else the player has just shown up
            await tables.commit(replace_absent(game, seat), None)
    elif has_one_person_left(game) and tables.is_for_ladder(game):
        if await tables.games.get(game.id) == game:
            await lose(tables, game, ABANDONED)
    else:
        await tables.games.retime(game, replace(game, waits_until=None, remind_at=None))


async def _end_turn(tables: Tables, game: Game) -> None:
    late = await prepare_time_up(tables, game)
    after = (await tables.make_move(game, late, None)).game
    before, now = (each.state.seats[late.seat].rack if each.state else () for each in (game, after))
    if late.draft and len(now) < len(before):  # it was played
        await clear_bench(tables, game.id, late.seat)


async def prepare_time_up(tables: Tables, game: Game) -> TimeUp:
    """Return the `TimeUp` action for the seat to play, with the turn that its player had prepared (CL-24, RC-19).

    The prepared turn is the draft on the player's bench, or else the last play that the player wrote and that was
    refused; it's left out if the player has switched `autoplay` off. `TimeUp.moved` is true if the bench was changed,
    or a play was refused, in this turn. If a refused play is stored for the seat, all its stored texts are deleted.
    """
    state = game.state
    if state is None:
        raise ValueError("A lobby has no clock.")
    seat = state.turn
    bench = await tables.benches.get(game.id, seat)
    kept = await tables.texts.latest(game.id, seat, TextKind.REFUSED)
    if kept is not None:
        await tables.texts.forget(game.id, seat)
    moved = bench.touched == state.turns or (kept is not None and kept.version == game.version)
    user_id = game.players[seat].user_id
    if user_id is None or not (await tables.settings.person(user_id)).autoplay:
        return TimeUp(seat, moved)
    variant, prepared = tables.variant(game), tuple[Any, ...]()
    if kept is not None:
        with suppress(GameError):  # it can't be read as a play
            prepared = _edits_of(variant.read(seat, f"play {kept.text}"))
    if bench.draft.changes:  # without those that the current table doesn't allow
        arranged = variant.prepare_draft(variant.view(state, seat), bench.draft).bench
        prepared = _edits_of(arranged.action(seat)) or prepared
    return TimeUp(seat, moved, prepared)


def _edits_of(action: Action) -> tuple[Any, ...]:
    """Return the edits of a play; empty for other actions, which aren't carried out when time runs out."""
    return action.edits if isinstance(action, Play) else ()
