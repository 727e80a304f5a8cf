"""Rule systems on an open table: their deals, turns and ends, and what they show, find and judge."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine.game import cases
from engine.game.actions import Action, Draw, Pass, Play, Redeal, Resign, TimeUp
from engine.game.bench import Bench, DraftCheck, PreparedDraft, ReadyPlay
from engine.game.cases import Solution, Verdict
from engine.game.drafts import Draft, rebase
from engine.game.events import DealtAnew, Event, GameEnded, LeftTheGame, NextGame
from engine.game.goals import FoundTurn, Goal, Level, draw_level
from engine.game.info import Info, Option, Preset, apply_options
from engine.game.state import Seat, Step, give_tiles, require_seat, with_seat
from engine.game.turn_events import Drew, MadeAMistake, Passed, Played, RanOutOfTime
from engine.game.variant import Variant
from engine.game.views import Outcome, Value, View, rank_places
from engine.override import override
from engine.rules.scoring import MATCH_GOALS, Hand
from engine.rules.table_rules import ScoringRule, TableRules
from engine.rules.turns import Turn
from engine.solver.best_turn import Position, is_ruled_out, solve
from engine.table import players
from engine.table.bench import TableBench, make_table_bench
from engine.table.dealing import deal, deal_anew, list_offers, require_new_deal
from engine.table.proofs import (
    compute_cost,
    count_draw,
    has_play,
    must_play,
    nobody_can_play,
    position_in,
    position_of,
)
from engine.table.ready_plays import list_ready_plays
from engine.table.rows import sort_group
from engine.table.state import (
    TableState,
    hand_on_turn,
    list_passed,
    list_playing,
    may_draw,
    order_turns,
    show_after,
    show_table,
)
from engine.table.turns import check_bench, judge_edits, settle_turn
from engine.table.view import TableView
from engine.text.errors import IllegalMove, JudgedWhenMade, Mistake, MustPlay, PoolEmpty, PoolNotEmpty, WrongDraw
from engine.text.phrases import Phrase, later
from engine.tiles.changes import compare_tables
from engine.tiles.crossing_errors import NoCrossings
from engine.tiles.crossings import read_sets
from engine.tiles.edits import Edit, Replace, Row, write_turn
from engine.tiles.notation import point_count, read_rack, read_rows, tile_count, write_row
from engine.tiles.sets import TableSet
from engine.tiles.shuffle import SEED_BYTES
from engine.tiles.tiles import Box, Tile, remove_tiles

PASSED = later("Nobody played a tile for a whole round.")
PROVEN = later("The pool is empty and nobody can play.")
WENT_OUT = later("The last tile was played.")


@dataclass(frozen=True, kw_only=True)
class TableGame(Variant[TableState]):
    """A rule system on an open table; `rules` are those that its options change.

    `every_tile` has all tiles that can be written in notation, if options bring in tiles that the `rules` don't have.
    `new_deals`: there is an option by which players can ask for a new deal.
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
    @override
    def box(self) -> Box:  # type: ignore[override]  # read-only here
        return self.every_tile or self.rules.box

    @override
    def seats(self, options: Mapping[str, Value]) -> tuple[int, int]:
        rules = self.rules_for(self.chosen(options))
        return rules.low, rules.high

    def rules_of(self, state: TableState) -> TableRules:
        """Return the rules of this game, which depend on its options and its number of seats."""
        return self.rules_for(state.options).for_seats(len(state.seats))

    def rules_for(self, options: Mapping[str, Value]) -> TableRules:
        """Return the rules with the options set to `options`, which has a value for every option, by its key."""
        values = frozenset(options.items())
        if values not in self._reckoned:
            self._reckoned[values] = apply_options(self.rules, self.options, options)
        return self._reckoned[values]

    # Looking

    @override
    def view(self, state: TableState, seat: int | None) -> TableView:
        if seat is not None:
            require_seat(state, seat)
        rules = self.rules_of(state)
        return show_table(state, rules, seat, () if seat is None else list_offers(state, rules, seat))

    @override
    def example(self) -> TableView:
        return self.view(self.deal_example(), None)

    def deal_example(self) -> TableState:
        """Return a new game with the sets of the rule system's example on the table."""
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {"clock": 0}).state
        return dealt.with_sets(read_sets(self.info.example, self.box))

    @override
    def state_of_case(self, case: Mapping[str, object]) -> TableState:
        position = self.read_position(case)
        options = cases.options(case)
        dealt = self.setup(position.rules.high, bytes(SEED_BYTES), 0, {**options, "clock": 0}).state
        used = [*position.rack, *(tile for each in position.sets for tile in each.own)]
        return replace(
            dealt.with_sets(position.sets),
            seats=(Seat(rack=position.rack, has_melded=position.has_melded), *(Seat() for _ in dealt.seats[1:])),
            pool=remove_tiles(position.rules.box.tiles(), used),
            turn=0,
            active=frozenset({0}),
        )

    def state_of_puzzle(self, sets: Sequence[TableSet], rack: Sequence[Tile]) -> TableState:
        """Return an untimed game with these sets on the table and one seat, which has opened and has this rack."""
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {"clock": 0}).state
        used = [*rack, *(tile for each in sets for tile in each.own)]
        return replace(
            dealt.with_sets(sets),
            seats=(Seat(rack=tuple(rack), has_melded=True),),
            pool=remove_tiles(self.rules.box.tiles(), used),
            turn=0,
            active=frozenset({0}),
            totals=(0,),
            wins=(0,),
        )

    # Moves

    @override
    def moves(self) -> Mapping[type[Action], Callable[[TableState, Any], Step[TableState]]]:
        moves: dict[type[Action], Callable[[TableState, Any], Step[TableState]]] = {
            Draw: self._draw,
            Play: self._play,
            Pass: self._pass,
            Resign: self._resign,
            TimeUp: self._time_up,
        }
        return moves | {Redeal: self._redeal} if self.new_deals else moves

    @override
    def may_search(self, state: TableState, action: Action) -> bool:
        rules = self.rules_of(state)
        if rules.draw_until and isinstance(action, Draw | TimeUp):
            return True
        drawn = action.count if isinstance(action, Draw) else max(rules.mistake, rules.late, rules.late_moved)
        return len(state.pool) <= drawn or (rules.unopened is not None and not isinstance(action, Draw))

    # Dealing

    @override
    def setup(self, seats: int, seed: bytes, now: int, options: Mapping[str, Value]) -> Step[TableState]:
        self.require_seat_count(seats, options)
        state = self.state_type(
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
        require_new_deal(state, rules, action.seat)
        dealt = deal_anew(state, rules)
        return Step(dealt, (DealtAnew(action.seat, rules.doubles, dealt.turn),))

    # Turns

    def _draw(self, state: TableState, action: Draw) -> Step[TableState]:
        rules = self.rules_of(state)
        most = may_draw(state, rules)
        if not most:
            raise PoolEmpty
        if not 1 <= action.count <= most:
            raise WrongDraw(tile_count(1) if most == 1 else later("1 to {most} tiles", most=most), action.count)
        count = count_draw(state, rules, action.seat, action.count)
        drawn = give_tiles(state, action.seat, count)
        event = Drew(action.seat, count, len(drawn.seats[action.seat].rack))
        return self._continue_turn(hand_on_turn(drawn, rules), rules, event)

    def _play(self, state: TableState, action: Play) -> Step[TableState]:
        rules = self.rules_of(state)
        try:
            turn = self.judge_turn(state, action.seat, action.edits)
        except Mistake as refusal:
            if not rules.mistake or must_play(state, rules, action.seat):
                raise  # otherwise a broken play would be a way to pass (CL-36)
            refusal.clause = clause = self.clauses[type(refusal)]
            fined = self._fine(state, rules.mistake, lambda drawn, _: MadeAMistake(action.seat, drawn, clause))
            return replace(fined, aside=refusal.phrase)
        return self._play_turn(state, action.seat, turn)

    def _play_turn(self, state: TableState, seat: int, turn: Turn, *, late: bool = False) -> Step[TableState]:
        before = state.seats[seat]
        after = replace(before, rack=remove_tiles(before.rack, turn.played), fresh=0, has_melded=True)
        rules = self.rules_of(state)
        sets = settle_turn(turn, rules, state.sets)
        played = with_seat(state.with_sets(sets), seat, after)
        points = turn.points if rules.valued and not before.has_melded else None
        event = Played(seat, turn.played, points, compare_tables(state.sets, sets), late)
        if after.rack:
            return self._continue_turn(hand_on_turn(played, rules), rules, event)
        if rules.goes_out:
            return self._end_game(played, event, rules.out, [seat], WENT_OUT)
        return self._end_game(played, event, rules.stalemate, order_turns(played, rules), WENT_OUT)

    def _pass(self, state: TableState, action: Pass) -> Step[TableState]:
        rules = self.rules_of(state)
        if state.pool:
            raise PoolNotEmpty
        if must_play(state, rules, action.seat):
            raise MustPlay
        return self._idle(state, Passed(action.seat))

    def _time_up(self, state: TableState, action: TimeUp) -> Step[TableState]:
        rules = self.rules_of(state)
        if action.draft and rules.drafts:
            try:
                return self._play_turn(state, action.seat, self.judge_turn(state, action.seat, action.draft), late=True)
            except IllegalMove:
                pass  # an illegal draft is taken back, and the penalty below applies
        late = rules.late_moved if action.moved else count_draw(state, rules, action.seat, rules.late)
        return self._fine(state, late, lambda drawn, held: RanOutOfTime(action.seat, drawn, held))

    def _resign(self, state: TableState, action: Resign) -> Step[TableState]:
        rules = self.rules_of(state)
        gone = with_seat(state, action.seat, replace(state.seats[action.seat], resigned=True))
        if action.seat in list_passed(state, rules):
            gone = replace(gone, passes=state.passes - 1)
        event = LeftTheGame(action.seat)
        left = list_playing(gone)
        if len(left) == 1:
            return self._end_game(gone, event, rules.out, left, later("Everyone else resigned."))
        if gone.passes >= len(left):
            return self._end_game(gone, event, rules.stalemate, order_turns(gone, rules), PASSED)
        on = hand_on_turn(gone, rules, passes=gone.passes) if state.turn == action.seat else gone
        return self._continue_turn(on, rules, event)

    def _fine(self, state: TableState, tiles: int, told: Callable[[int, int], Event]) -> Step[TableState]:
        """Let the seat to move draw up to `tiles` penalty tiles and end its turn; with an empty pool it passes (CL-22).

        `told` makes the event from the numbers of tiles drawn and then held.
        """
        drawn = min(tiles, len(state.pool))
        event = told(drawn, len(state.seats[state.turn].rack) + drawn)
        if not drawn:
            return self._idle(state, event)
        rules = self.rules_of(state)
        return self._continue_turn(hand_on_turn(give_tiles(state, state.turn, drawn), rules), rules, event)

    def _idle(self, state: TableState, event: Event) -> Step[TableState]:
        """End a turn in which nothing was drawn or played; the game ends after a full round of such turns."""
        rules = self.rules_of(state)
        passed = replace(state, passes=state.passes + 1)
        if passed.passes >= len(list_playing(passed)):
            return self._end_game(passed, event, rules.stalemate, order_turns(passed, rules), PASSED)
        return Step(hand_on_turn(passed, rules, passes=passed.passes), (event,))

    def _continue_turn(self, state: TableState, rules: TableRules, event: Event) -> Step[TableState]:
        """Return the step to `state`, in a turn just begun; if nobody can play anymore, the game ends (CL-27)."""
        if not (rules.stops_when_stuck and nobody_can_play(state, rules)):
            return Step(state, (event,))
        standing = order_turns(state, rules, behind=state.turn - rules.direction)
        return self._end_game(state, event, rules.stalemate, standing, PROVEN)

    # The end

    def _end_game(
        self, state: TableState, event: Event, score: ScoringRule, seats: Sequence[int], reason: Phrase
    ) -> Step[TableState]:
        """Score a game that ends after `event`, then deal the match's next game, or end the match.

        `seats` are what `score` takes: the winners, or the seats that can win, in turn order from the next to move.
        """
        rules = self.rules_of(state)
        hands = [
            Hand(index, len(seat.rack), compute_cost(seat, rules) + state.held(index), resigned=seat.resigned)
            for index, seat in enumerate(state.seats)
        ]
        reckoning = score(hands, seats)
        scored = replace(
            state,
            totals=tuple(total + points for total, points in zip(state.totals, reckoning.points, strict=True)),
            wins=tuple(wins + (seat in reckoning.winners) for seat, wins in enumerate(state.wins)),
        )
        events = event, GameEnded(reckoning.winners, reckoning.points, reason)
        standing = zip(scored.seats, scored.totals, scored.wins, strict=True)
        ranks = [rules.rank(points, wins, resigned=seat.resigned) for seat, points, wins in standing]
        playing = list_playing(scored)
        winners = tuple(seat for seat in playing if ranks[seat] == max(ranks[each] for each in playing))
        tied = rules.extra_game and state.game == rules.games and len(winners) > 1
        if len(playing) > 1 and (state.game < rules.games or tied):
            following = replace(scored, game=state.game + 1)
            length = max(rules.games, following.game)
            following_game = NextGame(following.game, length, rules.part, scored.totals, MATCH_GOALS[rules.match])
            dealt = deal(following, rules)
            return Step(dealt.state, (*events, following_game, *dealt.events))
        won = winners if state.game > 1 else reckoning.winners
        places = rank_places([(seat in won, rank) for seat, rank in enumerate(ranks)])
        outcome = Outcome(won, scored.totals, reason, places)
        return Step(replace(scored, outcome=outcome, active=frozenset(), deadline=None), events)

    # Thinking

    def judge_turn(self, state: TableState, seat: int, edits: Sequence[Edit]) -> Turn:
        """Return the turn that the seat makes by these edits, if it's legal. Raises IllegalMove."""
        return judge_edits(position_of(state, self.rules_of(state), seat), edits)

    @override
    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        found = self._find_turn(cast("TableView", view), goal, tiles)
        if found is None or goal in {Goal.FIT, Goal.OPENING}:  # an opening's points depend on its sets
            return found
        arranged = self._find_turn(cast("TableView", view), Goal.FIT, found.played)
        return replace(found, action=arranged.action) if arranged else found

    def _find_turn(self, view: TableView, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """Return a turn that serves the goal best; unless it is `FIT`, the turn may disturb sets without need."""
        if view.outcome:
            return None
        position = self._position_in(view)
        answer = solve(position, goal, tiles)
        if answer is None or view.you is None:
            return None
        play = Play(view.you, write_turn(position.sets, [sort_group(row, self.box) for row in answer.rows]))
        return FoundTurn(play, answer.played, answer.value, answer.exact)

    @override
    def has_play(self, view: View) -> bool | None:
        return has_play(self._position_in(view))

    @override
    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        shown = cast("TableView", view)
        position = self._position_in(shown)
        drawn, low_wins = draw_level(level, luck), self.info.low_wins
        if play := players.play(shown, position, drawn, luck, self._find_turn, low_wins=low_wins):
            return play
        if not shown.may_draw and position.rules.must_play and (found := self._find_turn(shown, Goal.ANY)):
            return found.action
        return players.draw_or_pass(shown)

    @override
    def minimize_disturbance(self, view: View, action: Action) -> Action:
        if not isinstance(action, Play):
            return action
        found = self.find(view, Goal.FIT, judge_edits(self._position_in(view), action.edits).played)
        return found.action if found else action

    def _position_in(self, view: View) -> Position:
        return position_in(cast("TableView", view), self.rules_for(view.options).for_seats(len(view.seats)))

    @override
    def foresee(self, view: View, action: Action) -> TableView:
        shown = cast("TableView", view)  # the only kind of view that a table has
        if not isinstance(action, Play):
            return shown
        position, turn = self._judge_seen(shown, action)
        sets = settle_turn(turn, position.rules, shown.table)
        return show_after(shown, position.rules, remove_tiles(position.rack, turn.played), sets)

    def _judge_seen(self, view: View, play: Play) -> tuple[Position, Turn]:
        """Return the viewer's position and the turn of its play. Raises IllegalMove, also where mistakes cost tiles."""
        position = self._position_in(view)
        with self._cite_clauses():
            if position.rules.mistake:
                raise JudgedWhenMade
            return position, judge_edits(position, play.edits)

    @override
    def preview(self, view: View, action: Action) -> Phrase:
        try:
            position, turn = self._judge_seen(view, cast("Play", action))
        except IllegalMove as refusal:
            return refusal.phrase
        tiles, left = tile_count(len(turn.played)), len(position.rack) - len(turn.played)
        if position.rules.valued:
            worth = point_count(turn.points)
            return later("Valid: {tiles} played for {points}, {left} left.", tiles=tiles, points=worth, left=left)
        return later("Valid: {tiles} played, {left} left.", tiles=tiles, left=left)

    # Arranging

    @override
    def prepare_draft(self, view: View, draft: Draft) -> PreparedDraft:
        shown = cast("TableView", view)
        position = self._position_in(shown)
        now, conflicts = rebase(draft, {each.label: each.pieces for each in shown.table}, position.rack)
        bench = make_table_bench(
            position.rules.box, position.sets, position.rack, now.changes, lends=position.rules.crossings
        )
        return PreparedDraft(now, bench, conflicts)

    @override
    def check_draft(self, view: View, bench: Bench) -> DraftCheck:
        return check_bench(self._position_in(view), cast("TableBench", bench), view.you or 0, self._cite_clauses)

    @override
    def list_ready_plays(self, view: View, bench: Bench, best: FoundTurn | None = None) -> tuple[ReadyPlay, ...]:
        position = self._position_in(view)
        if position.rules.mistake or view.outcome:
            return ()
        return list_ready_plays(position, cast("TableBench", bench), view.you or 0, best.action if best else None)

    @override
    def count_gain(self, event: Event) -> int | None:
        return len(event.tiles) if isinstance(event, Played) else 0

    @override
    def judge(self, case: Mapping[str, object]) -> Verdict:
        cases.seat(case, self.info.high)
        with self._cite_clauses():
            position = self.read_position(case)
            turn = judge_edits(position, [Replace(read_rows(cases.text(case, "after"), position.rules.box))])
        return Verdict(turn.points, turn.played)

    @override
    def solve(self, case: Mapping[str, object]) -> Solution:
        cases.seat(case, self.info.high)
        with self._cite_clauses():
            position = self.read_position(case)
            goal = cases.goal(case)
            tiles = cases.fit(case, position.rules.box, position.rack)
        answer = solve(position, goal, tiles)
        if answer is None:
            rows, exact = [each.pieces for each in position.sets], is_ruled_out(position, goal, tiles)
            return Solution((), 0, _write_rows(rows), exact=exact)
        return Solution(answer.played, answer.value, _write_rows(answer.rows), answer.exact)

    def read_position(self, case: Mapping[str, object]) -> Position:
        """Return the position that a case gives in notation. Raises BadNotation, or IllegalMove for crossings."""
        rules = self.rules_for(self.chosen(cases.options(case)))
        rules = rules.for_seats(rules.high)  # a case has no number of players
        has_melded = cases.flag(case, "opened") or not rules.opening
        sets = read_sets(cases.text(case, "table"), rules.box)
        if not rules.crossings and any(each.borrowed for each in sets):
            raise NoCrossings
        rack = read_rack(cases.text(case, "rack"), rules.box)
        cases.require_copies(rules.box, [*rack, *(tile for each in sets for tile in each.own)])
        return Position(rules, sets, rack, has_melded)


def _write_rows(rows: Iterable[Row]) -> str:
    return " / ".join(map(write_row, rows)) or "-"
