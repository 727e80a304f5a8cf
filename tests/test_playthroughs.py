"""Recorded games play again, word for word. After a change that is meant: `python -m tests.recorder FILE ...`."""

import re
from pathlib import Path

import pytest

from engine.variants import load
from tests.recorder import read, recorded

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_plays_again_word_for_word(file: Path) -> None:
    text = file.read_text("utf-8")

    assert recorded(*read(text)) == text


@pytest.mark.parametrize("key", load())
def test_every_rule_system_has_a_recorded_game_that_ends(key: str) -> None:
    texts = [file.read_text("utf-8") for file in FILES]

    assert any(f"variant: {key}\n" in text and re.search(r"^winners: ", text, re.MULTILINE) for text in texts)
