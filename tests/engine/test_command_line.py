"""`python -m engine`: the examples of docs/notation.md, and refusals that repeat little of what they refuse."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import CaseHandler, answer_line, judge, solve
from engine.game.variant import Variant
from engine.game.views import Value
from engine.rummykruss.rules.cells import read_cell
from engine.rummykruss.view import GridView
from engine.text.errors import GameError
from engine.tiles.melds import read_melds
from engine.tiles.notation import read_pieces, write_tile, write_tiles
from engine.tiles.tiles import Box
from engine.variants import load
from tests.grid_positions import grid
from tests.positions import position
from tests.support.command_line import run_engine

SYSTEMS = load()
LONGEST_ANSWER = 1200  # characters
LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["selfplay", "--players", "-1"], 1, "This game needs 2 to 4 players. You have -1."),
        (["selfplay", "--players", "1000000000"], 1, "This game needs 2 to 4 players."),
        (["selfplay", "--players", "x"], 2, "argument --players: invalid int value"),
        (["selfplay", "--games", "0"], 2, "argument --games: 0 is less than 1"),
        (["selfplay", "--games", "-3"], 2, "argument --games: -3 is less than 1"),
        (["selfplay", "--options", "[]"], 1, "“options” must be an object."),
        (["selfplay", "--options", "null"], 1, "“options” must be an object."),
        (["selfplay", "--options", "x"], 2, "argument --options: “x” isn't JSON"),
        (["selfplay", "--options", "[" * 100_000], 2, "isn't JSON"),
        (["selfplay", "--options", json.dumps({"clock": LONG})], 1, "This game has no option clock = xxx"),
        (["selfplay", "--options", json.dumps({LONG: 1})], 1, "This game has no option xxx"),
        (["selfplay", "--levels", LONG], 1, "“xxxxxxxxxxxxxxxxxxx…” isn't a level."),
        (["selfplay", "--levels", ","], 1, "“” isn't a level."),
        (["selfplay", "--levels", "genius"], 1, "“genius” isn't a level. Choose from beginner, fair"),
        (["selfplay", "--levels", "strong,strong,fair"], 1, "Name one level, or 2."),
        (["selfplay", "--options", '{"jokers": "loud"}'], 1, "This game has no option jokers = loud."),
        (["selfplay", "--variant", LONG], 2, "argument --variant: invalid choice"),
        (["puzzle", "--date", LONG], 2, "argument --date: invalid fromisoformat value"),
        (["puzzle", "--date", "2026-01-01", "--days", "-2"], 2, "argument --days: -2 is less than 1"),
        (["puzzle", "--date", "9999-12-31", "--days", "2"], 1, "The last date is 9999-12-31."),
        (["puzzle", "--date", "2026-01-01", "--days", "9" * 30], 1, "The last date is 9999-12-31."),
        (["judge", "--seat", "9" * 10_000], 2, "argument --seat: invalid int value"),
        (["judge", "--options", LONG], 2, "isn't JSON"),
        ([LONG], 2, "invalid choice"),
        ([], 2, "required"),
    ],
)
def test_flags_that_can_not_be_used_are_refused_in_a_sentence(arguments: list[str], code: int, said: str) -> None:
    done = run_engine(*arguments)

    assert (done.code, done.written) == (code, "")
    assert said in done.error
    assert len(done.error) <= LONGEST_ANSWER


CLAIM = {"variant": "rummi200kub", "table": "R8 B8 K8 / R9 B9 K9", "action": "claim A"}
GRID = {"variant": "rummykruss", "cells": "H8=R4 I8=R5 J8=R6", "rack": "R7", "after": "H8=R4 I8=R5 J8=R6 K8=R7"}


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (CLAIM | {"seat": 4}, "“seat” must be a number from 0 to 3."),
        (CLAIM | {"seat": -1}, "“seat” must be a number from 0 to 3."),
        ({"variant": "rummykruss", "seat": 2}, "“seat” must be a number from 0 to 1."),
        ({"variant": "packkub", "seat": 6}, "“seat” must be a number from 0 to 5."),
        (CLAIM | {"claims": "A:9"}, "“claims” has seat 9. Seats go from 0 to 3."),
        (CLAIM | {"claims": "A:0 B:1 A:2"}, "“claims” has two claims on set A."),
        (CLAIM | {"claims": LONG}, "That's 100000 characters. The limit is 4000."),
        (GRID | {"blocks": "Z9"}, "“blocks”: Z9 is outside the grid, which goes from A1 to O15."),
        (GRID | {"last": ["A99"]}, "“last”: A99 is outside the grid, which goes from A1 to O15."),
        (GRID | {"blocks": "I8"}, "“cells”: I8 is blocked."),
        (GRID | {"barred": "99"}, "“barred” must be numbers from 1 to 13."),
        (GRID | {"barred": [0]}, "“barred” must be numbers from 1 to 13."),
        (GRID | {"barred": [12], "options": {"numbers": 10}}, "“barred” must be numbers from 1 to 10."),
    ],
)
@pytest.mark.parametrize("answer", [judge, solve])
def test_a_position_that_no_game_can_have_is_refused(answer: CaseHandler, case: dict[str, object], said: str) -> None:
    answered = answer(case, SYSTEMS)

    assert answered["refusal"] == "BadNotation"
    assert str(answered["message"]).startswith(said)


def test_a_refusal_repeats_little_of_what_it_refuses() -> None:
    tiles = "R4" * 350_000

    for more in ({"rack": tiles}, {"goal": "fit", "fit": tiles}, {"goal": "fit", "fit": tiles[:4000]}):
        answered = answer_line(json.dumps({"variant": "classic", **more}).encode(), SYSTEMS, solve)
        assert answered["refusal"]
        assert len(str(answered["message"])) <= LONGEST_ANSWER


TILES = ("R4 R5 R6", "R4", "J", "J J J", "R4@A", "SN SA S2", "H8=R4", "H8=J", "A1>B2")
ACTIONS = ("A:0", "A:9", "B:1x2=30", "claim A", "draw", "draw 999", "play", "pass", "fit", "any")
JUNK = ("-", "/", ";", ",", "|", "table:", "=", "…", "\ud800", "0", "99")
KEYS = ("table", "rack", "after", "claims", "action", "cells", "blocks", "barred", "last", "goal", "fit")
words = st.lists(st.sampled_from(TILES + ACTIONS + JUNK), max_size=6).map(" ".join)
texts = words | words.map(lambda text: text * 900) | st.text(max_size=30)
values = texts | st.none() | st.booleans() | st.integers() | st.floats() | st.lists(texts | st.integers(), max_size=3)
options = st.dictionaries(st.sampled_from(("clock", "jokers", "pack", "numbers", "blocks", "x")), values, max_size=2)
cases = st.fixed_dictionaries(
    {"variant": st.sampled_from([*SYSTEMS])},
    optional={
        **dict.fromkeys(KEYS, texts | values),
        "opened": st.just(value=True) | values,
        "seat": st.integers(-1, 9) | values,
        "options": options | values,
    },
)


@given(cases)
def test_every_case_is_answered(case: dict[str, object]) -> None:
    line = json.dumps(case).encode()

    for answered in (answer_line(line, SYSTEMS, answer) for answer in (judge, solve)):
        assert isinstance(answered["message"], str)
        assert len(answered["message"]) <= LONGEST_ANSWER
        assert bool(answered["message"]) or answered["refusal"] is None
        json.dumps(answered)


# Examples in refusals

UNREADABLE = ("hello", "S-2", "table: hello", "A+", "A-", "A-hello", "", ";", "H8=hello", "H8", "A1>", "H8=J:J", "=")
QUOTED = re.compile(r"“[^”]*”")
BOX_OPTIONS = ("box", "jokers", "pack", "numbers", "colors", "wildcards", "size")


def list_games(variant: Variant[Any]) -> list[dict[str, Value]]:
    """The options of a system's games, one for each way to choose those that change its tiles or its grid."""
    able = [[(each.key, choice.value) for choice in each.choices] for each in variant.options]
    return [dict(way) for way in product(*(choices for choices in able if choices[0][0] in BOX_OPTIONS))]


@pytest.mark.parametrize("variant", SYSTEMS.values(), ids=[*SYSTEMS])
def test_the_examples_of_a_refusal_are_tiles_and_cells_of_the_game(variant: Variant[Any]) -> None:
    for chosen in list_games(variant):
        state = variant.setup(variant.seats(chosen)[0], bytes(32), 0, chosen).state
        view = variant.view(state, 0)
        able = {f"{tile.color}{tile.number}" for tile in view.box.faces()} | set(map(write_tile, view.box.faces()))
        for text in UNREADABLE:
            with pytest.raises(GameError) as refused:
                variant.apply(state, variant.read(state.turn, f"play {text}", state), now=0)
            said = QUOTED.sub("", str(refused.value))
            cells = re.findall(r"[A-Z][0-9]+(?==)|[A-Z][0-9]+(?=>)|(?<=>)[A-Z][0-9]+", said)
            tiles = re.findall(r"\b[A-Z](?:[0-9]+|[NA])\b", re.sub(r"[A-Z][0-9]+(>[A-Z][0-9]+|=)", "", said))
            assert isinstance(view, GridView) or not cells
            assert [cell for cell in cells if max(read_cell(cell)) >= getattr(view, "size", 0)] == []
            assert set(tiles) <= able, said
            assert view.box.jokers or not re.search(r"\bJ\b", said), said


# Judging, with every example of docs/notation.md

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/notation.md").read_text("utf-8")


def run(*arguments: str, given: bytes = b"") -> list[str]:
    done = run_engine(*arguments, given=given)
    assert (done.code, done.error) == (0, "")
    return done.written.splitlines()


def blocks(kind: str) -> list[list[str]]:
    return [block.splitlines() for block in re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)]


def rows(heading: str) -> list[list[str]]:
    """The cells of the tables under a heading, without their backquotes."""
    section = PAGE.split(f"{heading}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def test_the_pages_commands_answer_what_it_says() -> None:
    console = [line for block in blocks("console") for line in block]

    for command, answer in zip(console[::2], console[1::2], strict=True):
        assert run(*shlex.split(command.removeprefix("$ python -m engine "))) == [answer]


def test_the_pages_stream_is_answered_line_by_line() -> None:
    found = blocks("jsonl")

    for cases, answers in zip(found[::2], found[1::2], strict=True):
        assert run("judge", "--jsonl", given="\n".join(cases).encode()) == answers


@pytest.mark.parametrize(("written", "read_as"), rows("## Jokers"))
def test_the_pages_jokers_are_read_as_it_says(written: str, read_as: str) -> None:
    (meld,) = read_melds(read_pieces(written.strip("`"), Box()), Box())

    assert read_as.startswith(f"a group of {meld.faces[0].number}s" if meld.is_group else write_tiles(meld.faces))


@pytest.mark.parametrize(("turn", "after"), rows("### Examples"))
def test_the_pages_turns_make_the_tables_that_it_shows(turn: str, after: str) -> None:
    table, rack = re.findall(r"(?:Table|Rack): `([^`]+)`", PAGE)
    game = position("classic", table=table, racks=[rack, "O1"])

    if after.startswith("refused"):
        with pytest.raises(GameError, match="K6 must stay on the table"):
            game.play(0, turn.strip("`"))
    else:
        assert [set_.split() for set_ in game.play(0, turn.strip("`")).table.replace("J=B5", "J").split(" / ")] == [
            set_.split() for set_ in after.strip("`").split(" / ")
        ]


@pytest.mark.parametrize(("turn", "after"), [row for row in rows("## Claims and crossings") if len(row) == 2][5:])
def test_the_pages_turns_through_a_set_make_the_tables_that_it_shows(turn: str, after: str) -> None:
    match = re.search(r"On the table `([^`]+)`, .* `([^`]+)` on the rack", PAGE)
    assert match
    game = position("rummi200kub", table=match[1], racks=[f"{match[2]} O1", "O1"])

    if after.startswith("refused"):
        with pytest.raises(GameError, match="You don't have R5"):
            game.play(0, turn.strip("`"))
    else:
        assert game.play(0, turn.strip("`")).table == after.strip("`")


@pytest.mark.parametrize(("turn", "after"), [row for row in rows("## On a grid") if "=" in row[1]])
def test_the_pages_turns_on_a_grid_make_the_grids_that_it_shows(turn: str, after: str) -> None:
    match = re.search(r"On the grid `([^`]+)`, with `([^`]+)` on the rack", PAGE)
    assert match
    game = grid("rummykruss", cells=match[1], racks=[match[2], "O1"])

    assert game.place(0, turn.strip("`")).cells == after.strip("`")


def answered(lines: Sequence[object]) -> list[Any]:
    """The answers to these cases, by one process."""
    return [json.loads(each) for each in run("judge", "--jsonl", given="\n".join(map(json.dumps, lines)).encode())]


JUDGED = ["id", "legal", "points", "played", "refusal", "message"]
WON = {"variant": "classic", "rack": "R10 B10 K10", "after": "R10 B10 K10"}
UNREADABLE_CASES: list[object] = [
    b"nonsense",
    b"[]",
    b'"text"',
    b"12",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"variant": "classic"',
    b'{"id": ' + b"9" * 5000 + b"}",
    {},
    {"variant": "unheard-of"},
    {"variant": ["classic"]},
    WON | {"rack": 7},
    WON | {"rack": None},
    WON | {"after": ["R1"]},
    WON | {"opened": "yes"},
    WON | {"opened": 1},
    WON | {"options": "free"},
    WON | {"options": []},
    WON | {"table": "R4 R5"},
    WON | {"table": "R4 R5 R6 R10 B10 K10"},
    WON | {"table": "R10 J J"},
    WON | {"after": "R10 \ud800"},
    WON | {"rack": "R10 R10 R10"},
    WON | {"after": "R1 " * 2000},
]


def test_an_unreadable_case_is_answered_and_does_not_stop_the_stream() -> None:
    lines = [
        case if isinstance(case, bytes) else json.dumps(case).encode()
        for case in [*UNREADABLE_CASES, WON | {"id": "last"}]
    ]

    answers = [json.loads(answer) for answer in run("judge", "--jsonl", given=b"\n\n".join(lines))]

    assert [list(answer) for answer in answers] == [JUDGED] * len(lines)
    assert [answer["refusal"] for answer in answers] == ["BadNotation"] * len(UNREADABLE_CASES) + [None]
    assert all(answer["legal"] is False and answer["message"] for answer in answers[:-1])
    assert answers[-1]["id"] == "last"
    assert answers[-1]["legal"] is True


def test_an_id_comes_back_as_it_is() -> None:
    keys = [None, 7, "seven", 1.5, True, ["a"], {"a": 1}, "\ud800", "🙂"]

    assert [each["id"] for each in answered([WON | {"id": key} for key in keys])] == keys


def test_a_case_by_flags_is_judged_by_its_options() -> None:
    flags = ["--opened", "--table", "R3 R4 R5 J", "--rack", "B9 O9", "--after", "R3 R4 R5 / B9 O9 J"]

    assert '"JokerNotFreed"' in run("judge", *flags)[0]
    assert '"legal": true' in run("judge", *flags, "--variant", "classic", "--options", '{"jokers": "free"}')[0]


def test_answers_come_as_soon_as_their_case() -> None:
    with subprocess.Popen(  # our own program and words
        [sys.executable, "-m", "engine", "judge", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            process.stdin.write(json.dumps(WON | {"id": number}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=60) == 0


# Solving, with the examples there

SOLVED = ["id", "tiles", "value", "played", "after", "exact", "ms", "refusal", "message"]


def solved(*arguments: str, given: str = "") -> list[dict[str, object]]:
    return [json.loads(line) for line in run("solve", *arguments, given=given.encode())]


def test_the_pages_cases_are_solved_as_it_says() -> None:
    cases, answers = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)

    found = solved("--jsonl", given=cases)

    assert [list(each) for each in found] == [SOLVED] * len(found)
    assert [each | {"ms": 0} for each in found] == [json.loads(line) | {"ms": 0} for line in answers.splitlines()]


def test_a_case_to_solve_can_be_given_by_flags() -> None:
    (answer,) = solved("--opened", "--table", "R3 R4 R5", "--rack", "R6 R7", "--goal", "fit", "--fit", "R6")

    assert answer["after"] == "R3 R4 R5 R6"


@pytest.mark.parametrize(
    "case",
    [
        {},
        {"variant": "classic", "goal": "best"},
        {"variant": "classic", "goal": "fit"},
        {"variant": "classic", "goal": "fit", "fit": "R1", "rack": "R2"},
        {"variant": "classic", "goal": 3},
        {"variant": "classic", "table": "R1 R2"},
    ],
)
def test_an_unreadable_case_is_not_solved(case: dict[str, object]) -> None:
    answer = solve(case, SYSTEMS)

    assert list(answer) == SOLVED
    assert answer["refusal"] in {"BadNotation", "NotOnYourRack"}
    assert (answer["tiles"], answer["after"], answer["exact"]) == (0, "", False)


def test_a_claim_binds_the_turns_that_are_found() -> None:
    case = {"variant": "rummi200kub", "opened": True, "table": "R8 B8 K8 O8", "rack": "O9 O10", "goal": "out"}

    answer = solve(case | {"claims": "A:1"}, SYSTEMS)

    assert answer["tiles"] == 2  # through the orange 8, which stays
    assert "O8@A" in str(answer["after"])
