"""What every rule system is: a state, the actions that change it, and the views that show it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Generic, final

from engine.game.actions import Action, Stop, TimeUp
from engine.game.bench import Bench, DraftCheck, PreparedDraft
from engine.game.cases import Solution, Verdict
from engine.game.drafts import Draft
from engine.game.events import Event, Stopped
from engine.game.goals import FoundTurn, Goal, Level
from engine.game.info import Info, Option, Preset, fill_options
from engine.game.state import S, Step, require_seat
from engine.game.views import Outcome, Value, View
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
    """One rule system. Its methods are pure: same arguments, same answer."""

    info: Info
    state_type: type[S]
    box: Box
    options: Sequence[Option[Any]]
    presets: Sequence[Preset]
    clauses: Mapping[type[IllegalMove], str]

    @abstractmethod
    def setup(self, seats: int, seed: bytes, now: int, options: Mapping[str, Value]) -> Step[S]:
        """Deal a game.

        Raises:
            WrongPlayerCount, NoSuchOption: the system is not played so.
        """

    @abstractmethod
    def moves(self) -> Mapping[type[Action], Callable[[S, Any], Step[S]]]:
        """Which actions the system knows, and what each does."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> View:
        """What this seat may see; None: a spectator. The only road from a state to a screen.

        Raises:
            NoSuchSeat: the seat is outside 0..n-1.
        """

    @abstractmethod
    def example(self) -> View:
        """A board early in a game for two, as a spectator sees it, to show with the rules."""

    @abstractmethod
    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """The best turn of the viewer, as if it were his, by what he sees; None: there is none.

        `tiles` are those of his rack that a `fit` lays.
        """

    @abstractmethod
    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        """What a computer of this level does in the viewer's seat, by what that seat sees and nothing else.

        `luck` decides what it overlooks: the same view and the same luck give the same action.
        """

    @abstractmethod
    def minimize_disturbance(self, view: View, action: Action) -> Action:
        """The viewer's action, its tiles laid so that as little as can be of the table changes; any other as it is."""

    @abstractmethod
    def prepare_draft(self, view: View, draft: Draft) -> PreparedDraft:
        """The viewer's draft on the table as he sees it now, as if the turn were his.

        Raises:
            NoSuchSeat: a spectator has none.
        """

    @abstractmethod
    def check_draft(self, view: View, bench: Bench) -> DraftCheck:
        """What there is to say of the viewer's bench before it is played, as if it were his turn."""

    @abstractmethod
    def gained(self, event: Event) -> int | None:
        """Count what a turn brought in what its view's goal counts, by its first event; None: it had another aim."""

    def is_turn(self, state: S, action: Action) -> bool:  # noqa: ARG002  # some systems have more than turns
        """Tell whether this action takes up a turn in this state."""
        return not action.out_of_turn

    @abstractmethod
    def pose(self, case: Mapping[str, object]) -> S:
        """The turn that a case is about, as a game in which seat 0 is to move; the others only fill the seats.

        Raises:
            BadNotation, IllegalMove: the case can't be read.
        """

    @final
    def preview(self, state: S, action: Action) -> Phrase:
        """Say in a sentence what the seat's action would come to, or what is wrong with it, without doing it.

        Raises:
            NoSuchSeat: the seat is outside 0..n-1.
        """
        require_seat(state, action.seat)
        try:
            with self._cite_clauses():
                return self._preview(state, action)
        except IllegalMove as refusal:
            return refusal.phrase

    @abstractmethod
    def _preview(self, state: S, action: Action) -> Phrase:
        """Say what the seat's action would come to.

        Raises:
            IllegalMove: it is against the rules.
        """

    @final
    def foresee(self, view: View, action: Action) -> View:
        """The viewer's view as it would be just after his action, the turn still being his.

        Only what he can know beforehand is changed: what he lays or claims, and nothing else.

        Raises:
            IllegalMove: it is against the rules, or this table judges a play only when it is made; the refusal names
                its clause.
        """
        with self._cite_clauses():
            return self._foresee(view, action)

    @abstractmethod
    def _foresee(self, view: View, action: Action) -> View:
        """The viewer's view as it would be just after his action.

        Raises:
            IllegalMove: it is against the rules.
        """

    @final
    def judge(self, case: Mapping[str, object]) -> Verdict:
        """Judge one turn given in notation, as docs/notation.md describes.

        Raises:
            BadNotation, IllegalMove: the case can't be read, or is against the rules; the refusal names its clause.
        """
        with self._cite_clauses():
            return self._judge(case)

    @abstractmethod
    def _judge(self, case: Mapping[str, object]) -> Verdict:
        """What one turn given in notation comes to.

        Raises:
            BadNotation, IllegalMove: the case can't be read, or is against the rules.
        """

    @final
    def solve(self, case: Mapping[str, object]) -> Solution:
        """Find the best turn in a position given in notation, as docs/notation.md describes.

        Raises:
            BadNotation, IllegalMove: the case can't be read.
        """
        with self._cite_clauses():
            return self._solve(case)

    @abstractmethod
    def _solve(self, case: Mapping[str, object]) -> Solution:
        """The best turn in a position given in notation.

        Raises:
            BadNotation, IllegalMove: the case can't be read.
        """

    @final
    def read(self, seat: int, text: str) -> Action:
        """Read an action from its line.

        Raises:
            BadNotation: it is none of this system's.
        """
        verb, *rest = text.split(maxsplit=1) or [""]
        for kind in self._list_moves():
            if kind.verb == verb.lower():
                return kind.parse(seat, "".join(rest).strip(), self.box)
        raise BadNotation(NoSuchAction.sentence)

    @final
    def apply(self, state: S, action: Action, *, now: int) -> Step[S]:
        """Do what the action says, at `now` seconds since the epoch.

        Raises:
            IllegalMove: it is against the rules; `state` is as it was, and the refusal names its clause.
        """
        with self._cite_clauses():
            self._admit(state, action, now)
            return self._list_moves()[type(action)](replace(state, now=now, version=state.version + 1), action)

    @final
    def chosen(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """Every option of the system with its value, defaults filled in.

        Raises:
            NoSuchOption: a key or value that the system does not know.
        """
        return fill_options(self.options, options)

    def seats(self, options: Mapping[str, Value]) -> tuple[int, int]:  # noqa: ARG002  # some systems' options tell
        """The fewest and the most players under these options."""
        return self.info.low, self.info.high

    @final
    def require_seat_count(self, seats: int, options: Mapping[str, Value]) -> None:
        """Refuse a number of players that the system, or its options, are not for.

        Raises:
            WrongPlayerCount: they are not.
        """
        low, high = self.seats(options)
        if not low <= seats <= high:
            with self._cite_clauses():
                raise WrongPlayerCount(_describe_seats(low, high), seats)

    def _list_moves(self) -> dict[type[Action], Callable[[S, Any], Step[S]]]:
        """The system's own moves, and the one that all systems know."""
        return {**self.moves(), Stop: self._stop}

    def _stop(self, state: S, _: Stop) -> Step[S]:
        """End a game that nobody wins: what each seat has scored by now stands, and the racks are laid open."""
        scores = tuple(seat.score for seat in self.view(state, None).seats)
        better = 1 if self.info.low_wins else -1
        ranking = tuple(sorted(range(len(scores)), key=lambda seat: better * scores[seat]))
        outcome = Outcome((), scores, later("The game was ended early."), ranking)
        return Step(replace(state, outcome=outcome, active=frozenset(), deadline=None), (Stopped(),))

    @contextmanager
    def _cite_clauses(self) -> Iterator[None]:
        """Let every refusal from within name the clause that it rests on."""
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
