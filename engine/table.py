"""The family of games on an open table: turns that draw or play, a pool, an end when a rack is empty."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine import cases, claims, players
from engine.actions import Action, Draw, Pass, Play, Redeal, Resign, TimeUp
from engine.crossings import read_sets
from engine.dealing import check_new_deal, deal, dealt_anew
from engine.edits import Edit, edited
from engine.errors import (
    IllegalMove,
    JudgedWhenMade,
    Mistake,
    MustPlay,
    NoNewDeal,
    PoolEmpty,
    PoolNotEmpty,
    WrongDraw,
)
from engine.events import (
    DealtAnew,
    Drew,
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
from engine.fairness import SEED_BYTES
from engine.game import Info, Option, Preset, Seat, Solution, Step, Variant, Verdict, changed, check_seat
from engine.goals import Found, Goal, Level
from engine.proofs import cost, must_play, nobody_can_play, position_in, position_of
from engine.scoring import Hand, Reckoning
from engine.sets import TableSet, settle
from engine.showing import laid, seen
from engine.solutions import solution
from engine.solver import Position, solve
from engine.state import (
    TableRules,
    TableState,
    given,
    have_passed,
    may_draw,
    next_turn,
    playing,
    turn_order,
    with_seat,
)
from engine.tiles import Box, Tile, without
from engine.turn_writing import written
from engine.turns import Turn, judged
from engine.views import Claim, Offer, Outcome, TableView, Value, View

PASSED = "Nobody could go on."
PROVEN = "The pool is empty, and nobody can play any more."


@dataclass(frozen=True, kw_only=True)
class TableGame(Variant[TableState]):
    """A system of the family: an instance, made of its rules and the options that change them.

    `new_deals`: some option lets players ask for one.
    """

    info: Info
    rules: TableRules
    options: Sequence[Option[TableRules]]
    presets: Sequence[Preset] = ()
    clauses: Mapping[type[IllegalMove], str]
    state_type: type[TableState] = field(default=TableState, init=False)
    every_tile: Box | None = None
    new_deals: bool = False
    _reckoned: dict[frozenset[tuple[str, Value]], TableRules] = field(default_factory=dict, init=False, compare=False)

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
        values = frozenset(options.items())
        if values not in self._reckoned:
            self._reckoned[values] = changed(self.rules, self.options, options)
        return self._reckoned[values]

    def moves(self) -> Mapping[type[Action], Callable[[TableState, Any], Step[TableState]]]:
        """Draw, play, pass, resign, the clock, and asking for a new deal."""
        moves: dict[type[Action], Callable[[TableState, Any], Step[TableState]]] = {
            Draw: self._draw,
            Play: self._play,
            Pass: self._pass,
            Resign: self._resign,
            TimeUp: self._time_up,
        }
        return moves | {Redeal: self._redeal} if self.new_deals else moves

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
        return deal(state, self.rules_of(state))

    def _redeal(self, state: TableState, action: Redeal) -> Step[TableState]:
        rules = self.rules_of(state)
        check_new_deal(state, rules, action.seat)
        dealt = dealt_anew(state, rules)
        return Step(dealt, (DealtAnew(action.seat, rules.doubles, dealt.turn),))

    # Turns

    def _draw(self, state: TableState, action: Draw) -> Step[TableState]:
        rules = self.rules_of(state)
        most = may_draw(state, rules)
        if not most:
            raise PoolEmpty
        if not 1 <= action.count <= most:
            raise WrongDraw(tile_count(1) if most == 1 else f"1 to {most} tiles", action.count)
        drawn = replace(given(state, action.seat, action.count), passes=0)
        return self._goes_on(next_turn(drawn, rules), Drew(action.seat, action.count))

    def _play(self, state: TableState, action: Play) -> Step[TableState]:
        rules = self.rules_of(state)
        try:
            turn = self._judged(state, action.seat, action.edits)
        except Mistake as refusal:
            if not rules.mistake or must_play(state, rules, action.seat):
                raise  # else it would be a pass
            refusal.clause = clause = self.clauses[type(refusal)]
            fined = self._fined(state, rules.mistake, lambda drawn: MadeAMistake(action.seat, drawn, clause))
            return replace(fined, aside=str(refusal))
        return self._laid(state, action.seat, turn)

    def _judged(self, state: TableState, seat: int, edits: Sequence[Edit]) -> Turn:
        return _turn(position_of(state, self.rules_of(state), seat), edits)

    def _laid(self, state: TableState, seat: int, turn: Turn) -> Step[TableState]:
        before = state.seats[seat]
        after = replace(before, rack=without(before.rack, turn.played), fresh=0, opened=True)
        rules = self.rules_of(state)
        sets, left = _left_by(turn, rules, state.sets, state.claims)
        played = replace(with_seat(state, seat, after), sets=sets, claims=left, passes=0)
        event = Played(seat, turn.played, turn.points if rules.valued and not before.opened else None)
        if after.rack:
            return self._goes_on(next_turn(played, rules), event)
        return _after(event, self._emptied(played))

    def _pass(self, state: TableState, action: Pass) -> Step[TableState]:
        rules = self.rules_of(state)
        if state.pool:
            raise PoolNotEmpty
        if must_play(state, rules, action.seat):
            raise MustPlay
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
            return _after(event, self._stuck(gone, turn_order(gone, rules)))
        return self._goes_on(next_turn(gone, rules) if state.turn == action.seat else gone, event)

    def _fined(self, state: TableState, tiles: int, told: Callable[[int], Event]) -> Step[TableState]:
        """Draw a penalty, as far as the pool goes, and end the turn; with an empty pool it is a pass (D-CL-10)."""
        drawn = min(tiles, len(state.pool))
        if not drawn:
            return _after(told(0), self._idle(state))
        fined = replace(given(state, state.turn, drawn), passes=0)
        return self._goes_on(next_turn(fined, self.rules_of(state)), told(drawn))

    def _idle(self, state: TableState) -> Step[TableState]:
        """A turn in which nothing was drawn or laid; a full circle of them ends the game."""
        rules = self.rules_of(state)
        passed = replace(state, passes=state.passes + 1)
        if passed.passes >= len(playing(passed)):
            return self._stuck(passed, turn_order(passed, rules))
        return Step(next_turn(passed, rules))

    def _goes_on(self, state: TableState, event: Event) -> Step[TableState]:
        """The turn that is on now; or the end, if it is proven that nobody can play."""
        rules = self.rules_of(state)
        if not self._is_proven(state, rules):
            return Step(state, (event,))
        standing = turn_order(state, rules, behind=state.turn - rules.direction)
        return _after(event, self._stuck(state, standing, PROVEN))

    def _is_proven(self, state: TableState, rules: TableRules) -> bool:
        """Is it certain that there will be no play any more (D-CL-12)?"""
        return nobody_can_play(state, rules)

    # The end

    def _won(self, state: TableState, winners: Sequence[int], reason: str) -> Step[TableState]:
        return self._ended(state, self.rules_of(state).out(self._hands(state), winners), reason)

    def _emptied(self, state: TableState) -> Step[TableState]:
        """The seat to move has laid its last tile."""
        return self._won(state, [state.turn], "The last tile is laid.")

    def _stuck(self, state: TableState, standing: Sequence[int], reason: str = PASSED) -> Step[TableState]:
        """Nobody is out. `standing` are the seats that can win, beginning with the one who would move next."""
        return self._ended(state, self.rules_of(state).stalemate(self._hands(state), standing), reason)

    def _hands(self, state: TableState) -> list[Hand]:
        rules = self.rules_of(state)
        return [
            Hand(place, len(seat.rack), cost(seat, rules), resigned=seat.resigned)
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
        winners = self._leaders(scored)
        tied = rules.extra_game and state.game == rules.games and len(winners) > 1
        if len(playing(state)) > 1 and (state.game < rules.games or tied):
            following = replace(scored, game=state.game + 1)
            length = max(rules.games, following.game)
            return _after(event, _after(NextGame(following.game, length, rules.part), deal(following, rules)))
        won = winners if state.game > 1 else reckoning.winners
        order = sorted(range(len(state.seats)), key=lambda seat: (seat in won, self._rank(scored, seat)), reverse=True)
        outcome = Outcome(won, scored.totals, reason, tuple(order))
        return Step(replace(scored, outcome=outcome, active=frozenset(), deadline=None), (event,))

    def _leaders(self, state: TableState) -> tuple[int, ...]:
        ranks = {seat: self._rank(state, seat) for seat in playing(state)}
        return tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))

    def _rank(self, state: TableState, seat: int) -> tuple[int, ...]:
        """How well a seat has done in the match so far; more is better."""
        return self.rules_of(state).match(state.totals[seat], state.wins[seat])

    # Looking

    def view(self, state: TableState, seat: int | None) -> TableView:
        """The table, every rack's size, and the viewer's own rack; all racks after the end."""
        if seat is not None:
            check_seat(state, seat)
        rules = self.rules_of(state)
        return seen(state, rules, seat, () if seat is None else self._offers(state, rules, seat))

    def _offers(self, state: TableState, rules: TableRules, seat: int) -> tuple[Offer, ...]:
        """A new deal, which nobody else may know of before it is asked for."""
        try:
            check_new_deal(state, rules, seat)
        except NoNewDeal:
            return ()
        return (
            () if state.outcome or state.seats[seat].resigned else (Offer(Redeal(seat).line(), "Ask for a new deal"),)
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
        """The best turn, as if it were the viewer's; after the end there is none."""
        shown = cast("TableView", view)
        if shown.outcome:
            return None
        position = position_in(shown, self.rules_for(shown.options).for_seats(len(shown.seats)))
        answer = solve(position, goal, tiles)
        if answer is None or shown.you is None:
            return None
        play = Play(shown.you, written(position.sets, answer.rows))
        return Found(play, answer.played, answer.value, answer.exact)

    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Play what the level finds, or else draw or pass, unless the table makes who can play do so."""
        shown = cast("TableView", view)
        if play := players.play(shown, level, luck, self.find):
            return play
        if not shown.may_draw and self.rules_for(shown.options).must_play and (found := self.find(view, Goal.ANY)):
            return found.action
        return players.rest(shown)

    def foreseen(self, view: View, action: Action) -> TableView:
        """A play is all that can be foreseen."""
        shown = cast("TableView", view)  # tables show nothing else
        if not isinstance(action, Play):
            return shown
        rules = self.rules_for(shown.options).for_seats(len(shown.seats))
        if rules.mistake:
            raise JudgedWhenMade
        position = position_in(shown, rules)
        turn = _turn(position, action.edits)
        sets, left = _left_by(turn, rules, shown.table, shown.claims)
        return replace(laid(shown, rules, without(position.rack, turn.played), sets), claims=left)

    def prospect(self, state: TableState, action: Action) -> str:
        """What a play would score; strict tables tell only when it is played."""
        if not isinstance(action, Play):
            return "This needs no preview."
        rules = self.rules_of(state)
        if rules.mistake:
            raise JudgedWhenMade
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

    def solution(self, case: Mapping[str, object]) -> Solution:
        """The turn that serves the `goal` best, by `table`, `rack` and `opened`, under `options`."""
        return solution(case, self._position(case))

    def _position(self, case: Mapping[str, object]) -> Position:
        rules = self.rules_for(self.chosen(cases.options(case)))
        rules = rules.for_seats(rules.high)  # a case names no players
        sets = cases.sets(case, rules)
        return Position(rules, sets, cases.rack(case, rules.box, sets), cases.flag(case, "opened"))


def _after(event: Event, step: Step[TableState]) -> Step[TableState]:
    return Step(step.state, (event, *step.events))


def _turn(position: Position, edits: Sequence[Edit]) -> Turn:
    rows = edited(position.sets, edits)
    return judged(position.rules, position.sets, position.rack, rows, opened=position.opened, claimed=position.claimed)


def _left_by(
    turn: Turn, rules: TableRules, before: Sequence[TableSet], lying: Sequence[Claim]
) -> tuple[tuple[TableSet, ...], tuple[Claim, ...]]:
    """The sets that lie after a turn, and the claims on them."""
    sets = settle(before, turn.after, turn.played, turn.crossings, rules.kept(turn))
    return sets, tuple(claims.surviving(lying, sets))
