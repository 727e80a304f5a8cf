"""Rummy Cube's option `draw_until` (RC-5, RC-19): a draw goes on until its player has a play."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import pytest

from engine.coach.replay import replay_turns
from engine.game.actions import Action
from engine.game.goals import Level
from engine.game.log import Logged
from engine.game.self_play import choose_action
from engine.game.state import Step
from engine.game.turn_events import Drew
from engine.game.views import Value
from engine.solver.best_turn import can_play
from engine.table import proofs
from engine.table.proofs import position_of
from engine.table.state import TableState
from engine.text import errors
from engine.variants.rummy_cube import VARIANT
from tests.positions import position

UNTIL: dict[str, Value] = {"draw_until": True}

cube = partial(position, "rummy_cube", options=UNTIL)
refused = pytest.raises

DRAWS = {
    "a new set": ("", "r3 b3", True, "k9 o8 k3 o1", "O1 K3"),
    "the table helps a player who has opened": ("r3 r4 r5", "k1", True, "k9 r6 o8", "O8 R6"),
    "but nobody else": ("r3 r4 r5", "k1", False, "k9 r6", "R6 K9 K13"),
    "an opening of 30 points": ("r3 b3 k3", "r10 b10", False, "k9 k10 r6 o3", "O3 R6 K10"),
    "not one of 27": ("", "r9 b9", False, "o9 r1 k9", "K9 R1 O9"),
    "a set of the rack": ("r3 k3 j", "r7 b7", True, "k2 k7 b9", "B9 K7"),
    "a frozen set gives no tile away": ("r5 j r7 r8", "b8 k1", True, "k2 o8 k8 o1", "O1 K8 O8"),
    "its joker is replaced": ("r3 k3 j", "b7 k1", True, "k2 o3 r9 b9", "B9 R9 O3"),
    "who could play already draws one": ("r3 r4 r5", "r2", True, "o9 k1", "K1"),
    "also who could open": ("", "r10 b10 k10", False, "o9 k1", "K1"),
    "the pool is empty before": ("r3 r4 r5", "b1", True, "k1", "K1 K13"),
}


@pytest.mark.parametrize(("table", "rack", "has_melded", "pool", "drawn"), DRAWS.values(), ids=DRAWS)
def test_a_draw_lasts_until_the_rack_has_a_play(table: str, rack: str, has_melded: bool, pool: str, drawn: str) -> None:
    """RC-5."""
    after = cube(table=table, racks=[rack, "o13 o13 r6"], has_melded=has_melded, pool=f"k13 {pool}").draw(0)

    assert after.rack(0) == f"{rack} {drawn}".upper()
    assert after.events[0] == Drew(0, len(drawn.split()), len(after.seats[0].rack))
    assert (after.labels, after.seats[0].fresh) == ("A" if table else "", len(drawn.split()))


def test_a_long_draw_is_one_draw_that_ends_the_turn_and_plays_nothing() -> None:
    """RC-5."""
    game = cube(racks=["r3 b3", "o9 k1"], pool="k9 o8 k3 o1").draw(0)

    assert (game.turn, len(game.events), game.state.turns - game.state.version) == (1, 1, 1)
    with refused(errors.NotYourTurn):
        game.play(0, "r3 b3 k3")
    with refused(errors.WrongDraw, match="RC-5"):
        game.draw(1, 2)
    assert game.draw(1).play(0, "r3 b3 k3").table == "R3 B3 K3"


def test_a_long_draw_tells_everybody_how_many_tiles_and_nobody_which_play() -> None:
    """RC-5."""
    after = cube(racks=["r3 b3", "o9 k1"], pool="k9 o8 k3 o1").draw(0)

    assert after.sentences == ["A drew 2 tiles and holds 4."]
    assert str(after.events[0].own_sentence("AB")) == "You drew 2 tiles."
    others = cube(racks=["r3 r4", "o9 k1"], pool="k9 o8 r5 o1").draw(0)
    assert others.events == after.events
    assert (others.view(None), others.view(1)) == (after.view(None), after.view(1))


def test_a_draw_that_empties_the_pool_may_end_the_game() -> None:
    """RC-5."""
    racks = ["b1 k9", "k7"]

    over = cube(table="r3 r4 r5", racks=racks, pool="o9 k1").draw(0)
    assert over.sentences[0] == "A drew 2 tiles and holds 4."
    assert over.outcome
    assert str(over.outcome.reason) == "The pool is empty and nobody can play."
    on = cube(table="r3 r4 r5", racks=[racks[0], "r6 k7"], pool="o9 k1").draw(0)
    assert (on.outcome, on.turn, on.pool) == (None, 1, 0)


def test_a_play_that_no_search_finds_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """RC-5."""
    monkeypatch.setattr(proofs, "solve", lambda *_: None)

    after = cube(racks=["r3 b3 k3", "o9"], pool="k9 o8 k3 o1").draw(0)
    assert (after.rack(0), after.pool) == ("R3 B3 K3 O1 K3 O8 K9", 0)


def test_an_idle_player_whose_time_is_up_draws_as_long_and_a_penalty_is_three_tiles() -> None:
    """RC-19."""
    game = cube(racks=["r3 b3", "o9"], pool="k9 o3 k1 k3 r1 o8 b1 o2")

    assert game.time_up(0).sentences == ["A ran out of time, drew 5 tiles and holds 7."]
    assert game.time_up(0, "moved").rack(0) == "R3 B3 O2 B1 O8"
    assert cube(racks=["k3 b3", "o9"], pool="r1 k9 k3").time_up(0, "moved").rack(0) == "K3 B3 K3 K9 R1"
    empty = cube(racks=["r3 b3 k3", "o9"], pool="").time_up(0)
    assert empty.sentences == ["A ran out of time and passed."]


def test_without_the_option_a_draw_is_one_tile() -> None:
    """RC-5."""
    game = cube(racks=["r3 b3", "o9"], pool="k9 k3 o1", options={})

    assert game.draw(0).rack(0) == game.time_up(0).rack(0) == "R3 B3 O1"
    assert not game.view(0).draws_on


def test_the_players_know_that_a_draw_goes_on() -> None:
    """RC-5."""
    view = cube(racks=["r3 b3", "o9"]).view(0)

    assert (view.draws_on, view.may_draw) == (True, 1)


Move = tuple["TableState", "Action", "Step[TableState]"]


def computers_play(seed: bytes, seats: int) -> Iterator[Move]:
    """The moves of a whole game among computers of all levels."""
    state = VARIANT.setup(seats, seed, 0, UNTIL).state
    while not state.outcome:
        level = list(Level)[(seed[0] + state.turn) % len(Level)]
        action = choose_action(VARIANT, state, level, seed)
        step = VARIANT.apply(state, action, now=state.now)
        yield state, action, step
        state = step.state


@pytest.mark.parametrize("number", range(3))
def test_in_a_whole_game_each_draw_is_as_long_as_it_must_be_and_plays_again(number: int) -> None:
    """RC-5."""
    moves = list(computers_play(bytes([number]) * 32, 2 + number))
    log = [Logged(0, action.seat, action.line()) for _, action, _ in moves]
    end: Any = moves[-1][2].state

    turns = replay_turns(VARIANT, end, log)
    assert [turn.event for turn in turns] == [step.events[0] for _, _, step in moves]
    drawn = [(before, step) for before, _, step in moves if isinstance(step.events[0], Drew)]
    assert any(step.events[0].tiles_drawn > 1 for _, step in drawn)
    for before, step in islice(drawn, 30):
        assert is_exact(before, step)


def is_exact(before: TableState, step: Step[TableState]) -> bool:
    """Whether a draw ended at the first tile with a play, or else with the pool; the proof is the one of RC-21."""
    seat, count = before.turn, step.events[0].tiles_drawn
    rack = (*before.seats[seat].rack, *before.pool[: -count - 1 : -1])
    asked = position_of(before, VARIANT.rules_of(before), seat)
    held = [can_play(replace(asked, rack=rack[: len(rack) - less])) for less in range(count)]
    return (held[0] or count == len(before.pool)) and not any(held[1:])
