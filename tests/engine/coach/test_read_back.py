"""Turns with jokers, found by a solver or a computer, are read from their lines as they were made."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

import pytest

from engine.game.actions import Action
from engine.game.goals import Goal, Level
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import Value
from engine.tiles.tiles import remove_tiles
from engine.variants import load
from tests.positions import position
from tests.support.fitting_options import keep_fitting

SYSTEMS = load()
TURNS = 16  # of each game: jokers begin on the racks
LEVELS = (Level.BEGINNER, Level.FAIR, Level.STRONG)
every_system = pytest.mark.parametrize("variant", SYSTEMS.values(), ids=list(SYSTEMS))


Turns = tuple[tuple[GameState, Action], ...]


@cache
def games(key: str) -> tuple[Turns, ...]:
    """Games that have each choice of each option among them, each state with what was done in it."""
    return tuple(play(SYSTEMS[key], options, number) for number, options in enumerate(settings(SYSTEMS[key])))


def settings(variant: Variant[Any]) -> Iterator[Mapping[str, Value]]:
    """Each choice of each option that a game with jokers has, together with choices of all the others."""
    chosen = [{option.key: choice.value} for option in variant.options for choice in option.choices]
    base = next(each for each in ({}, *chosen) if has_jokers(variant, each))
    fitting = [each for each in chosen if has_jokers(variant, {**base, **each})]
    values = {key: [each[key] for each in fitting if key in each] for each in fitting for key in each}
    for number in range(max(map(len, values.values()))):
        options = keep_fitting(variant, {key: choices[number % len(choices)] for key, choices in values.items()})
        assert has_jokers(variant, options)
        yield options


def has_jokers(variant: Variant[Any], options: Mapping[str, Value]) -> bool:
    state = variant.setup(variant.seats(options)[0], bytes(32), 0, options).state
    return variant.view(state, None).box.jokers > 0


def play(variant: Variant[Any], options: Mapping[str, Value], number: int) -> Turns:
    """The first turns of a game that depends on its number alone."""
    dice = random.Random(number)  # noqa: S311  # repeatable, not secret
    state = with_jokers_on_racks(
        variant.setup(dice.randint(*variant.seats(options)), dice.randbytes(32), 0, options).state
    )
    made = []
    for _ in range(TURNS):
        if state.outcome:
            break
        action = variant.choose(variant.view(state, state.turn), dice.choice(LEVELS), dice.randbytes(32))
        made.append((state, action))
        state = variant.apply(state, action, now=0).state
    return tuple(made)


def with_jokers_on_racks(state: GameState) -> GameState:
    """The same with other racks, which share the jokers."""
    tiles = [*(tile for seat in state.seats for tile in seat.rack), *state.pool]
    tiles.sort(key=lambda tile: not tile.is_joker)
    seats = [
        replace(seat, rack=tuple(tiles[index :: len(state.seats)][: len(seat.rack)]))
        for index, seat in enumerate(state.seats)
    ]
    pool = remove_tiles(tiles, [tile for seat in seats for tile in seat.rack])
    return replace(state, seats=tuple(seats), pool=pool)


@every_system
def test_every_turn_of_a_computer_reads_back_from_its_line(variant: Variant[Any]) -> None:
    lines = []
    for _, action in chain.from_iterable(games(variant.info.key)):
        assert variant.read(action.seat, action.line()) == action
        lines.append(action.line())
    assert any("J=" in line or "J:" in line for line in lines)


@every_system
def test_every_turn_that_the_solver_finds_reads_back_from_its_line(variant: Variant[Any]) -> None:
    for turns in games(variant.info.key):
        for (state, _), goal in zip(turns[::9], (Goal.ANY, Goal.TILES, Goal.VALUE), strict=False):
            if found := variant.find(variant.view(state, state.turn), goal):
                assert variant.read(found.action.seat, found.action.line()) == found.action


@pytest.mark.parametrize(
    ("rack", "line"),
    [
        ("sn mn j", "play SN MN J=0"),
        ("sa ma j", "play SA MA J=1"),
        ("s2 m2 j", "play S2 M2 J=2"),
        ("sn mn cn j", "play SN MN CN J=AN"),
    ],
)
def test_a_joker_in_a_found_set_of_any_value_is_read_and_played(rack: str, line: str) -> None:
    before = position("packkub", racks=[f"{rack} a4", "s2"], options={"jokers": 1})

    found = before.system.find(before.view(0), Goal.TILES)

    assert found is not None
    assert found.action.line() == line
    assert before.system.read(0, line) == found.action
    assert before.does(0, line).rack(0) == "A4"


def test_a_set_of_nulls_with_two_jokers_is_written_so_that_the_whole_table_can_be_played_again() -> None:
    before = position("packkub", table="sn j=0 j", racks=["s2 m2 c2 a4", "s3"], options={"jokers": 1})

    assert before.table == "SN J=0 J=0"
    assert before.play(0, f"table: {before.table} / s2 m2 c2").table == "SN J=0 J=0 / S2 M2 C2"
