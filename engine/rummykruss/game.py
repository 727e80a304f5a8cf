"""Rule systems on a grid: two seats take turns at placing and moving tiles for points, or draw at a cost."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine.game import cases
from engine.game.actions import Action, Draw, Pass, Resign, TimeUp
from engine.game.bench import Bench, DraftCheck, PreparedDraft, ReadyPlay
from engine.game.cases import Solution, Verdict
from engine.game.drafts import Draft, rebase
from engine.game.events import Begins, Event, GameEnded, LeftTheGame
from engine.game.goals import FoundTurn, Goal, Level, draw_level
from engine.game.info import Info, Option, Preset, apply_options
from engine.game.state import Seat, Step, give_tiles, require_seat, show_seat, with_seat
from engine.game.turn_events import Drew, Passed, RanOutOfTime
from engine.game.variant import Variant
from engine.game.views import Offer, Outcome, RackView, Value, View, rank_places
from engine.override import override
from engine.rummykruss import players
from engine.rummykruss.bench import GridBench, make_grid_bench, map_tiles
from engine.rummykruss.cases import read_grid
from engine.rummykruss.events import Picked, Placed
from engine.rummykruss.ready_plays import list_ready_plays
from engine.rummykruss.rules.actions import Pick, Place
from engine.rummykruss.rules.cells import Put, WholeGrid, read_puts
from engine.rummykruss.rules.errors import BoxTooSmall, DraftIsOver, NotLaidOut, WildcardUnclear
from engine.rummykruss.rules.placing import Grid, GridRules, GridTurn, judge_turn
from engine.rummykruss.rules.tiles import GridTile, by_cell
from engine.rummykruss.solver.search import GridPosition, solve
from engine.rummykruss.state import (
    SEATS,
    GridState,
    add_points,
    begin_turn,
    draw_blocks,
    fill_row,
    opponent_of,
    require_drafted,
)
from engine.rummykruss.view import GridView, show_after
from engine.text.errors import IllegalMove, PoolEmpty, PoolNotEmpty, WrongDraw
from engine.text.phrases import Phrase, join_sentences, later, later_many
from engine.tiles.notation import read_rack, say_tile, say_tiles, tile_count
from engine.tiles.sets import Mark
from engine.tiles.shuffle import SEED_BYTES, shuffle
from engine.tiles.tiles import Box, Tile, remove_tiles


def show_grid(state: GridState, rules: GridRules, seat: int | None) -> GridView:
    """Return what a seat, or a spectator (None), may see: of other racks only their size until the game is over."""
    playing = not state.outcome and not state.row
    may_pick = not state.outcome and seat != opponent_of(state.turn)
    offers = (
        Offer(Pick(0, each).line(), later("Pick {tile}", tile=say_tile(each))) for each in dict.fromkeys(state.row)
    )
    return GridView(
        variant=state.variant,
        version=state.version,
        options=state.options,
        box=rules.box,
        seats=tuple(show_seat(state, index, state.scores[index]) for index in range(len(state.seats))),
        turn=state.turn,
        turns=state.turns,
        deadline=state.deadline,
        pool=len(state.pool),
        may_draw=int(playing and bool(state.pool)),
        may_pass=playing and not state.pool,
        outcome=state.outcome,
        you=seat,
        rack=None if seat is None else RackView(state.seats[seat].rack, state.seats[seat].fresh, None),
        offers=tuple(offers) if may_pick else (),
        size=rules.size,
        tiles=state.tiles,
        blocks=state.blocks,
        barred=state.barred,
        intersections=state.made,
        row=state.row,
        assistance=rules.helps,
    )


DRAWING_COSTS = 1  # point (RK-8)


@dataclass(frozen=True, kw_only=True)
class GridGame(Variant[GridState]):
    """A rule system on a grid; `rules` are those that its options change."""

    info: Info
    rules: GridRules
    options: Sequence[Option[Any]]
    clauses: Mapping[type[IllegalMove], str]
    presets: Sequence[Preset] = ()
    box: Box = field(default_factory=Box)
    state_type: type[GridState] = field(default=GridState, init=False)

    def rules_for(self, chosen: Mapping[str, Value]) -> GridRules:
        """Return the rules with the options set to `chosen`, which has a value for every option, by its key."""
        rules: GridRules = apply_options(self.rules, self.options, chosen)
        return rules

    @override
    def chosen(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """Return the value of every option, and reject a box that doesn't fill two racks and a pool as large (RK-5).

        The usual number of tiles on a rack goes with every box.
        """
        chosen = super().chosen(options)
        rules = self.rules_for(chosen)
        tiles, least = len(rules.box.tiles()), (SEATS + 1) * rules.deal
        if tiles < least and rules.deal != self.rules.deal:
            with self._cite_clauses():
                raise BoxTooSmall(rules.deal, least, tiles)
        return chosen

    # Looking

    @override
    def example(self) -> GridView:
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {}).state
        puts = read_puts(self.info.example, self.box)
        tiles = tuple(GridTile(*put.cell, put.tile, put.face or put.tile, Mark.STILL) for put in puts)
        free = tuple(block for block in dealt.blocks if block not in {put.cell for put in puts})
        return self.view(replace(dealt, tiles=tiles, blocks=free), None)

    @override
    def view(self, state: GridState, seat: int | None) -> GridView:
        if seat is not None:
            require_seat(state, seat)
        return show_grid(state, self.rules_for(state.options), seat)

    # Moves

    @override
    def moves(self) -> Mapping[type[Action], Callable[[GridState, Any], Step[GridState]]]:
        return {
            Draw: self._draw,
            Place: self._place,
            Pass: self._pass,
            Pick: self._pick,
            Resign: self._resign,
            TimeUp: self._time_up,
        }

    # Dealing

    @override
    def setup(self, seats: int, seed: bytes, now: int, options: Mapping[str, Value]) -> Step[GridState]:
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
            seats=(Seat(has_melded=True),) * SEATS,
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
            raise NotLaidOut(say_tile(action.tile), say_tiles(state.row))
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
        require_drafted(state.row)
        rules, player = self.rules_for(state.options), state.seats[action.seat]
        grid = Grid(rules, by_cell(state.tiles), frozenset(state.blocks), state.barred, state.last)
        turn = judge_turn(grid, player.rack, action.placing)
        made = [count + max(0, turn.rise) * (seat == action.seat) for seat, count in enumerate(state.made)]
        placed = replace(
            with_seat(state, action.seat, replace(player, rack=remove_tiles(player.rack, turn.played), fresh=0)),
            tiles=turn.tiles,
            made=tuple(made),
            passes=0,
        )
        where = " ".join(str(Put(spot.cell, spot.tile, spot.face)) for spot in turn.placed)
        moved = sum(each.mark is Mark.MOVED for each in turn.tiles)
        event = Placed(action.seat, where, len(turn.placed), moved, turn.rise, turn.points)
        return self._end_turn(add_points(placed, turn.points), event, turn)

    def _pass(self, state: GridState, action: Pass) -> Step[GridState]:
        require_drafted(state.row)
        if state.pool:
            raise PoolNotEmpty
        return self._idle(state, Passed(action.seat))

    def _time_up(self, state: GridState, action: TimeUp) -> Step[GridState]:
        """End a turn out of time: take the first open tile in a draft, else draw, or pass with no pool (RK-23)."""
        held = len(state.seats[action.seat].rack)
        if state.row:
            return Step(self._take_picked(state, action.seat, state.row[0]), (RanOutOfTime(action.seat, 1, held + 1),))
        if state.pool:
            return self._end_draw(state, RanOutOfTime(action.seat, 1, held + 1, DRAWING_COSTS))
        return self._idle(state, RanOutOfTime(action.seat, 0, held))

    def _idle(self, state: GridState, event: Event) -> Step[GridState]:
        return self._end_turn(replace(state, passes=state.passes + 1), event)

    def _end_turn(self, state: GridState, event: Event, turn: GridTurn | None = None) -> Step[GridState]:
        """Store what the next turn bars, then begin it or end the game; `turn` is None if it placed nothing."""
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
            turns = later_many(
                "Both players have had {count} turn.", "Both players have had {count} turns.", rules.turn_cap
            )
            return _end_game(over, event, turns)
        return Step(begin_turn(over, opponent_of(state.turn), rules), (event,))

    def _resign(self, state: GridState, action: Resign) -> Step[GridState]:
        gone = with_seat(state, action.seat, replace(state.seats[action.seat], resigned=True))
        winner = opponent_of(action.seat)
        return _win_game(gone, LeftTheGame(action.seat), (winner,), later("The opponent resigned."))

    # Thinking

    @override
    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        if cast("GridView", view).row or view.you is None:
            return None
        answer = solve(self._question(view), goal, tiles)
        if answer.turn is None:
            return None
        return FoundTurn(Place(view.you, answer.placing), answer.turn.played, answer.points, answer.exact)

    @override
    def has_play(self, view: View) -> bool | None:
        if cast("GridView", view).row:
            return False
        answer = solve(self._question(view), Goal.ANY)
        return True if answer.turn else False if answer.exact else None

    @override
    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        return players.choose(cast("GridView", view), self._question(view), draw_level(level, luck), luck)

    @override
    def minimize_disturbance(self, view: View, action: Action) -> Action:
        """Return the action unchanged: to place the same tiles with fewer moves could change what the turn scores."""
        return action

    @override
    def foresee(self, view: View, action: Action) -> GridView:
        before = cast("GridView", view)
        if not isinstance(action, Place):
            return before
        return show_after(before, self._judge_seen(before, action))

    def _judge_seen(self, view: View, action: Place) -> GridTurn:
        with self._cite_clauses():
            require_drafted(cast("GridView", view).row)
            return self._question(view).judge(action.placing)

    def _question(self, view: View) -> GridPosition:
        grid = cast("GridView", view)  # a grid has no other kind of view
        return grid_position(grid, self.rules_for(grid.options))

    @override
    def prepare_draft(self, view: View, draft: Draft) -> PreparedDraft:
        asked = self._question(view)
        now, conflicts = rebase(draft, map_tiles(asked.grid), asked.rack, letters=False)
        return PreparedDraft(now, make_grid_bench(asked.grid, asked.rack, now.changes), conflicts)

    @override
    def check_draft(self, view: View, bench: Bench) -> DraftCheck:
        arranged = cast("GridBench", bench)
        try:
            turn = self._judge_seen(view, arranged.action(view.you or 0))
        except IllegalMove as refusal:
            unclear = (refusal.cell,) if isinstance(refusal, WildcardUnclear) else ()
            return DraftCheck(refusal=refusal.phrase, wrong=arranged.wrong, unclear=unclear)
        return DraftCheck(points=turn.points)

    @override
    def list_ready_plays(self, view: View, bench: Bench, best: FoundTurn | None = None) -> tuple[ReadyPlay, ...]:
        if cast("GridView", view).row or view.outcome:
            return ()
        return list_ready_plays(
            self._question(view), cast("GridBench", bench), view.you or 0, best.action if best else None
        )

    @override
    def preview(self, view: View, action: Action) -> Phrase:
        try:
            turn = self._judge_seen(view, cast("Place", action))
        except IllegalMove as refusal:
            return refusal.phrase
        tiles, left = tile_count(len(turn.placed)), view.seats[action.seat].tiles - len(turn.placed)
        gained = f"{turn.points:+d}"
        if turn.rise:
            return later(
                "Valid: {tiles} placed, intersections {rise}, {points} to your score, {left} left.",
                tiles=tiles,
                rise=f"{turn.rise:+d}",
                points=gained,
                left=left,
            )
        return later(
            "Valid: {tiles} placed, {points} to your score, {left} left.", tiles=tiles, points=gained, left=left
        )

    @override
    def judge(self, case: Mapping[str, object]) -> Verdict:
        cases.seat(case, self.info.high)
        with self._cite_clauses():
            asked = self._read_case(case)
            turn = asked.judge(WholeGrid(read_puts(cases.text(case, "after"), asked.grid.rules.box)))
        return Verdict(turn.points, turn.played)

    @override
    def solve(self, case: Mapping[str, object]) -> Solution:
        cases.seat(case, self.info.high)
        with self._cite_clauses():
            asked = self._read_case(case)
            answer = solve(asked, cases.goal(case), cases.fit(case, asked.grid.rules.box, asked.rack))
        after = answer.turn.tiles if answer.turn else asked.grid.on_grid.values()
        written = " ".join(str(Put((each.row, each.column), each.tile, each.face)) for each in after)
        return Solution(answer.turn.played if answer.turn else (), answer.points, written or "-", answer.exact)

    @override
    def state_of_case(self, case: Mapping[str, object]) -> GridState:
        asked = self._read_case(case)
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, cases.options(case)).state
        return replace(
            dealt,
            seats=(Seat(rack=asked.rack, has_melded=True), *(Seat() for _ in dealt.seats[1:])),
            pool=remove_tiles(
                asked.grid.rules.box.tiles(), [*asked.rack, *(each.tile for each in asked.grid.on_grid.values())]
            ),
            row=(),
            turn=0,
            deadline=None,
            active=frozenset({0}),
            tiles=tuple(asked.grid.on_grid.values()),
            blocks=tuple(sorted(asked.grid.blocks)),
            barred=asked.grid.barred,
            last=asked.grid.last,
        )

    def _read_case(self, case: Mapping[str, object]) -> GridPosition:
        rules = self.rules_for(self.chosen(cases.options(case)))
        rack = read_rack(cases.text(case, "rack"), rules.box)
        grid = read_grid(case, rules)
        cases.require_copies(rules.box, [*rack, *(each.tile for each in grid.on_grid.values())])
        return GridPosition(grid, rack)

    # Judging

    @override
    def count_gain(self, event: Event) -> int:
        """Return the points that an event scored: positive for placed tiles, negative for a paid draw, otherwise 0."""
        if isinstance(event, Placed):
            return event.points
        return -event.cost if isinstance(event, Drew | RanOutOfTime) else 0

    @override
    def is_turn(self, state: GridState, action: Action) -> bool:
        """Return whether an action takes up the seat's turn; during an open draft, no action does."""
        return not state.row and super().is_turn(state, action)


def grid_position(view: GridView, rules: GridRules) -> GridPosition:
    """Return the position in which to search; what is barred, and `last`, are empty unless it's the viewer's turn."""
    to_move = view.you == view.turn  # numbers are barred for one turn
    picks = len(view.seats) * rules.deal if rules.open_draft else 0
    begun = view.turns - picks  # turns of both seats since the draft, this one included
    left = rules.turn_cap - (begun - 1) // len(view.seats) if rules.turn_cap else None
    # PLAYED marks stay until the next placing; `barred` is empty if the turn before placed nothing.
    last = tuple((each.row, each.column) for each in view.tiles if each.mark is Mark.PLAYED)
    bars = (view.barred, last) if view.barred and to_move else ()
    grid = Grid(rules, by_cell(view.tiles), frozenset(view.blocks), *bars)
    return GridPosition(grid, view.rack.tiles if view.rack else (), left)


def _end_game(state: GridState, event: Event, reason: Phrase) -> Step[GridState]:
    """End the game after the last action's event (RK-27).

    The higher score wins; between equal scores, the seat that made more intersections, or both if these are equal, too.
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
    outcome = Outcome(winners, state.scores, reason, rank_places([seat in winners for seat in range(SEATS)]))
    over = replace(state, outcome=outcome, active=frozenset(), deadline=None)
    return Step(over, (event, GameEnded(winners, state.scores, reason)))
