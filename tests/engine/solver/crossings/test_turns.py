"""Turns where sets may cross, against all that can be done on small boxes, and against an integer program."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest

from benchmarks.integer import crossing
from benchmarks.integer.case import Aim
from benchmarks.solver.positions import crossed_case_of
from engine.game.goals import Goal
from engine.game.views import Value
from engine.rules.table_rules import TableRules
from engine.solver.best_turn import Position, can_play, is_ruled_out, solve
from engine.solver.crossings import turns
from engine.text.errors import IllegalMove
from engine.tiles.crossings import read_sets
from engine.tiles.edits import Row
from engine.tiles.melds import Meld
from engine.tiles.notation import read_rack, write_pieces
from engine.tiles.sets import assign_letters
from engine.tiles.tiles import JOKER, Box, Color, Tile, by_color
from engine.variants import load
from tests.brute_force import Everything, check, judge, shelf

Tiles = tuple[Tile, ...]
THREE = (Color.RED, Color.BLUE, Color.BLACK)
BOXES = [Box(colors=THREE, high=5, jokers=0), Box(colors=THREE, high=4, jokers=1), Box(high=4, jokers=1)]
WORTHS: dict[Goal, Callable[[Tiles], int]] = {Goal.TILES: len, Goal.VALUE: lambda tiles: sum(t.number for t in tiles)}
THREE_TENS = "R10 B10 K10 / R10@A K10 O10 / R10 K10@A O10@B"
AIMS = {Goal.TILES: Aim.TILES, Goal.VALUE: Aim.VALUE}


def rules(**options: Value) -> TableRules:
    system = load()["rummi200kub"]
    chosen = system.rules_for(system.chosen(options))  # type: ignore[attr-defined]  # a system on a table
    settled: TableRules = chosen.for_seats(2)
    return settled


def position(table: str, rack: str, claimed: str = "", *, has_melded: bool = True) -> Position:
    settled = rules()
    sets = read_sets(table, settled.box)
    return Position(settled, sets, read_rack(rack, settled.box), has_melded, frozenset(claimed))


# Everything that can be done


def piles(tiles: Counter[Tile], once: Counter[Tile], box: Box) -> Iterator[tuple[Meld, ...]]:
    """Every choice of sets in which all the tiles are, none of them more than twice."""
    left = tiles - once
    if not left:
        yield ()
        return
    first = min(left, key=by_color)
    for melds in shelf(box).by_tile.values():
        for held, meld in melds:
            if held[first] and once + held <= tiles + tiles:
                yield from ((meld, *rest) for rest in piles(tiles, once + held, box))


def loans(melds: Sequence[Meld], tiles: Counter[Tile]) -> Iterator[list[tuple[int, Tile, int]]]:
    """Every way for sets to share what is in more of them than there are tiles of the kind."""
    ways = []
    for tile in tiles:
        rows = [row for row, meld in enumerate(melds) for each in meld.tiles if each == tile]
        pairs = [pair for pair in permutations(range(len(rows)), 2) if rows[pair[0]] != rows[pair[1]]]
        chosen = combinations(pairs, len(rows) - tiles[tile])
        apart = (way for way in chosen if len({at for pair in way for at in pair}) == 2 * len(way))
        ways.append([[(rows[borrower], tile, rows[owner]) for borrower, owner in way] for way in apart])
    return ([loan for way in choice for loan in way] for choice in product(*ways))


def tables(where: Position, played: Tiles) -> Iterator[tuple[Row, ...]]:
    """Every whole table that plays just these tiles."""
    tiles = Counter([*played, *(tile for each in where.sets for tile in each.own)])
    for melds in set(piles(tiles, Counter(), where.rules.box)):
        rows = [meld.said for meld in melds]
        letters = assign_letters(where.sets, rows)
        for way in loans(melds, tiles):
            lent = list(rows)
            for borrower, tile, owner in way:
                at = next(at for at, piece in enumerate(lent[borrower]) if piece.tile == tile and not piece.owner)
                row = lent[borrower]
                lent[borrower] = (*row[:at], row[at]._replace(owner=letters[owner]), *row[at + 1 :])
            yield tuple(lent)


def can_play_tiles(where: Position, played: Tiles) -> bool:
    for rows in tables(where, played):
        try:
            judge(where, rows)
        except IllegalMove:
            continue
        return True
    return False


def by_force(where: Position, worth: Callable[[Tiles], int]) -> int | None:
    choices = sorted(Everything(where).choices, key=worth, reverse=True)
    return next((worth(played) for played in choices if can_play_tiles(where, played)), None)


def small(dice: random.Random, box: Box) -> Position:
    """A table of up to two sets that may cross, one of them claimed perhaps; and two tiles or three on the rack."""
    held = [pair for melds in shelf(box).by_tile.values() for pair in melds if len(pair[1].tiles) < 5]
    bag, table = Counter(box.tiles()), list["Row"]()
    for _ in range(dice.randint(1, 2)):
        tiles, meld = dice.choice(held)
        row = meld.said
        shared = [tile for tile in tiles if tile != JOKER and table and any(tile == piece.tile for piece in table[0])]
        if shared:
            row = tuple(piece._replace(owner="A") if piece.tile == shared[0] else piece for piece in row)
            tiles = tiles - Counter(shared[:1])
        if tiles <= bag and len(shared) < 2:
            bag -= tiles
            table.append(row)
    sets = read_sets(" / ".join(map(write_pieces, table)), box)
    rack = tuple(dice.sample(sorted(bag.elements(), key=by_color), dice.randint(2, 3)))
    claimed = frozenset(dice.sample([each.label for each in sets], dice.randint(0, 1)))
    return Position(replace(rules(), box=box), sets, rack, has_melded=True, claimed=claimed)


@pytest.mark.parametrize("box", BOXES, ids=["no joker", "a joker", "four colors"])
@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 60), marks=pytest.mark.soak)], ids=str)
def test_no_turn_is_better_than_the_one_found_where_sets_cross(box: Box, seeds: range) -> None:
    for seed in seeds:
        where = small(random.Random(seed), box)  # noqa: S311  # the same dice each time
        for goal, worth in WORTHS.items():
            answer, best = solve(where, goal), by_force(where, worth)
            program = crossing.best(crossed_case_of(where), AIMS[goal])
            assert (worth(answer.played) if answer else None) == best, (seed, goal)
            assert program == best, (seed, goal)
            assert answer.exact and check(where, answer) if answer else is_ruled_out(where, goal)
        out = solve(where, Goal.OUT)
        assert (out is not None) == can_play_tiles(where, where.rack)
        assert can_play(where) == (best is not None)


@pytest.mark.parametrize("box", BOXES, ids=["no joker", "a joker", "four colors"])
@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 60), marks=pytest.mark.soak)], ids=str)
def test_no_turn_is_better_than_a_proven_one_where_all_sets_hang_together(box: Box, seeds: range) -> None:
    for seed in seeds:
        where = small(random.Random(seed), box)  # noqa: S311  # the same dice each time
        where = replace(where, rules=replace(rules(connected=True), box=box))
        for goal, worth in WORTHS.items():
            answer, best = solve(where, goal), by_force(where, worth)
            if answer:
                assert check(where, answer)
            if answer.exact if answer else is_ruled_out(where, goal):
                assert (worth(answer.played) if answer else None) == best, (seed, goal)


def test_a_turn_that_would_break_the_table_apart_is_not_found() -> None:
    """A second part is allowed only if there were two before."""
    together, apart = position("R4 R5 R6", "B1 B2 B3 R7"), position("R4 R5 R6 / O1 O2 O3", "B1 B2 B3 R7")
    settled = rules(connected=True)

    found = [solve(replace(where, rules=settled), Goal.TILES) for where in (together, apart)]

    assert [each and len(each.played) for each in found] == [1, 1]


# By what is claimed: whether it's no first play, the table, the rack, the goal and the most that it reaches.
FOUND = {
    "an opening's sets cross": [("", False, "R4 R5 R6", "B10 K10 O10 B11 B12 O1", Goal.TILES, 5)],
    "a joker of an opening makes its points": [  # as a ten 30, as a seven 27
        ("", False, "-", "R8 R9 J R1 B1 K1", goal, most)
        for goal, most in ((Goal.TILES, 6), (Goal.VALUE, 20), (Goal.OUT, 6))
    ],
    "no joker is above the highest number": [("", False, "-", "R1 R2 K12 B13 B11 R9 K12 J J", Goal.VALUE, 36)],
    # A claimed set keeps its own tiles, so the crossing can't go on with the tile that it had.
    "the twin of a crossing's tile keeps two sets crossed": [
        ("E", True, f"{THREE_TENS} / R9 B9 O9 / R10@C K10@B O10", "R11", Goal.TILES, 1),
        ("C", True, f"{THREE_TENS} / R10@C K10@B O10 / R11 B11 O11", "R9", Goal.VALUE, 9),
        ("B", True, "R5 B5 K5 / B4 B5@A B6 B7 / O4 O5 O6 / R5@A B5 O5@C / B4@B B5@D B6", "R5", Goal.TILES, 1),
        ("B", True, "B1 B2 B3 B4 / O2 O3 O4 / B2 K2 O2@B / R2 B2@A K2@C / B1 B2@C B3@A", "K2", Goal.TILES, 1),
    ],
    # Cut in two, it would not cross the group of threes anymore, and the four can't be in three sets.
    "a run grows too long for two": [
        (claimed, True, "R3 R4 R5 / R3@A B3 K3 / R4@A B4 K4", "R1 R2 R6", Goal.OUT, 3) for claimed in ("", "BC")
    ],
    "a freed joker is in a set without rack tiles": [
        ("", True, "R9 J=R10 R11 R12 / K3 K4 K5", "R10 O2 O4 R3", Goal.OUT, 4)
    ],
    "a claimed set's joker is freed": [("A", True, "K10 K11 J=K12 K13 / R4 B4 O4", "R5 R7 K12", Goal.TILES, 3)],
}


@pytest.mark.parametrize("cases", FOUND.values(), ids=FOUND)
def test_the_best_turn_of_a_large_box_is_found(cases: Sequence[tuple[str, bool, str, str, Goal, int]]) -> None:
    for claimed, has_melded, table, rack, goal, most in cases:
        where = position(table, rack, claimed, has_melded=has_melded)

        answer = solve(where, goal)

        assert answer is not None, (table, rack)
        assert answer.exact
        assert WORTHS.get(goal, len)(check(where, answer).played) == most
        assert can_play(where)


def test_a_set_on_the_table_makes_way_for_crossings() -> None:
    """The group lends two tiles only when one of them leaves it."""
    where = position("R5 B5 K5 O5", "K5")

    answer = solve(where, Goal.OUT)

    assert answer is not None
    assert len(check(where, answer).crossings) == 1
    assert is_ruled_out(position("R5 B5 K5", "K5"), Goal.ANY)


@pytest.mark.parametrize(
    ("table", "rack"),
    [
        ("O9 O10 O11 O12", "R1 J K10 O1 K8 O10 R7 O7 K5 J R7 O5 O8 B12 B7"),
        ("R7 B7 K7 / R10 K10 O10 / K6 K7@A K8 / K8@C K9 K10@B", "B10 R7 B9 O13 R9 R5 B5 R2 B1 R11 R6 J J R3 B6 R10 B6"),
    ],
)
def test_a_turn_of_any_value_is_not_proven_the_best_when_the_search_for_value_was_given_up(
    table: str, rack: str
) -> None:
    where = position(table, rack, has_melded=False)

    answer = solve(where, Goal.VALUE)
    program = crossing.best(crossed_case_of(where), Aim.VALUE)

    assert answer is not None
    assert not answer.exact or WORTHS[Goal.VALUE](answer.played) == program


def test_a_turn_is_not_proven_the_best_where_an_opening_was_put_off() -> None:
    """The tiles that were put off could have made the points of another opening."""
    where = position("-", "K6 K6 B5 K5 J J", has_melded=False)

    answer = solve(where, Goal.TILES)

    assert answer is not None
    assert (len(check(where, answer).played), answer.exact) == (5, False)


def test_a_search_that_is_too_long_rules_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    where = position("R5 B5 K5", "K5")

    assert is_ruled_out(where, Goal.ANY)
    for limit in ("MOST_FOR_ONE", "MOST_LOOKS"):
        monkeypatch.setattr(turns, limit, 0)
    assert can_play(where)


SOLVE = """
from benchmarks.solver.synthetic import freed_jokers
from engine.game.goals import Goal
from engine.solver.best_turn import solve
from engine.variants import load

*_, position = freed_jokers(load()["rummi200kub"].rules.for_seats(2), 9, "seeds")
print(solve(position, Goal.TILES))
"""


def test_a_search_finds_the_same_turn_in_every_process() -> None:
    """Python iterates over a set of tiles in another order with another hash seed, as with these two here."""
    found = {
        subprocess.run(  # noqa: S603  # our own words
            [sys.executable, "-c", SOLVE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "02"
    }
    assert len(found) == 1
    assert "BestTurn" in found.pop()
