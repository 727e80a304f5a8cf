"""What every rule system owes, whichever there are: nothing lost, nothing shown, nothing changed by a refusal."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import render
from engine.actions import Bare, Draw, Pass, Resign
from engine.errors import GameIsOver, HasResigned, IllegalMove, NoSuchAction, NoSuchSeat, NotYourTurn, WrongPlayerCount
from engine.variants import load
from storage.codec import decode, encode
from tests.positions import SEED, tiles_in_play
from tests.proposer import Turned, playthrough

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.game import GameState, Variant
    from engine.tiles import Tile
    from engine.views import Value

NAMES = ("Ana", "Ben", "Cem", "Dora", "Eva", "Filip")
Play = tuple["GameState", list[Turned]]
few = partial(settings, deadline=None, phases=[Phase.generate])  # whole games don't shrink
every_system = pytest.mark.parametrize("variant", load().values(), ids=list(load()))


def chances(variant: Variant[Any]) -> st.SearchStrategy[Mapping[str, Value]]:
    """Any combination of a system's options."""
    return st.fixed_dictionaries(
        {option.key: st.sampled_from([choice.value for choice in option.choices[:3]]) for option in variant.options}
    )


def played(variant: Variant[Any], number: int, options: Mapping[str, Value] | None = None) -> Play:
    """A whole game that depends on the number and the options alone."""
    dice = random.Random(number)  # noqa: S311  # repeatable, not secret
    seats = dice.randint(variant.info.low, variant.info.high)
    start = variant.setup(seats, dice.randbytes(32), 1_800_000_000, options or {}).state
    return start, list(playthrough(variant, start, dice))


def dealt_anew(state: GameState, viewer: int | None, dice: random.Random) -> GameState:
    """The same table with another seed, and the tiles that the viewer can't see dealt in another way."""
    hidden: list[Tile] = [*state.pool]
    for place, seat in enumerate(state.seats):
        hidden += seat.rack if place != viewer else ()
    dice.shuffle(hidden)
    rest = iter(hidden)
    seats = [
        seat if place == viewer else replace(seat, rack=tuple(islice(rest, len(seat.rack))))
        for place, seat in enumerate(state.seats)
    ]
    return replace(state, seats=tuple(seats), pool=tuple(rest), seed=dice.randbytes(32))


def viewers(state: GameState) -> Iterator[int | None]:
    yield from range(len(state.seats))
    yield None


@every_system
@few(max_examples=6)
@given(data=st.data(), number=st.integers(0, 2**32))
def test_no_tile_is_lost_or_made_and_every_action_counts(
    variant: Variant[Any], data: st.DataObject, number: int
) -> None:
    start, turns = played(variant, number, data.draw(chances(variant)))

    for turned in turns:
        assert tiles_in_play(turned.step.state) == tiles_in_play(start) == Counter(variant.box.tiles())
        assert turned.step.state.version == turned.before.version + 1
        assert turned.step.state.now == turned.now
        assert all(event.sentence(NAMES[: len(start.seats)]) for event in turned.step.events)


@every_system
@few(max_examples=6)
@given(data=st.data(), number=st.integers(0, 2**32))
def test_nobody_sees_what_is_hidden(variant: Variant[Any], data: st.DataObject, number: int) -> None:
    """Deal the other racks, the pool and the seed anew: every view is the same, until the outcome."""
    start, turns = played(variant, number, data.draw(chances(variant)))
    dice = random.Random(number)  # noqa: S311  # repeatable, not secret

    for state in [start, *(turned.step.state for turned in turns[:-1])]:
        for viewer in viewers(state):
            assert variant.view(dealt_anew(state, viewer, dice), viewer) == variant.view(state, viewer)


@every_system
@few(max_examples=6)
@given(data=st.data(), number=st.integers(0, 2**32))
def test_what_is_told_of_an_action_depends_on_nothing_hidden_from_its_player(
    variant: Variant[Any], data: st.DataObject, number: int
) -> None:
    """The same, for the events of an action and for refusals, unless a game ends and racks are reckoned."""
    _, turns = played(variant, number, data.draw(chances(variant)))
    dice = random.Random(number)  # noqa: S311  # repeatable, not secret

    for turned, following in pairwise(turns):
        seat = turned.action.seat
        other = dealt_anew(turned.before, seat, dice)
        if len(turned.step.events) == 1:
            assert variant.apply(other, turned.action, now=turned.now).events == turned.step.events
        for idea in turned.refused:
            action = variant.read(seat, idea.line)
            assert variant.preview(other, action) == variant.preview(turned.before, action)
        assert following.before == turned.step.state


@every_system
@few(max_examples=6)
@given(data=st.data(), number=st.integers(0, 2**32))
def test_states_are_read_back_as_they_are_saved(variant: Variant[Any], data: st.DataObject, number: int) -> None:
    _, turns = played(variant, number, data.draw(chances(variant)))

    for turned in turns:
        saved = encode(turned.step.state)
        again = decode(saved, variant.state_type)
        assert again == turned.step.state
        assert encode(again) == saved


@every_system
@few(max_examples=6)
@given(number=st.integers(0, 2**32))
def test_the_same_seed_is_the_same_game(variant: Variant[Any], number: int) -> None:
    assert played(variant, number) == played(variant, number)


@every_system
def test_another_seed_is_another_game(variant: Variant[Any]) -> None:
    deals = [variant.setup(variant.info.low, bytes([number]) * 32, 0, {}).state.seats for number in range(5)]

    assert len(set(deals)) == len(deals)


@every_system
@few(max_examples=6)
@given(number=st.integers(0, 2**32))
def test_every_action_reads_back_from_its_line(variant: Variant[Any], number: int) -> None:
    for turned in played(variant, number)[1]:
        assert variant.read(turned.action.seat, turned.action.line()) == turned.action


@every_system
@few(max_examples=6)
@given(data=st.data(), number=st.integers(0, 2**32))
def test_an_action_leaves_the_state_that_it_was_given_as_it_was(
    variant: Variant[Any], data: st.DataObject, number: int
) -> None:
    _, turns = played(variant, number, data.draw(chances(variant)))

    for turned in turns:
        before = encode(turned.before)
        variant.apply(turned.before, turned.action, now=turned.now)
        for idea in turned.refused:
            with pytest.raises(IllegalMove):
                variant.apply(turned.before, variant.read(turned.action.seat, idea.line), now=turned.now)
        assert encode(turned.before) == before


@every_system
def test_strangers_and_seats_out_of_turn_are_refused(variant: Variant[Any]) -> None:
    state = variant.setup(variant.info.low, SEED, 0, {}).state
    saved = encode(state)
    seats = len(state.seats)

    for seat in (-1, -seats, seats, 99):
        for action in (Draw(seat), Pass(seat), Resign(seat)):
            with pytest.raises(NoSuchSeat):
                variant.apply(state, action, now=0)
        with pytest.raises(NoSuchSeat):
            variant.view(state, seat)
        with pytest.raises(NoSuchSeat):
            variant.preview(state, Draw(seat))
    for seat in set(range(seats)) - state.active:
        with pytest.raises(NotYourTurn):
            variant.apply(state, Draw(seat), now=0)
    assert encode(state) == saved


class Shout(Bare):
    """An action of no system."""

    verb = "shout"


@every_system
def test_an_action_of_another_game_is_refused(variant: Variant[Any]) -> None:
    state = variant.setup(variant.info.low, SEED, 0, {}).state

    with pytest.raises(NoSuchAction):
        variant.apply(state, Shout(0), now=0)


@every_system
def test_who_left_and_who_comes_after_the_end_is_refused(variant: Variant[Any]) -> None:
    state = variant.setup(variant.info.high, SEED, 0, {}).state
    gone = variant.apply(state, Resign(0), now=0).state
    if not gone.outcome:
        with pytest.raises(HasResigned):
            variant.apply(gone, Resign(0), now=0)
    _, turns = played(variant, 1)
    over = turns[-1].step.state
    for seat in range(len(over.seats)):
        with pytest.raises(GameIsOver):
            variant.apply(over, Draw(seat), now=over.now)


@every_system
def test_it_is_played_by_as_many_as_it_says(variant: Variant[Any]) -> None:
    for seats in range(variant.info.low, variant.info.high + 1):
        assert len(variant.setup(seats, SEED, 0, {}).state.seats) == seats
    for seats in (variant.info.low - 1, variant.info.high + 1):
        with pytest.raises(WrongPlayerCount):
            variant.setup(seats, SEED, 0, {})


@every_system
def test_the_end_lays_the_racks_open_and_names_the_winners(variant: Variant[Any]) -> None:
    start, turns = played(variant, 3)
    over = turns[-1].step.state

    assert start.outcome is None
    assert over.outcome
    assert over.outcome.winners
    assert (over.active, over.deadline) == (frozenset(), None)
    assert len(over.outcome.scores) == len(over.seats)
    for viewer in viewers(over):
        view = variant.view(over, viewer)
        assert [seat.rack for seat in view.seats] == [seat.rack for seat in over.seats]
        assert (view.may_draw, view.may_pass) == (0, False)


@every_system
def test_everything_that_can_happen_happens_in_these_games(variant: Variant[Any]) -> None:
    """So the other tests of this file see it; a system whose players never open, swap or run out proves little."""
    kinds: Counter[str] = Counter()
    for number in range(12):
        for turned in played(variant, number)[1]:
            kinds[turned.kind] += 1

    usual = {"set", "opening", "addition", "harvest", "split", "joker swap", "whole table"}
    assert set(kinds) >= usual | {"draw", "pass", "time-out", "resignation"}, kinds


@every_system
def test_every_view_has_a_picture(variant: Variant[Any]) -> None:
    start, turns = played(variant, 5)

    for state in [start, turns[len(turns) // 2].before, turns[-1].step.state]:
        for viewer in (None, 0):
            picture = render.png(variant.view(state, viewer), NAMES[: len(state.seats)])
            assert picture.startswith(b"\x89PNG\r\n\x1a\n")
            assert picture == render.png(variant.view(state, viewer), NAMES[: len(state.seats)])
