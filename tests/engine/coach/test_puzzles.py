"""Puzzles: the same for everybody who knows the date, as hard as their grade says, and none another in disguise."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from engine import __main__ as command_line
from engine.coach import puzzles
from engine.coach.puzzle_generator import KINDS, TERMS, PuzzlePosition, classify, is_proven, play_turns
from engine.coach.puzzles import Grade, Puzzle
from engine.table.view import TableView
from engine.text.errors import BadNotation, IllegalMove, LeftTheTable, NotASet, NothingPlayed, NotOnYourRack
from engine.tiles.melds import Meld, Piece, read_melds
from engine.tiles.notation import read_rack, read_table, write_table, write_tiles
from engine.tiles.tiles import Box, Color, Tile
from engine.variants import load
from tests.brute_force import all_melds, shelf
from tests.disguises import form

GAME = puzzles.choose_system(load())
BOX = GAME.box
SMALL = Box(colors=(Color.RED, Color.BLUE, Color.BLACK), high=6, jokers=0)
RECORDED = [
    Puzzle(**{**line, "grade": Grade(line["grade"])})
    for line in map(json.loads, (Path(__file__).parent / "puzzles.jsonl").read_text("utf-8").splitlines())
]
SIMPLE = Puzzle(
    day=0,
    grade=Grade.EASY,
    table="R4 R5 R6 / B9 K9 O9",
    rack="R7 R9 K1",
    best=2,
    taken_apart=0,
    answer="R4 R5 R6 R7 / R9 B9 K9 O9",
)


def name(puzzle: Puzzle) -> str:
    return f"{puzzle.day}-{puzzle.grade}"


def spot(puzzle: Puzzle) -> PuzzlePosition:
    return PuzzlePosition(BOX, read_table(puzzle.table, BOX), read_rack(puzzle.rack, BOX))


def apart(before: Sequence[Meld], after: Sequence[Meld]) -> int:
    """How many old sets are neither there as they were nor have only grown, each of them into a new set of its own."""
    heirs: dict[int, int] = {}
    counted = [Counter(meld.tiles) for meld in after]

    def has_heir(old: int, asked: set[int]) -> bool:
        tiles = Counter(before[old].tiles)
        for index, heir in enumerate(counted):
            if index not in asked and tiles <= heir:
                asked.add(index)
                if index not in heirs or has_heir(heirs[index], asked):
                    heirs[index] = old
                    return True
        return False

    return sum(not has_heir(old, set()) for old in range(len(before)))


# answers


def count_played(puzzle: Puzzle, text: str) -> int:
    return puzzles.count_played_tiles(GAME, puzzle, puzzles.read_answer(GAME, text))


@pytest.mark.parametrize(
    ("text", "played"),
    [("A+R7", 1), ("A+R7; B+R9", 2), ("table: R9 B9 K9 O9 / R7 R6 R5 R4", 2), ("R4 R5 R6 R7 / R9 B9 K9 O9", None)],
)
def test_an_answer_plays_this_many_tiles(text: str, played: int | None) -> None:
    if played is None:
        with pytest.raises(NotOnYourRack):
            count_played(SIMPLE, text)
    else:
        assert count_played(SIMPLE, text) == played


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("table: R4 R5 R6 / B9 K9 O9", NothingPlayed),
        ("table: R4 R5 R6 R7", LeftTheTable),
        ("A+K1", NotASet),
        ("A+R8", NotOnYourRack),
        ("table:", IllegalMove),
        ("", BadNotation),
        ("draw", BadNotation),
        ("\0" * 4000, BadNotation),
        ("R4 " * 1400, BadNotation),
    ],
)
def test_an_illegal_answer_is_refused(text: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        count_played(SIMPLE, text)


def test_the_table_after_shows_what_was_played_and_keeps_what_was_not() -> None:
    view = puzzles.show_solution(GAME, SIMPLE)

    assert isinstance(view, TableView)
    assert [each.written for each in view.table] == ["R4 R5 R6 R7", "R9 B9 K9 O9"]
    assert view.rack
    assert write_tiles(view.rack.tiles) == "K1"


def test_a_day_ends_when_the_next_begins() -> None:
    assert puzzles.day_of(SIMPLE.ends - 1) == SIMPLE.day
    assert puzzles.day_of(SIMPLE.ends) == SIMPLE.day + 1


# the games behind them


def test_the_players_never_take_a_set_apart() -> None:
    before: list[Meld] = []
    for state in play_turns(GAME, bytes(range(32))):
        after = [each.meld for each in state.sets]
        assert apart(before, after) == 0
        before = after
    assert len(before) > 8


# measuring


def reaches(where: PuzzlePosition) -> dict[int, int]:
    """By trying everything: the most tiles that can be played for each number of sets taken apart."""
    found: dict[int, int] = {}
    table = Counter(tile for meld in where.sets for tile in meld.tiles)
    for size in range(len(where.rack) + 1):
        for played in set(combinations(sorted(where.rack, key=str), size)):
            for after in shelf(SMALL).tables(table + Counter(played)):
                number = apart(where.sets, after)
                found[number] = max(found.get(number, 0), size)
    return {most: max(size for number, size in found.items() if number <= most) for most in range(len(where.sets) + 1)}


def small_spot(seed: int) -> PuzzlePosition:
    """Two or three sets and some tiles of those that are left."""
    dice, left, sets = Random(seed), Counter(SMALL.tiles()), list[Meld]()  # noqa: S311  # nobody guesses at a test
    while len(sets) < 2 + seed % 2:
        meld = dice.choice([meld for meld in all_melds(SMALL) if len(meld.tiles) < 5])
        if Counter(meld.tiles) <= left:
            sets.append(meld)
            left -= Counter(meld.tiles)
    return PuzzlePosition(SMALL, tuple(sets), tuple(dice.sample([*left.elements()], 3)))


@pytest.mark.parametrize("seed", range(40))
def test_the_tiles_playable_by_taking_apart_a_number_of_sets_are_exact(seed: int) -> None:
    where = small_spot(seed)
    expected = reaches(where)

    assert where.best == max(expected.values())
    for number, most in expected.items():
        found = where.find_taking_apart(number, most)
        assert found is not None
        assert apart(where.sets, found.melds) <= number
        assert sum(len(meld.tiles) for meld in found.melds) - sum(len(meld.tiles) for meld in where.sets) >= most
        assert where.find_taking_apart(number, most + 1) is None


# the puzzles of many dates


@pytest.mark.parametrize("puzzle", RECORDED, ids=name)
def test_a_puzzle_has_a_legal_answer_and_a_proof_that_none_lays_more(puzzle: Puzzle) -> None:
    terms = TERMS[puzzle.grade]
    before, after = read_table(puzzle.table, BOX), read_table(puzzle.answer, BOX)

    assert count_played(puzzle, f"table: {puzzle.answer}") == puzzle.best
    assert is_proven(GAME, puzzle)
    assert apart(before, after) == puzzle.taken_apart
    assert puzzle.taken_apart in terms.apart
    assert puzzle.best in terms.played
    assert len(before) in terms.sets
    assert 0 <= puzzle.tiles - puzzle.best <= terms.spare


@pytest.mark.parametrize("puzzle", RECORDED[:18], ids=name)
def test_a_puzzle_is_as_hard_as_its_grade_says(puzzle: Puzzle) -> None:
    where, terms = spot(puzzle), TERMS[puzzle.grade]

    assert where.find_taking_apart(0, 1) is None
    assert where.find_taking_apart(terms.shallow, puzzle.best // 2 + 1) is None
    assert where.find_taking_apart(puzzle.taken_apart - 1, puzzle.best) is None


def test_no_puzzle_is_another_one() -> None:
    assert len({form(puzzle) for puzzle in RECORDED}) == len(RECORDED)


def test_a_puzzle_is_of_its_day_s_kind_so_that_neighbors_differ() -> None:
    assert all(classify(spot(puzzle)) == puzzle.day % KINDS for puzzle in RECORDED)


def test_grades_differ_in_what_is_taken_apart() -> None:
    spans = [set(terms.apart) for terms in TERMS.values()]

    assert not any(one & other for one, other in combinations(spans, 2))


@pytest.mark.parametrize(
    ("grade", "day"), [(Grade.EASY, "2026-11-24"), (Grade.MEDIUM, "2026-11-28"), (Grade.HARD, "2026-11-23")]
)
def test_a_date_gives_the_same_puzzle_again(grade: Grade, day: str) -> None:
    """If this fails after a change on purpose, name the next edition in the maker, and record anew."""
    asked = Namespace(date=date.fromisoformat(day), days=1, grade=[grade])
    (line,) = command_line.make_puzzles(asked, load())
    (recorded,) = [asdict(each) for each in RECORDED if (each.day, each.grade) == (line["day"], grade)]

    assert line == {**recorded, "date": day, "answer": line["answer"]}  # any of several best answers will do


def disguised(puzzle: Puzzle, dice: Random) -> Puzzle:
    """The same with colors renamed, perhaps counted down, sets and tiles in another order."""
    colors = dict(zip(BOX.colors, dice.sample(BOX.colors, len(BOX.colors)), strict=True))
    turned = dice.random() < 0.5

    def renamed(tile: Tile) -> Tile:
        assert tile.color
        return Tile(colors[tile.color], BOX.low + BOX.high - tile.number if turned else tile.number)

    rows = [dice.sample(meld.tiles, len(meld.tiles)) for meld in read_table(puzzle.table, BOX)]
    melds = [read_melds([Piece(renamed(tile)) for tile in row], BOX)[0] for row in dice.sample(rows, len(rows))]
    rack = [renamed(tile) for tile in read_rack(puzzle.rack, BOX)]
    return replace(puzzle, table=write_table(melds), rack=write_tiles(dice.sample(rack, len(rack))))


@pytest.mark.parametrize("puzzle", RECORDED[:12], ids=name)
def test_disguises_do_not_hide_a_puzzle(puzzle: Puzzle) -> None:
    other = disguised(puzzle, Random(puzzle.day))  # noqa: S311  # as above

    assert other != puzzle
    assert form(other) == form(puzzle)
    assert classify(spot(other)) == classify(spot(puzzle))
