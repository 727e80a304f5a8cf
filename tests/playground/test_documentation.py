"""docs/playground.md names what the playground can refuse, break and be told."""

import re
from pathlib import Path

import pytest

from playground import SimulatedUser
from playground.api.faults import Faults
from playground.client.page import Page
from playground.model import errors

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "playground.md").read_text("utf-8")
REASONS = {name: value for name, value in vars(errors).items() if isinstance(value, errors.Reason) and value.code}


@pytest.mark.parametrize("name", REASONS)
def test_every_code_is_in_the_documentation_and_in_a_test(name: str) -> None:
    code = str(REASONS[name].code)
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / "playground").rglob("test_*.py"))
    tests += (ROOT / "tests" / "playground" / "raw.py").read_text("utf-8")

    assert re.search(rf"\b{code}\b", TEXT)
    assert re.search(rf"\b{code}\b", tests)


@pytest.mark.parametrize("thing", [Faults, SimulatedUser])
def test_every_fault_and_every_act_of_a_seat_is_in_the_documentation(thing: type) -> None:
    inner = {"strike", "clear", "channel", "shown", "run", "use", "send"}
    named = {name for name in vars(thing) if not name.startswith("_")} - inner

    assert {name for name in named if not re.search(rf"\b{name}\b", TEXT)} == set()


def test_every_op_of_the_page_is_in_the_documentation() -> None:
    source = (ROOT / "playground" / "client" / "page.py").read_text("utf-8")
    told = set(re.findall(r'_tell\(\s*"(\w+)"', source))
    heard = set(re.findall(r'"(\w+)": self\._', source))

    assert told == {"world", "messages", "message", "gone", "modal", "choices", "done", "failed", "refused"}
    assert {op for op in told | heard if f"`{op}`" not in TEXT} == set()
    assert Page.serve.__doc__
