"""The family of games on an open table: turns that draw or play, a pool, an end when a rack is empty."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from engine.actions import Action, Draw, Pass, Play, Resign, TimeUp
from engine.edits import Edit, edited
from engine.errors import BadNotation, IllegalMove, Mistake, PoolEmpty, PoolNotEmpty, WrongDraw
from engine.events import (
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
from engine.fairness import shuffled
from engine.game import GameState, Info, Option, Seat, Step, Variant, Verdict, check_seat
from engine.notation import read_rack, read_rows, read_table, write_tile
from engine.scoring import Hand, Reckoning, rack_value, winner_takes_all
from engine.sets import TableSet, labels, settle
from engine.tiles import Box, Tile, without
from engine.turns import Check, Turn, judged
from engine.views import Outcome, RackView, SeatView, TableView, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """What the games of the family differ in, and what their options change.

    `clock` is in seconds a turn, None without; `order` ranks a tile drawn for the first turn, None to redraw, and the
    highest rank begins; `direction` is 1 clockwise, -1 counter-clockwise; `draw` is the most tiles that one draw may
    take, None for any number. `mistake`, `late` and `late_moved` are the tiles that it costs to break the table (0: the
    play is refused and costs nothing), to run out of time with nothing moved, and with something moved.
    """

    box: Box
    opening: tuple[Check, ...]
    jokers: Check
    order: Callable[[Tile], int | None]
    stalemate: Callable[[Sequence[Hand], Sequence[int]], Reckoning]
    deal: int = 14
    clock: int | None = 120
    direction: int = 1
    draw: int | None = 1
    mistake: int = 0
    late: int = 1
    late_moved: int = 1
    joker_points: int = 30
    games: int = 1

    @property
    def checks(self) -> tuple[Check, ...]:
        """What a turn must satisfy beside consisting of legal sets."""
        return (*self.opening, self.jokers)


@dataclass(frozen=True, kw_only=True)
class TableState(GameState):
    """A table of lettered sets. `passes`: how many in a row; `totals`: points from the earlier games of the match."""

    sets: tuple[TableSet, ...] = ()
    passes: int = 0
    game: int = 1
    totals: tuple[int, ...]


def draw_for_order(
    players: Sequence[int], bag: Iterator[Tile], rank: Callable[[Tile], int | None]
) -> tuple[tuple[tuple[tuple[int, Tile], ...], ...], int]:
    """Let the players draw until one has the highest rank alone: every round of draws, and who begins (D-X-4)."""
    rounds = []
    ranks: dict[int, int] = {}
    drawing = list(players)
    while drawing:
        drawn = tuple((seat, next(bag)) for seat in drawing)
        rounds.append(drawn)
        ranks |= {seat: place for seat, tile in drawn if (place := rank(tile)) is not None}
        drawing = [seat for seat in drawing if seat not in ranks]
        if not drawing:
            best = [seat for seat in ranks if ranks[seat] == max(ranks.values())]
            drawing = best if len(best) > 1 else []
            ranks = {} if drawing else ranks
    return tuple(rounds), max(ranks, key=lambda seat: ranks[seat])


@dataclass(frozen=True, kw_only=True)
class TableGame(Variant[TableState]):
    """A system of the family: an instance, made of its rules and the options that change them."""

    info: Info
    rules: TableRules
    options: Sequence[Option[TableRules]]
    clauses: Mapping[type[IllegalMove], str]
    state_type: type[TableState] = field(default=TableState, init=False)

    @property
    def box(self) -> Box:  # type: ignore[override]  # read-only here: the rules know it
        """The tiles that notation knows here."""
        return self.rules.box

    def rules_for(self, options: Mapping[str, Value]) -> TableRules:
        """The rules under these options, all of which must be given."""
        rules = self.rules
        for option in self.options:
            rules = option.change(rules, options[option.key])
        return rules

    def moves(self) -> Mapping[type[Action], Callable[[TableState, Any], Step[TableState]]]:
        """Draw, play, pass, resign, and the clock."""
        return {Draw: self._draw, Play: self._play, Pass: self._pass, Resign: self._resign, TimeUp: self._time_up}

    # Dealing

    def setup(self, seats: int, seed: bytes, now: int, options: Mapping[str, Value]) -> Step[TableState]:
        """Draw for the first turn, return the tiles, deal the racks."""
        self.check_seats(seats)
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
        )
        return self._deal(state)

    def _deal(self, state: TableState) -> Step[TableState]:
        rules = self.rules_for(state.options)
        tiles = rules.box.tiles()
        bag = (tile for again in count() for tile in shuffled(tiles, state.seed, f"order {state.game}.{again}"))
        rounds, first = draw_for_order(_playing(state), bag, rules.order)
        pool = list(shuffled(tiles, state.seed, f"deal {state.game}"))
        seats = tuple(self._dealt(seat, pool, rules) for seat in state.seats)
        dealt = replace(state, seats=seats, pool=tuple(pool), sets=(), passes=0)
        return Step(_turn_of(dealt, first, rules), (DrewForOrder(rounds, first),))

    def _dealt(self, seat: Seat, pool: list[Tile], rules: TableRules) -> Seat:
        if seat.resigned:
            return replace(seat, rack=())
        return Seat(rack=tuple(pool.pop() for _ in range(rules.deal)), opened=not rules.opening)

    # Turns

    def _draw(self, state: TableState, action: Draw) -> Step[TableState]:
        rules = self.rules_for(state.options)
        most = _may_draw(state, rules)
        if not most:
            raise PoolEmpty
        if not 1 <= action.count <= most:
            raise WrongDraw(tile_count(1) if most == 1 else f"1 to {most} tiles", action.count)
        drawn = replace(_given(state, action.seat, action.count), passes=0)
        return Step(_next_turn(drawn, rules), (Drew(action.seat, action.count),))

    def _play(self, state: TableState, action: Play) -> Step[TableState]:
        rules = self.rules_for(state.options)
        try:
            turn = self._judged(state, action.seat, action.edits)
        except Mistake as refusal:
            if not rules.mistake:
                raise
            refusal.clause = self.clauses.get(type(refusal))
            why = str(refusal)
            return self._fined(state, rules.mistake, lambda drawn: MadeAMistake(action.seat, drawn, why))
        return self._laid(state, action.seat, turn)

    def _judged(self, state: TableState, seat: int, edits: Sequence[Edit]) -> Turn:
        rows = edited(state.sets, edits)
        before = {each.label: each.meld for each in state.sets}
        player = state.seats[seat]
        return judged(self.rules_for(state.options), before, player.rack, rows, opened=player.opened)

    def _laid(self, state: TableState, seat: int, turn: Turn) -> Step[TableState]:
        before = state.seats[seat]
        after = replace(before, rack=without(before.rack, turn.played), fresh=0, opened=True)
        laid = replace(_with_seat(state, seat, after), sets=settle(state.sets, turn.after, turn.played), passes=0)
        event = Played(seat, turn.played, None if before.opened else turn.points)
        if after.rack:
            return Step(_next_turn(laid, self.rules_for(state.options)), (event,))
        return _after(event, self._won(laid, [seat], "The last tile is laid."))

    def _pass(self, state: TableState, action: Pass) -> Step[TableState]:
        if state.pool:
            raise PoolNotEmpty
        return _after(Passed(action.seat), self._idle(state))

    def _time_up(self, state: TableState, action: TimeUp) -> Step[TableState]:
        rules = self.rules_for(state.options)
        if action.draft:
            try:
                return self._laid(state, action.seat, self._judged(state, action.seat, action.draft))
            except IllegalMove:
                pass  # an unfinished turn is taken back, and pays below
        late = rules.late_moved if action.moved else rules.late
        return self._fined(state, late, lambda drawn: RanOutOfTime(action.seat, drawn))

    def _resign(self, state: TableState, action: Resign) -> Step[TableState]:
        rules = self.rules_for(state.options)
        gone = _with_seat(state, action.seat, replace(state.seats[action.seat], resigned=True))
        if action.seat in _have_passed(state, rules):
            gone = replace(gone, passes=state.passes - 1)
        event = LeftTheGame(action.seat)
        left = _playing(gone)
        if len(left) == 1:
            return _after(event, self._won(gone, left, "Everyone else has resigned."))
        if gone.passes >= len(left):
            return _after(event, self._stuck(gone, rules))
        return Step(_next_turn(gone, rules) if state.turn == action.seat else gone, (event,))

    def _fined(self, state: TableState, tiles: int, told: Callable[[int], Event]) -> Step[TableState]:
        """Draw a penalty, as far as the pool goes, and end the turn; with an empty pool it is a pass (D-CL-10)."""
        drawn = min(tiles, len(state.pool))
        if not drawn:
            return _after(told(0), self._idle(state))
        fined = replace(_given(state, state.turn, drawn), passes=0)
        return Step(_next_turn(fined, self.rules_for(state.options)), (told(drawn),))

    def _idle(self, state: TableState) -> Step[TableState]:
        """A turn in which nothing was drawn or laid; a full circle of them ends the game."""
        rules = self.rules_for(state.options)
        passed = replace(state, passes=state.passes + 1)
        if passed.passes >= len(_playing(passed)):
            return self._stuck(passed, rules)
        return Step(_next_turn(passed, rules))

    # The end

    def _won(self, state: TableState, winners: Sequence[int], reason: str) -> Step[TableState]:
        return self._ended(state, winner_takes_all(self._hands(state), winners), reason)

    def _stuck(self, state: TableState, rules: TableRules) -> Step[TableState]:
        standing = _turn_order(state, rules)
        return self._ended(state, rules.stalemate(self._hands(state), standing), "Nobody could go on.")

    def _hands(self, state: TableState) -> list[Hand]:
        joker = self.rules_for(state.options).joker_points
        return [Hand(place, len(seat.rack), rack_value(seat.rack, joker)) for place, seat in enumerate(state.seats)]

    def _ended(self, state: TableState, reckoning: Reckoning, reason: str) -> Step[TableState]:
        """Write the game's points down; deal the next one of the match, or end it."""
        rules = self.rules_for(state.options)
        totals = tuple(total + points for total, points in zip(state.totals, reckoning.points, strict=True))
        event = GameEnded(reckoning.winners, reckoning.points, reason)
        scored = replace(state, totals=totals)
        if state.game < rules.games and len(_playing(state)) > 1:
            following = replace(scored, game=state.game + 1)
            return _after(event, _after(NextGame(following.game, rules.games), self._deal(following)))
        best = max(totals[seat] for seat in _playing(state))
        winners = tuple(seat for seat in _playing(state) if totals[seat] == best)
        outcome = Outcome(winners if rules.games > 1 else reckoning.winners, totals, reason)
        return Step(replace(scored, outcome=outcome, active=frozenset(), deadline=None), (event,))

    # Looking

    def view(self, state: TableState, seat: int | None) -> TableView:
        """The table, every rack's size, and the viewer's own rack; all racks after the end."""
        if seat is not None:
            check_seat(state, seat)
        rules = self.rules_for(state.options)
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
            may_draw=_may_draw(state, rules),
            may_pass=not state.pool and not state.outcome,
            outcome=state.outcome,
            you=seat,
            rack=None if seat is None else _rack_view(state.seats[seat], rules),
            table=state.sets,
            game=state.game,
            games=rules.games,
        )

    def preview(self, state: TableState, action: Action) -> str:
        """Say what a play would score or what is wrong with it; strict tables tell only when it is played."""
        check_seat(state, action.seat)
        if not isinstance(action, Play):
            return "This needs no preview."
        if self.rules_for(state.options).mistake:
            return "This table judges a play when it is made."
        try:
            turn = self._judged(state, action.seat, action.edits)
        except IllegalMove as refusal:
            refusal.clause = self.clauses.get(type(refusal))
            return str(refusal)
        left = len(state.seats[action.seat].rack) - len(turn.played)
        return f"Legal: lays {tile_count(len(turn.played))} for {turn.points} points, {left} left."

    def judge(self, case: Mapping[str, object]) -> Verdict:
        """Judge `after` against `table`, `rack` and `opened`, under `options`."""
        rules = self.rules_for(self.chosen(_options(case)))
        before = dict(zip(labels(), read_table(_text(case, "table"), rules.box), strict=False))
        after = {str(place): row for place, row in enumerate(read_rows(_text(case, "after"), rules.box))}
        rack = read_rack(_text(case, "rack"), rules.box)
        _check_copies(rules.box, [*rack, *(tile for meld in before.values() for tile in meld.tiles)])
        opened = _flag(case, "opened") or not rules.opening
        try:
            turn = judged(rules, before, rack, after, opened=opened)
        except IllegalMove as refusal:
            refusal.clause = self.clauses.get(type(refusal))
            raise
        return Verdict(turn.points, turn.played)


def _text(case: Mapping[str, object], key: str) -> str:
    text = case.get(key, "")
    if not isinstance(text, str):
        raise BadNotation(f"“{key}” must be text.")
    return text


def _flag(case: Mapping[str, object], key: str) -> bool:
    flag = case.get(key, False)
    if not isinstance(flag, bool):
        raise BadNotation(f"“{key}” must be true or false.")
    return flag


def _check_copies(box: Box, tiles: Sequence[Tile]) -> None:
    """Refuse a position with more copies of a tile than the box holds."""
    if surplus := Counter(tiles) - Counter(box.tiles()):
        raise BadNotation(f"That is more {write_tile(next(iter(surplus)))} than the box holds.")


def _options(case: Mapping[str, object]) -> Mapping[str, Value]:
    options = case.get("options", {})
    if not isinstance(options, Mapping):
        raise BadNotation("“options” must be an object.")
    return options


def _after(event: Event, step: Step[TableState]) -> Step[TableState]:
    return Step(step.state, (event, *step.events))


def _playing(state: TableState) -> list[int]:
    """The seats that are still in the game."""
    return [place for place, seat in enumerate(state.seats) if not seat.resigned]


def _turn_order(state: TableState, rules: TableRules) -> list[int]:
    """The seats still in the game, in turn order, beginning behind the one whose turn it is."""
    around = (state.turn + rules.direction * step for step in range(1, len(state.seats) + 1))
    return [place for each in around if not state.seats[place := each % len(state.seats)].resigned]


def _have_passed(state: TableState, rules: TableRules) -> list[int]:
    """The seats whose passes stand in a row just before the turn that is on."""
    earlier = [seat for seat in _turn_order(state, rules) if seat != state.turn]
    return earlier[len(earlier) - state.passes :]


def _next_turn(state: TableState, rules: TableRules) -> TableState:
    return _turn_of(state, _turn_order(state, rules)[0], rules)


def _turn_of(state: TableState, seat: int, rules: TableRules) -> TableState:
    deadline = None if rules.clock is None else state.now + rules.clock
    return replace(state, turn=seat, turns=state.turns + 1, active=frozenset({seat}), deadline=deadline)


def _may_draw(state: TableState, rules: TableRules) -> int:
    if state.outcome:
        return 0
    return len(state.pool) if rules.draw is None else min(rules.draw, len(state.pool))


def _given(state: TableState, seat: int, tiles: int) -> TableState:
    """Give the seat tiles from the end of the pool."""
    cut = len(state.pool) - tiles
    drawn = state.pool[: cut - 1 : -1] if cut else state.pool[::-1]
    player = state.seats[seat]
    return replace(
        _with_seat(state, seat, replace(player, rack=player.rack + drawn, fresh=tiles)), pool=state.pool[:cut]
    )


def _with_seat(state: TableState, place: int, seat: Seat) -> TableState:
    return replace(state, seats=(*state.seats[:place], seat, *state.seats[place + 1 :]))


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
    return RackView(seat.rack, seat.fresh, rack_value(seat.rack, rules.joker_points))
