"""A game of any system as a state machine: whatever is done to it in whatever order, the same things hold.

Hypothesis chooses the steps, and shortens those that break something.
"""

import random
from collections import Counter
from typing import Any, cast

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.game.actions import Action, Draw, Resign
from engine.game.bench import Picks
from engine.game.drafts import Draft
from engine.game.goals import Goal
from engine.table.state import TableState
from engine.table.view import TableView
from engine.text.errors import GameError, GameIsOver, HasResigned, IllegalMove, NotYourTurn
from engine.tiles.melds import read_melds
from engine.variants import load
from storage.codec import decode, encode
from tests.positions import deal_anew, tiles_in_play
from tests.proposer import ideas, some_options

SYSTEMS = load()
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
NOON = 1_800_000_000
NUMBERS = st.integers(0, 2**32 - 1)


class GameMachine(RuleBasedStateMachine):
    """One game, with the draft of whoever is to move, which is dropped when the game goes on."""

    @initialize(key=st.sampled_from(sorted(SYSTEMS)), number=NUMBERS)
    def deal(self, key: str, number: int) -> None:
        """Deal a game for some seats, under options of their choice."""
        dice = random.Random(number)  # noqa: S311  # repeatable, not secret
        self.variant = SYSTEMS[key]
        options = some_options(self.variant, dice)
        seats = dice.randint(*self.variant.seats(options))
        self.start: Any = self.variant.setup(seats, dice.randbytes(32), NOON, options).state
        self.state: Any = self.start
        self.done: list[tuple[int, int, str]] = []
        self.draft = Draft()

    # what can be done

    @precondition(lambda self: not self.state.outcome)
    @rule(number=NUMBERS, tick=st.integers(0, 30))
    def move(self, number: int, tick: int) -> None:
        """Try ideas until one is legal; what is refused changes nothing."""
        dice = random.Random(number)  # noqa: S311  # repeatable, not secret
        seat = dice.choice(sorted(self.state.active))
        now, before = self.state.now + tick, encode(self.state)
        for idea in ideas(self.variant.view(self.state, seat), dice):
            try:
                return self._apply(self.variant.read(seat, idea.line), now)
            except IllegalMove:
                assert encode(self.state) == before
        found = self.variant.find(self.variant.view(self.state, seat), Goal.ANY)
        assert found, "nothing can be done"
        return self._apply(found.action, now)

    @precondition(lambda self: not self.state.outcome)
    @rule(number=NUMBERS)
    def add_to_draft(self, number: int) -> None:
        """Put a tile from the rack somewhere, as a tap does."""
        dice = random.Random(number)  # noqa: S311  # repeatable, not secret
        bench = self._bench()
        if not bench.left:
            return
        picks = Picks((bench.rack[dice.choice(bench.left)],), ())
        targets = bench.targets(picks)
        if targets:
            target = next((each for each in targets if each.fits), dice.choice(targets))
            after = bench.taken(picks, target.key)
            assert after is not None
            assert not after.strays
            self.draft = self.draft.then(after.changes)

    @rule()
    def undo(self) -> None:
        """Undo a step of the draft; redoing it gives the same draft."""
        before = self.draft
        self.draft = before.undo()
        assert not before.can_undo or self.draft.redo() == before

    @rule()
    def redo(self) -> None:
        """Redo a step of the draft."""
        self.draft = self.draft.redo()

    @precondition(lambda self: not self.state.outcome and self.draft.changes)
    @rule(tick=st.integers(0, 30))
    def confirm(self, tick: int) -> None:
        """Play the draft: the rules decide as its check has said."""
        seat, bench = self.state.turn, self._bench()
        checked = self._check(bench)
        before = encode(self.state)
        refusal = None
        try:
            self._apply(bench.action(seat), self.state.now + tick)
        except GameError as refused:
            refusal = str(refused)
            assert encode(self.state) == before
        assert not checked.is_judged or refusal == (checked.refusal and str(checked.refusal))

    @precondition(lambda self: not self.state.outcome and self.state.deadline is not None)
    @rule(moved=st.sampled_from(["idle", "moved"]))
    def time_out(self, moved: str) -> None:
        """Let the clock run out; a second earlier, it's refused."""
        early = self.variant.read(self.state.turn, f"timeup {moved}")
        try:
            self.variant.apply(self.state, early, now=self.state.deadline - 1)
        except IllegalMove:
            self._apply(early, self.state.deadline)
        else:
            raise AssertionError("the clock ran out too early")

    @precondition(lambda self: not self.state.outcome)
    @rule(number=NUMBERS)
    def resign(self, number: int) -> None:
        """Let somebody resign, seldom: it shortens a game."""
        standing = [place for place, each in enumerate(self.state.seats) if not each.resigned]
        if number % 20 == 0:
            self._apply(Resign(standing[number // 20 % len(standing)]), self.state.now)

    @rule(seat=st.integers(0, 5))
    def intrude(self, seat: int) -> None:
        """Draw out of turn or after the end: that is refused, and changes nothing."""
        if seat >= len(self.state.seats) or seat in self.state.active:
            return
        before = encode(self.state)
        try:
            self.variant.apply(self.state, Draw(seat), now=self.state.now)
        except (GameIsOver, HasResigned, NotYourTurn):
            assert encode(self.state) == before
        else:
            raise AssertionError("a stranger drew")

    @rule()
    def store(self) -> None:
        """Save the game, and go on from what is read back."""
        saved = encode(self.state)
        read = decode(saved, self.variant.state_type)
        assert read == self.state
        assert encode(read) == saved
        self.state = read

    def _bench(self) -> Any:
        view = self.variant.view(self.state, self.state.turn)
        arranged = self.variant.prepare_draft(view, self.draft)
        assert not arranged.conflicts
        return arranged.bench

    def _check(self, bench: Any) -> Any:
        return self.variant.check_draft(self.variant.view(self.state, self.state.turn), bench)

    def _apply(self, action: Action, now: int) -> None:
        before = self.state
        step = self.variant.apply(before, action, now=now)
        assert self.variant.read(action.seat, action.line()) == action
        assert step.state.version == before.version + 1
        names = NAMES[: len(before.seats)]
        assert all((each.sentence(names), each.own_sentence(names), each.brief_sentence(names)) for each in step.events)
        self.state, self.draft = step.state, Draft()
        self.done.append((now, action.seat, action.line()))

    # what holds

    @invariant()
    def every_tile_is_there_once(self) -> None:
        assert tiles_in_play(self.state) == Counter(self.variant.view(self.start, None).box.tiles())

    @invariant()
    def every_set_is_legal(self) -> None:
        if isinstance(self.state, TableState):
            view = cast("TableView", self.variant.view(self.state, None))
            assert all(read_melds(each.meld.pieces, view.box) for each in view.table)

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        if self.state.outcome:
            return
        for viewer in (None, self.state.turn):
            other = deal_anew(self.state, viewer, random.Random(len(self.done)))  # noqa: S311  # not secret
            assert self.variant.view(other, viewer) == self.variant.view(self.state, viewer)

    def teardown(self) -> None:
        """Replay what was done: it leads to the same state."""
        state = self.start
        for now, seat, line in self.done:
            state = self.variant.apply(state, self.variant.read(seat, line), now=now).state
        assert encode(state) == encode(self.state)
