"""Computers on a grid: what each level does, and that their games end."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations_with_replacement, islice
from typing import Any, cast

import pytest

from engine.game.actions import Action, Draw, Pass
from engine.game.goals import Level
from engine.game.views import Value
from engine.rummykruss.game import GridGame, grid_position
from engine.rummykruss.players import STEPS, OpponentExpectation
from engine.rummykruss.rules.actions import Pick, Place
from engine.rummykruss.solver.effort import Effort
from engine.rummykruss.solver.turns import find_turns
from engine.rummykruss.state import GridState
from engine.text.errors import NoSuchSeat
from engine.tiles.notation import read_tile
from engine.tiles.shuffle import SEED_BYTES
from engine.variants import load
from tests.grid_positions import GridPosition, grid
from tests.positions import tiles_in_play
from tests.support.sampled import sampled

SYSTEM = cast("GridGame", next(each for each in load().values() if each.state_type is GridState))
KEY = SYSTEM.info.key
LUCK = bytes(SEED_BYTES)
RUN = "h8=r5 i8=r6 j8=r7 k8=r8"
SHORT: Mapping[str, Value] = {"copies": 1, "colors": 3, "size": 11}  # 41 tiles, 13 in the pool
CAPPED: Mapping[str, Value] = {**SHORT, "turn_cap": 10, "open_draft": True, "no_contact_last": True}
every_level = pytest.mark.parametrize("level", Level)


def chosen(level: Level, *, rack: str, cells: str = RUN, luck: bytes = LUCK, **more: Any) -> Action:
    """What seat 0 does."""
    position = grid(KEY, racks=[rack, "o1"], cells=cells, **more)
    action = SYSTEM.choose(position.view(0), level, luck)
    SYSTEM.apply(position.state, action, now=position.state.now)
    return action


def game(levels: tuple[Level, Level], number: int, options: Mapping[str, Value]) -> Iterator[tuple[GridState, Action]]:
    """A whole game: each state with what was done in it, and the last one with a pass that came before it."""
    dice = random.Random(number)  # noqa: S311  # repeatable, not secret
    state = SYSTEM.setup(2, dice.randbytes(32), 0, options).state
    action: Action = Pass(0)
    while not state.outcome:
        action = SYSTEM.choose(SYSTEM.view(state, state.turn), levels[state.turn], dice.randbytes(32))
        yield state, action
        state = SYSTEM.apply(state, action, now=state.now).state
    yield state, action


def scores(levels: tuple[Level, Level], number: int) -> tuple[int, ...]:
    *_, (end, _) = game(levels, number, SHORT)
    return end.scores


@pytest.mark.parametrize("options", [SHORT, CAPPED], ids=["to the end", "so many turns"])
@pytest.mark.parametrize("levels", sampled(combinations_with_replacement(Level, 2), 5))
def test_games_of_computers_lose_no_tile_and_end(levels: tuple[Level, Level], options: Mapping[str, Value]) -> None:
    states = [state for state, _ in islice(game(levels, 1, options), 500)]

    assert states[-1].outcome
    assert all(tiles_in_play(state) == Counter(SYSTEM.view(state, None).box.tiles()) for state in states)


@pytest.mark.parametrize(("better", "worse"), [("fair", "beginner"), ("strong", "fair"), ("master", "strong")])
def test_each_level_scores_more_than_the_one_below(better: str, worse: str) -> None:
    """Benchmarks tell by how much, over many games."""
    lead = 0
    for number in range(1, 2):
        first = scores((Level(better), Level(worse)), number)
        second = scores((Level(worse), Level(better)), number)
        lead += first[0] - first[1] + second[1] - second[0]

    assert lead > 0


@every_level
def test_a_computer_that_can_place_nothing_draws_or_passes(level: Level) -> None:
    assert chosen(level, rack="b1 k12 o8") == Draw(0, 1)
    assert chosen(level, rack="b1 k12 o8", pool="") == Pass(0)


def test_a_beginner_overlooks_what_a_fair_player_sees() -> None:
    done = {type(chosen(Level.BEGINNER, rack="r9 b3 k11", luck=bytes([number]))) for number in range(12)}

    assert done == {Draw, Place}
    assert isinstance(chosen(Level.FAIR, rack="r9 b3 k11"), Place)


def test_a_beginner_plays_many_tiles_and_a_fair_player_what_scores() -> None:
    rack, lucks = "o3 o4 o5 o6 b5 k5", [bytes([number]) for number in range(40)]
    most = [chosen(Level.BEGINNER, rack=rack, luck=luck) for luck in lucks]

    assert max(str(each.line()).count("=") for each in most) == 4
    assert chosen(Level.FAIR, rack=rack).line().count("=") == 2


TWO_RUNS = f"{RUN} c3=k5 c4=k6 c5=k7 c6=k8"


def test_a_strong_player_takes_tiles_that_lines_can_spare() -> None:
    assert chosen(Level.FAIR, rack="b8 o2", cells=TWO_RUNS) == Draw(0, 1)
    assert ">" in chosen(Level.STRONG, rack="b8 o2", cells=TWO_RUNS).line()


def test_a_master_lays_one_tile_for_two_points() -> None:
    """The red 8 comes beside the black one, which is then in two sets."""
    game = grid(KEY, racks=["b8 o2", "o1"], cells=TWO_RUNS)

    assert game.does(0, SYSTEM.choose(game.view(0), Level.MASTER, LUCK).line()).scores == (2, 0)


def test_a_master_draws_rather_than_play_a_tile_for_a_single_point_but_not_at_the_end() -> None:
    """While turns last a tile may still bring more; without a pool, or without turns left, it is played."""
    where: dict[str, Any] = {"rack": "r9 b1", "cells": "h8=r6 i8=r7 j8=r8"}

    assert chosen(Level.MASTER, **where) == Draw(0, 1)
    assert isinstance(chosen(Level.STRONG, **where), Place)
    assert isinstance(chosen(Level.MASTER, **where, pool=""), Place)
    assert isinstance(chosen(Level.MASTER, **where, options={"turn_cap": 10}, turns=20, taken=19), Place)


@pytest.mark.parametrize("level", [Level.FAIR, Level.STRONG, Level.MASTER])
def test_computers_place_what_touches_where_contact_scores(level: Level) -> None:
    """RK-20, option `scoring`: three tiles of their own would score 1."""
    game = grid(KEY, racks=["o1 o2 o3 r9", "o1"], cells=RUN, options={"scoring": "connected"})

    assert game.does(0, SYSTEM.choose(game.view(0), level, LUCK).line()).scores == (2, 0)


@pytest.mark.parametrize("level", [Level.FAIR, Level.STRONG, Level.MASTER])
def test_computers_keep_away_from_what_the_opponent_touched(level: Level) -> None:
    """RK-19, option `no_contact_same`: the blue tiles would make an intersection on the 8."""
    options = {"no_contact_same": True}
    game = grid(KEY, racks=["b8 k8 b2", "r9"], cells=RUN, turn=1, options=options, pool="")

    assert SYSTEM.choose(game.place(1, "l8=r9").view(0), level, LUCK) == Pass(0)
    assert isinstance(SYSTEM.choose(replace_turn(game).view(0), level, LUCK), Place)


def replace_turn(game: GridPosition) -> GridPosition:
    """The same game with seat 0 to move, before the other did."""
    return GridPosition(game.system, replace(game.state, turn=0, active=frozenset({0})))


def test_a_master_expects_no_tile_where_the_opponent_may_not_place_one() -> None:
    """RK-19: the lines of the viewer's tiles can't be added to."""
    expected = []
    for options in ({}, {"no_contact_last": True}, {"no_contact_same": True}, {"scoring": "connected"}):
        view = grid(KEY, racks=["b4 b5 b6", "o1 o2 o3"], cells=RUN, options=options).view(0)
        asked = grid_position(view, SYSTEM.rules_for(view.options))
        node = next(find_turns(asked.root(), Effort(STEPS)))
        expected.append(OpponentExpectation(view, asked).estimate_points(node))

    usual, last, same, connected = expected
    assert last < usual
    assert same < usual
    assert connected > usual


def test_a_master_keeps_wildcards() -> None:
    assert "=J" not in chosen(Level.MASTER, rack="r9 j", pool="").line()


def test_in_a_draft_a_computer_picks_what_goes_with_its_rack() -> None:
    start = SYSTEM.setup(2, bytes(32), 0, {"open_draft": True}).state
    row = tuple(read_tile(text, SYSTEM.box) for text in ("b1", "k13", "r6", "o9"))
    held = tuple(read_tile(text, SYSTEM.box) for text in ("r5", "r7", "b6"))
    seats = tuple(replace(seat, rack=held) for seat in start.seats)
    view = SYSTEM.view(replace(start, row=row, seats=seats), start.turn)

    assert SYSTEM.choose(view, Level.STRONG, LUCK) == Pick(start.turn, row[2])
    assert SYSTEM.choose(view, Level.BEGINNER, LUCK).line().split()[0] == "pick"


def test_nobody_chooses_for_a_spectator() -> None:
    with pytest.raises(NoSuchSeat):
        SYSTEM.choose(SYSTEM.example(), Level.FAIR, LUCK)
