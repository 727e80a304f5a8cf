"""Cases with a known verdict, one a line, its cells parted by ` | `; judged as `python -m engine judge` does."""

import json
from collections.abc import Mapping, Sequence

from engine.__main__ import judge_line
from engine.variants import load

NO_OPTIONS: Mapping[str, Mapping[str, object]] = {"": {}}


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split(" | ")] for line in text.strip().splitlines()]


def judged(variant: str, case: Mapping[str, object]) -> dict[str, object]:
    return judge_line(json.dumps({"variant": variant, **case}).encode(), load())


def of_play(
    variant: str, row: Sequence[str], options: Mapping[str, Mapping[str, object]] = NO_OPTIONS
) -> tuple[str, str]:
    """The verdict of a play and the known one: its points, or its refusal.

    A row is: name | u (not opened) or o (opened), and the name of its options | table | rack | table after | verdict.
    """
    name, who, table, rack, after, known = row
    opened, _, option = who.partition(" ")
    case = {"id": name, "opened": opened == "o", "table": table, "rack": rack, "after": after}
    answer = judged(variant, {**case, "options": options[option]})
    assert answer["id"] == name
    return str(answer["points"] if answer["legal"] else answer["refusal"]), known
