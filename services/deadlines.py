"""When lobbies close, computers take over and players are reminded, and how much of that time a restart leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import Phrase, later
from services.seats import replace_player
from storage.games import USUAL_PATIENCE, Game, Phase, Player

LOBBY_LIFE = 30 * 60  # seconds after the last change of a lobby until it closes
DAY = 24 * 3600  # seconds
WEEK = 7 * DAY  # for a person's turn on the solo ladder without a clock, and for moving a suspended game
LADDER_REMINDER = 2 * DAY  # seconds before the end of such a turn
SLOW_TURN = 60 * 60  # seconds per turn; with this or more, or without a clock, a table may be silent for days
SHORTEST_REMINDED_TURN = 60  # seconds; shorter turns get no reminder
LEAST_GRACE = 60  # seconds that are left of a turn at least after a start, so that players notice that the bot is back
PATIENCES: Mapping[int, Phrase] = {
    DAY: later("a computer takes over after 1 day"),
    USUAL_PATIENCE: later("a computer takes over after 3 days"),
    7 * DAY: later("a computer takes over after 7 days"),
    0: later("the game waits for them"),
}
"""The choices for absent players in a game without a clock: text for the menu, by `Game.patience`."""


def is_slow(variant: Variant[Any], options: Mapping[str, Value]) -> bool:
    """Return whether players of this rule system may take hours for a turn under these options."""
    clock = variant.chosen(options).get("clock")
    return not (isinstance(clock, int) and 0 < clock < SLOW_TURN)


def find_awaited(game: Game) -> int | None:
    """Return the seat of a person for whom other people wait without a clock; None if there is none."""
    state = game.state
    if game.phase is not Phase.PLAYING or state is None or state.deadline is not None:
        return None
    present = game.list_present()
    return state.turn if state.turn in present and len(present) > 1 else None


def update_wait(game: Game, now: int, *, is_for_ladder: bool = False) -> Game:
    """Return a changed game with the time until which it waits: a new one in a lobby, or for another player.

    If it's a running game for the solo ladder, it also waits for a person alone. In a new turn, `game.waits_until` must
    be None. Times are in seconds since the epoch.
    """
    if game.phase is Phase.CLOSED or game.is_pending:
        return game
    if game.phase is Phase.LOBBY:
        return replace(game, waits_until=None if game.is_solo else now + LOBBY_LIFE, grace=LOBBY_LIFE // 2)
    for_others = find_awaited(game) is not None and game.patience > 0
    if for_others or (is_for_ladder and has_one_person_left(game)):
        return game if game.waits_until is not None else begin_wait(game, now)
    if game.waits_until is None:
        return game
    return replace(game, waits_until=None, remind_at=None)


def has_one_person_left(game: Game) -> bool:
    """Return whether only computers are left beside the player to move, without a clock: they keep nobody waiting."""
    if game.phase is not Phase.PLAYING or game.state is None or game.state.deadline is not None:
        return False
    return game.list_present() == [game.state.turn]


def begin_wait(game: Game, now: int) -> Game:
    """Return the game with a wait for the player to move that begins now.

    They're reminded after a third of it, or two days before they lose a game for the solo ladder.
    """
    if has_one_person_left(game):
        waits_until, remind_at = now + WEEK, now + WEEK - LADDER_REMINDER
    else:
        waits_until, remind_at = now + game.patience, now + game.patience // 3
    return replace(game, waits_until=waits_until, remind_at=remind_at, grace=find_grace(game))


def begin_turn(game: Game) -> Game:
    """Return a running game in which a turn has just begun, with the time of its reminder; no wait has begun yet."""
    remind_at = find_reminder_time(game.players, game.state) if game.state else None
    return replace(game, remind_at=remind_at, waits_until=None, grace=find_grace(game))


def find_grace(game: Game) -> int:
    """Return how many seconds a start or reconnect leaves the player to move: as many as their last reminder does."""
    if has_one_person_left(game):
        return LADDER_REMINDER
    if game.state and game.state.deadline is None:
        return game.patience // 3
    return max(LEAST_GRACE, find_turn_length(game) // 2)


def restart_turn(game: Game, now: int) -> Game:
    """Return a running game in which the player to move has the whole turn again from `now` on, once in each turn."""
    state = game.state
    if game.phase is not Phase.PLAYING or state is None or game.players[state.turn].restarted == state.turns:
        return game
    if state.deadline is None and game.waits_until is None:
        return game
    mover = replace(game.players[state.turn], restarted=state.turns)
    game = replace(game, players=replace_player(game.players, state.turn, mover))
    if state.deadline is None:
        return begin_wait(game, now)
    length = find_turn_length(game)
    begun = replace(state, deadline=max(state.deadline, now + length))
    remind_at = find_reminder_time(game.players, begun, length)
    return replace(game, state=begun, remind_at=remind_at, grace=find_grace(game))


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


def find_reminder_time(players: Sequence[Player], state: GameState, length: int | None = None) -> int | None:
    """Return when to remind the player to move: halfway to the deadline of the turn, in seconds since the epoch.

    The turn lasts `length` seconds, or if that's None, it has just begun. There's no reminder (None) without a clock,
    in a short turn, or if a computer moves.
    """
    if state.deadline is None or players[state.turn].level:
        return None
    seconds = state.deadline - state.now if length is None else length
    return state.deadline - seconds // 2 if seconds >= SHORTEST_REMINDED_TURN else None


def find_turn_length(game: Game) -> int:
    """Return how long the player to move has, in seconds: as the clock allows or, without one, as the game waits."""
    if has_one_person_left(game):
        return WEEK
    clock = game.state.options.get("clock") if game.state else None
    return clock if isinstance(clock, int) and clock else game.patience


def find_next_reminder(game: Game, now: int) -> int | None:
    """Return when to remind the player to move again, once they were reminded at `now`; None for not at all.

    A wait without a clock has a second reminder after two thirds of it.
    """
    if game.waits_until is None or not is_unreminded(game):
        return None
    second = game.waits_until - game.patience // 3
    return second if now < second else None


def is_unreminded(game: Game) -> bool:
    """Return whether the game waits without a clock for a player who hasn't been reminded during this wait."""
    if game.waits_until is None or game.remind_at is None or has_one_person_left(game):
        return False
    return game.remind_at < game.waits_until - game.patience // 3
