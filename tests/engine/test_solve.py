"""`python -m engine solve`, as a program would use it, and its examples in docs/notation.md."""

import json
import re
from pathlib import Path

import pytest

from engine.__main__ import solve
from engine.variants import load
from tests.support.command_line import run_engine

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/notation.md").read_text("utf-8")
KEYS = ["id", "tiles", "value", "played", "after", "exact", "ms", "refusal", "message"]


def run(*arguments: str, given: str = "") -> list[dict[str, object]]:
    done = run_engine("solve", *arguments, given=given.encode())
    assert (done.code, done.error) == (0, "")
    return [json.loads(line) for line in done.written.splitlines()]


def untimed(answer: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in answer.items() if key != "ms"}


def test_the_pages_cases_are_solved_as_it_says() -> None:
    cases, answers = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)

    found = run("--jsonl", given=cases)

    assert [untimed(each) for each in found] == [untimed(json.loads(line)) for line in answers.splitlines()]
    assert all(list(each) == KEYS for each in found)


def test_a_case_can_be_given_by_flags() -> None:
    (answer,) = run("--opened", "--table", "R3 R4 R5", "--rack", "R6 R7", "--goal", "fit", "--fit", "R6")

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
def test_an_unreadable_case_is_refused(case: dict[str, object]) -> None:
    answer = solve(case, load())

    assert list(answer) == KEYS
    assert answer["refusal"] in {"BadNotation", "NotOnYourRack"}
    assert (answer["tiles"], answer["after"], answer["exact"]) == (0, "", False)


def test_a_claim_binds_the_turns_that_are_found() -> None:
    case = {"variant": "rummi200kub", "opened": True, "table": "R8 B8 K8 O8", "rack": "O9 O10", "goal": "out"}

    assert solve(case | {"claims": "A:1"}, load())["tiles"] == 2  # through the orange 8, which stays
    assert "O8@A" in str(solve(case | {"claims": "A:1"}, load())["after"])
