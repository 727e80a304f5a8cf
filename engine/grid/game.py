"""The family of games on a grid: two seats that place and move tiles, score turn by turn, and may draw at a cost."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine import cases
from engine.actions import Action, Draw, Pass, Resign, TimeUp
from engine.errors import IllegalMove, PoolEmpty, PoolNotEmpty, WrongDraw
from engine.events import Begins, Drew, Event, GameEnded, LeftTheGame, Passed, Picked, Placed, RanOutOfTime, tile_count
from engine.fairness import SEED_BYTES, shuffled
from engine.game import Info, Option, Preset, Seat, Solution, Step, Variant, Verdict, changed, check_seat
from engine.goals import Found, Goal, Level
from engine.grid import players
from engine.grid.actions import Pick, Place
from engine.grid.cases import read_grid
from engine.grid.cells import Placing, Put, Whole, read_puts
from engine.grid.errors import DraftIsOver, NotLaidOut, StillDrafting
from engine.grid.placing import Grid, GridTurn, judged
from engine.grid.solver import Question, laid, points, question, solve
from engine.grid.state import (
    SEATS,
    GridRules,
    GridState,
    blocks_of,
    check_drafted,
    laid_out,
    other,
    scored,
    turn_of,
)
from engine.notation import read_rack, write_tile, write_tiles
from engine.sets import Mark
from engine.state import given, with_seat
from engine.tiles import Box, Tile, without
from engine.views import GridTile, GridView, Offer, Outcome, RackView, SeatView, Value, View

DRAWING_COSTS = 1  # point


@dataclass(frozen=True, kw_only=True)
class GridGame(Variant[GridState]):
    """A system of the family. `box` is for notation; a table's own tiles, which options change, are in its view."""

    info: Info
    rules: GridRules
    options: Sequence[Option[Any]]
    clauses: Mapping[type[IllegalMove], str]
    presets: Sequence[Preset] = ()
    box: Box = field(default_factory=Box)
    state_type: type[GridState] = field(default=GridState, init=False)

    def rules_for(self, chosen: Mapping[str, Value]) -> GridRules:
        """The rules under these options, all of which must be given."""
        rules: GridRules = changed(self.rules, self.options, chosen)
        return rules

    def moves(self) -> Mapping[type[Action], Callable[[GridState, Any], Step[GridState]]]:
        """Draw, place, pass, pick, resign, and the clock."""
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
        """Draw lots for the first turn and the blocks; fill the racks, or lay out tiles to pick from."""
        chosen = self.chosen(options)
        self.check_seats(seats, chosen)
        rules = self.rules_for(chosen)
        first, second = shuffled(range(SEATS), seed, "first")
        pool = shuffled(rules.box.tiles(), seed, "deal")
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
            blocks=blocks_of(rules, seed),
            scores=(0,) * SEATS,
            made=(0,) * SEATS,
        )
        if rules.open_draft:
            state = laid_out(state)
        else:
            for seat in (first, second) * rules.deal:
                state = given(state, seat, 1)
            state = replace(state, seats=tuple(replace(seat, fresh=0) for seat in state.seats))
        return Step(turn_of(state, first, rules), (Begins(first),))

    def _pick(self, state: GridState, action: Pick) -> Step[GridState]:
        if not state.row:
            raise DraftIsOver
        if action.tile not in state.row:
            raise NotLaidOut(write_tile(action.tile), write_tiles(state.row))
        return Step(self._picked(state, action.seat, action.tile), (Picked(action.seat, action.tile),))

    def _picked(self, state: GridState, seat: int, tile: Tile) -> GridState:
        """Move a tile from the row to a rack; end the draft with the last one."""
        rules = self.rules_for(state.options)
        player = state.seats[seat]
        picked = with_seat(state, seat, replace(player, rack=(*player.rack, tile), fresh=1))
        picked = laid_out(replace(picked, row=without(state.row, [tile])))
        if all(len(each.rack) == rules.deal for each in picked.seats):
            mixed = shuffled((*picked.pool, *picked.row), state.seed, "after the draft")
            picked = replace(picked, pool=mixed, row=())
        return turn_of(picked, other(seat), rules)

    # Turns

    def _draw(self, state: GridState, action: Draw) -> Step[GridState]:
        check_drafted(state)
        if not state.pool:
            raise PoolEmpty
        if action.count != 1:
            raise WrongDraw(tile_count(1), action.count)
        return self._drawn(state, Drew(action.seat, 1, DRAWING_COSTS))

    def _drawn(self, state: GridState, event: Event) -> Step[GridState]:
        drawn = scored(given(state, state.turn, 1), -DRAWING_COSTS)
        return self._turn_over(replace(drawn, passes=0), event)

    def _place(self, state: GridState, action: Place) -> Step[GridState]:
        turn = self._judged(state, action.seat, action.placing)
        gained = points(turn.rise)
        player = state.seats[action.seat]
        made = [count + max(0, turn.rise) * (seat == action.seat) for seat, count in enumerate(state.made)]
        laid = replace(
            with_seat(state, action.seat, replace(player, rack=without(player.rack, turn.played), fresh=0)),
            tiles=turn.tiles,
            made=tuple(made),
            passes=0,
        )
        event = Placed(action.seat, _where(turn), _moved(turn), turn.rise, gained)
        return self._turn_over(scored(laid, gained), event, turn)

    def _judged(self, state: GridState, seat: int, placing: Placing) -> GridTurn:
        check_drafted(state)
        rules = self.rules_for(state.options)
        to_move = seat == state.turn  # what bars the opponent's turn need not bar the one after it
        grid = Grid(
            box=rules.box,
            size=rules.size,
            lying={(each.row, each.column): each for each in state.tiles},
            blocks=frozenset(state.blocks),
            barred=state.barred if to_move else (),
            last=state.last if to_move else (),
        )
        return judged(grid, state.seats[seat].rack, placing, rules.checks)

    def _pass(self, state: GridState, action: Pass) -> Step[GridState]:
        check_drafted(state)
        if state.pool:
            raise PoolNotEmpty
        return self._idle(state, Passed(action.seat))

    def _time_up(self, state: GridState, action: TimeUp) -> Step[GridState]:
        """RK-23: whatever was prepared is taken back."""
        if state.row:
            return Step(self._picked(state, action.seat, state.row[0]), (RanOutOfTime(action.seat, 1),))
        if state.pool:
            return self._drawn(state, RanOutOfTime(action.seat, 1, DRAWING_COSTS))
        return self._idle(state, RanOutOfTime(action.seat, 0))

    def _idle(self, state: GridState, event: Event) -> Step[GridState]:
        return self._turn_over(replace(state, passes=state.passes + 1), event)

    def _turn_over(self, state: GridState, event: Event, turn: GridTurn | None = None) -> Step[GridState]:
        """Note what bars the next turn and begin it, or end the game."""
        rules = self.rules_for(state.options)
        over = replace(
            state,
            taken=state.taken + 1,
            barred=tuple(rules.barred(turn.numbers)) if turn else (),
            last=tuple(spot.cell for spot in turn.placed) if turn else (),
        )
        if over.passes >= SEATS:
            return _ended(over, event, "The pool is empty and both have passed.")
        if rules.turn_cap and over.taken >= SEATS * rules.turn_cap:
            return _ended(over, event, f"Both have had {rules.turn_cap} turns.")
        return Step(turn_of(over, other(state.turn), rules), (event,))

    def _resign(self, state: GridState, action: Resign) -> Step[GridState]:
        gone = with_seat(state, action.seat, replace(state.seats[action.seat], resigned=True))
        winner = other(action.seat)
        return _won(gone, LeftTheGame(action.seat), (winner,), "The opponent has resigned.")

    # Looking

    def example(self) -> GridView:
        """The example's tiles on a fresh grid."""
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {}).state
        puts = read_puts(self.info.example, self.box)
        tiles = tuple(GridTile(*put.cell, put.tile, put.face or put.tile, Mark.STILL) for put in puts)
        free = tuple(block for block in dealt.blocks if block not in {put.cell for put in puts})
        return self.view(replace(dealt, tiles=tiles, blocks=free), None)

    def view(self, state: GridState, seat: int | None) -> GridView:
        """The grid, the row to pick from, every rack's size, and the viewer's own rack; all racks after the end."""
        if seat is not None:
            check_seat(state, seat)
        rules = self.rules_for(state.options)
        playing = not state.outcome and not state.row
        return GridView(
            variant=state.variant,
            version=state.version,
            options=state.options,
            box=rules.box,
            seats=tuple(_seat_view(state, place) for place in range(len(state.seats))),
            turn=state.turn,
            turns=state.turns,
            deadline=state.deadline,
            pool=len(state.pool),
            may_draw=int(playing and bool(state.pool)),
            may_pass=playing and not state.pool,
            outcome=state.outcome,
            you=seat,
            rack=None if seat is None else RackView(state.seats[seat].rack, state.seats[seat].fresh, None),
            offers=() if state.outcome or seat == other(state.turn) else tuple(map(_offer, dict.fromkeys(state.row))),
            size=rules.size,
            tiles=state.tiles,
            blocks=state.blocks,
            barred=state.barred,
            intersections=state.made,
            row=state.row,
            assistance=rules.helps,
        )

    # Thinking

    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> Found | None:
        """What a bounded search finds; `value` is what the turn scores, and the goal of that name is after it."""
        if cast("GridView", view).row or view.you is None:
            return None
        answer = solve(self._question(view), goal, tiles)
        if answer.turn is None:
            return None
        return Found(Place(view.you, answer.placing), answer.turn.played, answer.points, answer.exact)

    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        """By the computers of `engine.grid.players`."""
        return players.choose(cast("GridView", view), self._question(view), level, luck)

    def foreseen(self, view: View, action: Action) -> GridView:
        """The grid with what would be placed and moved, and the rack without it."""
        before = cast("GridView", view)
        if not isinstance(action, Place):
            return before
        if before.row:
            raise StillDrafting
        return laid(before, self._question(view).judge(action.placing))

    def _question(self, view: View) -> Question:
        grid = cast("GridView", view)  # tables show nothing else
        return question(grid, self.rules_for(grid.options))

    def prospect(self, state: GridState, action: Action) -> str:
        """What a turn would score."""
        if not isinstance(action, Place):
            return "This needs no preview."
        turn = self._judged(state, action.seat, action.placing)
        left = len(state.seats[action.seat].rack) - len(turn.placed)
        crossings = f"intersections {turn.rise:+d}, " if turn.rise else ""
        return f"Legal: places {tile_count(len(turn.placed))}, {crossings}scores {points(turn.rise):+d}, {left} left."

    def verdict(self, case: Mapping[str, object]) -> Verdict:
        """Judge `after` against `cells`, `blocks`, `barred`, `last` and `rack`, under `options`."""
        asked = self._asked(case)
        turn = asked.judge(Whole(read_puts(cases.text(case, "after"), asked.grid.box)))
        return Verdict(points(turn.rise), turn.played)

    def solution(self, case: Mapping[str, object]) -> Solution:
        """The turn that serves the `goal` best, by `cells`, `blocks`, `barred`, `last` and `rack`, under `options`."""
        asked = self._asked(case)
        answer = solve(asked, cases.goal(case), cases.fit(case, asked.grid.box, asked.rack))
        after = answer.turn.tiles if answer.turn else asked.grid.lying.values()
        written = " ".join(str(Put((each.row, each.column), each.tile, each.face)) for each in after)
        return Solution(answer.turn.played if answer.turn else (), answer.points, written or "-", answer.exact)

    def _asked(self, case: Mapping[str, object]) -> Question:
        """The turn that a case is about."""
        rules = self.rules_for(self.chosen(cases.options(case)))
        rack = read_rack(cases.text(case, "rack"), rules.box)
        grid = read_grid(case, rules.box, rules.size)
        cases.check_copies(rules.box, [*rack, *(each.tile for each in grid.lying.values())])
        return Question(grid, rack, rules.checks, rules.barred)


def _where(turn: GridTurn) -> str:
    return " ".join(str(Put(spot.cell, spot.tile, spot.face)) for spot in turn.placed)


def _moved(turn: GridTurn) -> int:
    return sum(each.mark is Mark.MOVED for each in turn.tiles)


def _ended(state: GridState, event: Event, reason: str) -> Step[GridState]:
    """RK-27: the highest score, then the most intersections made."""
    standing = list(zip(state.scores, state.made, strict=True))
    winners = tuple(seat for seat, each in enumerate(standing) if each == max(standing))
    if len(set(state.scores)) == 1 and len(winners) == 1:
        reason += f" Intersections made decide: {max(state.made)} to {min(state.made)}."
    return _won(state, event, winners, reason)


def _won(state: GridState, event: Event, winners: tuple[int, ...], reason: str) -> Step[GridState]:
    losers = tuple(seat for seat in range(SEATS) if seat not in winners)
    outcome = Outcome(winners, state.scores, reason, winners + losers)
    over = replace(state, outcome=outcome, active=frozenset(), deadline=None)
    return Step(over, (event, GameEnded(winners, state.scores, reason)))


def _seat_view(state: GridState, place: int) -> SeatView:
    seat = state.seats[place]
    return SeatView(
        tiles=len(seat.rack),
        opened=seat.opened,
        resigned=seat.resigned,
        score=state.scores[place],
        rack=seat.rack if state.outcome else None,
    )


def _offer(tile: Tile) -> Offer:
    return Offer(Pick(0, tile).line(), f"Pick {write_tile(tile)}")
