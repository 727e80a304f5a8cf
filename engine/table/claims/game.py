"""Games on an open table in which sets are claimed for points: their state, their moves, and what they show."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, cast

from engine.game import cases
from engine.game.actions import Action, Claim, Draw, Play, Resign
from engine.game.cases import Verdict
from engine.game.events import Event
from engine.game.goals import Level, draw_level
from engine.game.state import Step
from engine.game.views import Claimable, Value, View
from engine.override import override
from engine.rules import claims
from engine.rules.claim_rules import ClaimRules, require_claimable
from engine.rules.claims import ClaimedSet as Tokens
from engine.rules.claims import OneActionATurn
from engine.solver.best_turn import Position
from engine.table.claims import players
from engine.table.claims.view import ClaimView
from engine.table.game import TableGame
from engine.table.players import draw_or_pass
from engine.table.state import TableState, hand_on_turn
from engine.table.turns import judge_edits
from engine.text.errors import BadNotation, IllegalMove, WrongDraw
from engine.text.phrases import Phrase, join_sentences, later
from engine.tiles.edits import Replace
from engine.tiles.notation import point_count, read_rows, split_rows, tile_count
from engine.tiles.sets import TableSet


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A claim, `tokens`, on a set that `loser` had claimed before, if anybody; the seat now holds `total` points."""

    tokens: Tokens
    loser: int | None
    total: int

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        each = self.tokens
        facts = {"name": names[each.seat], "set": each.label, "total": f"{self.total}"}
        points, locked = point_count(each.value), each.times == claims.LAST
        if self.loser is None and locked:
            return later(
                "{name} claimed and locked set {set} for {points} and now has {total}.", points=points, **facts
            )
        if self.loser is None:
            return later("{name} claimed set {set} for {points} and now has {total}.", points=points, **facts)
        loser = names[self.loser]
        if locked:
            return later(
                "{name} took and locked {loser}'s set {set} for {points} and now has {total}.",
                loser=loser,
                points=points,
                **facts,
            )
        return later(
            "{name} took {loser}'s set {set} for {points} and now has {total}.", loser=loser, points=points, **facts
        )

    @override
    def own_sentence(self, names: Sequence[str]) -> Phrase:
        each = self.tokens
        facts: dict[str, str | Phrase] = {
            "set": each.label,
            "points": point_count(each.value),
            "total": f"{self.total}",
        }
        if self.loser is None:
            said = later("You claimed set {set} for {points} and now have {total}.", **facts)
        else:
            said = later(
                "You took {loser}'s set {set} for {points} and now have {total}.", loser=names[self.loser], **facts
            )
        return join_sentences([said, later("It's locked.")]) if each.times == claims.LAST else said


@dataclass(frozen=True, kw_only=True)
class ClaimState(TableState):
    """The state of a game with claims: that of an open table, and the claims in the order of their sets' letters."""

    claims: tuple[Tokens, ...] = ()

    @property
    @override
    def claimed(self) -> frozenset[str]:
        return frozenset(each.label for each in self.claims)

    @override
    def held(self, seat: int) -> int:
        return claims.held(self.claims, seat)

    @override
    def with_sets(self, sets: Iterable[TableSet]) -> Self:
        """Return the state with these sets on the table, and without the claims on sets that aren't among them."""
        after = super().with_sets(sets)
        return replace(after, claims=tuple(claims.keep_surviving(self.claims, after.sets)))


@dataclass(frozen=True, kw_only=True)
class ClaimGame(TableGame):
    """A rule system on an open table in which sets are claimed for points, with the moves of its games."""

    rules: ClaimRules
    state_type: type[TableState] = field(default=ClaimState, init=False)

    @override
    def rules_for(self, options: Mapping[str, Value]) -> ClaimRules:
        return cast("ClaimRules", super().rules_for(options))

    @override
    def rules_of(self, state: TableState) -> ClaimRules:
        return cast("ClaimRules", super().rules_of(state))

    @override
    def moves(self) -> Mapping[type[Action], Callable[[Any, Any], Step[Any]]]:
        return {**super().moves(), Claim: self._claim, Resign: self._give_up_claims}

    # Turns

    def _claim(self, state: ClaimState, action: Claim) -> Step[TableState]:
        rules = self.rules_of(state)
        tokens = self._place_tokens(
            state.sets, state.claims, rules, action, has_melded=state.seats[action.seat].has_melded
        )
        before = claims.find_claim(state.claims, tokens.label)
        after = replace(state, claims=claims.with_claim(state.claims, tokens))
        total = claims.held(after.claims, action.seat)
        event = Claimed(tokens, before.seat if before else None, total)
        if rules.reached(total):
            return self._end_game(after, event, rules.out, [action.seat], _explain_win(rules))
        return Step(hand_on_turn(after, rules), (event,)) if state.pool else self._idle(after, event)

    def _place_tokens(
        self,
        sets: Sequence[TableSet],
        in_force: Sequence[Tokens],
        rules: ClaimRules,
        claim: Claim,
        *,
        has_melded: bool,
    ) -> Tokens:
        with self._cite_clauses():
            each = claims.find_set(sets, claim.label)
            require_claimable(in_force, rules, claim.seat, each, has_melded=has_melded)
        return claims.make_claim(in_force, claim.seat, each)

    def _give_up_claims(self, state: ClaimState, action: Resign) -> Step[TableState]:
        """Let the seat leave the game, and remove its claims from their sets (R2-37)."""
        left = tuple(claim for claim in state.claims if claim.seat != action.seat)
        return self._resign(replace(state, claims=left), action)

    # Looking

    @override
    def example(self) -> ClaimView:
        """Return the view with two sets claimed by seat 0, the second after another seat."""
        state = cast("ClaimState", self.deal_example())
        first, second = state.sets[:2]
        tokens = (Tokens(first.label, 0, first.meld.value, 1), Tokens(second.label, 0, second.meld.value, 2))
        return self.view(replace(state, claims=tokens), None)

    @override
    def view(self, state: TableState, seat: int | None) -> ClaimView:
        rules = self.rules_of(state)
        return _add_scores(
            ClaimView(**vars(super().view(state, seat)), claims=cast("ClaimState", state).claims, target=rules.target),
            rules,
        )

    @override
    def foresee(self, view: View, action: Action) -> ClaimView:
        after = cast("ClaimView", super().foresee(view, action))
        rules = self.rules_for(view.options)
        if isinstance(action, Claim) and after.you is not None:
            tokens = self._place_tokens(
                after.table, after.claims, rules, action, has_melded=after.seats[after.you].has_melded
            )
            after = replace(after, claims=claims.with_claim(after.claims, tokens))
        return _add_scores(after, rules)

    @override
    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Return a claim, or else the action on any open table, but not the last tile if that lets another seat win.

        An eager player is a master here, because early tiles would be sets for others to claim.
        """
        shown = cast("ClaimView", view)
        level = Level.MASTER if level is Level.EAGER else draw_level(level, luck)
        if claim := players.choose_claim(shown, level, luck):
            return claim
        action = super().choose(shown, level, luck)
        after = self.foresee(shown, action)
        ends = isinstance(action, Play) and after.rack is not None and not after.rack.tiles
        return draw_or_pass(shown) if ends and not players.wants_the_end(shown) else action

    @override
    def count_gain(self, event: Event) -> int | None:
        return None if isinstance(event, Claimed) else super().count_gain(event)

    # Judging

    @override
    def judge(self, case: Mapping[str, object]) -> Verdict:
        """Return the verdict on a case's `action`, or else on its play to `after`, given its earlier `claims`."""
        cases.seat(case, self.info.high)
        with self._cite_clauses():
            position = self.read_position(case)
            rules, in_force = cast("ClaimRules", position.rules), self._read_claims(case, position.sets)
            action = self._read_action(case, rules)
            if isinstance(action, Play):
                turn = judge_edits(position, action.edits)
                return Verdict(turn.points, turn.played)
            if isinstance(action, Claim):
                tokens = self._place_tokens(position.sets, in_force, rules, action, has_melded=position.has_melded)
                return Verdict(tokens.value, (), _describe_outcome(rules, in_force, tokens))
            if not isinstance(action, Draw):
                raise BadNotation("An action is “draw”, “claim A”, or “play” with a turn behind it.")
            if action.count != 1:
                raise WrongDraw(tile_count(1), action.count)
        return Verdict(0, ())

    @override
    def read_position(self, case: Mapping[str, object]) -> Position:
        position = super().read_position(case)
        return replace(position, claimed=frozenset(claim.label for claim in self._read_claims(case, position.sets)))

    def _read_claims(self, case: Mapping[str, object], sets: Sequence[TableSet]) -> Sequence[Tokens]:
        in_force = claims.read_claims(cases.text(case, "claims"), sets)
        for claim in in_force:
            if claim.seat >= self.info.high:
                raise BadNotation(f"“claims” has seat {claim.seat}. Seats go from 0 to {self.info.high - 1}.")
        return in_force

    def _read_action(self, case: Mapping[str, object], rules: ClaimRules) -> Action:
        """Return a case's `action`, or else the play to `after`. Raises OneActionATurn for several."""
        seat, text = cases.seat(case, self.info.high), cases.text(case, "action")
        if not text.strip():
            return Play(seat, (Replace(read_rows(cases.text(case, "after"), rules.box)),))
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
    seats = (replace(each, score=claims.held(view.claims, index)) for index, each in enumerate(view.seats))
    return replace(view, seats=tuple(seats), claimable=tuple(_list_claimable(view, rules)))


def _list_claimable(view: ClaimView, rules: ClaimRules) -> Iterator[Claimable]:
    seat = view.turn if view.you is None else view.you
    if view.outcome or view.seats[seat].resigned:
        return
    for each in view.table:
        try:
            require_claimable(view.claims, rules, seat, each, has_melded=view.seats[seat].has_melded)
        except IllegalMove:
            continue
        tokens, before = claims.make_claim(view.claims, seat, each), claims.find_claim(view.claims, each.label)
        total = claims.held(view.claims, seat) + tokens.value
        yield Claimable(
            label=each.label,
            tiles=each.written,
            value=tokens.value,
            total=total,
            holder=before.seat if before else None,
            locks=tokens.times == claims.LAST,
            wins=rules.reached(total),
        )


def _describe_outcome(rules: ClaimRules, before: Sequence[Tokens], new: Tokens) -> str:
    after, top = claims.with_claim(before, new), claims.find_claim(before, new.label)
    total = claims.held(after, new.seat)
    wins = " and wins" if rules.reached(total) else ""
    loses = f", seat {top.seat} holds {claims.held(after, top.seat)}" if top else ""
    locks = f"; set {new.label} is locked" if new.times == claims.LAST else ""
    return f"Legal: seat {new.seat} then holds {total} points{wins}{loses}{locks}."
