"""The family of games on an open table: turns that draw or play, a pool, an end when a rack is empty."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from engine import cases
from engine.actions import Action, Draw, Pass, Play, Resign, TimeUp
from engine.crossings import read_sets
from engine.dealing import draw_for_order
from engine.edits import Edit, edited
from engine.errors import IllegalMove, Mistake, PoolEmpty, PoolNotEmpty, WrongDraw
from engine.events import (
    Begins,
    Drew,
    DrewForOrder,
    Event,
    GameEnded,
    LeftTheGame,
    MadeAMistake,
    NextGame,
    Passed,
    Played,
    RanOutOfTime,
    tile_count,
)
from engine.fairness import SEED_BYTES, shuffled
from engine.game import Info, Option, Preset, Seat, Step, Variant, Verdict, changed, check_seat
from engine.goals import Found, Goal, Level
from engine.scoring import Hand, Reckoning
from engine.sets import TableSet, settle
from engine.state import (
    TableRules,
    TableState,
    given,
    have_passed,
    may_draw,
    next_turn,
    playing,
    turn_of,
    turn_order,
    with_seat,
)
from engine.tiles import Box, Tile, without
from engine.turns import Turn, judged
from engine.views import Outcome, RackView, SeatView, TableView, Value, View


@dataclass(frozen=True, kw_only=True)
class TableGame(Variant[TableState]):
    """A system of the family: an instance, made of its rules and the options that change them."""

    info: Info
    rules: TableRules
    options: Sequence[Option[TableRules]]
    presets: Sequence[Preset] = ()
    clauses: Mapping[type[IllegalMove], str]
    state_type: type[TableState] = field(default=TableState, init=False)
    every_tile: Box | None = None

    @property
    def box(self) -> Box:  # type: ignore[override]  # read-only here
        """The tiles that notation knows here: those of the rules, or `every_tile` where options bring in others."""
        return self.every_tile or self.rules.box

    def seats(self, options: Mapping[str, Value]) -> tuple[int, int]:
        """As the rules have it under these options."""
        rules = self.rules_for(self.chosen(options))
        return rules.low, rules.high

    def rules_of(self, state: TableState) -> TableRules:
        """The rules of this very game."""
        return self.rules_for(state.options).for_seats(len(state.seats))

    def rules_for(self, options: Mapping[str, Value]) -> TableRules:
        """The rules under these options, all of which must be given."""
        return changed(self.rules, self.options, options)

    def moves(self) -> Mapping[type[Action], Callable[[TableState, Any], Step[TableState]]]:
        """Draw, play, pass, resign, and the clock."""
        return {Draw: self._draw, Play: self._play, Pass: self._pass, Resign: self._resign, TimeUp: self._time_up}

    # Dealing

    def setup(self, seats: int, seed: bytes, now: int, options: Mapping[str, Value]) -> Step[TableState]:
        """Draw for the first turn, return the tiles, deal the racks."""
        self.check_seats(seats, options)
        state = TableState(
            variant=self.info.key,
            rules_version=self.info.version,
            options=self.chosen(options),
            seed=seed,
            seats=(Seat(),) * seats,
            pool=(),
            turn=0,
            active=frozenset(),
            now=now,
            deadline=None,
            totals=(0,) * seats,
            wins=(0,) * seats,
        )
        return self._deal(state)

    def _deal(self, state: TableState) -> Step[TableState]:
        rules = self.rules_of(state)
        first, event = self._beginner(state, rules)
        pool = list(shuffled(rules.box.tiles(), state.seed, f"deal {state.game}"))
        seats = tuple(self._dealt(seat, pool, rules) for seat in state.seats)
        dealt = replace(state, seats=seats, pool=tuple(pool), sets=(), claims=(), passes=0, first=first)
        return Step(turn_of(dealt, first, rules), (event,))

    def _beginner(self, state: TableState, rules: TableRules) -> tuple[int, Event]:
        """Who begins, and how that was found."""
        if rules.rotate and state.game > 1:
            first = turn_order(state, rules, behind=state.first)[0]
            return first, Begins(first)
        if rules.order is None:
            first = shuffled(playing(state), state.seed, f"lot {state.game}")[0]
            return first, Begins(first)
        tiles = rules.box.tiles()
        bag = (tile for again in count() for tile in shuffled(tiles, state.seed, f"order {state.game}.{again}"))
        rounds, first = draw_for_order(playing(state), bag, rules.order)
        return first, DrewForOrder(rounds, first)

    def _dealt(self, seat: Seat, pool: list[Tile], rules: TableRules) -> Seat:
        if seat.resigned:
            return replace(seat, rack=())
        return Seat(rack=tuple(pool.pop() for _ in range(rules.deal)), opened=not rules.opening)

    # Turns

    def _draw(self, state: TableState, action: Draw) -> Step[TableState]:
        rules = self.rules_of(state)
        most = may_draw(state, rules)
        if not most:
            raise PoolEmpty
        if not 1 <= action.count <= most:
            raise WrongDraw(tile_count(1) if most == 1 else f"1 to {most} tiles", action.count)
        drawn = replace(given(state, action.seat, action.count), passes=0)
        return Step(next_turn(drawn, rules), (Drew(action.seat, action.count),))

    def _play(self, state: TableState, action: Play) -> Step[TableState]:
        rules = self.rules_of(state)
        try:
            turn = self._judged(state, action.seat, action.edits)
        except Mistake as refusal:
            if not rules.mistake:
                raise
            refusal.clause = clause = self.clauses[type(refusal)]
            fined = self._fined(state, rules.mistake, lambda drawn: MadeAMistake(action.seat, drawn, clause))
            return replace(fined, aside=str(refusal))
        return self._laid(state, action.seat, turn)

    def _judged(self, state: TableState, seat: int, edits: Sequence[Edit]) -> Turn:
        rows = edited(state.sets, edits)
        player = state.seats[seat]
        claimed = frozenset(each.label for each in state.claims)
        return judged(self.rules_of(state), state.sets, player.rack, rows, opened=player.opened, claimed=claimed)

    def _laid(self, state: TableState, seat: int, turn: Turn) -> Step[TableState]:
        before = state.seats[seat]
        after = replace(before, rack=without(before.rack, turn.played), fresh=0, opened=True)
        laid = replace(with_seat(state, seat, after), passes=0)
        laid = self._with_table(laid, turn)
        rules = self.rules_of(state)
        event = Played(seat, turn.played, turn.points if rules.valued and not before.opened else None)
        if after.rack:
            return Step(next_turn(laid, rules), (event,))
        return _after(event, self._emptied(laid))

    def _with_table(self, state: TableState, turn: Turn) -> TableState:
        return replace(state, sets=settle(state.sets, turn.after, turn.played, turn.crossings))

    def _pass(self, state: TableState, action: Pass) -> Step[TableState]:
        if state.pool:
            raise PoolNotEmpty
        return _after(Passed(action.seat), self._idle(state))

    def _time_up(self, state: TableState, action: TimeUp) -> Step[TableState]:
        rules = self.rules_of(state)
        if action.draft and rules.drafts:
            try:
                return self._laid(state, action.seat, self._judged(state, action.seat, action.draft))
            except IllegalMove:
                pass  # an unfinished turn is taken back, and pays below
        late = rules.late_moved if action.moved else rules.late
        return self._fined(state, late, lambda drawn: RanOutOfTime(action.seat, drawn))

    def _resign(self, state: TableState, action: Resign) -> Step[TableState]:
        rules = self.rules_of(state)
        gone = with_seat(state, action.seat, replace(state.seats[action.seat], resigned=True))
        if action.seat in have_passed(state, rules):
            gone = replace(gone, passes=state.passes - 1)
        event = LeftTheGame(action.seat)
        left = playing(gone)
        if len(left) == 1:
            return _after(event, self._won(gone, left, "Everyone else has resigned."))
        if gone.passes >= len(left):
            return _after(event, self._stuck(gone, rules))
        return Step(next_turn(gone, rules) if state.turn == action.seat else gone, (event,))

    def _fined(self, state: TableState, tiles: int, told: Callable[[int], Event]) -> Step[TableState]:
        """Draw a penalty, as far as the pool goes, and end the turn; with an empty pool it is a pass (D-CL-10)."""
        drawn = min(tiles, len(state.pool))
        if not drawn:
            return _after(told(0), self._idle(state))
        fined = replace(given(state, state.turn, drawn), passes=0)
        return Step(next_turn(fined, self.rules_of(state)), (told(drawn),))

    def _idle(self, state: TableState) -> Step[TableState]:
        """A turn in which nothing was drawn or laid; a full circle of them ends the game."""
        rules = self.rules_of(state)
        passed = replace(state, passes=state.passes + 1)
        if passed.passes >= len(playing(passed)):
            return self._stuck(passed, rules)
        return Step(next_turn(passed, rules))

    # The end

    def _won(self, state: TableState, winners: Sequence[int], reason: str) -> Step[TableState]:
        return self._ended(state, self.rules_of(state).out(self._hands(state), winners), reason)

    def _emptied(self, state: TableState) -> Step[TableState]:
        """The seat to move has laid its last tile."""
        return self._won(state, [state.turn], "The last tile is laid.")

    def _stuck(self, state: TableState, rules: TableRules, reason: str = "Nobody could go on.") -> Step[TableState]:
        standing = turn_order(state, rules)
        return self._ended(state, rules.stalemate(self._hands(state), standing), reason)

    def _hands(self, state: TableState) -> list[Hand]:
        worth = self.rules_of(state).worth
        return [
            Hand(place, len(seat.rack), worth(seat.rack) if worth else 0, resigned=seat.resigned)
            for place, seat in enumerate(state.seats)
        ]

    def _ended(self, state: TableState, reckoning: Reckoning, reason: str) -> Step[TableState]:
        """Write the game's points down; deal the next one of the match, or end it."""
        rules = self.rules_of(state)
        scored = replace(
            state,
            totals=tuple(total + points for total, points in zip(state.totals, reckoning.points, strict=True)),
            wins=tuple(wins + (seat in reckoning.winners) for seat, wins in enumerate(state.wins)),
        )
        event = GameEnded(reckoning.winners, reckoning.points, reason)
        winners = self._leaders(scored, rules)
        tied = rules.extra_game and state.game == rules.games and len(winners) > 1
        if len(playing(state)) > 1 and (state.game < rules.games or tied):
            following = replace(scored, game=state.game + 1)
            length = max(rules.games, following.game)
            return _after(event, _after(NextGame(following.game, length, rules.part), self._deal(following)))
        outcome = Outcome(winners if state.game > 1 else reckoning.winners, scored.totals, reason)
        return Step(replace(scored, outcome=outcome, active=frozenset(), deadline=None), (event,))

    def _leaders(self, state: TableState, rules: TableRules) -> tuple[int, ...]:
        ranks = {seat: rules.match(state.totals[seat], state.wins[seat]) for seat in playing(state)}
        return tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))

    # Looking

    def view(self, state: TableState, seat: int | None) -> TableView:
        """The table, every rack's size, and the viewer's own rack; all racks after the end."""
        if seat is not None:
            check_seat(state, seat)
        rules = self.rules_of(state)
        return TableView(
            variant=state.variant,
            version=state.version,
            options=state.options,
            box=rules.box,
            seats=tuple(_seat_view(state, place) for place in range(len(state.seats))),
            turn=state.turn,
            turns=state.turns,
            deadline=state.deadline,
            pool=len(state.pool),
            may_draw=may_draw(state, rules),
            may_pass=not state.pool and not state.outcome,
            outcome=state.outcome,
            you=seat,
            rack=None if seat is None else _rack_view(state.seats[seat], rules),
            table=state.sets,
            claims=state.claims,
            game=state.game,
            games=max(rules.games, state.game),
            part=rules.part,
            skin=rules.skin,
        )

    def example(self) -> TableView:
        """The example's sets on a fresh table."""
        return self.view(self._example(), None)

    def _example(self) -> TableState:
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {"clock": 0}).state
        return replace(dealt, sets=read_sets(self.info.example, self.box))

    def practice(self, sets: Sequence[TableSet], rack: Sequence[Tile]) -> TableState:
        """A turn to be tried alone, under the system's own rules: these sets, and one seat, opened, with this rack."""
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {"clock": 0}).state
        used = [*rack, *(tile for each in sets for tile in each.own)]
        return replace(
            dealt,
            seats=(Seat(rack=tuple(rack), opened=True),),
            pool=without(self.rules.box.tiles(), used),
            turn=0,
            active=frozenset({0}),
            totals=(0,),
            wins=(0,),
            sets=tuple(sets),
        )

    # Thinking

    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> Found | None:
        raise NotImplementedError

    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        raise NotImplementedError

    def foreseen(self, view: View, action: Action) -> TableView:
        raise NotImplementedError

    def prospect(self, state: TableState, action: Action) -> str:
        """What a play would score; strict tables tell only when it is played."""
        if not isinstance(action, Play):
            return "This needs no preview."
        rules = self.rules_of(state)
        if rules.mistake:
            return "This table judges a play when it is made."
        turn = self._judged(state, action.seat, action.edits)
        left = len(state.seats[action.seat].rack) - len(turn.played)
        worth = f" for {turn.points} points" if rules.valued else ""
        return f"Legal: lays {tile_count(len(turn.played))}{worth}, {left} left."

    def verdict(self, case: Mapping[str, object]) -> Verdict:
        """Judge `after` against `table`, `rack` and `opened`, under `options`."""
        rules = self.rules_for(self.chosen(cases.options(case)))
        rules = rules.for_seats(rules.high)  # a case names no players
        opened = cases.flag(case, "opened") or not rules.opening
        sets = cases.sets(case, rules)
        rack = cases.rack(case, rules.box, sets)
        turn = judged(rules, sets, rack, edited(sets, [cases.after(case, rules.box)]), opened=opened)
        return Verdict(turn.points, turn.played)


def _after(event: Event, step: Step[TableState]) -> Step[TableState]:
    return Step(step.state, (event, *step.events))


def _seat_view(state: TableState, place: int) -> SeatView:
    seat = state.seats[place]
    return SeatView(
        tiles=len(seat.rack),
        opened=seat.opened,
        resigned=seat.resigned,
        score=state.totals[place],
        rack=seat.rack if state.outcome else None,
    )


def _rack_view(seat: Seat, rules: TableRules) -> RackView:
    return RackView(seat.rack, seat.fresh, rules.worth(seat.rack) if rules.worth else None)
