"""Random turns on random boards: the rules and a slow, plain reading of the rules page agree on which are legal.

The page is docs/rules/classic.md, with jokers that are free (CL-19): CL-7 to CL-14.
"""

import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import pytest

from engine.text.errors import GameError, JokerUnclear
from tests.positions import judge

BOARDS, MADE, BATCH = 200_000, 204_000, 2_000  # some that are made are unclear
COLORS, HIGH, JOKER, OPENING, LEAST = "RBKO", 13, "J", 30, 3
BOX = [f"{color}{number}" for color in COLORS for number in range(1, HIGH + 1)] * 2 + [JOKER] * 2
SETS = [
    *([f"{color}{number}" for color in COLORS] for number in range(1, HIGH + 1)),
    *([f"{color}{low + step}" for step in range(5)] for color in COLORS for low in range(1, HIGH - 3)),
]
Row = tuple[str, ...]


def list_values(row: Row) -> list[int]:
    """Return what a row is worth in each way to replace its jokers by which it's a set; nothing if it's none."""
    if len(row) < LEAST:
        return []
    natural = [(tile[0], int(tile[1:])) for tile in row if tile != JOKER]
    values = list[int]()
    for faces in product([*product(COLORS, range(1, HIGH + 1))], repeat=row.count(JOKER)):
        colors, numbers = zip(*natural, *faces, strict=True)
        is_group = len(set(numbers)) == 1 and len(set(colors)) == len(colors)
        is_run = len(set(colors)) == 1 and sorted(numbers) == [*range(min(numbers), min(numbers) + len(row))]
        values += [sum(numbers)] if is_group or is_run else []
    return values


def find_verdicts(table: list[Row], rack: Row, after: list[Row], *, opened: bool) -> set[bool]:
    """Return whether the turn is legal; both if that depends on what the jokers of an opening stand for."""
    before, now = (Counter(tile for row in rows for tile in row) for rows in (table, after))
    played = now - before
    if before - now or not played or played - Counter(rack) or not all(map(list_values, after)):
        return {False}
    if opened:
        return {True}
    new, old = Counter(map(sort_row, after)), Counter(map(sort_row, table))
    if old - new:
        return {False}
    values = [list_values(row) for row in (new - old).elements()]
    is_written_anew = any(JOKER in row for row in Counter(table) - Counter(after))  # perhaps as another set (CL-13)
    return {sum(map(most, values)) >= OPENING for most in (min, max)} | ({False} if is_written_anew else set())


def sort_row(row: Row) -> Row:
    return tuple(sorted(row))


def invent(dice: random.Random) -> tuple[list[Row], Row, list[Row]]:
    """Return a table, a rack, and what somebody makes of both, which is often legal and often not quite."""
    left = Counter(BOX)
    table = [row for _ in range(dice.randint(0, 4)) if (row := _take_set(left, dice))]
    rows = [row for _ in range(dice.randint(0, 2)) if (row := _take_set(left, dice))]
    rack = (*(tile for row in rows for tile in row), *dice.sample(sorted(left.elements()), dice.randint(1, 4)))
    after = [[*row] for row in (*table, *rows)]
    for _ in range(dice.choice([0, 0, 1, 1, 2])):
        _change(after, rack, dice)
    dice.shuffle(after)
    return table, rack, [tuple(row) for row in after if row]


def _take_set(left: Counter[str], dice: random.Random) -> Row | None:
    whole = dice.choice(SETS)
    row = whole[: dice.randint(LEAST, len(whole))]
    if dice.random() < 1 / 4 and left[JOKER]:
        row[dice.randrange(len(row))] = JOKER
    if Counter(row) - left:
        return None
    left.subtract(row)
    return tuple(row)


def _change(rows: list[list[str]], rack: Row, dice: random.Random) -> None:
    """Add a tile of the rack, take one away, move one, or split a row."""
    rows.append([])
    row, other = dice.choice(rows), dice.choice(rows)
    way = dice.randrange(4)
    if way == 0:
        row.append(dice.choice(rack))
    elif way == 1 and row:
        row.pop(dice.choice([0, -1]))
    elif way == 2 and row:  # one of the four
        other.append(row.pop(dice.choice([0, -1])))
    elif row:
        at = dice.randrange(len(row))
        rows.append(row[at:])
        del row[at:]


def is_allowed(table: list[Row], rack: Row, after: list[Row], *, opened: bool) -> bool | None:
    """Return what the rules say; None if somebody must first say what a joker stands for, because of the order."""
    before, now = (" / ".join(map(" ".join, rows)) for rows in (table, after))
    try:
        judge("classic", table=before, rack=" ".join(rack), after=now, opened=opened, jokers="free")
    except JokerUnclear:
        return None
    except GameError:
        return False
    return True


def compare(seed: int) -> Counter[str]:
    """Compare the two on many boards; print those on which they disagree."""
    dice, counts = random.Random(seed), Counter[str]()
    for _ in range(BATCH):
        table, rack, after = invent(dice)
        opened = dice.random() < 2 / 3
        expected = find_verdicts(table, rack, after, opened=opened)
        allowed = is_allowed(table, rack, after, opened=opened)
        counts["unclear" if allowed is None else "legal" if allowed else "refused"] += 1
        if not (any(len(list_values(row)) > 1 for row in after) if allowed is None else allowed in expected):
            counts["disagreed"] += 1
            print(table, rack, after, opened, allowed)
    return counts


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_on_two_hundred_thousand_boards_the_rules_and_their_page_agree() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        counts = sum(processes.map(compare, range(MADE // BATCH)), Counter[str]())

    assert counts["legal"] + counts["refused"] >= BOARDS
    assert counts["unclear"] < BOARDS / 100
    assert min(counts["legal"], counts["refused"]) > BOARDS / 10
    assert counts["disagreed"] == 0


def test_a_rule_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.soak.test_legality.BATCH", 300)
    assert not compare(1)["disagreed"]
    monkeypatch.setattr("tests.soak.test_legality.OPENING", 0)

    assert compare(1)["disagreed"]
