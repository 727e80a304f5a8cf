"""The interface of a rule system: its states, the actions that change them, and the views that show them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Generic, final

from engine.game.actions import Action, Stop, TimeUp, Void
from engine.game.bench import Bench, DraftCheck, PreparedDraft, ReadyPlay
from engine.game.cases import Solution, Verdict
from engine.game.drafts import Draft
from engine.game.events import Event, Stopped, Voided
from engine.game.goals import FoundTurn, Goal, Level
from engine.game.info import Info, Option, Preset, fill_options
from engine.game.state import S, Step, require_seat
from engine.game.views import Outcome, Value, View, rank_places
from engine.text.errors import (
    BadNotation,
    GameIsOver,
    HasResigned,
    IllegalMove,
    NoSuchAction,
    NotYourTurn,
    TooEarly,
    WrongPlayerCount,
)
from engine.text.phrases import Phrase, later, later_many
from engine.tiles.tiles import Box, Tile


class Variant(ABC, Generic[S]):
    """A rule system. Its methods are pure: the same arguments give the same result.

    `box` has the tiles that its notation knows, `options` are the house rules that a host can change, and `presets` are
    named combinations of these. `clauses` maps each kind of illegal move to the number of the rule against it, such as
    CL-12. A view is what one seat or a spectator may see of a state; its "viewer" is that seat or spectator.
    """

    info: Info
    state_type: type[S]
    box: Box
    options: Sequence[Option[Any]]
    presets: Sequence[Preset]
    clauses: Mapping[type[IllegalMove], str]

    @abstractmethod
    def setup(self, seats: int, seed: bytes, now: int, options: Mapping[str, Value]) -> Step[S]:
        """Deal the first game of a match, and return its state with the events of the deal.

        `seed` decides all shuffles of the match, and `now` is in seconds since the epoch. Raises WrongPlayerCount,
        NoSuchOption.
        """

    @abstractmethod
    def moves(self) -> Mapping[type[Action], Callable[[S, Any], Step[S]]]:
        """Return the rule system's kinds of action, each with the function that carries it out."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> View:
        """Return what this seat may see, or what a spectator may (None). No other path leads from a state to a screen.

        Raises NoSuchSeat: the game has no such seat.
        """

    @abstractmethod
    def example(self) -> View:
        """Return a spectator's view early in a game for two, to show with the rules."""

    @abstractmethod
    def count_gain(self, event: Event) -> int | None:
        """Return what a turn achieved by its first event, in `View.goal`'s unit; None for another aim, as a claim."""

    def is_turn(self, state: S, action: Action) -> bool:  # noqa: ARG002  # some systems have more than turns
        """Return whether this action, in this state, takes up the seat's turn."""
        return not action.out_of_turn

    def may_search(self, state: S, action: Action) -> bool:  # noqa: ARG002  # most systems' rules ask no solver
        """Return whether `apply` may have to search for plays to carry out this action; False if it surely doesn't."""
        return False

    @abstractmethod
    def state_of_case(self, case: Mapping[str, object]) -> S:
        """Return a case's position, with seat 0 to play and other racks empty. Raises BadNotation, IllegalMove."""

    @abstractmethod
    def foresee(self, view: View, action: Action) -> View:
        """Return the viewer's view just after this action, while it's still the viewer's turn.

        Only what the viewer can know beforehand changes: what is played or claimed. Raises IllegalMove: the action is
        against the rules, or this table judges only actual plays.
        """

    @abstractmethod
    def preview(self, view: View, action: Action) -> Phrase:
        """Return a sentence on what the viewer's play, on a table or a grid, would do, or why it's illegal."""

    @abstractmethod
    def judge(self, case: Mapping[str, object]) -> Verdict:
        """Return the verdict on the legal turn of a case (docs/notation.md). Raises BadNotation, IllegalMove."""

    @abstractmethod
    def solve(self, case: Mapping[str, object]) -> Solution:
        """Return the best turn in a case's position (docs/notation.md). Raises BadNotation, IllegalMove."""

    # Advice, which knows nothing but a view

    @abstractmethod
    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """Return the best turn by the view alone, as if it were the viewer's turn, or None; `tiles` are for `FIT`."""

    @abstractmethod
    def has_play(self, view: View) -> bool | None:
        """Return whether the viewer has a play, as if on turn; None if it's unclear. In an open draft nobody has."""

    @abstractmethod
    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Return what a computer of this level does by the view alone; the seed `luck` decides what it overlooks."""

    @abstractmethod
    def minimize_disturbance(self, view: View, action: Action) -> Action:
        """Return a play of the same rack tiles that changes least of the table; other actions as they are."""

    @abstractmethod
    def prepare_draft(self, view: View, draft: Draft) -> PreparedDraft:
        """Return the viewer's draft adapted to the table in the view. Raises NoSuchSeat for a spectator."""

    @abstractmethod
    def check_draft(self, view: View, bench: Bench) -> DraftCheck:
        """Return what the rules say about the turn on the viewer's bench, as if it were the viewer's turn."""

    @abstractmethod
    def list_ready_plays(self, view: View, bench: Bench, best: FoundTurn | None = None) -> Sequence[ReadyPlay]:
        """Return up to `MOST_READY` legal plays that the viewer can add to its draft at once, the best first.

        They leave the tiles on the table where they are. `best`, a turn that a search found, is the first of the list
        if the draft is empty. The rules judge each play as if it were the viewer's turn.
        """

    # What every rule system has

    @final
    def read(self, seat: int, text: str, state: S | None = None) -> Action:
        """Return this seat's action from its line of text, such as `play R4 R5 R6`. Raises BadNotation.

        In a game's `state`, only tiles of that game can be named, otherwise all of the rule system's.
        """
        box = self.box if state is None else self.view(state, None).box
        verb, *rest = text.split(maxsplit=1) or [""]
        for kind in self._list_moves():
            if kind.verb == verb.lower():
                return kind.parse(seat, "".join(rest).strip(), box)
        raise BadNotation(NoSuchAction.sentence)

    @final
    def apply(self, state: S, action: Action, *, now: int) -> Step[S]:
        """Carry out the action at `now`, in seconds since the epoch. Raises IllegalMove with its clause."""
        with self._cite_clauses():
            self._admit(state, action, now)
            return self._list_moves()[type(action)](replace(state, now=now, version=state.version + 1), action)

    def chosen(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """Return every option's value by key. Raises NoSuchOption; IllegalMove: the values don't go together."""
        return fill_options(self.options, options)

    def seats(self, options: Mapping[str, Value]) -> tuple[int, int]:  # noqa: ARG002  # some systems' options tell
        """Return the minimum and the maximum number of players under these options."""
        return self.info.low, self.info.high

    @final
    def require_seat_count(self, seats: int, options: Mapping[str, Value]) -> None:
        """Reject a number of players that these options don't allow. Raises WrongPlayerCount."""
        low, high = self.seats(options)
        if not low <= seats <= high:
            with self._cite_clauses():
                raise WrongPlayerCount(_describe_seats(low, high), seats)

    def _list_moves(self) -> dict[type[Action], Callable[[S, Any], Step[S]]]:
        return {**self.moves(), Stop: self._stop, Void: self._void}

    def _stop(self, state: S, _: Stop) -> Step[S]:
        return self._end_early(state, later("The game was ended early."), Stopped())

    def _void(self, state: S, _: Void) -> Step[S]:
        return self._end_early(state, later("A server manager ended the game."), Voided(), void=True)

    def _end_early(self, state: S, reason: Phrase, event: Event, *, void: bool = False) -> Step[S]:
        """End the game without a winner; each seat keeps its score so far, and the racks become visible."""
        scores = tuple(seat.score for seat in self.view(state, None).seats)
        places = rank_places([-score if self.info.low_wins else score for score in scores])
        outcome = Outcome((), scores, reason, places, void)
        return Step(replace(state, outcome=outcome, active=frozenset(), deadline=None), (event,))

    @contextmanager
    def _cite_clauses(self) -> Iterator[None]:
        """In the context, add to every illegal move that is raised the clause that `clauses` has for its class."""
        try:
            yield
        except IllegalMove as refusal:
            refusal.clause = self.clauses.get(type(refusal))
            raise

    def _admit(self, state: S, action: Action, now: int) -> None:
        if state.outcome:
            raise GameIsOver
        if type(action) not in self._list_moves():
            raise NoSuchAction
        require_seat(state, action.seat)
        if state.seats[action.seat].resigned:
            raise HasResigned
        if action.seat not in state.active and not action.out_of_turn:
            raise NotYourTurn
        if isinstance(action, TimeUp) and (state.deadline is None or now < state.deadline):
            raise TooEarly


def _describe_seats(low: int, high: int) -> Phrase:
    if low < high:
        return later("{low} to {high} players", low=low, high=high)
    return later_many("{count} player", "{count} players", low)
