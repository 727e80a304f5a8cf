"""A screen in words as well as in its picture, for who reads with the ears."""

import json
from typing import Any

import discord

LARGEST = 9_000  # bytes of a message's components: Discord fails above about 10,000
MOST_TEXT = 4_000  # characters of all texts of a message
CUT = "…"

Layout = discord.ui.LayoutView


def read_out(view: Layout, words: str) -> Layout:
    """Put the words behind the picture, as far as the message has room for them."""
    frame = next((each for each in view.children if isinstance(each, discord.ui.Container)), None)
    if frame is None:
        return view
    shown = discord.ui.TextDisplay[Any]("x")
    behind = [place for place, each in enumerate(frame.children, 1) if isinstance(each, discord.ui.MediaGallery)]
    items = [*frame.children]
    frame.clear_items()
    for item in (*items[: max(behind, default=1)], shown, *items[max(behind, default=1) :]):
        frame.add_item(item)
    shown.content = _fitting(view, words)
    return view


def _fitting(view: Layout, words: str) -> str:
    """As many whole lines as there is room for."""
    parts: Any = view.to_components()  # type: ignore[no-untyped-call]  # discord.py's own
    chars, room = MOST_TEXT - view.content_length(), LARGEST - _size(parts)
    lines = words.splitlines()
    while len(lines) > 1 and (len("\n".join(lines)) > chars or _size("\n".join(lines)) > room):
        lines = [*lines[:-2], CUT]
    return "\n".join(lines)


def _size(part: object) -> int:
    return len(json.dumps(part, ensure_ascii=False).encode())
