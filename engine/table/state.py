"""The state of a game on an open table, and its turn order."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from engine.game.state import GameState
from engine.rules.table_rules import TableRules
from engine.tiles.sets import TableSet


@dataclass(frozen=True, kw_only=True)
class TableState(GameState):
    """The state of a game on an open table: that of any game, the lettered sets on the table, and the match so far.

    `passes` is the number of consecutive passes just before the current turn. `game` counts the games of the match from
    1; `totals` and `wins` are each seat's points and wins in the earlier ones. The seat `first` began this game, and
    `deals` is how often it has been dealt.
    """

    sets: tuple[TableSet, ...] = ()
    passes: int = 0
    game: int = 1
    first: int = 0
    deals: int = 0
    totals: tuple[int, ...]
    wins: tuple[int, ...]

    @property
    def claimed(self) -> frozenset[str]:
        """The letters of the claimed sets; none, except in games with claims."""
        return frozenset()

    def held(self, seat: int) -> int:  # noqa: ARG002  # only claims bring points during a game
        """Return the points that the seat holds by claims; 0, except in games with claims."""
        return 0

    def with_sets(self, sets: Iterable[TableSet]) -> Self:
        """Return the state with these sets on the table."""
        return replace(self, sets=tuple(sets))


T = TypeVar("T", bound=TableState)


def list_playing(state: TableState) -> list[int]:
    """Return the seats that haven't resigned, in ascending order."""
    return [index for index, seat in enumerate(state.seats) if not seat.resigned]


def order_turns(state: TableState, rules: TableRules, behind: int | None = None) -> list[int]:
    """Return the seats not resigned in turn order after `behind`, the seat to move by default, which comes last."""
    start = state.turn if behind is None else behind
    around = (start + rules.direction * step for step in range(1, len(state.seats) + 1))
    return [index for each in around if not state.seats[index := each % len(state.seats)].resigned]


def list_passed(state: TableState, rules: TableRules) -> list[int]:
    """Return the seats that passed consecutively just before the current turn, in turn order."""
    earlier = [seat for seat in order_turns(state, rules) if seat != state.turn]
    return earlier[len(earlier) - state.passes :]


def hand_on_turn(state: T, rules: TableRules, *, passes: int = 0) -> T:
    """Return the state in which the next seat's turn begins; `passes` is the number of consecutive passes so far."""
    return begin_turn(state, order_turns(state, rules)[0], rules, passes=passes)


def begin_turn(state: T, seat: int, rules: TableRules, *, passes: int = 0) -> T:
    """Return the state in which this seat's turn begins, with a new deadline; `passes` came just before it."""
    deadline = None if rules.clock is None else state.now + rules.clock
    turns, active = state.turns + 1, frozenset({seat})
    return replace(state, turn=seat, turns=turns, active=active, deadline=deadline, passes=passes)


def may_draw(state: TableState, rules: TableRules) -> int:
    """Return the most tiles that one draw may ask for now; 0 if the pool is empty or the game is over."""
    if state.outcome:
        return 0
    return len(state.pool) if rules.draw is None else min(rules.draw, len(state.pool))
