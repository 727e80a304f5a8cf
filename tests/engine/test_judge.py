"""`python -m engine judge`, as a program would use it, and every example of docs/notation.md."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.text.errors import GameError
from engine.tiles.melds import read_melds
from engine.tiles.notation import read_pieces, write_tiles
from engine.tiles.tiles import Box
from tests.grid_positions import grid
from tests.positions import position
from tests.support.command_line import run_engine

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


KEYS = ["id", "legal", "points", "played", "refusal", "message"]
WON = {"variant": "classic", "rack": "R10 B10 K10", "after": "R10 B10 K10"}
UNREADABLE: list[object] = [
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
        case if isinstance(case, bytes) else json.dumps(case).encode() for case in [*UNREADABLE, WON | {"id": "last"}]
    ]

    answers = [json.loads(answer) for answer in run("judge", "--jsonl", given=b"\n\n".join(lines))]

    assert [list(answer) for answer in answers] == [KEYS] * len(lines)
    assert [answer["refusal"] for answer in answers] == ["BadNotation"] * len(UNREADABLE) + [None]
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
    ) as judge:
        assert judge.stdin
        assert judge.stdout
        for number in range(3):
            judge.stdin.write(json.dumps(WON | {"id": number}).encode() + b"\n")
            judge.stdin.flush()
            assert json.loads(judge.stdout.readline())["id"] == number
        judge.stdin.close()
        assert judge.wait(timeout=60) == 0
