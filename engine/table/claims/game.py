"""The family of table games in which sets are claimed for points: a turn draws, plays or claims."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from engine.game import cases
from engine.game.actions import Action, Claim, Draw, Play, Resign
from engine.game.events import Event
from engine.game.goals import Level
from engine.game.state import Step
from engine.game.variant import Verdict
from engine.game.views import Claim as Tokens
from engine.game.views import Claimable, TableView, Value, View
from engine.rules import claims
from engine.rules.claim_errors import ClaimNeedsOpening, NoLockLeft, OneActionATurn, OwnClaim, SetLocked
from engine.rules.crossing_checks import all_hang_together, crossed_tiles_stay
from engine.rules.scoring import Hand
from engine.rules.table_rules import TableRules
from engine.rules.turns import Check, Turn, judged
from engine.solver.best_turn import Position
from engine.table.cases import read_after, read_rack_beside, read_table
from engine.table.claims import players as claims_players
from engine.table.game import LAID_OUT, TableGame
from engine.table.state import TableState, next_turn, turn_order
from engine.text.errors import BadNotation, IllegalMove, WrongDraw
from engine.text.phrases import Phrase, later, say
from engine.tiles.edits import edited
from engine.tiles.notation import point_count, split_rows, tile_count
from engine.tiles.sets import TableSet


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRules(TableRules):
    """What the games of this family differ in.

    `target` is what a claimer wins with, exactly or, with `at_least`, by more as well. `locks` is how many sets one
    seat can lock, None for any number; `opening_first`: who has not opened can't claim; `movable`: claimed sets are
    like any; `connected`: sets hang together where they cross.
    """

    target: int
    at_least: bool = False
    opening_first: bool = False
    locks: int | None = None
    movable: bool = False
    connected: bool = False

    @property
    def checks(self) -> tuple[Check, ...]:
        """What a turn must satisfy beside consisting of legal sets."""
        claimed = () if self.movable else (claims.claimed_sets_stay,)
        connected = (all_hang_together,) if self.connected else ()
        return (*self.opening, self.jokers, crossed_tiles_stay, *claimed, *connected)

    def kept(self, turn: Turn) -> dict[int, int]:
        """A claimed set goes on in the row that it has grown into."""
        return {} if self.movable else claims.going_on(turn)

    def reached(self, points: int) -> bool:
        """Does a claim that leads to so many points win?"""
        return points >= self.target if self.at_least else points == self.target


def check_claim(lying: Sequence[Tokens], rules: ClaimRules, seat: int, each: TableSet, *, opened: bool) -> None:
    """Refuse a claim that the seat can't make, given the tokens that lie.

    Raises:
        ClaimNeedsOpening, SetLocked, OwnClaim, NoLockLeft: it can't.
    """
    before = claims.on(lying, each.label)
    if rules.opening_first and not opened:
        raise ClaimNeedsOpening
    if before is None:
        return
    if before.times == claims.LAST:
        raise SetLocked(each.label)
    if before.seat == seat:
        raise OwnClaim(each.label)
    used = sum(claim.seat == seat and claim.times == claims.LAST for claim in lying)
    if before.times == claims.LAST - 1 and rules.locks is not None and used >= rules.locks:
        raise NoLockLeft(each.label)


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat put tokens on a set, which `loser` held before; it holds `total` points now."""

    tokens: Tokens
    loser: int | None
    total: int

    def sentence(self, names: Sequence[str]) -> Phrase:
        """Who, what, from whom, and where that leaves the claimer."""
        each = self.tokens
        facts = {"name": names[each.seat], "set": each.label, "total": f"{self.total}"}
        points, locked = point_count(each.value), each.times == claims.LAST
        if self.loser is None and locked:
            return later(
                "{name} claimed set {set} for {points} and locked it, and holds {total}.", points=points, **facts
            )
        if self.loser is None:
            return later("{name} claimed set {set} for {points}, and holds {total}.", points=points, **facts)
        loser = names[self.loser]
        if locked:
            return later(
                "{name} took {loser}'s set {set} for {points} and locked it, and holds {total}.",
                loser=loser,
                points=points,
                **facts,
            )
        return later(
            "{name} took {loser}'s set {set} for {points}, and holds {total}.", loser=loser, points=points, **facts
        )


@dataclass(frozen=True, kw_only=True)
class ClaimGame(TableGame):
    """A system of the family: an instance, made of its rules and the options that change them."""

    rules: ClaimRules

    def rules_for(self, options: Mapping[str, Value]) -> ClaimRules:
        """The rules under these options, all of which must be given."""
        return cast("ClaimRules", super().rules_for(options))

    def rules_of(self, state: TableState) -> ClaimRules:
        """The rules of this very game."""
        return cast("ClaimRules", super().rules_of(state))

    def moves(self) -> Mapping[type[Action], Callable[[TableState, Any], Step[TableState]]]:
        """As on any table, and claiming."""
        return {**super().moves(), Claim: self._claim}

    # Turns

    def _claim(self, state: TableState, action: Claim) -> Step[TableState]:
        rules = self.rules_of(state)
        tokens = self._tokens(state.sets, state.claims, rules, action, opened=state.seats[action.seat].opened)
        before = claims.on(state.claims, tokens.label)
        after = replace(state, claims=claims.with_claim(state.claims, tokens))
        total = claims.held(after.claims, action.seat)
        event = Claimed(tokens, before.seat if before else None, total)
        if rules.reached(total):
            step = self._won(after, [action.seat], _won_by_claim(rules))
        elif state.pool:
            step = Step(next_turn(after, rules))
        else:
            step = self._idle(after)
        return replace(step, events=(event, *step.events))

    def _tokens(
        self, sets: Sequence[TableSet], lying: Sequence[Tokens], rules: ClaimRules, action: Claim, *, opened: bool
    ) -> Tokens:
        """The tokens of a claim that is allowed."""
        each = claims.find(sets, action.label)
        check_claim(lying, rules, action.seat, each, opened=opened)
        return claims.claimed(lying, action.seat, each)

    def _resign(self, state: TableState, action: Resign) -> Step[TableState]:
        """Free the claims that the seat holds (R2-37)."""
        left = tuple(claim for claim in state.claims if claim.seat != action.seat)
        return super()._resign(replace(state, claims=left), action)

    # The end

    def _emptied(self, state: TableState) -> Step[TableState]:
        """The game is over at once, whoever is nearest to the target (R2-33)."""
        return self._stuck(state, turn_order(state, self.rules_of(state)), LAID_OUT)

    def _is_proven(self, state: TableState, rules: TableRules) -> bool:  # noqa: ARG002  # whatever the racks hold
        """While anybody can claim, the game goes on (R2-34)."""
        return False

    def _rank(self, state: TableState, seat: int) -> tuple[int, ...]:
        """The nearer to the target, the better; who has left is last (R2-35, R2-37)."""
        points, target = state.totals[seat], self.rules_of(state).target
        return (not state.seats[seat].resigned, -abs(points - target), points <= target)

    def _hands(self, state: TableState) -> list[Hand]:
        return [replace(hand, value=claims.held(state.claims, hand.seat)) for hand in super()._hands(state)]

    # Looking

    def _example(self) -> TableState:
        """The first seat has claimed the first set, and taken the second one from the other."""
        state = super()._example()
        first, second = state.sets[:2]
        tokens = (Tokens(first.label, 0, first.meld.value, 1), Tokens(second.label, 0, second.meld.value, 2))
        return replace(state, claims=tokens)

    def view(self, state: TableState, seat: int | None) -> TableView:
        """The table, what everybody holds, and what the viewer or the seat to move may claim."""
        return _with_claims(super().view(state, seat), self.rules_of(state))

    def foreseen(self, view: View, action: Action) -> TableView:
        """A play or a claim is all that can be foreseen."""
        after = super().foreseen(view, action)
        rules = self.rules_for(view.options)
        if isinstance(action, Claim) and after.you is not None:
            tokens = self._tokens(after.table, after.claims, rules, action, opened=after.seats[after.you].opened)
            after = replace(after, claims=claims.with_claim(after.claims, tokens))
        return _with_claims(after, rules)

    def prospect(self, state: TableState, action: Action) -> str:
        """As on any table; of a claim, what it brings."""
        if not isinstance(action, Claim):
            return super().prospect(state, action)
        opened = state.seats[action.seat].opened
        tokens = self._tokens(state.sets, state.claims, self.rules_of(state), action, opened=opened)
        total = claims.held(state.claims, action.seat) + tokens.value
        return say("Legal: brings {points}, and you hold {total}.", points=point_count(tokens.value), total=total)

    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Claim what is worth it, or else do as on any table."""
        return claims_players.claim(cast("TableView", view), level, luck) or super().choose(view, level, luck)

    # Judging

    def verdict(self, case: Mapping[str, object]) -> Verdict:
        """Judge the `action` of a case, which is to play `after` where nothing is said, under its `claims`."""
        rules = self.rules_for(self.chosen(cases.options(case))).for_seats(self.info.high)
        opened = cases.flag(case, "opened") or not rules.opening
        sets = read_table(case, rules)
        lying = claims.read_claims(cases.text(case, "claims"), sets)
        action = self._action(case, rules)
        if isinstance(action, Play):
            fixed = frozenset(claim.label for claim in lying)
            rack = read_rack_beside(case, rules.box, sets)
            turn = judged(rules, sets, rack, edited(sets, action.edits), opened=opened, claimed=fixed)
            return Verdict(turn.points, turn.played)
        if isinstance(action, Claim):
            tokens = self._tokens(sets, lying, rules, action, opened=opened)
            return Verdict(tokens.value, (), _said(rules, lying, tokens))
        if not isinstance(action, Draw):
            raise BadNotation("An action is “draw”, “claim A”, or “play” with a turn behind it.")
        if action.count != 1:
            raise WrongDraw(tile_count(1), action.count)
        return Verdict(0, ())

    def _position(self, case: Mapping[str, object]) -> Position:
        """As on any table, under its `claims`."""
        position = super()._position(case)
        lying = claims.read_claims(cases.text(case, "claims"), position.sets)
        return replace(position, claimed=frozenset(claim.label for claim in lying))

    def _action(self, case: Mapping[str, object], rules: ClaimRules) -> Action:
        """What the case does: one thing, which is to play `after` where nothing is said."""
        seat, text = cases.number(case, "seat"), cases.text(case, "action")
        if not text.strip():
            return Play(seat, (read_after(case, rules.box),))
        acts = [part.split()[0].lower() for part in split_rows(text)]
        both = cases.text(case, "after").strip(" -") != ""
        if both or {kind.verb for kind in self.moves()}.intersection(acts[1:]):
            raise OneActionATurn
        return self.read(seat, text)


def _won_by_claim(rules: ClaimRules) -> Phrase:
    points = point_count(rules.target)
    if rules.at_least:
        return later("A claim made at least {points}.", points=points)
    return later("A claim made exactly {points}.", points=points)


def _with_claims(view: TableView, rules: ClaimRules) -> TableView:
    """The view with what its tokens come to."""
    seats = (replace(each, score=claims.held(view.claims, place)) for place, each in enumerate(view.seats))
    return replace(view, seats=tuple(seats), target=rules.target, claimable=tuple(_claimable(view, rules)))


def _claimable(view: TableView, rules: ClaimRules) -> Iterator[Claimable]:
    seat = view.turn if view.you is None else view.you
    if view.outcome or view.seats[seat].resigned:
        return
    for each in view.table:
        try:
            check_claim(view.claims, rules, seat, each, opened=view.seats[seat].opened)
        except IllegalMove:
            continue
        yield _claimable_set(view.claims, rules, seat, each)


def _claimable_set(lying: Sequence[Tokens], rules: ClaimRules, seat: int, each: TableSet) -> Claimable:
    tokens, before = claims.claimed(lying, seat, each), claims.on(lying, each.label)
    total = claims.held(lying, seat) + tokens.value
    return Claimable(
        label=each.label,
        tiles=each.written,
        value=tokens.value,
        total=total,
        holder=before.seat if before else None,
        locks=tokens.times == claims.LAST,
        wins=rules.reached(total),
    )


def _said(rules: ClaimRules, before: Sequence[Tokens], new: Tokens) -> str:
    """What a legal claim leads to, for a program."""
    after, top = claims.with_claim(before, new), claims.on(before, new.label)
    total = claims.held(after, new.seat)
    wins = " and wins" if rules.reached(total) else ""
    loses = f", seat {top.seat} holds {claims.held(after, top.seat)}" if top else ""
    locks = f"; set {new.label} is locked" if new.times == claims.LAST else ""
    return f"Legal: seat {new.seat} then holds {total} points{wins}{loses}{locks}."
