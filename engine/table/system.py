"""The half of a rule system on an open table that makes no moves: it shows, searches, previews and judges positions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from engine.game import cases
from engine.game.actions import Action, Play
from engine.game.bench import Bench, DraftCheck, PreparedDraft, ReadyPlay
from engine.game.cases import Solution, Verdict
from engine.game.drafts import Draft, rebase
from engine.game.events import Event
from engine.game.goals import FoundTurn, Goal, Level
from engine.game.info import Info, Option, Preset, apply_options
from engine.game.state import Seat, require_seat
from engine.game.turn_events import Played
from engine.game.variant import Variant
from engine.game.views import Value, View
from engine.rules.table_rules import TableRules
from engine.rules.turns import Turn
from engine.solver.best_turn import Position, solve
from engine.table import players
from engine.table.bench import TableBench, make_table_bench
from engine.table.cases import read_after, read_rack_beside, read_table
from engine.table.dealing import list_offers
from engine.table.proofs import has_play, position_in, position_of
from engine.table.ready_plays import list_ready_plays
from engine.table.rows import sort_group
from engine.table.showing import show_laid, show_table
from engine.table.solutions import solution
from engine.table.state import T
from engine.table.turns import check_bench, is_legal, judge_edits, settle_turn
from engine.table.view import TableView
from engine.text.errors import IllegalMove, JudgedWhenMade
from engine.text.phrases import Phrase, later
from engine.tiles.crossings import read_sets
from engine.tiles.edits import Edit
from engine.tiles.notation import point_count, tile_count
from engine.tiles.sets import TableSet
from engine.tiles.shuffle import SEED_BYTES
from engine.tiles.tiles import Box, Tile, remove_tiles
from engine.tiles.turn_edits import write_turn


@dataclass(frozen=True, kw_only=True)
class TableSystem(Variant[T]):
    """A rule system on an open table: everything except making moves, which its subclasses add.

    `rules` are the default rules, `options` the house rules that can change them, and `presets` named combinations of
    options. `clauses` has the number of the clause, such as CL-5, that each kind of illegal move breaks. `every_tile`
    has all tiles that can be written in notation; it's given if options bring in tiles that the `rules` don't have.
    `new_deals`: there is an option by which players can ask for a new deal.
    """

    info: Info
    rules: TableRules
    options: Sequence[Option[TableRules]]
    presets: Sequence[Preset] = ()
    clauses: Mapping[type[IllegalMove], str]
    state_type: type[T] = field(init=False)
    every_tile: Box | None = None
    new_deals: bool = False
    _reckoned: dict[frozenset[tuple[str, Value]], TableRules] = field(default_factory=dict, init=False, compare=False)

    @property
    def box(self) -> Box:  # type: ignore[override]  # read-only here
        """All tiles that can be written in notation: `every_tile` if it's given, otherwise the tiles of `rules`."""
        return self.every_tile or self.rules.box

    def seats(self, options: Mapping[str, Value]) -> tuple[int, int]:
        """Return the minimum and the maximum number of players under these options."""
        rules = self.rules_for(self.chosen(options))
        return rules.low, rules.high

    def rules_of(self, state: T) -> TableRules:
        """Return the rules of this game, which depend on its options and its number of seats."""
        return self.rules_for(state.options).for_seats(len(state.seats))

    def rules_for(self, options: Mapping[str, Value]) -> TableRules:
        """Return the rules with the options set to `options`, which has a value for every option, by its key."""
        values = frozenset(options.items())
        if values not in self._reckoned:
            self._reckoned[values] = apply_options(self.rules, self.options, options)
        return self._reckoned[values]

    # Looking

    def view(self, state: T, seat: int | None) -> TableView:
        """Return what a seat, or a spectator (None), may see of the game.

        That includes the seat's own rack; of the other racks, it's only the number of tiles until the game is over.
        """
        if seat is not None:
            require_seat(state, seat)
        rules = self.rules_of(state)
        return show_table(state, rules, seat, () if seat is None else list_offers(state, rules, seat))

    def example(self) -> TableView:
        """Return a spectator's view of a new game with the sets of the rule system's example on the table."""
        return self.view(self._example(), None)

    def _example(self) -> T:
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {"clock": 0}).state
        return dealt.with_sets(read_sets(self.info.example, self.box))

    def pose(self, case: Mapping[str, object]) -> T:
        """Return a game in the position of a case, which is given in notation.

        The game has the most players that the rules allow; seat 0 is to move, and all other racks are empty.
        """
        position = self._read_position(case)
        options = cases.options(case)
        dealt = self.setup(position.rules.high, bytes(SEED_BYTES), 0, {**options, "clock": 0}).state
        used = [*position.rack, *(tile for each in position.sets for tile in each.own)]
        return replace(
            dealt.with_sets(position.sets),
            seats=(Seat(rack=position.rack, opened=position.opened), *(Seat() for _ in dealt.seats[1:])),
            pool=remove_tiles(position.rules.box.tiles(), used),
            turn=0,
            active=frozenset({0}),
        )

    def practice(self, sets: Sequence[TableSet], rack: Sequence[Tile]) -> T:
        """Return a game with these sets on the table and a single seat with this rack, to practice in.

        The seat has opened and is to move, without a time limit, under the default options.
        """
        dealt = self.setup(self.info.low, bytes(SEED_BYTES), 0, {"clock": 0}).state
        used = [*rack, *(tile for each in sets for tile in each.own)]
        return replace(
            dealt.with_sets(sets),
            seats=(Seat(rack=tuple(rack), opened=True),),
            pool=remove_tiles(self.rules.box.tiles(), used),
            turn=0,
            active=frozenset({0}),
            totals=(0,),
            wins=(0,),
        )

    # Thinking

    def judge_turn(self, state: T, seat: int, edits: Sequence[Edit]) -> Turn:
        """Return the turn that the seat makes by these edits of the table, if it's legal.

        Raises:
            IllegalMove: an edit doesn't fit the table, or the turn breaks a rule.
        """
        return judge_edits(position_of(state, self.rules_of(state), seat), edits)

    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """Return the turn that serves the goal best, as if it were the viewer's turn; None if there is none.

        `tiles` are the rack tiles to play if the goal is `FIT`. Any other turn is the one that `FIT` finds for its rack
        tiles, so that a hint moves no more of the table than a player who picks them.
        """
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

    def has_play(self, view: View) -> bool | None:
        """Return whether the viewer has a legal play, as if it were their turn; None if the search can't tell."""
        return has_play(self._position_in(view))

    def _choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Return the action that a computer of this level takes: the play it finds, or else a draw or pass.

        `luck` is a random seed that decides what it overlooks.
        """
        shown = cast("TableView", view)
        position = self._position_in(shown)
        if play := players.play(
            shown,
            level,
            luck,
            find=self._find_turn,
            is_legal=partial(is_legal, position),
            stays_in=self._stays_in,
            low_wins=self.info.low_wins,
            pool=len(position.rules.box.tiles()) - position.rules.deal * len(shown.seats),
        ):
            return play
        if not shown.may_draw and position.rules.must_play and (found := self._find_turn(shown, Goal.ANY)):
            return found.action
        return players.draw_or_pass(shown)

    def _stays_in(self, view: TableView) -> bool:  # noqa: ARG002  # games with claims look at the view
        """Return whether the viewer should avoid playing its last tile, which ends the game; without claims, never."""
        return False

    def minimize_disturbance(self, view: View, action: Action) -> Action:
        """Return a play of the same tiles that changes as little of the table as the solver finds.

        Actions of other kinds are returned unchanged.
        """
        if not isinstance(action, Play):
            return action
        found = self.find(view, Goal.FIT, judge_edits(self._position_in(view), action.edits).played)
        return found.action if found else action

    def _position_in(self, view: View) -> Position:
        return position_in(cast("TableView", view), self.rules_for(view.options).for_seats(len(view.seats)))

    def _foresee(self, view: View, action: Action) -> TableView:
        """Return the viewer's view just after its action; only a play changes it.

        Raises:
            JudgedWhenMade: mistakes cost tiles in this game, so a play isn't judged before it's made.
        """
        shown = cast("TableView", view)  # the only kind of view that a table has
        if not isinstance(action, Play):
            return shown
        position = self._position_in(shown)
        if position.rules.mistake:
            raise JudgedWhenMade
        turn, rules = judge_edits(position, action.edits), position.rules
        return show_laid(shown, rules, remove_tiles(position.rack, turn.played), settle_turn(turn, rules, shown.table))

    def _preview(self, state: T, action: Action) -> Phrase:
        """Return a sentence on how many tiles a play plays and their value, or that another action needs no preview."""
        if not isinstance(action, Play):
            return later("There's nothing to preview.")
        rules = self.rules_of(state)
        if rules.mistake:
            raise JudgedWhenMade
        turn = self.judge_turn(state, action.seat, action.edits)
        tiles, left = tile_count(len(turn.played)), len(state.seats[action.seat].rack) - len(turn.played)
        if rules.valued:
            worth = point_count(turn.points)
            return later("Valid: {tiles} played for {points}, {left} left.", tiles=tiles, points=worth, left=left)
        return later("Valid: {tiles} played, {left} left.", tiles=tiles, left=left)

    # Arranging

    def prepare_draft(self, view: View, draft: Draft) -> PreparedDraft:
        """Return the viewer's draft (its unfinished turn) adapted to the current table and rack.

        The result also has the bench, which is the table as the draft arranges it, and the changes that had to be
        dropped because they are no longer possible.
        """
        shown = cast("TableView", view)
        position = self._position_in(shown)
        now, conflicts = rebase(draft, {each.label: each.pieces for each in shown.table}, position.rack)
        bench = make_table_bench(
            position.rules.box, position.sets, position.rack, now.changes, lends=position.rules.crossings
        )
        return PreparedDraft(now, bench, conflicts)

    def check_draft(self, view: View, bench: Bench) -> DraftCheck:
        """Return what the rules say about the unfinished turn arranged on `bench`, as if it were the viewer's turn.

        The result has its points, the error if it's illegal, and the reason for each set that isn't valid. If mistakes
        cost tiles in this game, it has none of these.
        """
        return check_bench(self._position_in(view), cast("TableBench", bench), view.you or 0, self._cite_clauses)

    def list_ready_plays(self, view: View, bench: Bench, best: FoundTurn | None = None) -> tuple[ReadyPlay, ...]:
        """Return legal plays that the viewer can add to its draft: `best`, rack sets, and tiles that fit a set.

        Nothing but `best` moves a tile of the table. If mistakes cost tiles in this game, there are none.
        """
        position = self._position_in(view)
        if position.rules.mistake or view.outcome:
            return ()
        return list_ready_plays(position, cast("TableBench", bench), view.you or 0, best.action if best else None)

    def gained(self, event: Event) -> int | None:
        """Return the number of rack tiles that were played in the turn that an event tells of, 0 if none were."""
        return len(event.tiles) if isinstance(event, Played) else 0

    def _judge(self, case: Mapping[str, object]) -> Verdict:
        """Return the value in points of a case's turn, which leads to the table `after`, and the tiles played."""
        position = self._read_position(case)
        turn = judge_edits(position, [read_after(case, position.rules.box)])
        return Verdict(turn.points, turn.played)

    def _solve(self, case: Mapping[str, object]) -> Solution:
        """Return the turn that best serves the `goal` of a case, which is a position given in notation."""
        return solution(case, self._read_position(case))

    def _read_position(self, case: Mapping[str, object]) -> Position:
        rules = self.rules_for(self.chosen(cases.options(case)))
        rules = rules.for_seats(rules.high)  # a case has no number of players
        opened = cases.flag(case, "opened") or not rules.opening
        sets = read_table(case, rules)
        return Position(rules, sets, read_rack_beside(case, rules.box, sets), opened)
