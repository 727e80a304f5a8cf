"""Plays with a known verdict, in `verdicts/`, judged as `python -m engine judge` does; a heading names their clauses.

A line is: who plays | the table or the grid | the rack | the same after the turn | the points, or the refusal with the
clause against it and, after a colon, what it says. `o` has opened, `u` hasn't; then come the options, and what else a
case has, such as `claims=A:1`. What follows two spaces and a `#` is a name.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.game.views import Value
from engine.text.errors import GameError, IllegalMove
from engine.variants import load

VARIANTS = load()
OF_CASES = {"claims", "blocks", "barred", "last"}  # the others are options
GROUPS = [
    (path.stem, *group.split("\n", 1))
    for path in sorted((Path(__file__).parent / "verdicts").glob("*.txt"))
    for group in path.read_text("utf-8").removeprefix("# ").split("\n\n# ")
]


@pytest.mark.parametrize(("key", "lines"), [(key, lines) for key, _, lines in GROUPS], ids=[each[1] for each in GROUPS])
def test_the_verdicts_are_the_known_ones(key: str, lines: str) -> None:
    for line in lines.strip().splitlines():
        who, before, rack, after, known = line.partition("  # ")[0].split(" | ", 4)
        mark, *words = who.split()
        said = dict(word.split("=") for word in words)
        options = {name: read_value(text) for name, text in said.items() if name not in OF_CASES}
        case = {"opened": mark == "o", "options": options, "table": before, "cells": before, "rack": rack}

        verdict = judge(key, {**case, "after": after, **{name: said[name] for name in OF_CASES & said.keys()}})

        assert verdict == known or verdict.partition(":")[0] == known, line


def judge(key: str, case: Mapping[str, object]) -> str:
    try:
        return str(VARIANTS[key].judge(case).points)
    except GameError as refusal:
        clause = refusal.clause if isinstance(refusal, IllegalMove) else None
        name = f"{type(refusal).__name__} {clause}" if clause else type(refusal).__name__
        return f"{name}: {str(refusal).removesuffix(f' ({clause})')}"


def read_value(text: str) -> Value:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if re.fullmatch("[0-9]+", text) else text
