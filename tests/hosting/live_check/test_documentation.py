"""docs/live-check.md, the list of checks and the guided list say the same."""

import re
from pathlib import Path

from hosting.live_check.guided import STEPS
from hosting.live_check.registry import CHECKS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "live-check.md").read_text("utf-8")
ITEMS = PAGE[PAGE.index("## First: what is not documented") :]
MARK = re.compile(
    r"\*Tried by:\* (?:`live-check` \(([a-z, -]+)\))?(?:, )?(the guided list)?(?:, )?(a longer session)?\."
)


def marks() -> dict[int, re.Match[str]]:
    """The mark of each numbered item, as the names of checks, the guided list and a longer session."""
    parts = re.split(r"^(\d+)\. ", ITEMS, flags=re.MULTILINE)
    found = {int(number): MARK.findall(text) for number, text in zip(parts[1::2], parts[2::2], strict=True)}
    assert {number for number, each in found.items() if len(each) != 1} == set()
    matches = [match for match in MARK.finditer(ITEMS) if any(match.groups())]
    return dict(zip(found, matches, strict=True))


def test_items_are_numbered_without_gaps() -> None:
    assert [int(each) for each in re.findall(r"^(\d+)\. ", ITEMS, re.MULTILINE)] == [*range(1, len(marks()) + 1)]


def test_each_item_is_tried_by_checks_the_guided_list_or_a_longer_session() -> None:
    for number, mark in marks().items():
        checks, guided, _ = mark.groups()
        assert (checks or "") == ", ".join(each.name for each in CHECKS if number in each.items), number
        assert bool(guided) == any(number in step.items for step in STEPS), number


def test_checks_and_steps_name_existing_items() -> None:
    named = {item for each in (*CHECKS, *STEPS) for item in each.items}

    assert named <= marks().keys()


def test_the_page_lists_the_checks() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", PAGE, re.MULTILINE) == [(each.name, each.does) for each in CHECKS]


def test_the_page_begins_with_how_to_run_it_in_fifteen_lines() -> None:
    before = PAGE[: PAGE.index("The playground refuses")].strip().splitlines()

    assert "bot.py live-check --server ID --channel ID --report report.md" in "\n".join(before)
    assert len(before[2:]) <= 15


def test_the_guided_list_takes_less_than_ten_minutes() -> None:
    assert sum(step.seconds for step in STEPS) < 10 * 60
    assert all(step.do and step.look_for and step.items for step in STEPS)


def test_names_of_checks_differ() -> None:
    assert len({each.name for each in CHECKS}) == len(CHECKS)
