"""What a rule system answers does not depend on the language that is spoken when it is asked."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from gettext import NullTranslations
from itertools import islice
from typing import Any

import pytest

from engine.game.drafts import Draft
from engine.game.goals import Goal, Level
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.override import override
from engine.text.errors import GameError
from engine.text.phrases import speak_in
from engine.variants import load
from tests.positions import SEED
from tests.proposer import Turned, playthrough
from tests.support.sampled import sampled

SYSTEMS = load()
MOVES = 6  # of a game, each with what was refused before it
CASE = {"opened": True, "rack": "R4 R5 R6 K1", "after": "R4 R5", "cells": "-"}


class Marked(NullTranslations):
    """A language in which every sentence begins with a sign."""

    def __init__(self, sign: str) -> None:
        super().__init__()
        self._sign = sign

    @override
    def gettext(self, message: str) -> str:
        return self._sign + message

    @override
    def ngettext(self, one: str, many: str, n: int) -> str:
        return self._sign + (one if n == 1 else many)


Asked = Callable[[Variant[Any], Turned], object]


def foreseen(variant: Variant[Any], turned: Turned) -> object:
    """What a turn would make of the table, and the words for it."""
    before = variant.view(turned.before, turned.action.seat)
    after = variant.foresee(before, turned.action)
    return after, before.whole(after), before == after or before.where(after)


def previewed(variant: Variant[Any], turned: Turned) -> object:
    view = variant.view(turned.before, turned.action.seat)
    return variant.preview(view, turned.action) if turned.action.verb == "play" else None


def checked(variant: Variant[Any], turned: Turned) -> object:
    """What is said of a bench on which a turn was arranged, and of one on which its first tile is missing."""
    view = variant.view(turned.before, turned.action.seat)
    bench = variant.prepare_draft(view, Draft()).bench
    with suppress(GameError):  # what was tried names a set that is not there
        bench = bench.as_played(turned.action)
    return variant.check_draft(view, bench)


def chosen(variant: Variant[Any], turned: Turned) -> object:
    return variant.choose(variant.view(turned.before, turned.before.turn), Level.FAIR, SEED)


def found(variant: Variant[Any], turned: Turned) -> object:
    return variant.find(variant.view(turned.before, turned.before.turn), Goal.ANY)


def ready(variant: Variant[Any], turned: Turned) -> object:
    view = variant.view(turned.before, turned.before.turn)
    plays = variant.list_ready_plays(view, variant.prepare_draft(view, Draft()).bench, variant.find(view, view.goal))
    return [play.sentence for play in plays]


ANSWERS: dict[str, Asked] = {
    "apply": lambda variant, turned: variant.apply(turned.before, turned.action, now=turned.now),
    "check_draft": checked,
    "prepare_draft": lambda variant, turned: variant.prepare_draft(variant.view(turned.before, 0), Draft()),
    "minimize_disturbance": lambda variant, turned: variant.minimize_disturbance(
        variant.view(turned.before, turned.action.seat), turned.action
    ),
    "require_seat_count": lambda variant, _: variant.require_seat_count(9, {}),
    "choose": chosen,
    "chosen": lambda variant, _: variant.chosen({"clock": "never"}),
    "example": lambda variant, _: variant.example(),
    "find": found,
    "has_play": lambda variant, turned: variant.has_play(variant.view(turned.before, turned.before.turn)),
    "list_ready_plays": ready,
    "count_gain": lambda variant, turned: variant.count_gain(turned.step.events[0]),
    "is_turn": lambda variant, turned: variant.is_turn(turned.before, turned.action),
    "judge": lambda variant, _: variant.judge(CASE),
    "may_search": lambda variant, turned: variant.may_search(turned.before, turned.action),
    "moves": lambda variant, _: set(variant.moves()),
    "state_of_case": lambda variant, _: variant.state_of_case(CASE),
    "preview": previewed,
    "foresee": foreseen,
    "read": lambda variant, _: variant.read(0, "dance"),
    "seats": lambda variant, _: variant.seats({}),
    "setup": lambda variant, _: variant.setup(variant.info.low, SEED, 0, {}),
    "solve": lambda variant, _: variant.solve(CASE | {"goal": "most"}),
    "view": lambda variant, turned: [variant.view(turned.step.state, seat) for seat in (0, 1, None)],
}


def answer(ask: Asked, variant: Variant[Any], turned: Turned) -> object:
    """What a method returns, or the phrase with which it refuses."""
    try:
        return ask(variant, turned)
    except GameError as refusal:
        return refusal.phrase


@cache
def turns(key: str, first: int) -> tuple[Turned, ...]:
    """Return `MOVES` actions of a game of this system, each followed by what was refused before it."""
    return tuple(play(SYSTEMS[key], first))


def play(variant: Variant[Any], first: int) -> Iterator[Turned]:
    start: GameState = variant.setup(variant.info.low, SEED, 0, {}).state
    dice = random.Random(1)  # noqa: S311  # repeatable, not secret
    for turned in islice(playthrough(variant, start, dice), first, first + MOVES):
        yield turned
        for idea in turned.refused:
            try:
                action = variant.read(turned.action.seat, idea.line)
            except GameError:
                continue
            yield Turned(idea.kind, turned.before, action, turned.now, turned.step, ())


def test_every_method_of_a_rule_system_is_asked() -> None:
    assert ANSWERS.keys() == {name for name in vars(Variant) if not name.startswith("_")}


@pytest.mark.parametrize("first", sampled((0, MOVES), 2))
@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("variant", SYSTEMS.values(), ids=list(SYSTEMS))
def test_an_answer_is_the_same_whatever_language_is_spoken(variant: Variant[Any], name: str, first: int) -> None:
    for turned in turns(variant.info.key, first):
        plain = answer(ANSWERS[name], variant, turned)
        for sign in "¡¿":
            with speak_in(Marked(sign)):
                assert answer(ANSWERS[name], variant, turned) == plain


def test_a_sentence_is_said_in_the_language_of_its_reader() -> None:
    variant = SYSTEMS[next(iter(SYSTEMS))]
    refused = variant.preview(variant.view(variant.setup(2, SEED, 0, {}).state, 0), variant.read(0, "play r1 r2"))

    with speak_in(Marked("¡")):
        assert str(refused).startswith("¡")
    assert not str(refused).startswith("¡")
