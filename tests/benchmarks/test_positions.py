"""The positions that the solver is measured on: the same every time, and possible."""

from collections import Counter
from dataclasses import replace

import pytest

from benchmarks.integer.case import Aim
from benchmarks.solver import exactness
from benchmarks.solver.exactness import POSITIONS, best, faults, kinds, parts
from benchmarks.solver.latency import first_system, systems
from benchmarks.solver.positions import case_of, public
from benchmarks.solver.self_play import sample_positions
from benchmarks.solver.synthetic import full_tables, spare_jokers
from engine.game.goals import Goal
from engine.rules import jokers
from engine.solver.best_turn import Position, solve

FREE = replace(first_system(), jokers=jokers.free)


def is_possible(position: Position) -> bool:
    tiles = Counter([*position.rack, *(tile for each in position.sets for tile in each.meld.tiles)])
    return tiles <= Counter(position.rules.box.tiles())


def test_the_program_finds_the_known_optima() -> None:
    for known in public(FREE)[::18]:
        case = case_of(known.position)
        gains = [best(case, aim) or 0 for aim in (Aim.TILES, Aim.VALUE)]

        assert gains == [known.tiles, known.value]


def test_games_and_their_positions_repeat() -> None:
    one, other = (sample_positions(FREE, 3, 12, "a seed") for _ in range(2))

    assert one == other
    assert all(map(is_possible, one))
    assert len({position.sets for position in one}) > 6


@pytest.mark.parametrize("name", systems())
def test_full_tables_are_of_the_box(name: str) -> None:
    assert all(map(is_possible, full_tables(systems()[name], 20, name)))


def test_spare_jokers_go_beside_every_other_tile() -> None:
    for position in spare_jokers(FREE):
        on_table = [tile for each in position.sets for tile in each.meld.tiles]

        assert is_possible(position)
        assert len([*on_table, *position.rack]) >= len(FREE.box.tiles()) - 1


def test_every_kind_of_game_has_its_share_of_the_positions() -> None:
    counted = Counter[str]()
    for part in parts(POSITIONS):
        counted[part.kind] += part.size

    assert counted.total() >= POSITIONS
    assert counted.keys() == kinds().keys()
    assert min(counted.values()) >= POSITIONS / 100


def test_a_wrong_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known = next(each for each in public(FREE) if each.tiles > 1)

    assert list(faults(known.position, Goal.TILES)) == []

    answer = solve(known.position, Goal.ANY)
    assert answer
    monkeypatch.setattr(exactness, "solve", lambda *_: replace(answer, played=answer.played[:1]))

    assert [fault.split()[0] for fault in faults(known.position, Goal.TILES)] == [f"{known.tiles}", "It", "wrong"]
