"""The course of games on a grid: two seats take turns at placing and moving tiles for points, or draw at a cost."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.game.actions import Action, Draw, Pass, Resign, TimeUp
from engine.game.events import Begins, Event, GameEnded, LeftTheGame
from engine.game.state import Seat, Step, give_tiles, with_seat
from engine.game.turn_events import Drew, Passed, RanOutOfTime
from engine.game.views import Outcome, Value, find_places
from engine.grid.events import Picked, Placed
from engine.grid.rules.actions import Pick, Place
from engine.grid.rules.cells import Put
from engine.grid.rules.errors import DraftIsOver, NotLaidOut
from engine.grid.rules.placing import GridTurn
from engine.grid.state import (
    SEATS,
    GridState,
    add_points,
    begin_turn,
    draw_blocks,
    fill_row,
    opponent_of,
    require_drafted,
)
from engine.grid.system import GridSystem
from engine.text.errors import PoolEmpty, PoolNotEmpty, WrongDraw
from engine.text.phrases import Phrase, join_sentences, later, later_many
from engine.tiles.notation import tile_count, write_tile, write_tiles
from engine.tiles.sets import Mark
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import Tile, remove_tiles

DRAWING_COSTS = 1  # point (RK-8)


@dataclass(frozen=True, kw_only=True)
class GridGame(GridSystem):
    """A rule system on a grid, with the moves of its games from the deal to the end."""

    def moves(self) -> Mapping[type[Action], Callable[[GridState, Any], Step[GridState]]]:
        """Return the function that carries out each kind of action: draw, place, pass, pick, resign and time up."""
        return {
            Draw: self._draw,
            Place: self._place,
            Pass: self._pass,
            Pick: self._pick,
            Resign: self._resign,
            TimeUp: self._time_up,
        }

    # Dealing

    def setup(self, seats: int, seed: bytes, now: int, options: Mapping[str, Value]) -> Step[GridState]:
        """Return the state of a new game, and the event that tells who begins.

        The first seat and the blocks (cells where no tile can be) are random. Racks are dealt; for an open draft, the
        open tiles are laid out instead.
        """
        chosen = self.chosen(options)
        self.require_seat_count(seats, chosen)
        rules = self.rules_for(chosen)
        first, second = shuffle(range(SEATS), seed, "first")
        pool = shuffle(rules.box.tiles(), seed, "deal")
        state = GridState(
            variant=self.info.key,
            rules_version=self.info.version,
            options=chosen,
            seed=seed,
            seats=(Seat(opened=True),) * SEATS,
            pool=pool,
            turn=first,
            active=frozenset(),
            now=now,
            deadline=None,
            blocks=draw_blocks(rules, seed),
            scores=(0,) * SEATS,
            made=(0,) * SEATS,
        )
        if rules.open_draft:
            state = fill_row(state)
        else:
            for seat in (first, second) * rules.deal:
                state = give_tiles(state, seat, 1)
            state = replace(state, seats=tuple(replace(seat, fresh=0) for seat in state.seats))
        return Step(begin_turn(state, first, rules), (Begins(first),))

    def _pick(self, state: GridState, action: Pick) -> Step[GridState]:
        if not state.row:
            raise DraftIsOver
        if action.tile not in state.row:
            raise NotLaidOut(write_tile(action.tile), write_tiles(state.row))
        return Step(self._take_picked(state, action.seat, action.tile), (Picked(action.seat, action.tile),))

    def _take_picked(self, state: GridState, seat: int, tile: Tile) -> GridState:
        """Return the state after a seat picks an open tile; the draft ends when both racks are full (RK-6)."""
        rules = self.rules_for(state.options)
        player = state.seats[seat]
        picked = with_seat(state, seat, replace(player, rack=(*player.rack, tile), fresh=1))
        picked = fill_row(replace(picked, row=remove_tiles(state.row, [tile])))
        if all(len(each.rack) == rules.deal for each in picked.seats):
            mixed = shuffle((*picked.pool, *picked.row), state.seed, "after the draft")
            picked = replace(picked, pool=mixed, row=())
        return begin_turn(picked, opponent_of(seat), rules)

    # Turns

    def _draw(self, state: GridState, action: Draw) -> Step[GridState]:
        require_drafted(state.row)
        if not state.pool:
            raise PoolEmpty
        if action.count != 1:
            raise WrongDraw(tile_count(1), action.count)
        held = len(state.seats[action.seat].rack)
        return self._end_draw(state, Drew(action.seat, 1, held + 1, DRAWING_COSTS))

    def _end_draw(self, state: GridState, event: Event) -> Step[GridState]:
        drawn = add_points(give_tiles(state, state.turn, 1), -DRAWING_COSTS)
        return self._end_turn(replace(drawn, passes=0), event)

    def _place(self, state: GridState, action: Place) -> Step[GridState]:
        turn = self.judge_turn(state, action.seat, action.placing)
        player = state.seats[action.seat]
        made = [count + max(0, turn.rise) * (seat == action.seat) for seat, count in enumerate(state.made)]
        laid = replace(
            with_seat(state, action.seat, replace(player, rack=remove_tiles(player.rack, turn.played), fresh=0)),
            tiles=turn.tiles,
            made=tuple(made),
            passes=0,
        )
        event = Placed(action.seat, _describe_place(turn), len(turn.placed), _count_moved(turn), turn.rise, turn.points)
        return self._end_turn(add_points(laid, turn.points), event, turn)

    def _pass(self, state: GridState, action: Pass) -> Step[GridState]:
        require_drafted(state.row)
        if state.pool:
            raise PoolNotEmpty
        return self._idle(state, Passed(action.seat))

    def _time_up(self, state: GridState, action: TimeUp) -> Step[GridState]:
        """End a turn that ran out of time: the seat draws at the usual cost, or passes if the pool is empty (RK-23).

        In an open draft, it takes the first open tile instead.
        """
        held = len(state.seats[action.seat].rack)
        if state.row:
            return Step(self._take_picked(state, action.seat, state.row[0]), (RanOutOfTime(action.seat, 1, held + 1),))
        if state.pool:
            return self._end_draw(state, RanOutOfTime(action.seat, 1, held + 1, DRAWING_COSTS))
        return self._idle(state, RanOutOfTime(action.seat, 0, held))

    def _idle(self, state: GridState, event: Event) -> Step[GridState]:
        return self._end_turn(replace(state, passes=state.passes + 1), event)

    def _end_turn(self, state: GridState, event: Event, turn: GridTurn | None = None) -> Step[GridState]:
        """Store what is barred in the next turn, then begin that turn or end the game.

        `event` tells of the turn that ends; `turn` is None if that placed nothing.
        """
        rules = self.rules_for(state.options)
        over = replace(
            state,
            taken=state.taken + 1,
            barred=tuple(rules.barred(turn.numbers)) if turn else (),
            last=tuple(spot.cell for spot in turn.placed) if turn else (),
        )
        if over.passes >= SEATS:
            return _end_game(over, event, later("The pool is empty and both players passed."))
        if rules.turn_cap and over.taken >= SEATS * rules.turn_cap:
            return _end_game(over, event, _explain_turn_cap(rules.turn_cap))
        return Step(begin_turn(over, opponent_of(state.turn), rules), (event,))

    def _resign(self, state: GridState, action: Resign) -> Step[GridState]:
        gone = with_seat(state, action.seat, replace(state.seats[action.seat], resigned=True))
        winner = opponent_of(action.seat)
        return _win_game(gone, LeftTheGame(action.seat), (winner,), later("The opponent resigned."))


def _describe_place(turn: GridTurn) -> str:
    return " ".join(str(Put(spot.cell, spot.tile, spot.face)) for spot in turn.placed)


def _count_moved(turn: GridTurn) -> int:
    return sum(each.mark is Mark.MOVED for each in turn.tiles)


def _explain_turn_cap(turns: int) -> Phrase:
    return later_many("Both players have had {count} turn.", "Both players have had {count} turns.", turns)


def _end_game(state: GridState, event: Event, reason: Phrase) -> Step[GridState]:
    """End the game (RK-27): the higher score wins, and between equal scores the seat that made more intersections.

    If both are equal, both seats win. `event` tells of the last action.
    """
    standing = list(zip(state.scores, state.made, strict=True))
    winners = tuple(seat for seat, each in enumerate(standing) if each == max(standing))
    if len(set(state.scores)) == 1 and len(winners) == 1:
        decisive = later(
            "Decided by intersections made: {most} to {fewest}.", most=max(state.made), fewest=min(state.made)
        )
        reason = join_sentences([reason, decisive])
    return _win_game(state, event, winners, reason)


def _win_game(state: GridState, event: Event, winners: tuple[int, ...], reason: Phrase) -> Step[GridState]:
    outcome = Outcome(winners, state.scores, reason, find_places([seat in winners for seat in range(SEATS)]))
    over = replace(state, outcome=outcome, active=frozenset(), deadline=None)
    return Step(over, (event, GameEnded(winners, state.scores, reason)))
