"""A table in play: its rules, its state, and the small changes that every move is made of."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from engine.game.state import GameState
from engine.rules.table_rules import TableRules
from engine.tiles.sets import TableSet


@dataclass(frozen=True, kw_only=True)
class TableState(GameState):
    """A table of lettered sets. `passes`: how many in a row.

    `totals` and `wins` are each seat's points and wins in the earlier games of the match; `first` began this one, and
    `deals` counts how often it was dealt.
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
        """The letters of sets that a seat has claimed: none, unless the game knows claims."""
        return frozenset()

    def with_sets(self, sets: Iterable[TableSet]) -> Self:
        """Return the state with these sets on the table."""
        return replace(self, sets=tuple(sets))


T = TypeVar("T", bound=TableState)


def list_playing(state: TableState) -> list[int]:
    """The seats that are still in the game."""
    return [place for place, seat in enumerate(state.seats) if not seat.resigned]


def order_turns(state: TableState, rules: TableRules, behind: int | None = None) -> list[int]:
    """The seats still in the game, in turn order, beginning behind the one whose turn it is, or behind another."""
    start = state.turn if behind is None else behind
    around = (start + rules.direction * step for step in range(1, len(state.seats) + 1))
    return [place for each in around if not state.seats[place := each % len(state.seats)].resigned]


def list_passed(state: TableState, rules: TableRules) -> list[int]:
    """The seats whose passes stand in a row just before the turn that is on."""
    earlier = [seat for seat in order_turns(state, rules) if seat != state.turn]
    return earlier[len(earlier) - state.passes :]


def hand_on_turn(state: T, rules: TableRules, *, passes: int = 0) -> T:
    """Hand the turn on, after so many passes in a row."""
    return begin_turn(state, order_turns(state, rules)[0], rules, passes=passes)


def begin_turn(state: T, seat: int, rules: TableRules, *, passes: int = 0) -> T:
    """Begin this seat's turn, with a new deadline, after so many passes in a row."""
    deadline = None if rules.clock is None else state.now + rules.clock
    turns, active = state.turns + 1, frozenset({seat})
    return replace(state, turn=seat, turns=turns, active=active, deadline=deadline, passes=passes)


def may_draw(state: TableState, rules: TableRules) -> int:
    """The most tiles that one draw may take now."""
    if state.outcome:
        return 0
    return len(state.pool) if rules.draw is None else min(rules.draw, len(state.pool))
