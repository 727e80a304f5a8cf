"""The course of a game on an open table: its deal, its turns and its end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.game.actions import Action, Draw, Pass, Play, Redeal, Resign, TimeUp
from engine.game.events import DealtAnew, Event, GameEnded, LeftTheGame, NextGame
from engine.game.state import Seat, Step, give_tiles, with_seat
from engine.game.turn_events import Drew, MadeAMistake, Passed, Played, RanOutOfTime
from engine.game.views import Outcome, Value, find_places
from engine.rules.scoring import GameScore, Hand
from engine.rules.table_rules import TableRules
from engine.rules.turns import Turn
from engine.table.dealing import deal, deal_anew, require_new_deal
from engine.table.proofs import compute_cost, count_draw, must_play, nobody_can_play
from engine.table.state import T, TableState, hand_on_turn, list_passed, list_playing, may_draw, order_turns
from engine.table.system import TableSystem
from engine.table.turns import settle_turn
from engine.text.errors import IllegalMove, Mistake, MustPlay, PoolEmpty, PoolNotEmpty, WrongDraw
from engine.text.phrases import Phrase, later
from engine.tiles.changes import compare_tables
from engine.tiles.notation import tile_count
from engine.tiles.tiles import remove_tiles

PASSED = later("Nobody played a tile for a whole round.")
PROVEN = later("The pool is empty and nobody can play.")
LAID_OUT = later("The last tile was played.")


@dataclass(frozen=True, kw_only=True)
class TableTurns(TableSystem[T]):
    """A rule system on an open table, with the moves of its games from the deal to the end of the match."""

    def moves(self) -> Mapping[type[Action], Callable[[T, Any], Step[T]]]:
        """Return the function that carries out each kind of action.

        These are draw, play, pass, resign, time up and, if an option allows it, a new deal.
        """
        moves: dict[type[Action], Callable[[T, Any], Step[T]]] = {
            Draw: self._draw,
            Play: self._play,
            Pass: self._pass,
            Resign: self._resign,
            TimeUp: self._time_up,
        }
        return moves | {Redeal: self._redeal} if self.new_deals else moves

    def may_search(self, state: T, action: Action) -> bool:
        """Return whether the rules may have to search for plays after this action: it may empty the pool or a rack.

        A rack only counts if its end asks whether the players who never opened could have. Where a draw goes on until
        its player has a play, any draw may search.
        """
        rules = self.rules_of(state)
        if rules.draw_until and isinstance(action, Draw | TimeUp):
            return True
        drawn = action.count if isinstance(action, Draw) else max(rules.mistake, rules.late, rules.late_moved)
        return len(state.pool) <= drawn or (rules.unopened is not None and not isinstance(action, Draw))

    # Dealing

    def setup(self, seats: int, seed: bytes, now: int, options: Mapping[str, Value]) -> Step[T]:
        """Return the state of a new match after the first deal, and the event that tells who begins and why."""
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

    def _redeal(self, state: T, action: Redeal) -> Step[T]:
        rules = self.rules_of(state)
        require_new_deal(state, rules, action.seat)
        dealt = deal_anew(state, rules)
        return Step(dealt, (DealtAnew(action.seat, rules.doubles, dealt.turn),))

    # Turns

    def _draw(self, state: T, action: Draw) -> Step[T]:
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

    def _play(self, state: T, action: Play) -> Step[T]:
        rules = self.rules_of(state)
        try:
            turn = self.judge_turn(state, action.seat, action.edits)
        except Mistake as refusal:
            if not rules.mistake or must_play(state, rules, action.seat):
                raise  # otherwise a broken play would be a way to pass (CL-36)
            refusal.clause = clause = self.clauses[type(refusal)]
            fined = self._fine(state, rules.mistake, lambda drawn, _: MadeAMistake(action.seat, drawn, clause))
            return replace(fined, aside=refusal.phrase)
        return self._lay_turn(state, action.seat, turn)

    def _lay_turn(self, state: T, seat: int, turn: Turn, *, late: bool = False) -> Step[T]:
        before = state.seats[seat]
        after = replace(before, rack=remove_tiles(before.rack, turn.played), fresh=0, opened=True)
        rules = self.rules_of(state)
        sets = settle_turn(turn, rules, state.sets)
        played = with_seat(state.with_sets(sets), seat, after)
        points = turn.points if rules.valued and not before.opened else None
        event = Played(seat, turn.played, points, compare_tables(state.sets, sets), late)
        if after.rack:
            return self._continue_turn(hand_on_turn(played, rules), rules, event)
        return _prepend_event(event, self._empty_rack(played))

    def _pass(self, state: T, action: Pass) -> Step[T]:
        rules = self.rules_of(state)
        if state.pool:
            raise PoolNotEmpty
        if must_play(state, rules, action.seat):
            raise MustPlay
        return _prepend_event(Passed(action.seat), self._idle(state))

    def _time_up(self, state: T, action: TimeUp) -> Step[T]:
        rules = self.rules_of(state)
        if action.draft and rules.drafts:
            try:
                return self._lay_turn(state, action.seat, self.judge_turn(state, action.seat, action.draft), late=True)
            except IllegalMove:
                pass  # an illegal draft is taken back, and the penalty below applies
        late = rules.late_moved if action.moved else count_draw(state, rules, action.seat, rules.late)
        return self._fine(state, late, lambda drawn, held: RanOutOfTime(action.seat, drawn, held))

    def _resign(self, state: T, action: Resign) -> Step[T]:
        rules = self.rules_of(state)
        gone = with_seat(state, action.seat, replace(state.seats[action.seat], resigned=True))
        if action.seat in list_passed(state, rules):
            gone = replace(gone, passes=state.passes - 1)
        event = LeftTheGame(action.seat)
        left = list_playing(gone)
        if len(left) == 1:
            return _prepend_event(event, self._win_game(gone, left, later("Everyone else resigned.")))
        if gone.passes >= len(left):
            return _prepend_event(event, self._end_stuck(gone, order_turns(gone, rules)))
        on = hand_on_turn(gone, rules, passes=gone.passes) if state.turn == action.seat else gone
        return self._continue_turn(on, rules, event)

    def _fine(self, state: T, tiles: int, told: Callable[[int, int], Event]) -> Step[T]:
        """Let the seat to move draw up to `tiles` penalty tiles and end its turn; with an empty pool it passes (CL-22).

        `told` makes the event from the number of tiles drawn and the number of tiles then on the rack.
        """
        drawn = min(tiles, len(state.pool))
        event = told(drawn, len(state.seats[state.turn].rack) + drawn)
        if not drawn:
            return _prepend_event(event, self._idle(state))
        rules = self.rules_of(state)
        return self._continue_turn(hand_on_turn(give_tiles(state, state.turn, drawn), rules), rules, event)

    def _idle(self, state: T) -> Step[T]:
        """End a turn in which nothing was drawn or played; the game ends after a full round of such turns."""
        rules = self.rules_of(state)
        passed = replace(state, passes=state.passes + 1)
        if passed.passes >= len(list_playing(passed)):
            return self._end_stuck(passed, order_turns(passed, rules))
        return Step(hand_on_turn(passed, rules, passes=passed.passes))

    def _continue_turn(self, state: T, rules: TableRules, event: Event) -> Step[T]:
        """Return the step to `state`, in which a turn has begun; if nobody can play anymore, the game ends (CL-27).

        `event` tells of the action that led there.
        """
        if not self._is_proven(state, rules):
            return Step(state, (event,))
        standing = order_turns(state, rules, behind=state.turn - rules.direction)
        return _prepend_event(event, self._end_stuck(state, standing, PROVEN))

    def _is_proven(self, state: T, rules: TableRules) -> bool:
        """Return whether it's proven that nobody can play anymore (CL-27)."""
        return nobody_can_play(state, rules)

    # The end

    def _win_game(self, state: T, winners: Sequence[int], reason: Phrase) -> Step[T]:
        return self._end_game(state, self.rules_of(state).out(self._list_hands(state), winners), reason)

    def _empty_rack(self, state: T) -> Step[T]:
        """End the game after the seat to move has played its last tile; that seat wins."""
        return self._win_game(state, [state.turn], LAID_OUT)

    def _end_stuck(self, state: T, standing: Sequence[int], reason: Phrase = PASSED) -> Step[T]:
        """End a game that nobody wins by an empty rack, and score it by the rules for a stalemate.

        `standing` has the seats that can win, in turn order from the one that would move next.
        """
        return self._end_game(state, self.rules_of(state).stalemate(self._list_hands(state), standing), reason)

    def _list_hands(self, state: T) -> list[Hand]:
        rules = self.rules_of(state)
        return [
            Hand(place, len(seat.rack), compute_cost(seat, rules), resigned=seat.resigned)
            for place, seat in enumerate(state.seats)
        ]

    def _end_game(self, state: T, reckoning: GameScore, reason: Phrase) -> Step[T]:
        """Add the score of a finished game to the match, then deal the next game or end the match."""
        rules = self.rules_of(state)
        scored = replace(
            state,
            totals=tuple(total + points for total, points in zip(state.totals, reckoning.points, strict=True)),
            wins=tuple(wins + (seat in reckoning.winners) for seat, wins in enumerate(state.wins)),
        )
        event = GameEnded(reckoning.winners, reckoning.points, reason)
        winners = self._find_leaders(scored)
        tied = rules.extra_game and state.game == rules.games and len(winners) > 1
        if len(list_playing(state)) > 1 and (state.game < rules.games or tied):
            following = replace(scored, game=state.game + 1)
            length = max(rules.games, following.game)
            return _prepend_event(
                event, _prepend_event(NextGame(following.game, length, rules.part), deal(following, rules))
            )
        won = winners if state.game > 1 else reckoning.winners
        places = find_places([(seat in won, self._rank(scored, seat)) for seat in range(len(state.seats))])
        outcome = Outcome(won, scored.totals, reason, places)
        return Step(replace(scored, outcome=outcome, active=frozenset(), deadline=None), (event,))

    def _find_leaders(self, state: T) -> tuple[int, ...]:
        ranks = {seat: self._rank(state, seat) for seat in list_playing(state)}
        return tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))

    def _rank(self, state: T, seat: int) -> tuple[int, ...]:
        """Return a seat's rank in the match so far; the highest rank is the best."""
        return self.rules_of(state).match(state.totals[seat], state.wins[seat])


@dataclass(frozen=True, kw_only=True)
class TableGame(TableTurns[TableState]):
    """A rule system on an open table without claims, with the moves of its games."""

    state_type: type[TableState] = field(default=TableState, init=False)


def _prepend_event(event: Event, step: Step[T]) -> Step[T]:
    return Step(step.state, (event, *step.events))
