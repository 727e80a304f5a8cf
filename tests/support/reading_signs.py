"""Reading texts of the bot in which tiles are signs."""

import re

from engine.tiles.tiles import Color
from ui.tile_signs import JOKER_MARK, MARKS

EMOJI = re.compile(r"<:(\w+):\d+>(?=(<:)?)")
MARK = re.compile(f"({'|'.join(MARKS.values())})(?=[0-9NA])")
LETTERS: dict[str, Color] = {mark: color for color, mark in MARKS.items()}


def read_signs(text: str) -> str:
    """Return a text with its tiles in notation."""
    text = EMOJI.sub(lambda each: each[1].replace("joker", "J") + (" " if each[2] else ""), text)
    return MARK.sub(lambda each: LETTERS[each[1]], text).replace(JOKER_MARK, "J")
