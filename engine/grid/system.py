"""The half of a rule system on a grid that makes no moves: it shows, searches, previews and judges single positions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine.game import cases
from engine.game.actions import Action
from engine.game.bench import Bench, DraftCheck, PreparedDraft, ReadyPlay
from engine.game.cases import Solution, Verdict
from engine.game.drafts import Draft, rebase
from engine.game.events import Event
from engine.game.goals import FoundTurn, Goal, Level
from engine.game.info import Info, Option, Preset, apply_options
from engine.game.state import Seat, require_seat
from engine.game.turn_events import Drew, RanOutOfTime
from engine.game.variant import Variant
from engine.game.views import Value, View
from engine.grid import players
from engine.grid.bench import GridBench, lying, make_grid_bench
from engine.grid.cases import read_grid
from engine.grid.events import Placed
from engine.grid.proofs import has_play
from engine.grid.ready_plays import list_ready_plays
from engine.grid.rules.actions import Place
from engine.grid.rules.cells import Placing, Put, WholeGrid, read_puts
from engine.grid.rules.errors import BoxTooSmall, StillDrafting, WildcardUnclear
from engine.grid.rules.grid_rules import GridRules
from engine.grid.rules.placing import GridTurn, judge_turn
from engine.grid.rules.tiles import GridTile
from engine.grid.showing import show_grid
from engine.grid.solver.search import GridPosition, solve
from engine.grid.state import SEATS, GridState, require_drafted
from engine.grid.view import GridView, show_laid
from engine.text.errors import IllegalMove
from engine.text.phrases import Phrase, later
from engine.tiles.notation import read_rack, tile_count
from engine.tiles.sets import Mark
from engine.tiles.shuffle import SEED_BYTES
from engine.tiles.tiles import Box, Tile, remove_tiles


@dataclass(frozen=True, kw_only=True)
class GridSystem(Variant[GridState]):
    """A rule system on a grid: everything except making moves, which the subclass `GridGame` adds.

    `rules` are the default rules, `options` the house rules that can change them, and `presets` named combinations of
    options. `clauses` has the number of the clause, such as RK-7, that each kind of illegal move breaks. `box` has all
    tiles that can be written in notation; the tiles of one game are in its view.
    """

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

    def _find_conflict(self, chosen: Mapping[str, Value]) -> IllegalMove | None:
        """Return the refusal of a box that doesn't fill two racks and leave the pool as many tiles as one has (RK-5).

        The usual number of tiles on a rack goes with every box.
        """
        rules = self.rules_for(chosen)
        tiles, least = len(rules.box.tiles()), (SEATS + 1) * rules.deal
        return BoxTooSmall(rules.deal, least, tiles) if tiles < least and rules.deal != self.rules.deal else None

    # Looking

    def example(self) -> GridView:
        """Return a spectator's view of a new game with the tiles of the rule system's example on the grid."""
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {}).state
        puts = read_puts(self.info.example, self.box)
        tiles = tuple(GridTile(*put.cell, put.tile, put.face or put.tile, Mark.STILL) for put in puts)
        free = tuple(block for block in dealt.blocks if block not in {put.cell for put in puts})
        return self.view(replace(dealt, tiles=tiles, blocks=free), None)

    def view(self, state: GridState, seat: int | None) -> GridView:
        """Return what a seat, or a spectator (None), may see of the game.

        That includes the seat's own rack; of the other racks, it's only the number of tiles until the game is over.

        Raises:
            NoSuchSeat: the game has no such seat.
        """
        if seat is not None:
            require_seat(state, seat)
        return show_grid(state, self.rules_for(state.options), seat)

    # Thinking

    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """Return the best turn for the goal that a bounded search finds, as if it were the viewer's turn.

        `tiles` are the rack tiles that the goal `FIT` must place. The turn's value is the points it scores. The result
        is None if the search finds no turn, during an open draft, and for spectators.
        """
        if cast("GridView", view).row or view.you is None:
            return None
        answer = solve(self._question(view), goal, tiles)
        if answer.turn is None:
            return None
        return FoundTurn(Place(view.you, answer.placing), answer.turn.played, answer.points, answer.exact)

    def has_play(self, view: View) -> bool | None:
        """Return whether the viewer has a legal play; False during an open draft, None if the search can't tell."""
        return False if cast("GridView", view).row else has_play(self._question(view))

    def _choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Return the action that a computer of this level takes in the viewer's seat; `luck` is a random seed."""
        return players.choose(cast("GridView", view), self._question(view), level, luck)

    def minimize_disturbance(self, view: View, action: Action) -> Action:  # noqa: ARG002  # moves decide the score here
        """Return the action unchanged: to place the same tiles with fewer moves could change what the turn scores."""
        return action

    def _foresee(self, view: View, action: Action) -> GridView:
        """Return the viewer's view just after its action; only an action that places tiles changes it.

        Raises:
            StillDrafting: the open draft isn't over.
            IllegalMove: the turn breaks another rule.
        """
        before = cast("GridView", view)
        if not isinstance(action, Place):
            return before
        if before.row:
            raise StillDrafting
        return show_laid(before, self._question(view).judge(action.placing))

    def _question(self, view: View) -> GridPosition:
        grid = cast("GridView", view)  # a grid has no other kind of view
        return question(grid, self.rules_for(grid.options))

    def prepare_draft(self, view: View, draft: Draft) -> PreparedDraft:
        """Return the viewer's draft (its unfinished turn) adapted to the current grid and rack.

        The result also has the bench, which is the grid as the draft arranges it, and the changes that had to be
        dropped because they are no longer possible.
        """
        asked = self._question(view)
        now, conflicts = rebase(draft, lying(asked.grid), asked.rack, letters=False)
        return PreparedDraft(now, make_grid_bench(asked.grid, asked.rack, now.changes), conflicts)

    def check_draft(self, view: View, bench: Bench) -> DraftCheck:
        """Return what the rules say about the unfinished turn arranged on `bench`, as if it were the viewer's turn.

        If it's legal, the result has the points that it scores; otherwise the error, the reason for each wrong cell by
        the cell's name, and the cell of a wildcard that could stand for several tiles.
        """
        arranged = cast("GridBench", bench)
        try:
            with self._cite_clauses():
                require_drafted(cast("GridView", view).row)
                turn = self._question(view).judge(arranged.action(view.you or 0).placing)
        except IllegalMove as refusal:
            unclear = (refusal.cell,) if isinstance(refusal, WildcardUnclear) else ()
            return DraftCheck(refusal=refusal.phrase, wrong=arranged.wrong, unclear=unclear)
        return DraftCheck(points=turn.points)

    def list_ready_plays(self, view: View, bench: Bench, best: FoundTurn | None = None) -> tuple[ReadyPlay, ...]:
        """Return legal plays that the viewer can add to its draft: `best`, then the lines of its rack that pay most.

        Nothing but `best` moves a tile of the grid. There are none during an open draft.
        """
        if cast("GridView", view).row or view.outcome:
            return ()
        return list_ready_plays(
            self._question(view), cast("GridBench", bench), view.you or 0, best.action if best else None
        )

    def _preview(self, state: GridState, action: Action) -> Phrase:
        """Return a sentence that tells what placing tiles would score, or that another action needs no preview.

        Raises:
            StillDrafting: the open draft isn't over.
            IllegalMove: the turn breaks another rule.
        """
        if not isinstance(action, Place):
            return later("There's nothing to preview.")
        turn = self.judge_turn(state, action.seat, action.placing)
        tiles, left = tile_count(len(turn.placed)), len(state.seats[action.seat].rack) - len(turn.placed)
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

    def _judge(self, case: Mapping[str, object]) -> Verdict:
        """Return the points that the turn of a case scores, and the rack tiles that it places.

        A case is a position given in notation. The turn leads from its grid to the grid under its key `after`; the keys
        `rack` and `options` count too.
        """
        asked = self._read_case(case)
        turn = asked.judge(WholeGrid(read_puts(cases.text(case, "after"), asked.grid.box)))
        return Verdict(turn.points, turn.played)

    def _solve(self, case: Mapping[str, object]) -> Solution:
        """Return the best turn that a bounded search finds for a case, a position given in notation.

        The case has the grid, `rack`, `options` and `goal`. If the search finds no turn, the solution plays no tiles
        and leaves the grid unchanged.
        """
        asked = self._read_case(case)
        answer = solve(asked, cases.goal(case), cases.fit(case, asked.grid.box, asked.rack))
        after = answer.turn.tiles if answer.turn else asked.grid.lying.values()
        written = " ".join(str(Put((each.row, each.column), each.tile, each.face)) for each in after)
        return Solution(answer.turn.played if answer.turn else (), answer.points, written or "-", answer.exact)

    def pose(self, case: Mapping[str, object]) -> GridState:
        """Return a game in the position of a case, which is given in notation.

        Seat 0 is to move, the other rack is empty, and there's no time limit.
        """
        asked = self._read_case(case)
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, cases.options(case)).state
        return replace(
            dealt,
            seats=(Seat(rack=asked.rack, opened=True), *(Seat() for _ in dealt.seats[1:])),
            pool=remove_tiles(
                asked.grid.box.tiles(), [*asked.rack, *(each.tile for each in asked.grid.lying.values())]
            ),
            row=(),
            turn=0,
            deadline=None,
            active=frozenset({0}),
            tiles=tuple(asked.grid.lying.values()),
            blocks=tuple(sorted(asked.grid.blocks)),
            barred=asked.grid.barred,
            last=asked.grid.last,
        )

    def _read_case(self, case: Mapping[str, object]) -> GridPosition:
        """Return the position that a case gives in notation: its grid, its rack, and the rules under its options."""
        rules = self.rules_for(self.chosen(cases.options(case)))
        rack = read_rack(cases.text(case, "rack"), rules.box)
        grid = read_grid(case, rules)
        cases.require_copies(rules.box, [*rack, *(each.tile for each in grid.lying.values())])
        return GridPosition(grid, rack, rules.checks, rules.barred)

    # Judging

    def gained(self, event: Event) -> int:
        """Return the points that an event scored: positive for placed tiles, negative for a paid draw, otherwise 0."""
        if isinstance(event, Placed):
            return event.points
        return -event.cost if isinstance(event, Drew | RanOutOfTime) else 0

    def is_turn(self, state: GridState, action: Action) -> bool:
        """Return whether an action takes up the seat's turn; during an open draft, no action does."""
        return not state.row and super().is_turn(state, action)

    def judge_turn(self, state: GridState, seat: int, placing: Placing) -> GridTurn:
        """Return the turn that the seat makes by placing and moving tiles as in `placing`, if it's legal.

        Raises:
            StillDrafting: the open draft isn't over.
            IllegalMove: the turn breaks another rule.
        """
        require_drafted(state.row)
        rules = self.rules_for(state.options)
        to_move = seat == state.turn  # numbers are barred for one turn, so the other seat's preview has none
        bars = (state.barred, state.last) if to_move else ()
        grid = rules.lay_out(state.tiles, state.blocks, *bars)
        return judge_turn(grid, state.seats[seat].rack, placing, rules.checks)


def question(view: GridView, rules: GridRules) -> GridPosition:
    """Return the position in which to search for the viewer's best turn.

    Barred numbers, and the cells of the opponent's last tiles, are included only if it's the viewer's turn.
    """
    to_move = view.you == view.turn
    picks = len(view.seats) * rules.deal if rules.open_draft else 0
    begun = view.turns - picks  # turns of both seats since the draft, this one included
    left = rules.turn_cap - (begun - 1) // len(view.seats) if rules.turn_cap else None
    # LAID marks stay until the next placing; `barred` is empty if the turn before placed nothing.
    last = tuple((each.row, each.column) for each in view.tiles if each.mark is Mark.LAID)
    grid = rules.lay_out(view.tiles, view.blocks, *((view.barred, last) if view.barred and to_move else ()))
    return GridPosition(grid, view.rack.tiles if view.rack else (), rules.checks, rules.barred, left)
