"""Games on an open table in which sets are claimed for points: a turn is a draw, a play or a claim."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine.game import cases
from engine.game.actions import Action, Claim, Draw, Play, Resign
from engine.game.cases import Verdict
from engine.game.events import Event
from engine.game.goals import Level
from engine.game.state import Step
from engine.game.views import Claimable, Value, View
from engine.rules import claims
from engine.rules.claim_errors import OneActionATurn
from engine.rules.claim_rules import ClaimRules, require_claimable
from engine.rules.claims import ClaimedSet as Tokens
from engine.rules.scoring import Hand
from engine.rules.table_rules import TableRules
from engine.rules.turns import judge_turn
from engine.solver.best_turn import Position
from engine.table.cases import read_after, read_rack_beside, read_table
from engine.table.claims import players
from engine.table.claims.events import Claimed
from engine.table.claims.state import ClaimState
from engine.table.claims.view import ClaimView
from engine.table.game import LAID_OUT, TableTurns
from engine.table.state import hand_on_turn, order_turns
from engine.table.view import TableView
from engine.text.errors import BadNotation, IllegalMove, WrongDraw
from engine.text.phrases import Phrase, later
from engine.tiles.edits import apply_edits
from engine.tiles.notation import point_count, split_rows, tile_count
from engine.tiles.sets import TableSet


@dataclass(frozen=True, kw_only=True)
class ClaimGame(TableTurns[ClaimState]):
    """A rule system on an open table in which sets are claimed for points, with the moves of its games."""

    rules: ClaimRules
    state_type: type[ClaimState] = field(default=ClaimState, init=False)

    def rules_for(self, options: Mapping[str, Value]) -> ClaimRules:
        """Return the rules with the options set to `options`, which has a value for every option, by its key."""
        return cast("ClaimRules", super().rules_for(options))

    def rules_of(self, state: ClaimState) -> ClaimRules:
        """Return the rules of this game, which depend on its options and its number of seats."""
        return cast("ClaimRules", super().rules_of(state))

    def moves(self) -> Mapping[type[Action], Callable[[ClaimState, Any], Step[ClaimState]]]:
        """Return the function that carries out each kind of action: those of any open table, and claiming."""
        return {**super().moves(), Claim: self._claim}

    # Turns

    def _claim(self, state: ClaimState, action: Claim) -> Step[ClaimState]:
        rules = self.rules_of(state)
        tokens = self._place_tokens(state.sets, state.claims, rules, action, opened=state.seats[action.seat].opened)
        before = claims.find_claim(state.claims, tokens.label)
        after = replace(state, claims=claims.with_claim(state.claims, tokens))
        total = claims.held(after.claims, action.seat)
        event = Claimed(tokens, before.seat if before else None, total)
        if rules.reached(total):
            step = self._win_game(after, [action.seat], _explain_win(rules))
        elif state.pool:
            step = Step(hand_on_turn(after, rules))
        else:
            step = self._idle(after)
        return replace(step, events=(event, *step.events))

    def _place_tokens(
        self, sets: Sequence[TableSet], lying: Sequence[Tokens], rules: ClaimRules, action: Claim, *, opened: bool
    ) -> Tokens:
        """Return the new claim that an action makes, if it's legal.

        `sets` are the sets on the table, `lying` the claims on them. `opened` is whether the seat has opened.

        Raises:
            IllegalMove: the set doesn't exist, or the seat can't claim it.
        """
        each = claims.find_set(sets, action.label)
        require_claimable(lying, rules, action.seat, each, opened=opened)
        return claims.make_claim(lying, action.seat, each)

    def _resign(self, state: ClaimState, action: Resign) -> Step[ClaimState]:
        """Let the seat leave the game, and remove its claims from their sets (R2-37)."""
        left = tuple(claim for claim in state.claims if claim.seat != action.seat)
        return super()._resign(replace(state, claims=left), action)

    # The end

    def _empty_rack(self, state: ClaimState) -> Step[ClaimState]:
        """End the game after the seat to move has played its last tile; the seat closest to the target wins (R2-33)."""
        return self._end_stuck(state, order_turns(state, self.rules_of(state)), LAID_OUT)

    def _is_proven(self, state: ClaimState, rules: TableRules) -> bool:  # noqa: ARG002  # the racks don't matter
        """Return False: the game goes on even if nobody can play, because players may still claim (R2-34)."""
        return False

    def _rank(self, state: ClaimState, seat: int) -> tuple[int, ...]:
        """Return a seat's rank in the match so far, higher for points closer to the target (R2-35).

        Of two equally close, the one not above it ranks higher. Resigned seats are last (R2-37).
        """
        points, target = state.totals[seat], self.rules_of(state).target
        return (not state.seats[seat].resigned, -abs(points - target), points <= target)

    def _list_hands(self, state: ClaimState) -> list[Hand]:
        return [replace(hand, value=claims.held(state.claims, hand.seat)) for hand in super()._list_hands(state)]

    # Looking

    def _example(self) -> ClaimState:
        """Return a new game with the rule system's example on the table and two sets claimed by seat 0.

        It has made the first claim of the first set, and the second claim of the second set, after another seat.
        """
        state = super()._example()
        first, second = state.sets[:2]
        tokens = (Tokens(first.label, 0, first.meld.value, 1), Tokens(second.label, 0, second.meld.value, 2))
        return replace(state, claims=tokens)

    def view(self, state: ClaimState, seat: int | None) -> ClaimView:
        """Return what a seat, or a spectator (None), may see, with everyone's points and which sets may be claimed."""
        rules = self.rules_of(state)
        return _add_scores(
            ClaimView(**vars(super().view(state, seat)), claims=state.claims, target=rules.target), rules
        )

    def _foresee(self, view: View, action: Action) -> ClaimView:
        """Return the viewer's view just after its action; only a play or a claim changes it."""
        after = cast("ClaimView", super()._foresee(view, action))
        rules = self.rules_for(view.options)
        if isinstance(action, Claim) and after.you is not None:
            tokens = self._place_tokens(after.table, after.claims, rules, action, opened=after.seats[after.you].opened)
            after = replace(after, claims=claims.with_claim(after.claims, tokens))
        return _add_scores(after, rules)

    def _preview(self, state: ClaimState, action: Action) -> Phrase:
        """Return a sentence that tells what the action would do; for a claim, its points and the seat's new total.

        Raises:
            IllegalMove: the action breaks a rule.
        """
        if not isinstance(action, Claim):
            return super()._preview(state, action)
        opened = state.seats[action.seat].opened
        tokens = self._place_tokens(state.sets, state.claims, self.rules_of(state), action, opened=opened)
        total = claims.held(state.claims, action.seat) + tokens.value
        return later("Valid: {points}, giving you {total}.", points=point_count(tokens.value), total=total)

    def _choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Return the claim that a computer of this level makes, or else its action as on any open table.

        `luck` is a random seed that decides what it overlooks. An eager player is a master here, because early tiles
        would be sets for others to claim.
        """
        level = Level.MASTER if level is Level.EAGER else level
        return players.choose_claim(cast("ClaimView", view), level, luck) or super()._choose(view, level, luck)

    def _stays_in(self, view: TableView) -> bool:
        """Return whether the viewer wouldn't be the only winner if it ended the game by playing its last tile."""
        return not players.wants_the_end(cast("ClaimView", view))

    def gained(self, event: Event) -> int | None:
        """Return the number of rack tiles played in the turn that an event tells of; None if it's a claim."""
        return None if isinstance(event, Claimed) else super().gained(event)

    # Judging

    def _judge(self, case: Mapping[str, object]) -> Verdict:
        """Return the points of a case's action, and the rack tiles that it plays; for a claim, also its consequences.

        The action is under the key `action`; without it, it's the play that leads to the table under `after`. Claims
        that were made earlier are under `claims`.
        """
        rules = self.rules_for(self.chosen(cases.options(case))).for_seats(self.info.high)
        opened = cases.flag(case, "opened") or not rules.opening
        sets = read_table(case, rules)
        lying = self._read_claims(case, sets)
        action = self._read_action(case, rules)
        if isinstance(action, Play):
            fixed = frozenset(claim.label for claim in lying)
            rack = read_rack_beside(case, rules.box, sets)
            turn = judge_turn(rules, sets, rack, apply_edits(sets, action.edits), opened=opened, claimed=fixed)
            return Verdict(turn.points, turn.played)
        if isinstance(action, Claim):
            tokens = self._place_tokens(sets, lying, rules, action, opened=opened)
            return Verdict(tokens.value, (), _describe_outcome(rules, lying, tokens))
        if not isinstance(action, Draw):
            raise BadNotation("An action is “draw”, “claim A”, or “play” with a turn behind it.")
        if action.count != 1:
            raise WrongDraw(tile_count(1), action.count)
        return Verdict(0, ())

    def _read_position(self, case: Mapping[str, object]) -> Position:
        """Return the position that a case gives in notation, with the sets under its key `claims` as claimed sets."""
        position = super()._read_position(case)
        return replace(position, claimed=frozenset(claim.label for claim in self._read_claims(case, position.sets)))

    def _read_claims(self, case: Mapping[str, object], sets: Sequence[TableSet]) -> Sequence[Tokens]:
        lying = claims.read_claims(cases.text(case, "claims"), sets)
        for claim in lying:
            if claim.seat >= self.info.high:
                raise BadNotation(f"“claims” has seat {claim.seat}. Seats go from 0 to {self.info.high - 1}.")
        return lying

    def _read_action(self, case: Mapping[str, object], rules: ClaimRules) -> Action:
        """Return the action under the key `action` of a case; without one, the play that leads to its `after`.

        Raises:
            OneActionATurn: the case has several actions, or an action and `after`.
        """
        seat, text = cases.seat(case, self.info.high), cases.text(case, "action")
        if not text.strip():
            return Play(seat, (read_after(case, rules.box),))
        acts = [part.split()[0].lower() for part in split_rows(text)]
        both = cases.text(case, "after").strip(" -") != ""
        if both or {kind.verb for kind in self.moves()}.intersection(acts[1:]):
            raise OneActionATurn
        return self.read(seat, text)


def _explain_win(rules: ClaimRules) -> Phrase:
    points = point_count(rules.target)
    if rules.at_least:
        return later("A claim reached at least {points}.", points=points)
    return later("A claim reached exactly {points}.", points=points)


def _add_scores(view: ClaimView, rules: ClaimRules) -> ClaimView:
    """Return the view with each seat's points and the sets that may be claimed, both derived from the view's claims."""
    seats = (replace(each, score=claims.held(view.claims, place)) for place, each in enumerate(view.seats))
    return replace(view, seats=tuple(seats), claimable=tuple(_list_claimable(view, rules)))


def _list_claimable(view: ClaimView, rules: ClaimRules) -> Iterator[Claimable]:
    seat = view.turn if view.you is None else view.you
    if view.outcome or view.seats[seat].resigned:
        return
    for each in view.table:
        try:
            require_claimable(view.claims, rules, seat, each, opened=view.seats[seat].opened)
        except IllegalMove:
            continue
        yield _describe_claimable(view.claims, rules, seat, each)


def _describe_claimable(lying: Sequence[Tokens], rules: ClaimRules, seat: int, each: TableSet) -> Claimable:
    tokens, before = claims.make_claim(lying, seat, each), claims.find_claim(lying, each.label)
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


def _describe_outcome(rules: ClaimRules, before: Sequence[Tokens], new: Tokens) -> str:
    """Return an English sentence on the consequences of the legal claim `new` after the claims `before`."""
    after, top = claims.with_claim(before, new), claims.find_claim(before, new.label)
    total = claims.held(after, new.seat)
    wins = " and wins" if rules.reached(total) else ""
    loses = f", seat {top.seat} holds {claims.held(after, top.seat)}" if top else ""
    locks = f"; set {new.label} is locked" if new.times == claims.LAST else ""
    return f"Legal: seat {new.seat} then holds {total} points{wins}{loses}{locks}."
