"""What every rule system owes, whichever there are: nothing lost, nothing shown, nothing changed by a refusal."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, islice, pairwise
from typing import Any

import pytest

import render
from engine.game.actions import Action, BareAction, Draw, Pass, Play, Resign, Stop, TimeUp
from engine.game.events import Event, GameEnded, NextGame
from engine.game.info import Option
from engine.game.state import GameState, Step
from engine.game.turn_events import MadeAMistake, Passed
from engine.game.variant import Variant
from engine.game.views import Value
from engine.table.game import PROVEN
from engine.table.view import TableView
from engine.text.errors import (
    GameIsOver,
    HasResigned,
    IllegalMove,
    JudgedWhenMade,
    NoSuchAction,
    NoSuchSeat,
    NotYourTurn,
    WrongPlayerCount,
)
from engine.text.phrases import later
from engine.variants import load
from storage.codec import decode, encode
from tests.positions import SEED, deal_anew, tiles_in_play
from tests.proposer import Turned, kinds, playthrough, some_options

NAMES = ("Ana", "Ben", "Cem", "Dora", "Eva", "Filip")
NUMBERS = range(2)  # games that every test of this file looks at; the first is played by the rules as they stand
MANY = range(2, 202)
MOST = 100  # of those games, for what players do seldom
TURNS = ("play", "claim")
Played = tuple["GameState", list[Turned]]
SYSTEMS = load()
every_system = pytest.mark.parametrize("variant", SYSTEMS.values(), ids=list(SYSTEMS))


@cache
def played(key: str, number: int) -> Played:
    """A whole game, of a number of players and under options that depend on the number alone."""
    start, dice = begin_game(key, number)
    return start, list(playthrough(SYSTEMS[key], start, dice))


def begin_game(key: str, number: int) -> tuple[GameState, random.Random]:
    """The same as it was dealt, and the dice by which it goes on."""
    variant = SYSTEMS[key]
    dice = random.Random(number)  # noqa: S311  # repeatable, not secret
    options = some_options(variant, dice) if number else {}
    seats = dice.randint(*variant.seats(options))
    return variant.setup(seats, dice.randbytes(32), 1_800_000_000, options).state, dice


@every_system
def test_a_new_option_changes_none_of_the_others_in_these_games(variant: Any) -> None:
    """So whoever adds a house rule finds the same games as before."""
    more: Option[Any] = Option("new", later("New"), later("New."), variant.options[0].choices, lambda rules, _: rules)
    other = replace(variant, options=(more, *variant.options))

    for number in NUMBERS:
        one, another = (random.Random(number), random.Random(number))  # noqa: S311  # repeatable, not secret
        assert some_options(variant, one).items() <= some_options(other, another).items()
        assert one.random() == another.random()


def games(variant: Variant[Any]) -> Iterator[Played]:
    return (played(variant.info.key, number) for number in NUMBERS)


def all_turns(variant: Variant[Any]) -> Iterator[Turned]:
    return (turned for _, turns in games(variant) for turned in turns)


def viewers(state: GameState) -> Iterator[int | None]:
    yield from range(len(state.seats))
    yield None


@every_system
def test_no_tile_is_lost_or_made_and_every_action_counts(variant: Variant[Any]) -> None:
    for start, turns in games(variant):
        for turned in turns:
            check_books(variant, turned, start)


def check_books(variant: Variant[Any], turned: Turned, start: GameState) -> None:
    after = turned.step.state
    assert tiles_in_play(after) == tiles_in_play(start) == Counter(variant.view(start, None).box.tiles())
    assert after.version == turned.before.version + 1
    assert after.now == turned.now
    assert all(str(event.sentence(NAMES[: len(start.seats)])) for event in turned.step.events)


@every_system
def test_nobody_sees_what_is_hidden(variant: Variant[Any]) -> None:
    """Deal the other racks, the pool and the seed anew: every view is the same, until the outcome."""
    dice = random.Random(0)  # noqa: S311  # repeatable, not secret

    for start, turns in games(variant):
        for state in [start, *(turned.step.state for turned in turns[:-1:2])]:
            check_views(variant, state, dice)


def check_views(variant: Variant[Any], state: GameState, dice: random.Random) -> None:
    for viewer in viewers(state):
        assert variant.view(deal_anew(state, viewer, dice), viewer) == variant.view(state, viewer)


@every_system
def test_the_report_of_an_action_depends_on_nothing_hidden_from_its_player(variant: Variant[Any]) -> None:
    """The same, for the events of an action and for refusals, until a game ends and racks are reckoned.

    That it ends is hidden in racks in one case alone: the pool is empty, and it is proven that nobody can play. The
    length of a draw that goes on until its player has a play depends on the tiles drawn, but on nothing else hidden.
    """
    dice = random.Random(0)  # noqa: S311  # repeatable, not secret

    for _, turns in games(variant):
        assert all(following.before == turned.step.state for turned, following in pairwise(turns))
        for turned in turns[:-1:2]:
            check_told(variant, turned, dice)


def check_told(variant: Variant[Any], turned: Turned, dice: random.Random) -> None:
    seat = turned.action.seat
    before = turned.before
    until = variant.view(before, None).draws_on and isinstance(turned.action, Draw | TimeUp)
    kept = len(before.pool) - (turned.step.events[0].tiles_drawn if until else 0)
    other = deal_anew(replace(before, pool=before.pool[:kept]), seat, dice)
    other = replace(other, pool=(*other.pool, *before.pool[kept:]))
    compare_told(turned.step, variant.apply(other, turned.action, now=turned.now))
    for idea in turned.refused:
        action = variant.read(seat, idea.line)
        if not isinstance(action, Play):
            assert refusal(variant, other, action) == refusal(variant, turned.before, action)


def compare_told(one: Step[Any], other: Step[Any]) -> None:
    told, ends = zip(*map(up_to_the_end, (one, other)), strict=True)
    assert told[0] == told[1]
    if bool(ends[0]) != bool(ends[1]):
        (step, end) = (one, ends[0]) if ends[0] else (other, ends[1])
        assert end[0].reason == PROVEN
        assert not told[0] or (len(told[0]) == 1 and not isinstance(told[0][0], Passed))
        assert NextGame in map(type, end) or not step.state.pool


def up_to_the_end(step: Step[Any]) -> tuple[list[Event], list[Any]]:
    """What is told before a game ends, and from there on."""
    first = next((first for first, each in enumerate(step.events) if isinstance(each, GameEnded)), len(step.events))
    return list(step.events[:first]), list(step.events[first:])


def refusal(variant: Variant[Any], state: GameState, action: Action) -> str:
    with pytest.raises(IllegalMove) as refused:
        variant.apply(state, action, now=state.now)
    return str(refused.value)


@every_system
def test_a_preview_looks_like_the_action_s_result(variant: Variant[Any]) -> None:
    """And a refused turn is refused with the same sentence, both by what the player sees and nothing else."""
    for turned in islice(all_turns(variant), 0, None, 2):
        check_proposal(variant, turned)


def check_proposal(variant: Variant[Any], turned: Turned) -> None:
    seat, after = turned.action.seat, turned.step.state
    before = variant.view(turned.before, seat)
    for idea in (idea for idea in turned.refused if idea.line.split()[0] in TURNS):
        check_refused(variant, turned.before, variant.read(seat, idea.line))
    if turned.action.verb not in TURNS or any(
        isinstance(each, GameEnded | MadeAMistake) for each in turned.step.events
    ):
        return
    if isinstance(before, TableView) and before.options.get("strict_mistakes"):
        return  # nothing is told beforehand
    shown, made = variant.foresee(before, turned.action), variant.view(after, seat)
    assert (shown.written, shown.rack, shown.seats[seat].tiles) == (made.written, made.rack, made.seats[seat].tiles)
    assert (shown.turn, shown.turns, shown.deadline) == (before.turn, before.turns, before.deadline)
    if isinstance(shown, TableView):
        on = replace(shown, turn=made.turn, turns=made.turns, deadline=made.deadline, version=made.version)
        assert on == made


def check_refused(variant: Variant[Any], state: GameState, action: Action) -> None:
    with pytest.raises(IllegalMove) as refused:
        variant.foresee(variant.view(state, action.seat), action)
    if not isinstance(refused.value, JudgedWhenMade):
        assert str(refused.value) == refusal(variant, state, action)


@every_system
def test_states_and_actions_are_read_back_as_they_are_saved_and_written(variant: Variant[Any]) -> None:
    for turned in all_turns(variant):
        saved = encode(turned.step.state)
        again = decode(saved, variant.state_type)
        assert again == turned.step.state
        assert repr(again) == repr(turned.step.state)  # == takes 1 for True; what is shown tells them apart
        assert encode(again) == saved
        assert variant.read(turned.action.seat, turned.action.line()) == turned.action


@every_system
def test_the_same_seed_is_the_same_game_and_another_seed_another(variant: Variant[Any]) -> None:
    assert played.__wrapped__(variant.info.key, 1) == played(variant.info.key, 1)
    low, _ = variant.seats({})
    deals = [variant.setup(low, bytes([number]) * 32, 0, {}).state.seats for number in range(5)]
    assert len(set(deals)) == len(deals)


@every_system
def test_an_action_leaves_the_state_that_it_was_given_as_it_was(variant: Variant[Any]) -> None:
    for turned in all_turns(variant):
        check_unchanged(variant, turned)


def check_unchanged(variant: Variant[Any], turned: Turned) -> None:
    before = encode(turned.before)
    variant.apply(turned.before, turned.action, now=turned.now)
    for idea in turned.refused:
        with pytest.raises(IllegalMove):
            variant.apply(turned.before, variant.read(turned.action.seat, idea.line), now=turned.now)
    assert encode(turned.before) == before


class Shout(BareAction):
    """An action of no system."""

    verb = "shout"


@every_system
def test_strangers_seats_out_of_turn_and_actions_of_another_game_are_refused(variant: Variant[Any]) -> None:
    state = variant.setup(variant.seats({})[0], SEED, 0, {}).state
    saved = encode(state)
    seats = len(state.seats)

    for seat in (-1, -seats, seats, 99):
        for action in (Draw(seat), Pass(seat), Resign(seat)):
            with pytest.raises(NoSuchSeat):
                variant.apply(state, action, now=0)
        with pytest.raises(NoSuchSeat):
            variant.view(state, seat)
    for seat in set(range(seats)) - state.active:
        with pytest.raises(NotYourTurn):
            variant.apply(state, Draw(seat), now=0)
    with pytest.raises(NoSuchAction):
        variant.apply(state, Shout(0), now=0)
    assert encode(state) == saved


@every_system
def test_actions_after_leaving_or_after_the_end_are_refused(variant: Variant[Any]) -> None:
    state = variant.setup(variant.seats({})[1], SEED, 0, {}).state
    gone = variant.apply(state, Resign(0), now=0).state
    if not gone.outcome:
        with pytest.raises(HasResigned):
            variant.apply(gone, Resign(0), now=0)
    _, turns = played(variant.info.key, 0)
    over = turns[-1].step.state
    for seat in range(len(over.seats)):
        with pytest.raises(GameIsOver):
            variant.apply(over, Draw(seat), now=over.now)


def ways_to_play(variant: Variant[Any]) -> Iterator[Mapping[str, Value]]:
    """Every preset, and every option by itself."""
    yield {}
    yield from (preset.options for preset in variant.presets)
    yield from ({option.key: choice.value} for option in variant.options for choice in option.choices)


@every_system
def test_it_is_played_by_as_many_as_it_says_under_every_option_and_preset(variant: Variant[Any]) -> None:
    for options in ways_to_play(variant):
        low, high = variant.seats(options)
        for seats in range(low, high + 1):
            assert len(variant.setup(seats, SEED, 0, options).state.seats) == seats
        for seats in {-1, 0, low - 1, high + 1, 99}:
            with pytest.raises(WrongPlayerCount) as refusal:
                variant.setup(seats, SEED, 0, options)
            assert variant.clauses[type(refusal.value)]
        assert variant.info.low <= low <= high
    assert variant.seats({}) == (variant.info.low, variant.info.high)


@every_system
def test_the_end_shows_the_racks_and_names_the_winners(variant: Variant[Any]) -> None:
    start, turns = played(variant.info.key, 0)
    over = turns[-1].step.state

    assert start.outcome is None
    assert over.outcome
    assert over.outcome.winners
    assert (over.active, over.deadline) == (frozenset(), None)
    assert len(over.outcome.scores) == len(over.seats)
    assert len(over.outcome.places) == len(over.seats)
    assert [seat for seat, place in enumerate(over.outcome.places) if place == 1] == sorted(over.outcome.winners)
    for viewer in viewers(over):
        view = variant.view(over, viewer)
        assert [seat.rack for seat in view.seats] == [seat.rack for seat in over.seats]
        assert (view.may_draw, view.may_pass) == (0, False)


EARLY = {
    "stop": "The game was ended early. Nobody wins.",
    "void": "A server manager ended the game. This game counts for nobody.",
}


@every_system
@pytest.mark.parametrize("verb", EARLY)
def test_a_game_that_is_ended_early_has_no_winner_and_keeps_the_points_made(variant: Variant[Any], verb: str) -> None:
    _, turns = played(variant.info.key, 1)
    before = turns[len(turns) // 2].before
    view = variant.view(before, None)

    step = variant.apply(before, variant.read(0, verb), now=before.now)

    over = step.state
    assert over.outcome
    assert over.outcome.winners == ()
    assert over.outcome.scores == tuple(seat.score for seat in view.seats)
    pairs = sorted(zip(over.outcome.places, over.outcome.scores, strict=True))
    ranked = [score for _, score in pairs]
    assert ranked == sorted(ranked, reverse=not variant.info.low_wins)
    assert over.outcome.void == (verb == "void")
    assert (over.active, over.deadline, over.version) == (frozenset(), None, before.version + 1)
    assert [str(event.sentence(NAMES)) for event in step.events] == [EARLY[verb]]
    assert [seat.rack for seat in variant.view(over, None).seats] == [seat.rack for seat in before.seats]
    assert render.png(variant.view(over, None), NAMES[: len(over.seats)])
    with pytest.raises(GameIsOver):
        variant.apply(over, Stop(0), now=over.now)


@every_system
def test_everything_that_can_be_done_is_done_in_these_games(variant: Variant[Any]) -> None:
    """So the other tests of this file see it; a system whose players never open, swap or run out proves little."""
    missing = {*variant.moves(), *kinds_of(variant)} - sorts(all_turns(variant))
    offering = (number for number in MANY if offers(variant, begin_game(variant.info.key, number)[0]))
    rare = chain(islice(offering, 5), MANY[:MOST])  # a few games are enough, as a rule
    while missing and (number := next(rare, None)) is not None:
        missing -= sorts(played(variant.info.key, number)[1])
    assert missing == set(), (
        f"nobody does this in {MOST} games. If tests/proposer.py doesn't try it, add it to `ideas` there; "
        "if this system's rules don't allow it, leave it out of the system's `moves()`, or of `kinds` in the proposer."
    )


def sorts(turns: Iterable[Turned]) -> set[type[Action] | str]:
    """The actions, and what sorts of them."""
    return {sort for turned in turns for sort in (type(turned.action), turned.kind)}


def offers(variant: Variant[Any], state: GameState) -> bool:
    """Is there something for the seat to move to take at a tap?"""
    return bool(variant.view(state, state.turn).offers)


def kinds_of(variant: Variant[Any]) -> set[str]:
    """The sorts of moves that a system's games are to show."""
    views = (variant.view(start, None) for start, _ in games(variant))
    return {"draw", "pass", "time-out", "resignation"}.union(*map(kinds, views))


@every_system
@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_two_hundred_games_come_to_an_end_with_everything_in_its_place(variant: Variant[Any]) -> None:
    done: Counter[str] = Counter()
    dice = random.Random(0)  # noqa: S311  # repeatable, not secret
    for number in MANY:
        start, turns = played.__wrapped__(variant.info.key, number)
        done.update(turned.kind for turned in turns)
        for turned in turns:
            check_books(variant, turned, start)
            assert decode(encode(turned.step.state), variant.state_type) == turned.step.state
            assert variant.read(turned.action.seat, turned.action.line()) == turned.action
        for turned in dice.sample(turns, min(len(turns), 9)):
            check_views(variant, turned.before, dice)
            check_proposal(variant, turned)
            check_unchanged(variant, turned)
            if turned is not turns[-1]:  # when the game ends, racks are reckoned
                check_told(variant, turned, dice)
        assert turns[-1].step.state.outcome
    print(f"{variant.info.key}: {dict(done)}")  # noqa: T201  # what `make soak` is run for
    assert kinds_of(variant) <= set(done)


@every_system
def test_every_view_has_a_picture(variant: Variant[Any]) -> None:
    start, turns = played(variant.info.key, 1)

    for state in [start, turns[len(turns) // 2].before, turns[-1].step.state]:
        for viewer in (None, 0):
            picture = render.png(variant.view(state, viewer), NAMES[: len(state.seats)])
            assert picture.startswith(b"\x89PNG\r\n\x1a\n")
            assert picture == render.png(variant.view(state, viewer), NAMES[: len(state.seats)])
